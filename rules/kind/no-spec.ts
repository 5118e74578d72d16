import { headLocation } from '../../src/rule/location.ts';
import type { Origin } from '../../src/rule/origin.ts';
import { isOfKind } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

/** The fields that the API server requires in the spec of each kind. */
const REQUIRED = {
  APIService: 'group, version, groupPriorityMinimum and versionPriority',
  CustomResourceDefinition: 'group, names, scope and versions',
  FlowSchema: 'priorityLevelConfiguration',
  MutatingAdmissionPolicy: 'matchConstraints, mutations and reinvocationPolicy',
  MutatingAdmissionPolicyBinding: 'policyName',
  PriorityLevelConfiguration: 'type',
  ValidatingAdmissionPolicy: 'matchConstraints and validations',
  ValidatingAdmissionPolicyBinding: 'policyName and validationActions',
} as const;

type KindWithSpec = keyof typeof REQUIRED;

const KINDS = Object.keys(REQUIRED) as readonly KindWithSpec[];

export default defineRule({
  id: 'kind/no-spec',
  on: 'object',
  kinds: KINDS,
  severity: 'error',
  summary: 'An object of a kind that requires a spec has one.',
  details: `
The object has only apiVersion, kind and metadata. The API server reports an error for each field that the kind requires in
\`spec\`. All of them are consequences of this one.

Such a file is often a patch, or a template that was rendered incompletely. If it is a patch, list it in \`patches\` of the
kustomization.yaml in its folder, so that kubeadmit checks it as a patch.
`,
  reference:
    'https://kubernetes.io/docs/concepts/overview/working-with-objects/#object-spec-and-status',
  messages: {
    missing: {
      text: 'a {kind} requires a spec',
      help: 'add spec with {fields}',
      summarizes: 'FieldValueRequired',
      explains: ['*', 'crd/name', 'apiservice/name'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition # expect: missing
        metadata:
          name: crontabs.stable.example.com
          annotations: { cert-manager.io/inject-ca-from: shop/serving-cert }
      `,
    ],
    good: [
      yaml`
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: PriorityLevelConfiguration
        metadata: { name: shop }
        spec:
          type: Limited
          limited:
            nominalConcurrencyShares: 10
            limitResponse: { type: Reject }
      `,
    ],
  },
  check(resource, { report }) {
    const kind = KINDS.find((name) => isOfKind(resource, name));
    if (kind === undefined || hasSpec(resource.origin)) return;
    report({
      message: 'missing',
      at: headLocation(resource.origin, 'spec'),
      values: { kind, fields: REQUIRED[kind] },
    });
  },
});

/** Reports whether the file has a spec. The defaults of the server add an empty one. */
function hasSpec({ document, path }: Origin): boolean {
  const spec = [...path, 'spec'];
  const style = document.locate(spec)?.style;
  return style !== undefined && style !== 'empty' && document.keys(spec)?.length !== 0;
}
