import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/result/finding.ts';
import { idsOf } from '../lint/findings-as-text.ts';
import { lintPedantically } from '../lint/lint-pedantically.ts';
import { AUTHORITY, ISSUED } from './admission-lint-certificates.ts';
import { testAdvice } from './advice.ts';

/** Documents that only others of the run show to be bad, or that are there for the sake of others. */
const NEEDING_OTHERS: readonly string[] = [
  'lint-binding-disjoint: ',
  'lint-binding-param-missing / bad: the policy',
  'lint-binding-param-missing / bad: same name, other namespace',
  'lint-binding-param-missing / bad: a selector that no object of the input matches',
  'lint-binding-param-ref-missing: ',
  'lint-binding-param-ref-scope: ',
  'lint-binding-param-ref-unused: ',
  'lint-binding-unknown-policy: ',
  'lint-policy-without-binding: ',
  'lint-reason-without-deny: ',
  'lint-webhook-order-name: ',
  'lint-policy-param-kind-unknown / bad: neither built in nor a CRD of the input',
  'lint-vap-escaped-property / bad: __dash__ (the CRD)',
  'lint-vap-list-set-semantics / bad: the CRD has a list of type set',
];

testAdvice({
  isMeant: ({ folder, row }) =>
    folder === 'admissionregistration' && row.startsWith(`${folder}/lint-`),
  isLeftOut: ({ comment }) =>
    comment === '' || NEEDING_OTHERS.some((needingOther) => comment.startsWith(needingOther)),
});

type Fields = Readonly<Record<string, unknown>>;

const rule = (apiGroups: readonly string[], resources: readonly string[], more: Fields = {}) => ({
  operations: ['CREATE'],
  apiGroups,
  apiVersions: ['v1'],
  resources,
  ...more,
});

const webhook = (rules: readonly Fields[], more: Fields = {}) => ({
  name: 'a.example.com',
  clientConfig: { service: { name: 'hooks', namespace: 'shop' }, caBundle: AUTHORITY },
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
  rules,
  ...more,
});

const configuration = (webhooks: readonly Fields[], kind = 'ValidatingWebhookConfiguration') => ({
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind,
  metadata: { name: 'a.example.com' },
  webhooks,
});

const policy = (rules: readonly Fields[], more: Fields = {}) => ({
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'ValidatingAdmissionPolicy',
  metadata: { name: 'a' },
  spec: {
    matchConstraints: { resourceRules: rules },
    validations: [{ expression: "object.metadata.name != 'a'", message: 'no a' }],
    ...more,
  },
});

function findingsOn(object: Fields, now?: Date): readonly Finding[] {
  const content = `# YAML\n${JSON.stringify(object)}`;
  return lintPedantically([{ name: 'object.yaml', content }], now === undefined ? {} : { now })
    .findings;
}

/** `rule message` of each finding. */
function saidOf(object: Fields, now?: Date): readonly string[] {
  return idsOf(findingsOn(object, now));
}

describe('rules that match', () => {
  it.each([
    { what: 'a resource of a CRD', rules: [rule(['shop.example.com'], ['widget'])] },
    { what: 'a resource of some group', rules: [rule(['*'], ['widget'])] },
    { what: 'a name that a CRD may have too', rules: [rule(['', 'metrics.k8s.io'], ['pod'])] },
    {
      what: 'a resource that a flag turns on',
      rules: [rule(['certificates.k8s.io'], ['clustertrustbundles'])],
    },
    {
      what: 'an old version beside a current one',
      rules: [rule(['apps'], ['deployments'], { apiVersions: ['v1beta1', 'v1'] })],
    },
    {
      what: 'a group of a project of Kubernetes',
      rules: [rule(['scheduling.x-k8s.io', 'snapshot.storage.k8s.io'], ['widgets'])],
    },
    {
      what: 'an operation that happens to some resources',
      rules: [rule([''], ['pods', 'pods/status'], { operations: ['CREATE', 'UPDATE'] })],
    },
    {
      what: 'one connection among operations',
      rules: [rule([''], ['pods/portforward'], { operations: ['UPDATE', 'CONNECT'] })],
    },
    {
      what: 'a scope with wildcards',
      rules: [rule(['*'], ['*'], { scope: 'Namespaced', apiVersions: ['*'] })],
    },
    {
      what: 'a scope of a CRD',
      rules: [rule(['shop.example.com'], ['widgets'], { scope: 'Cluster' })],
    },
    { what: 'status of anything', rules: [rule(['*'], ['*/status'], { operations: ['*'] })] },
  ])('$what', ({ rules }) => {
    expect(saidOf(policy(rules))).toEqual([]);
  });
});

