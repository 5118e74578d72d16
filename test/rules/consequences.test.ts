import { describe, expect, it } from 'vitest';
import { reportedFindings } from '../../src/report/reported-findings.ts';
import type { Finding } from '../../src/result/finding.ts';
import { lintPedantically } from '../lint/lint-pedantically.ts';

/** A manifest with one mistake for which the server reports several errors. */
interface ConsequencesCase {
  readonly what: string;
  readonly manifest: object;
  /** What people see. */
  readonly root: string;
  /** What they see below it. */
  readonly consequences: readonly string[];
}

const admission = (kind: string, spec: object, metadata: object = { name: 'replicas' }) => ({
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind,
  metadata,
  spec,
});
const core = (kind: string, spec: object, metadata: object = { name: 'limits' }) => ({
  apiVersion: 'v1',
  kind,
  metadata,
  spec,
});
const apiService = (metadata: object, spec: object) => ({
  apiVersion: 'apiregistration.k8s.io/v1',
  kind: 'APIService',
  metadata,
  spec: { groupPriorityMinimum: 100, versionPriority: 100, ...spec },
});
const matchConstraints = {
  resourceRules: [
    {
      operations: ['CREATE'],
      apiGroups: ['apps'],
      apiVersions: ['v1'],
      resources: ['deployments'],
    },
  ],
};
const auditPolicy = (metadata: object) =>
  admission(
    'ValidatingAdmissionPolicy',
    { matchConstraints, auditAnnotations: [{ key: 'replicas', valueExpression: "'1'" }] },
    metadata,
  );
const quota = (metadata: object) => core('ResourceQuota', { hard: { pods: 1 } }, metadata);
const limitRange = (limit: object) => core('LimitRange', { limits: [limit] });
const managed = (manager: string) => ({
  manager,
  operation: 'Update',
  apiVersion: 'v1',
  fieldsType: 'FieldsV1',
  fieldsV1: { 'f:spec': {} },
});

const POLICIES: readonly ConsequencesCase[] = [
  {
    what: 'a policy without validations and audit annotations',
    manifest: admission('ValidatingAdmissionPolicy', { matchConstraints }),
    root: 'policy/validations#required',
    consequences: ['policy/validations#required'],
  },
  {
    what: 'a mutation with the patch of another patch type',
    manifest: admission('MutatingAdmissionPolicy', {
      matchConstraints,
      reinvocationPolicy: 'Never',
      mutations: [{ patchType: 'JSONPatch', applyConfiguration: { expression: 'Object{}' } }],
    }),
    root: 'policy/mutations#wrongPatchType',
    consequences: ['policy/mutations#wrongPatch'],
  },
  {
    what: 'a policy with an invalid name, which is a part of the keys of audit annotations',
    manifest: auditPolicy({ name: 'Replicas' }),
    root: 'metadata/name#format',
    consequences: ['policy/audit-annotations#policyName'],
  },
  {
    what: 'a policy with an invalid generateName',
    manifest: auditPolicy({ generateName: 'Replicas-' }),
    root: 'metadata/generate-name#format',
    consequences: ['metadata/generate-name#generated', 'policy/audit-annotations#policyName'],
  },
  {
    what: 'a policy whose generated name is invalid',
    manifest: auditPolicy({ generateName: 'replicas.-' }),
    root: 'metadata/generate-name#generated',
    consequences: ['policy/audit-annotations#policyName'],
  },
  {
    what: 'a policy without a name',
    manifest: auditPolicy({}),
    root: 'metadata/name#required',
    consequences: ['policy/audit-annotations#unnamed'],
  },
  {
    what: 'parameters by name and by selector',
    manifest: admission('ValidatingAdmissionPolicyBinding', {
      policyName: 'replicas',
      validationActions: ['Deny'],
      paramRef: { name: 'most', selector: {}, parameterNotFoundAction: 'Deny' },
    }),
    root: 'binding/param-ref#both',
    consequences: ['binding/param-ref#both'],
  },
];

