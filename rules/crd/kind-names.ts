import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'crd/kind-names',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'info',
  summary: 'A kind starts with an uppercase letter, and its listKind is the kind followed by List.',
  details: `
The API server accepts any \`kind\` and \`listKind\`. Clients expect more: code generators make Go and Java types from the
kind, whose names start with an uppercase letter, and controller-runtime derives the kind of the items by
removing \`List\` from the kind of a list.

Without \`listKind\` the server uses the kind followed by \`List\`.
`,
  reference:
    'https://kubernetes.io/docs/reference/kubernetes-api/extend-resources/custom-resource-definition-v1/#CustomResourceDefinitionSpec',
  messages: {
    capital: {
      text: "the kind '{kind}' does not start with an uppercase letter, as clients and code generators expect",
      help: 'use {fitting} before objects of the kind exist; a kind cannot be changed later',
      rows: ['crd-lint-names-case'],
    },
    list: {
      text: "the listKind '{listKind}' is not {kind}List, so some clients cannot determine the kind of the items",
      help: 'remove listKind',
      rows: ['crd-lint-names-case'],
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
          names:
            plural: crontabs
            kind: cronTab
            #     ^^^^^^^ expect: capital
            listKind: CronTabs
            #         ^^^^^^^^ expect: list
          scope: Namespaced
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
          names: { plural: crontabs, kind: CronTab, listKind: CronTabList }
          scope: Namespaced
          versions:
            - { name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }
      `,
    ],
  },
  check(resource, { report }) {
    const names = resource.root.get('spec').get('names');
    const field = names.get('kind');
    const kind = field.value ?? '';
    if (/^[a-z]/.test(kind)) {
      report({
        message: 'capital',
        at: field,
        values: { kind, fitting: kind.charAt(0).toUpperCase() + kind.slice(1) },
      });
    }
    const list = names.get('listKind');
    const listKind = list.value ?? '';
    if (kind !== '' && listKind !== '' && listKind !== `${kind}List`) {
      report({ message: 'list', at: list, values: { kind, listKind } });
    }
  },
});
