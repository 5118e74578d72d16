import { isEmptyText } from '../../src/analysis/emptiness.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { kindProblem, labelProblem } from '../../src/server/crd/dns-label-messages.ts';

export default defineRule({
  id: 'crd/names',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary: 'The names of a CRD are complete and valid, and its kind and listKind differ.',
  details: `
\`plural\` is the resource name in URLs and RBAC rules. \`singular\`, \`shortNames\` and \`categories\` are aliases for
kubectl. Each of them is a DNS label: at most 63 lowercase letters, digits and dashes, starting with a letter.
\`kind\` and \`listKind\` are used in manifests. They may contain uppercase letters and must otherwise be DNS labels too.

\`plural\` and \`kind\` are required. \`singular\` defaults to the kind in lowercase, \`listKind\` to the kind followed by
\`List\`. \`listKind\` must differ from \`kind\`, so that a list can be distinguished from its items.
`,
  reference:
    'https://kubernetes.io/docs/reference/kubernetes-api/extend-resources/custom-resource-definition-v1/#CustomResourceDefinitionSpec',
  messages: {
    pluralRequired: {
      text: 'spec.names.plural is required',
      help: 'add names.plural: the plural of the kind in lowercase, such as crontabs',
      cause: 'FieldValueRequired',
      rows: ['crd-names-plural-required'],
      explains: ['crd/name#mismatch'],
    },
    kindRequired: {
      text: 'spec.names.kind is required',
      help: 'add names.kind, such as CronTab',
      cause: 'FieldValueRequired',
      rows: ['crd-names-kind-required'],
      explains: ['crd/names#derivedRequired'],
    },
    derivedRequired: {
      text: 'spec.names.{name} is required: without a kind it has no default',
      help: 'add names.kind, from which the default of {name} is derived',
      cause: 'FieldValueRequired',
      rows: ['crd-names-singular-required', 'crd-names-listkind-required'],
    },
    pluralLabel: {
      text: "'{name}' is not a valid plural name: {problem}",
      help: 'use the plural of the kind in lowercase, such as crontabs',
      cause: 'FieldValueInvalid',
      rows: ['crd-names-plural-label'],
      explains: ['crd/name#mismatch'],
    },
    label: {
      text: "'{name}' is not a valid name: {problem}",
      cause: 'FieldValueInvalid',
      rows: ['crd-names-singular-label', 'crd-names-shortname-label', 'crd-names-category-label'],
    },
    kindLabel: {
      text: "'{name}' is not a valid kind: {problem}",
      help: 'use a kind such as CronTab',
      cause: 'FieldValueInvalid',
      rows: ['crd-names-kind-label', 'crd-names-listkind-label'],
      explains: ['crd/names#derivedLabel'],
      explainsInField: ['crd/kind-names#list'],
    },
    derivedLabel: {
      text: "spec.names.{field} defaults to '{name}', which is not a valid name: {problem}",
      help: 'set names.{field}, or change the kind',
      cause: 'FieldValueInvalid',
      rows: ['crd-names-singular-label', 'crd-names-listkind-label'],
    },
    same: {
      text: "kind and listKind are both '{name}'; they must differ",
      help: 'remove listKind; it defaults to {name}List',
      cause: 'FieldValueInvalid',
      rows: ['crd-names-listkind-same'],
      explainsInField: ['crd/kind-names#list'],
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
            plural: cron_tabs
            #       ^^^^^^^^^ expect: pluralLabel
            kind: Cron-Tab-
            #     ^^^^^^^^^ expect: kindLabel, derivedLabel
            listKind: Cron-Tab-
            #         ^^^^^^^^^ expect: kindLabel, same
            shortNames: [ct, 1ct]
            #                ^^^ expect: label
          scope: Namespaced
          versions:
            - { name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }
      `,
      yaml`
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: { name: crontabs.stable.example.com }
        spec:
          group: stable.example.com
          names: {} # expect: pluralRequired, kindRequired, derivedRequired, derivedRequired
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
          names:
            plural: crontabs
            kind: CronTab
            shortNames: [ct]
            categories: [all]
          scope: Namespaced
          versions:
            - { name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }
      `,
    ],
  },
  check(resource, { report }) {
    const names = resource.root.get('spec').get('names');
    const kind = names.get('kind');
    const listKind = names.get('listKind');
    if (isEmptyText(names.get('plural')))
      report({ message: 'pluralRequired', at: names.get('plural') });
    if (isEmptyText(kind)) report({ message: 'kindRequired', at: kind });
    for (const name of ['singular', 'listKind'] as const) {
      const derived = names.get(name);
      if (isEmptyText(derived) && !kind.pruned)
        report({ message: 'derivedRequired', at: derived, values: { name } });
    }
    const labels = [
      names.get('plural'),
      names.get('singular'),
      ...names.itemsOf('shortNames'),
      ...names.itemsOf('categories'),
    ];
    for (const field of labels) {
      // An empty short name or category is invalid, an empty plural or singular is missing.
      const name = field.value ?? (typeof field.segment === 'number' ? '' : undefined);
      if (name === undefined || (name === '' && typeof field.segment !== 'number')) continue;
      const problem = labelProblem(name);
      if (problem === undefined) continue;
      if (isDerived(field)) reportDerived('singular', field.path, name, problem);
      else
        report({
          message: field.segment === 'plural' ? 'pluralLabel' : 'label',
          at: field,
          values: { name, problem },
        });
    }
    for (const field of [kind, listKind]) {
      const name = field.value ?? '';
      const problem = name === '' ? undefined : kindProblem(name);
      if (problem === undefined) continue;
      if (isDerived(field)) reportDerived('listKind', field.path, name, problem);
      else report({ message: 'kindLabel', at: field, values: { name, problem } });
    }
    if (kind.value !== undefined && kind.value !== '' && kind.value === listKind.value) {
      report({ message: 'same', at: listKind, values: { name: kind.value } });
    }

    /** Reports a default at the kind from which the server derives it. */
    function reportDerived(
      field: 'singular' | 'listKind',
      path: string,
      name: string,
      problem: string,
    ): void {
      report({ message: 'derivedLabel', at: kind, values: { field, name, problem }, path });
    }

    /** Reports whether a name is not in the file but is the default of the server. */
    function isDerived(field: typeof kind): boolean {
      return (
        field.value !== undefined &&
        resource.origin.document.locate(field.documentPath) === undefined
      );
    }
  },
});
