import type { RootCause } from './root-cause.ts';

const admission = (kind: string, spec: object, metadata: object = { name: 'replicas' }) => ({
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind,
  metadata,
  spec,
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

export const POLICIES: readonly RootCause[] = [
  {
    mistake: 'a policy without validations and audit annotations',
    manifest: admission('ValidatingAdmissionPolicy', { matchConstraints }),
    root: 'policy/validations#required',
    consequences: ['policy/validations#required'],
  },
  {
    mistake: 'a mutation with the patch of another patch type',
    manifest: admission('MutatingAdmissionPolicy', {
      matchConstraints,
      reinvocationPolicy: 'Never',
      mutations: [{ patchType: 'JSONPatch', applyConfiguration: { expression: 'Object{}' } }],
    }),
    root: 'policy/mutations#wrongPatchType',
    consequences: ['policy/mutations#wrongPatch'],
  },
  {
    mistake: 'a policy with an invalid name, which is a part of the keys of audit annotations',
    manifest: auditPolicy({ name: 'Replicas' }),
    root: 'metadata/name#format',
    consequences: ['policy/audit-annotations#policyName'],
  },
  {
    mistake: 'a policy with an invalid generateName',
    manifest: auditPolicy({ generateName: 'Replicas-' }),
    root: 'metadata/generate-name#format',
    consequences: ['metadata/generate-name#generated', 'policy/audit-annotations#policyName'],
  },
  {
    mistake: 'a policy whose generated name is invalid',
    manifest: auditPolicy({ generateName: 'replicas.-' }),
    root: 'metadata/generate-name#generated',
    consequences: ['policy/audit-annotations#policyName'],
  },
  {
    mistake: 'a policy without a name',
    manifest: auditPolicy({}),
    root: 'metadata/name#required',
    consequences: ['policy/audit-annotations#unnamed'],
  },
  {
    mistake: 'parameters by name and by selector',
    manifest: admission('ValidatingAdmissionPolicyBinding', {
      policyName: 'replicas',
      validationActions: ['Deny'],
      paramRef: { name: 'most', selector: {}, parameterNotFoundAction: 'Deny' },
    }),
    root: 'binding/param-ref#both',
    consequences: ['binding/param-ref#both'],
  },
];
