import type { CustomDefinition } from '../../custom-resources/definition.ts';
import { holdsIn, type Minor } from '../../kubernetes/minors.ts';
import { builtInResources } from '../../kubernetes/resources.ts';
import type { MatchResources, NamedRuleWithOperations } from '../../kubernetes/types.generated.ts';
import type { Mapping } from '../../yaml/tree.ts';
import type { RequestDraft } from './request-edits.ts';

/** How many resources of a policy are tried. */
const MAX_RESOURCES = 6;

/** A request that a policy may match, with the least that its object needs. */
export interface BaseRequest {
  readonly draft: RequestDraft;
  readonly operation: 'DELETE' | undefined;
}

/**
 * The requests that tests of a policy start from: one for each resource that its rules name, a new object where they match
 * CREATE, else an update, else a deletion.
 */
export function baseRequests(
  constraints: MatchResources,
  definitions: readonly CustomDefinition[],
  minor: Minor,
): readonly BaseRequest[] {
  const labels = constraints.objectSelector?.matchLabels;
  const requests = (constraints.resourceRules ?? []).flatMap((rule) => {
    const { operations = [] } = rule;
    const matches = (operation: string) =>
      operations.some((one) => one === '*' || one === operation);
    return kindsOf(rule, definitions, minor).flatMap((kind): readonly BaseRequest[] => {
      const object = baseObject(kind, labels);
      const draft = { object, ...NOTHING_ELSE };
      if (matches('CREATE')) return [{ draft, operation: undefined }];
      if (matches('UPDATE')) return [{ draft: { ...draft, old: object }, operation: undefined }];
      return matches('DELETE') ? [{ draft, operation: 'DELETE' }] : [];
    });
  });
  return requests.slice(0, MAX_RESOURCES);
}

const NOTHING_ELSE = {
  old: undefined,
  user: undefined,
  groups: undefined,
  authorizer: undefined,
} as const;

interface RequestedKind {
  readonly apiVersion: string;
  readonly kind: string;
  readonly isNamespaced: boolean;
}

/** The kinds of a rule; of wildcards, those that are used most. */
function kindsOf(
  { apiGroups = [], apiVersions = [], resources = [] }: NamedRuleWithOperations,
  definitions: readonly CustomDefinition[],
  minor: Minor,
): readonly RequestedKind[] {
  const isOf = (list: readonly string[], value: string) =>
    list.includes('*') || list.includes(value);
  const builtIn = builtInResources().filter(
    ({ group, version, resource, ...range }) =>
      isOf(apiGroups, group) &&
      isOf(apiVersions, version) &&
      isOf(resources, resource) &&
      holdsIn(range, minor),
  );
  const custom = definitions.flatMap(({ group, plural, kind, isNamespaced, versions }) =>
    versions.flatMap(({ name, isServed }) =>
      isServed && isOf(apiGroups, group) && isOf(apiVersions, name) && isOf(resources, plural)
        ? [{ apiVersion: `${group}/${name}`, kind, isNamespaced }]
        : [],
    ),
  );
  const known = builtIn.map(({ group, version, kind, namespaced }) => ({
    apiVersion: group === '' ? version : `${group}/${version}`,
    kind,
    isNamespaced: namespaced,
  }));
  const rankOf = ({ kind }: RequestedKind) => {
    const index = [...SPECS.keys()].indexOf(kind);
    return index < 0 ? SPECS.size : index;
  };
  return [...custom, ...known.toSorted((a, b) => rankOf(a) - rankOf(b))];
}

function baseObject(
  { apiVersion, kind, isNamespaced }: RequestedKind,
  labels: Mapping | undefined,
): Mapping {
  const metadata = {
    name: 'example',
    ...(isNamespaced && { namespace: 'default' }),
    ...(labels !== undefined && { labels }),
  };
  const spec = SPECS.get(kind);
  return { apiVersion, kind, metadata, ...(spec !== undefined && { spec }) };
}

const POD: Mapping = { containers: [{ name: 'example', image: 'example.com/example:1.0' }] };
const TEMPLATE: Mapping = { metadata: { labels: { app: 'example' } }, spec: POD };
const WORKLOAD: Mapping = { selector: { matchLabels: { app: 'example' } }, template: TEMPLATE };
const JOB: Mapping = { template: { spec: { ...POD, restartPolicy: 'Never' } } };

/** The least specification of kinds, those first that a policy for all kinds is tested with. */
const SPECS: ReadonlyMap<string, Mapping> = new Map([
  ['Deployment', WORKLOAD],
  ['Pod', POD],
  ['StatefulSet', { ...WORKLOAD, serviceName: 'example' }],
  ['DaemonSet', WORKLOAD],
  ['ReplicaSet', WORKLOAD],
  ['Job', JOB],
  ['CronJob', { schedule: '0 0 * * *', jobTemplate: { spec: JOB } }],
  ['Service', { selector: { app: 'example' }, ports: [{ port: 80 }] }],
  ['Ingress', { defaultBackend: { service: { name: 'example', port: { number: 80 } } } }],
]);
