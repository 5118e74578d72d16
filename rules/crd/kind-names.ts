import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'crd/kind-names',
  kinds: ['CustomResourceDefinition'],
  severity: 'info',
  summary: 'A kind begins with a capital, and its list is the kind followed by List.',
  details: `
The API server takes any \`kind\` and \`listKind\`. Clients count on more: generators make Go and Java types of the kind,
which begin with a capital, and controller-runtime cuts \`List\` off the kind of a list to know what the list is of.

Leave \`listKind\` out: the server makes it of the kind.
`,
  reference:
    'https://kubernetes.io/docs/reference/kubernetes-api/extend-resources/custom-resource-definition-v1/#CustomResourceDefinitionSpec',
  messages: {
    capital: {
      text: "the kind '{kind}' does not begin with a capital, as kinds of other APIs do and generators expect",
      help: 'write {fitting} before there are objects of it: a kind cannot be changed later',
      rows: ['crd-lint-names-case'],
    },
    list: {
      text: "the listKind '{listKind}' is not {kind}List; some clients do not know what such a list is of",
      help: 'leave listKind out',
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
      report('capital', field, { kind, fitting: kind.charAt(0).toUpperCase() + kind.slice(1) });
    }
    const list = names.get('listKind');
    const listKind = list.value ?? '';
    if (kind !== '' && listKind !== '' && listKind !== `${kind}List`) {
      report('list', list, { kind, listKind });
    }
  },
});
