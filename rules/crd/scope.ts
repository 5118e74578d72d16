import { isEmptyText } from '../../src/analysis/emptiness.ts';
import { enumFix } from '../../src/analysis/fields/value-fixes.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

const SCOPES: readonly string[] = ['Cluster', 'Namespaced'];

export default defineRule({
  id: 'crd/scope',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary: 'The scope of a CRD is Cluster or Namespaced.',
  details: `
\`spec.scope\` defines whether the objects are in namespaces (\`Namespaced\`) or cluster-scoped (\`Cluster\`). It has no
default, is case-sensitive, and cannot be changed later.
`,
  reference:
    'https://kubernetes.io/docs/reference/kubernetes-api/extend-resources/custom-resource-definition-v1/#CustomResourceDefinitionSpec',
  messages: {
    required: {
      text: 'spec.scope is required',
      help: 'add scope: Namespaced or scope: Cluster',
      cause: 'FieldValueRequired',
      rows: ['crd-scope-required'],
    },
    unknown: {
      text: "the scope is '{scope}'; it must be Cluster or Namespaced",
      cause: 'FieldValueNotSupported',
      rows: ['crd-scope-not-supported'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: { name: crontabs.stable.example.com }
        spec:
          group: stable.example.com
          names: { plural: crontabs, kind: CronTab }
          scope: Namespace
          #      ^^^^^^^^^ expect: unknown
          versions:
            - { name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }
      `,
      yaml`
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: { name: crontabs.stable.example.com }
        spec: # expect: required
          group: stable.example.com
          names: { plural: crontabs, kind: CronTab }
          versions:
            - { name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }
      `,
    ],
    good: [
      yaml`
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: { name: crontabs.stable.example.com }
        spec:
          group: stable.example.com
          names: { plural: crontabs, kind: CronTab }
          scope: Cluster
          versions:
            - { name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }
      `,
    ],
    fixed: [
      {
        before: yaml`
          apiVersion: apiextensions.k8s.io/v1
          kind: CustomResourceDefinition
          metadata: { name: crontabs.stable.example.com }
          spec:
            group: stable.example.com
            names: { plural: crontabs, kind: CronTab }
            scope: Namespace # every team has its own
            versions:
              - { name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }
        `,
        after: yaml`
          apiVersion: apiextensions.k8s.io/v1
          kind: CustomResourceDefinition
          metadata: { name: crontabs.stable.example.com }
          spec:
            group: stable.example.com
            names: { plural: crontabs, kind: CronTab }
            scope: Namespaced # every team has its own
            versions:
              - { name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }
        `,
      },
    ],
  },
  check(resource, { report }) {
    const scope = resource.root.get('spec').get('scope');
    if (isEmptyText(scope)) report({ message: 'required', at: scope });
    else if (scope.value !== undefined && !SCOPES.includes(scope.value)) {
      const fix = enumFix(scope, SCOPES);
      report({ message: 'unknown', at: scope, values: { scope: scope.value }, fix });
    }
  },
});
