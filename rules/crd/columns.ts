import { inVersionsAlike, judgedVersions } from '../../src/analysis/crd/versions.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'crd/columns',
  kinds: ['CustomResourceDefinition'],
  severity: 'info',
  summary:
    'The printer columns show the age, each has a name of its own, and some are shown without -o wide.',
  details: `
Without \`additionalPrinterColumns\` the API server shows NAME and AGE. With own columns it adds nothing but NAME, so AGE is
gone unless it is listed:

    - { name: Age, type: date, jsonPath: .metadata.creationTimestamp }

\`priority\` says which columns \`kubectl get\` leaves out without \`-o wide\`: all whose priority is not 0. The reference
says that a lower number is more important, but a negative one is left out like a positive one.

kubectl writes the names of columns in capitals, so \`Ready\` and \`ready\` look the same. It always shows a column NAME,
and with \`--all-namespaces\` NAMESPACE.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#additional-printer-columns',
  messages: {
    age: {
      text: 'no column shows the age; own columns replace the one that the server adds',
      help: 'add a column Age of type date with the jsonPath .metadata.creationTimestamp',
      rows: ['crd-lint-columns-no-age'],
    },
    wide: {
      text: 'no column has priority 0; kubectl get shows nothing but the name without -o wide',
      help: 'leave priority out of the columns that matter most',
      rows: ['crd-lint-columns-all-wide'],
    },
    negative: {
      text: 'the priority is {priority}; kubectl hides each column whose priority is not 0',
      help: 'leave priority out to show the column always',
      severity: 'warning',
      rows: ['crd-lint-column-priority-negative'],
    },
    duplicate: {
      text: "two columns are called '{name}'",
      help: 'give each column a name of its own',
      rows: ['crd-lint-column-duplicate-name'],
    },
    builtIn: {
      text: "the column is called '{name}', as is one that kubectl adds",
      help: 'choose another name, such as {kind} {name}',
      rows: ['crd-lint-column-duplicate-name'],
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
            - name: v1
              served: true
              storage: true
              schema: { openAPIV3Schema: { type: object } }
              additionalPrinterColumns: # expect: age, wide
                - { name: Name, type: string, jsonPath: .metadata.name, priority: -1 }
                #         ^^^^ expect: builtIn
                #                                                                 ^^ expect: negative
                - { name: uid, type: string, jsonPath: .metadata.uid, priority: 1 }
                - { name: UID, type: string, jsonPath: .metadata.uid, priority: 1 }
                #         ^^^ expect: duplicate
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
            - name: v1
              served: true
              storage: true
              schema: { openAPIV3Schema: { type: object } }
              additionalPrinterColumns:
                - { name: UID, type: string, jsonPath: .metadata.uid, priority: 1 }
                - { name: Age, type: date, jsonPath: .metadata.creationTimestamp }
      `,
    ],
  },
  check(resource, { report }) {
    const spec = resource.root.get('spec');
    const isNamespaced = spec.get('scope').value === 'Namespaced';
    for (const { version, alike } of judgedVersions(resource, 'additionalPrinterColumns')) {
      const list = version.get('additionalPrinterColumns');
      const columns = list.items();
      if (columns.length === 0) continue;
      const listInOthers = {
        related: inVersionsAlike(alike, (other) => other.get('additionalPrinterColumns')),
      };
      if (!columns.some(({ value }) => value?.jsonPath?.includes('creationTimestamp') ?? false)) {
        report('age', list, {}, listInOthers);
      }
      if (columns.every(({ value }) => Number(value?.priority ?? 0) !== 0)) {
        report('wide', list, {}, listInOthers);
      }
      const names = new Set<string>();
      for (const [index, column] of columns.entries()) {
        const inOthers = (of: 'name' | 'priority') => ({
          related: inVersionsAlike(alike, (other) => {
            const same = other.get('additionalPrinterColumns').items()[index];
            return same?.get(of) ?? other;
          }),
        });
        const priority = column.get('priority');
        if (priority.value !== undefined && priority.value < 0) {
          report('negative', priority, { priority: priority.value }, inOthers('priority'));
        }
        const field = column.get('name');
        const name = field.value ?? '';
        const folded = name.toLowerCase();
        if (names.has(folded)) report('duplicate', field, { name }, inOthers('name'));
        else if (folded === 'name' || (folded === 'namespace' && isNamespaced)) {
          const kind = spec.get('names').get('kind').value ?? '';
          report('builtIn', field, { name, kind }, inOthers('name'));
        }
        if (folded !== '') names.add(folded);
      }
    }
  },
});
