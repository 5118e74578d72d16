import { defineRule, yaml } from '../../src/rule/rule.ts';
import { labelProblem } from '../../src/server/crd/dns-label-messages.ts';

export default defineRule({
  id: 'crd/version-names',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary: 'The versions of a CRD have valid and different names.',
  details: `
The name of a version is the part of \`apiVersion\` after the slash. It must be a DNS label: at most 63 lowercase letters,
digits and dashes, starting with a letter. Each name may be used once. The API server reports an invalid name of the
first version twice, because it keeps a copy of that name.

Names such as \`v1\`, \`v2beta1\` and \`v1alpha3\` are sorted by stability and number; other names sort after them.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/#version-priority',
  messages: {
    label: {
      text: "'{name}' is not a valid version name: {problem}",
      help: 'use a name such as v1 or v1beta1',
      cause: 'FieldValueInvalid',
      rows: ['crd-version-name-label', 'crd-version-field-path'],
      explainsInField: ['crd/version-order#form'],
    },
    duplicate: {
      text: "an earlier version is already named '{name}'",
      help: 'give each version a different name',
      cause: 'FieldValueInvalid',
      rows: ['crd-versions-unique-names'],
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
          scope: Namespaced
          versions:
            - { name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }
            - name: v1
              #     ^^ expect: duplicate
              served: true
              storage: false
              schema: { openAPIV3Schema: { type: object } }
            - name: v1.2
              #     ^^^^ expect: label
              served: true
              storage: false
              schema: { openAPIV3Schema: { type: object } }
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
          scope: Namespaced
          versions:
            - { name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }
            - { name: v2beta1, served: true, storage: false, schema: { openAPIV3Schema: { type: object } } }
      `,
    ],
  },
  check(resource, { report }) {
    const versions = resource.root.get('spec').get('versions');
    const seen = new Map<string, (typeof names)[number]>();
    const names = versions.items().map((version) => version.get('name'));
    for (const field of names) {
      if (field.pruned) continue;
      const name = field.value ?? '';
      const problem = labelProblem(name);
      if (problem !== undefined) report({ message: 'label', at: field, values: { name, problem } });
      const first = seen.get(name);
      if (first === undefined) seen.set(name, field);
      else {
        report({
          message: 'duplicate',
          at: field,
          values: { name },
          path: versions.path,
          related: [{ span: first.location().span, message: 'the first one' }],
        });
      }
    }
  },
});