describe('rules that match nothing', () => {
  it.each([
    {
      entry: 'Deployment',
      group: 'shop.example.com',
      said: 'match/unknown-resource capitals',
      help: 'use deployments',
    },
    {
      entry: 'NetworkPolicy',
      group: '*',
      said: 'match/unknown-resource capitals',
      help: 'use networkpolicies',
    },
    {
      entry: 'networkpolicy',
      group: 'networking.k8s.io',
      said: 'match/unknown-resource singular',
      help: 'use networkpolicies',
    },
    {
      entry: 'deploy',
      group: 'apps',
      said: 'match/unknown-resource singular',
      help: 'use deployments',
    },
    {
      entry: 'ingresses',
      group: 'extensions',
      said: 'match/unknown-resource otherGroup',
      help: "move it to a resource rule for 'networking.k8s.io'",
    },
    {
      entry: 'exec',
      group: '',
      said: 'match/unknown-resource subresource',
      help: 'use pods/exec',
    },
    {
      entry: 'deployment/scale',
      group: 'apps',
      said: 'match/unknown-resource singular',
      help: 'use deployments/scale',
    },
    {
      entry: 'statefullsets',
      group: 'apps',
      said: 'match/unknown-resource typo',
      help: 'use statefulsets if that is meant',
    },
    {
      entry: 'podsecuritypolicies',
      group: 'policy',
      said: 'match/unknown-resource unknown',
      help: 'use the plural name of a resource, and the group of the resource in apiGroups',
    },
    {
      entry: 'widgets',
      group: 'app',
      said: 'match/group-names unlikely',
      help: "use 'apps' if the built-in group is meant",
    },
    {
      entry: 'widgets',
      group: 'rbac.authorisation.k8s.io',
      said: 'match/group-names unlikely',
      help: "use 'rbac.authorization.k8s.io' if the built-in group is meant",
    },
    {
      entry: 'pods',
      group: 'core/v1',
      said: 'match/group-names groupWithVersion',
      help: "use '' here, and the version in apiVersions",
    },
  ])('$entry of $group', ({ entry, group, said, help }) => {
    const findings = findingsOn(policy([rule([group], [entry])]));
    expect(idsOf(findings)).toEqual([said]);
    expect(findings[0]?.help).toBe(help);
  });
});

const without = (key: string, operator: string, ...values: string[]) => ({
  matchExpressions: [{ key, operator, ...(values.length > 0 && { values }) }],
});

