import { isEmptyText } from '../../src/analysis/emptiness.ts';
import { labelProblem } from '../../src/crd/dns-label-messages.ts';
import { toLower } from '../../src/go/lower-case.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'crd/names',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary: 'The names of a CRD are there, fit for URLs, and its kind and listKind differ.',
  details: `
\`plural\` is the resource in URLs and RBAC rules, \`singular\`, \`shortNames\` and \`categories\` are what
people type for kubectl: each is a DNS label (at most 63 lower-case letters, digits and dashes, a letter first).
\`kind\` and \`listKind\` stand in manifests; they may have capitals and must otherwise be such labels too.

\`plural\` and \`kind\` are required. \`singular\` is the kind in lower case where it is left out, and
\`listKind\` is the kind followed by \`List\`; an object that is a list of itself could not be read.
`,
  reference:
    'https://kubernetes.io/docs/reference/kubernetes-api/extend-resources/custom-resource-definition-v1/#CustomResourceDefinitionSpec',
  messages: {
    pluralRequired: {
      text: 'the CRD has no plural name',
      help: 'add names.plural, the kind in lower case and in plural, such as crontabs',
      cause: 'FieldValueRequired',
      rows: ['crd-names-plural-required'],
    },
    kindRequired: {
      text: 'the CRD has no kind',
      help: 'add names.kind, such as CronTab',
      cause: 'FieldValueRequired',
      rows: ['crd-names-kind-required'],
    },
    derivedRequired: {
      text: 'the CRD has no {name}, and no kind to make one of',
      help: 'add names.kind',
      cause: 'FieldValueRequired',
      rows: ['crd-names-singular-required', 'crd-names-listkind-required'],
    },
    label: {
      text: "the name '{name}' does not fit: {problem}",
      cause: 'FieldValueInvalid',
      rows: [
        'crd-names-plural-label',
        'crd-names-singular-label',
        'crd-names-shortname-label',
        'crd-names-category-label',
      ],
    },
    kindLabel: {
      text: "the kind '{name}' does not fit: apart from capitals, {problem}",
      help: 'write a kind such as CronTab',
      cause: 'FieldValueInvalid',
      rows: ['crd-names-kind-label', 'crd-names-listkind-label'],
    },
    same: {
      text: "kind and listKind are both '{name}'; a list must be told from its items",
      help: 'leave listKind out for {name}List',
      cause: 'FieldValueInvalid',
      rows: ['crd-names-listkind-same'],
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
            #       ^^^^^^^^^ expect: label
            kind: Cron-Tab-
            #     ^^^^^^^^^ expect: kindLabel
            listKind: Cron-Tab-
            #         ^^^^^^^^^ expect: kindLabel, same
            singular: crontab
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
    if (isEmptyText(names.get('plural'))) report('pluralRequired', names.get('plural'));
    if (isEmptyText(kind)) report('kindRequired', kind);
    for (const name of ['singular', 'listKind'] as const) {
      const derived = names.get(name);
      if (isEmptyText(derived) && !kind.pruned) report('derivedRequired', derived, { name });
    }
    const labels = [
      names.get('plural'),
      names.get('singular'),
      ...names.get('shortNames').items(),
      ...names.get('categories').items(),
    ];
    // An empty short name or category is looked at, an empty plural or singular is missing.
    for (const field of labels) {
      const name = field.value ?? (typeof field.segment === 'number' ? '' : undefined);
      if (name === undefined || (name === '' && typeof field.segment !== 'number')) continue;
      const problem = labelProblem(name);
      // The server makes a missing singular of the kind; what is wrong with that is told there.
      const where = field.segment === 'singular' && !hasOwnText(field) ? kind : field;
      if (problem !== undefined) report('label', where, { name, problem }, { path: field.path });
    }
    for (const field of [kind, listKind]) {
      const name = field.value ?? '';
      const problem = name === '' ? undefined : labelProblem(toLower(name));
      if (problem !== undefined) {
        const where = field === listKind && !hasOwnText(field) ? kind : field;
        report('kindLabel', where, { name, problem }, { path: field.path });
      }
    }
    if (kind.value !== undefined && kind.value !== '' && kind.value === listKind.value) {
      report('same', listKind, { name: kind.value });
    }

    /** Whether a name stands in the file, and is none that the server has made up. */
    function hasOwnText(field: typeof kind): boolean {
      return resource.origin.document.locate(field.documentPath) !== undefined;
    }
  },
});
