import { describe, expect, it } from 'vitest';
import { lintPedantically } from '../lint/lint-pedantically.ts';

/** The errors of the server for an object: cause and field. */
function causesOf(object: object): readonly string[] {
  const content = `# YAML\n${JSON.stringify({ metadata: { name: 'web' }, ...object })}`;
  return lintPedantically([{ name: 'object.yaml', content }])
    .findings.filter(({ cause }) => cause !== null)
    .map(({ cause, field }) => `${cause} ${field}`)
    .sort();
}

const admission = (kind: string) => ({ apiVersion: 'admissionregistration.k8s.io/v1', kind });
const broken = { matchExpressions: [{ key: 'app', operator: 'Nonsense' }] };
const rule = {
  operations: ['CREATE'],
  apiGroups: [''],
  apiVersions: ['v1'],
  resources: ['pods'],
};
const webhooks = [
  {
    name: 'pods.example.com',
    clientConfig: { service: { name: 'hooks', namespace: 'shop' } },
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
    namespaceSelector: broken,
    objectSelector: broken,
  },
];
const match = { namespaceSelector: broken, objectSelector: broken };
const constraints = { matchConstraints: { resourceRules: [rule], ...match } };
const binding = {
  policyName: 'web',
  paramRef: { selector: broken, parameterNotFoundAction: 'Deny' },
  matchResources: match,
};

describe('label selectors are looked at', () => {
  it.each([
    {
      object: { ...admission('ValidatingWebhookConfiguration'), webhooks },
      selectors: ['webhooks[0].namespaceSelector', 'webhooks[0].objectSelector'],
    },
    {
      object: { ...admission('MutatingWebhookConfiguration'), webhooks },
      selectors: ['webhooks[0].namespaceSelector', 'webhooks[0].objectSelector'],
    },
    {
      object: {
        ...admission('ValidatingAdmissionPolicy'),
        spec: { ...constraints, validations: [{ expression: 'true' }] },
      },
      selectors: [
        'spec.matchConstraints.namespaceSelector',
        'spec.matchConstraints.objectSelector',
      ],
    },
    {
      object: {
        ...admission('MutatingAdmissionPolicy'),
        spec: {
          ...constraints,
          reinvocationPolicy: 'Never',
          mutations: [
            {
              patchType: 'JSONPatch',
              jsonPatch: { expression: '[JSONPatch{op: "test", path: "/a", value: 1}]' },
            },
          ],
        },
      },
      selectors: [
        'spec.matchConstraints.namespaceSelector',
        'spec.matchConstraints.objectSelector',
      ],
    },
    {
      object: {
        ...admission('ValidatingAdmissionPolicyBinding'),
        spec: { ...binding, validationActions: ['Deny'] },
      },
      selectors: [
        'spec.matchResources.namespaceSelector',
        'spec.matchResources.objectSelector',
        'spec.paramRef.selector',
      ],
    },
    {
      object: { ...admission('MutatingAdmissionPolicyBinding'), spec: binding },
      selectors: [
        'spec.matchResources.namespaceSelector',
        'spec.matchResources.objectSelector',
        'spec.paramRef.selector',
      ],
    },
    {
      object: {
        apiVersion: 'networking.k8s.io/v1',
        kind: 'NetworkPolicy',
        spec: {
          podSelector: broken,
          ingress: [{ from: [{ podSelector: broken }] }],
          egress: [{ to: [{ namespaceSelector: broken }] }],
        },
      },
      selectors: [
        'spec.egress[0].to[0].namespaceSelector',
        'spec.ingress[0].from[0].podSelector',
        'spec.podSelector',
      ],
    },
    {
      object: {
        apiVersion: 'policy/v1',
        kind: 'PodDisruptionBudget',
        spec: { minAvailable: 1, selector: broken },
      },
      selectors: ['spec.selector'],
    },
  ])('in $object.kind', ({ object, selectors }) => {
    expect(causesOf(object)).toEqual(
      selectors.map((path) => `FieldValueInvalid ${path}.matchExpressions[0].operator`),
    );
  });
});