describe('a webhook that fails closed', () => {
  const pods = rule([''], ['pods']);
  const NAME = 'kubernetes.io/metadata.name';
  it.each([
    { what: 'everywhere', more: {}, said: ['ownNamespace'] },
    {
      what: 'everywhere but at home',
      more: { namespaceSelector: without(NAME, 'NotIn', 'shop') },
      said: ['kubeSystem'],
    },
    {
      what: 'everywhere but in kube-system',
      more: { namespaceSelector: without(NAME, 'NotIn', 'kube-system') },
      said: ['ownNamespace'],
    },
    {
      what: 'in neither',
      more: { namespaceSelector: without(NAME, 'NotIn', 'kube-system', 'shop') },
      said: [],
    },
    {
      what: 'in one namespace',
      more: { namespaceSelector: { matchLabels: { [NAME]: 'prod' } } },
      said: [],
    },
    {
      what: 'where a label asks for it',
      more: { namespaceSelector: { matchLabels: { hooks: 'on' } } },
      said: [],
    },
    {
      what: 'where no label forbids it',
      more: { namespaceSelector: without('control-plane', 'DoesNotExist') },
      said: [],
    },
    {
      what: 'by labels of objects',
      more: { objectSelector: { matchLabels: { hooks: 'on' } } },
      said: [],
    },
    {
      what: 'by conditions',
      more: { matchConditions: [{ name: 'a', expression: 'true' }] },
      said: [],
    },
    { what: 'not at all', more: { failurePolicy: 'Ignore' }, said: [] },
    {
      what: 'from a scaffold',
      more: { clientConfig: { service: { name: 'webhook-service', namespace: 'system' } } },
      said: [],
    },
  ])('$what', ({ more, said }) => {
    const findings = findingsOn(configuration([webhook([pods], more)]));
    const own = findings.filter((finding) => finding.rule === 'webhook/fail-closed');
    expect(own.map(({ messageId }) => messageId)).toEqual(said);
  });
});

describe('timeouts of mutating webhooks', () => {
  const pods = [rule([''], ['pods'])];
  const four = (more: (index: number) => Fields) =>
    configuration(
      [0, 1, 2, 3].map((index) =>
        webhook(pods, { name: `w${index}.example.com`, failurePolicy: 'Ignore', ...more(index) }),
      ),
      'MutatingWebhookConfiguration',
    );
  it.each([
    { what: 'add up', object: four(() => ({})), said: ['webhook/slow together'] },
    { what: 'add up to little', object: four(() => ({ timeoutSeconds: 5 })), said: [] },
    {
      what: 'do not add up where selectors differ',
      object: four((index) => ({ namespaceSelector: { matchLabels: { rev: `r${index}` } } })),
      said: [],
    },
  ])('$what', ({ object, said }) => {
    expect(saidOf(object)).toEqual(said);
  });
});

describe('a caBundle', () => {
  const bundle = (caBundle: string) =>
    configuration([
      webhook([rule(['shop.example.com'], ['widgets'])], {
        clientConfig: { service: { name: 'hooks', namespace: 'shop' }, caBundle },
      }),
    ]);
  const both = Buffer.from(
    Buffer.from(ISSUED, 'base64').toString() + Buffer.from(AUTHORITY, 'base64').toString(),
  ).toString('base64');
  it.each([
    { what: 'of an authority', caBundle: AUTHORITY, now: undefined, said: [] },
    { what: 'within its time', caBundle: AUTHORITY, now: '2030-01-01', said: [] },
    {
      what: 'after its time',
      caBundle: AUTHORITY,
      now: '2036-11-19',
      said: ['webhook/ca-bundle expired'],
    },
    {
      what: 'before its time',
      caBundle: AUTHORITY,
      now: '2026-11-20',
      said: ['webhook/ca-bundle early'],
    },
    {
      what: 'of no authority',
      caBundle: ISSUED,
      now: undefined,
      said: ['webhook/ca-bundle noAuthority'],
    },
    { what: 'of one beside its authority', caBundle: both, now: '2030-01-01', said: [] },
    {
      what: 'cut off',
      caBundle: Buffer.from(
        Buffer.from(AUTHORITY, 'base64')
          .toString()
          .replace(/.{200}\n?-----END/s, '\n-----END'),
      ).toString('base64'),
      now: undefined,
      said: ['webhook/ca-bundle broken'],
    },
    {
      what: 'of a line break',
      caBundle: 'Cg==',
      now: undefined,
      said: ['webhook/ca-bundle absent'],
    },
  ])('$what', ({ caBundle, now, said }) => {
    expect(saidOf(bundle(caBundle), now === undefined ? undefined : new Date(now))).toEqual(said);
  });

  it('says when it expired', () => {
    const [finding] = findingsOn(bundle(AUTHORITY), new Date('2040-01-01'));
    expect(finding?.message).toContain('2036-11-18');
  });
});