const API_SERVICES: readonly ConsequencesCase[] = [
  {
    what: 'an APIService without a group',
    manifest: apiService({ name: 'v1beta1.metrics.example.com' }, { version: 'v1beta1' }),
    root: 'apiservice/group-version#groupRequired',
    consequences: ['apiservice/name#invalidSpec'],
  },
  {
    what: 'an APIService without a version',
    manifest: apiService({ name: 'v1.metrics.example.com' }, { group: 'metrics.example.com' }),
    root: 'apiservice/group-version#versionRequired',
    consequences: ['apiservice/name#invalidSpec'],
  },
  {
    what: 'an APIService with an invalid group',
    manifest: apiService(
      { name: 'v1.metrics.example.com' },
      { group: 'Metrics.example.com', version: 'v1' },
    ),
    root: 'apiservice/group-version#group',
    consequences: ['apiservice/name#invalidSpec'],
  },
  {
    what: 'an APIService with an invalid version',
    manifest: apiService(
      { name: 'v1.metrics.example.com' },
      { group: 'metrics.example.com', version: '1' },
    ),
    root: 'apiservice/group-version#version',
    consequences: ['apiservice/name#invalidSpec'],
  },
  {
    what: 'an APIService with a generateName',
    manifest: apiService(
      { generateName: 'v1.metrics' },
      { group: 'metrics.example.com', version: 'v1' },
    ),
    root: 'apiservice/name#generated',
    consequences: ['apiservice/name#prefix'],
  },
  {
    what: 'an APIService with an invalid generateName',
    manifest: apiService(
      { generateName: 'metrics/v1' },
      { group: 'metrics.example.com', version: 'v1' },
    ),
    root: 'apiservice/name#generated',
    consequences: ['metadata/generate-name#format', 'metadata/generate-name#generated'],
  },
];

const METADATA: readonly ConsequencesCase[] = [
  {
    what: 'an invalid generateName',
    manifest: quota({ generateName: 'Team-' }),
    root: 'metadata/generate-name#format',
    consequences: ['metadata/generate-name#generated'],
  },
  {
    what: 'an invalid finalizer without a domain',
    manifest: quota({ name: 'compute', finalizers: ['clean up'] }),
    root: 'metadata/finalizers#format',
    consequences: ['metadata/finalizers#invalidUnqualified'],
  },
  {
    what: 'exported managedFields with two invalid managers',
    manifest: quota({
      name: 'compute',
      managedFields: [managed('\t'), managed('m'.repeat(129))],
    }),
    root: 'metadata/managed-fields#unprintable',
    consequences: ['metadata/managed-fields#length'],
  },
];

const LIMIT_RANGES: readonly ConsequencesCase[] = [
  {
    what: 'a minimum above a default, which is copied to defaultRequest',
    manifest: limitRange({ type: 'Container', min: { cpu: 2 }, default: { cpu: 1 } }),
    root: 'limit-range/bounds#order',
    consequences: ['limit-range/bounds#copied'],
  },
  {
    what: 'a minimum above a maximum, which is copied to both defaults',
    manifest: limitRange({ type: 'Container', min: { cpu: 2 }, max: { cpu: 1 } }),
    root: 'limit-range/bounds#order',
    consequences: ['limit-range/bounds#copied', 'limit-range/bounds#copied'],
  },
  {
    what: 'a defaultRequest above a maximum, which is copied to default',
    manifest: limitRange({ type: 'Container', defaultRequest: { cpu: 2 }, max: { cpu: 1 } }),
    root: 'limit-range/bounds#order',
    consequences: ['limit-range/bounds#copied'],
  },
  {
    what: 'defaults in a limit of type Pod',
    manifest: limitRange({ type: 'Pod', default: { cpu: 2 }, defaultRequest: { cpu: 1 } }),
    root: 'limit-range/pod-defaults#forbidden',
    consequences: ['limit-range/pod-defaults#forbidden'],
  },
  ...(
    [
      ['format', 'c p u'],
      ['unknown', 'Memory'],
      ['container', 'pods'],
      ['extended', 'requests.example.com/gpu'],
    ] as const
  ).map(([messageId, name]) => ({
    what: `the invalid resource ${name} in a default, which is copied to defaultRequest`,
    manifest: limitRange({ type: 'Container', default: { [name]: 1 } }),
    root: `limit-range/resource-names#${messageId}`,
    consequences: ['limit-range/resource-names#copied'],
  })),
];

describe('several errors because of one mistake are one finding', () => {
  it.each([...POLICIES, ...API_SERVICES, ...METADATA, ...LIMIT_RANGES])(
    '$what',
    ({ manifest, root, consequences }) => {
      const content = `# YAML\n${JSON.stringify(manifest)}`;
      const report = lintPedantically([{ name: 'object.yaml', content }]);
      const errors = reportedFindings(report).filter(({ finding }) => finding.severity === 'error');
      expect(
        errors.map((error) => ({
          root: idOf(error.finding),
          consequences: error.consequences.map(idOf).sort(),
        })),
      ).toEqual([{ root, consequences: [...consequences].sort() }]);
    },
  );
});

function idOf({ rule, messageId }: Finding): string {
  return `${rule}#${messageId}`;
}
