import { isScaffolded } from '../../../src/analysis/admission/scaffolded-webhooks.ts';
import { certainlySelects } from '../../../src/analysis/requests/namespace-reach.ts';
import {
  hasRequirements,
  type RequestFilter,
  requestFilters,
} from '../../../src/analysis/requests/request-filters.ts';
import {
  type AdmissionRequest,
  matchingEntry,
} from '../../../src/analysis/requests/rule-matching.ts';
import { getOrCompute } from '../../../src/base/get-or-compute.ts';
import type { Field } from '../../../src/rule/field.ts';
import type { Resource } from '../../../src/rule/resource.ts';
import type { Server } from '../../../src/server/kubernetes/server.ts';
import { serverHas } from '../../../src/server/kubernetes/server-changes.ts';
import type { ValidatingWebhook } from '../../../src/server/kubernetes/types.generated.ts';
import { CRITICAL_REQUESTS } from './critical-requests.ts';

const SYSTEM = 'kube-system';

const POD_CREATION = {
  operation: 'CREATE',
  group: '',
  version: 'v1',
  resource: 'pods',
  subresource: '',
  namespaced: true,
} as const;

/** The requests that an unavailable webhook blocks. */
type Risk =
  | { readonly is: 'everything' | 'kubeSystem' }
  | { readonly is: 'critical'; readonly effect: string; readonly request: string }
  | { readonly is: 'ownNamespace'; readonly namespace: string };

interface RiskyEntry {
  readonly risk: Risk;
  /** The entry of `resources` that matches the requests. */
  readonly entry: Field<string>;
}

/** The risks of the webhooks of a configuration, each once with all entries that cause it. */
export function risksOf(
  resource: Resource<'ValidatingWebhookConfiguration' | 'MutatingWebhookConfiguration'>,
): readonly { readonly risk: Risk; readonly entries: readonly Field<string>[] }[] {
  const risks = new Map<string, { risk: Risk; entries: Field<string>[] }>();
  const filters = requestFilters(resource);
  for (const [index, webhook] of resource.root.itemsOf('webhooks').entries()) {
    const filter = filters[index];
    if (filter === undefined || !isClosed(webhook, filter)) continue;
    for (const { risk, entry } of riskyEntries(webhook, filter, resource.server)) {
      const ofRisk = getOrCompute(risks, JSON.stringify(risk), () => ({ risk, entries: [] }));
      ofRisk.entries.push(entry);
    }
  }
  return [...risks.values()];
}

/** Reports whether requests that a webhook matches are rejected while it is unavailable, as far as its fields show. */
function isClosed(
  webhook: Field<ValidatingWebhook>,
  { matchConditions, objectSelector }: RequestFilter,
): boolean {
  return (
    webhook.get('failurePolicy').value === 'Fail' &&
    matchConditions.length === 0 &&
    !hasRequirements(objectSelector) &&
    !isScaffolded(webhook.get('clientConfig'))
  );
}

function riskyEntries(
  webhook: Field<ValidatingWebhook>,
  filter: RequestFilter,
  server: Server,
): readonly RiskyEntry[] {
  const everything = wholeClusterIn(filter);
  if (everything !== undefined) return [{ risk: { is: 'everything' }, entry: everything }];
  const critical = criticalEntries(filter, server);
  const [pods] = filter.rules.flatMap((rule) => matchingEntry(rule, POD_CREATION) ?? []);
  // A wildcard that matches critical requests is reported once: the same edit fixes both.
  if (pods === undefined || critical.some(({ entry }) => entry.path === pods.path)) return critical;
  const { value: namespace } = webhook.get('clientConfig').get('service').get('namespace');
  if (namespace !== undefined && certainlySelects(filter.namespaceSelector, namespace)) {
    return [...critical, { risk: { is: 'ownNamespace', namespace }, entry: pods }];
  }
  return certainlySelects(filter.namespaceSelector, SYSTEM)
    ? [...critical, { risk: { is: 'kubeSystem' }, entry: pods }]
    : critical;
}

/** The entry that matches all resources of all groups, if `kube-system` is not excluded. */
function wholeClusterIn({ rules, namespaceSelector }: RequestFilter): Field<string> | undefined {
  if (!certainlySelects(namespaceSelector, SYSTEM)) return undefined;
  const wide = rules.find((rule) => {
    const operations = rule.get('operations').value ?? [];
    return (
      rule.get('scope').value !== 'Cluster' &&
      rule.get('apiGroups').value?.includes('*') &&
      rule.get('apiVersions').value?.includes('*') &&
      ['*', 'CREATE', 'UPDATE'].some((operation) => operations.includes(operation))
    );
  });
  return wide
    ?.get('resources')
    .items()
    .find(({ value }) => value === '*' || value === '*/*');
}

/** The entries that match requests that a cluster depends on, each once. */
function criticalEntries(
  { rules, namespaceSelector }: RequestFilter,
  server: Server,
): readonly RiskyEntry[] {
  const callsForReviews = !serverHas('reviews-exempt-from-webhooks', server);
  return rules.flatMap((rule) => {
    const found = new Map<string, RiskyEntry>();
    for (const { request, effect, namespace, isReview = false } of CRITICAL_REQUESTS) {
      if (isReview && !callsForReviews) continue;
      if (namespace !== undefined && !certainlySelects(namespaceSelector, namespace)) continue;
      const entry = matchingEntry(rule, request);
      if (entry === undefined || found.has(entry.path)) continue;
      found.set(entry.path, {
        risk: { is: 'critical', effect, request: describeRequest(request) },
        entry,
      });
    }
    return [...found.values()];
  });
}

function describeRequest({ operation, resource, subresource }: AdmissionRequest): string {
  return `${operation} of ${resource}${subresource === '' ? '' : `/${subresource}`}`;
}
