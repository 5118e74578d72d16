import {
  inColumnsAlike,
  inVersionsAlike,
  judgedVersions,
} from '../../src/analysis/crd/versions.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'crd/columns',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'info',
  summary:
    'The printer columns include the age, have different names, and some do not need -o wide.',
  details: `
Without \`additionalPrinterColumns\` the API server provides the columns NAME and AGE. With \`additionalPrinterColumns\` it
adds only NAME, so AGE is missing unless it is listed:

    - { name: Age, type: date, jsonPath: .metadata.creationTimestamp }

Without \`-o wide\`, \`kubectl get\` hides all columns whose \`priority\` is not 0. According to the reference a lower
number has a higher priority, but kubectl hides a column with a negative priority as well.

kubectl prints the names of columns in uppercase, so \`Ready\` and \`ready\` look the same. It always shows a column NAME,
and with \`--all-namespaces\` NAMESPACE.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#additional-printer-columns',
  messages: {
    age: {
      text: 'no column shows the age of the object: additionalPrinterColumns replace the default column AGE',
      help: 'add a column Age of type date with jsonPath .metadata.creationTimestamp',
      rows: ['crd-lint-columns-no-age'],
    },
    wide: {
      text: 'no column has priority 0, so kubectl get shows only the name without -o wide',
      help: 'remove priority from the most important columns',
      rows: ['crd-lint-columns-all-wide'],
    },
    negative: {
      text: 'the priority is {priority}, so kubectl get shows the column only with -o wide, as for any priority other than 0',
      help: 'remove priority to always show the column',
      severity: 'warning',
      rows: ['crd-lint-column-priority-negative'],
    },
    duplicate: {
      text: "two columns have the name '{name}'",
      help: 'give each column a unique name',
      rows: ['crd-lint-column-duplicate-name'],
    },
    builtIn: {
      text: 'the column has the same name as the column {builtIn} that kubectl adds',
      help: 'rename it, for example to {kind} {name}',
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
        report({ message: 'age', at: list, ...listInOthers });
      }
      if (columns.every(({ value }) => Number(value?.priority ?? 0) !== 0)) {
        report({ message: 'wide', at: list, ...listInOthers });
      }
      const names = new Set<string>();
      for (const [index, column] of columns.entries()) {
        const inOthers = (of: 'name' | 'priority') => ({
          related: inColumnsAlike(alike, index, of),
        });
        const priority = column.get('priority');
        if (priority.value !== undefined && priority.value < 0) {
          report({
            message: 'negative',
            at: priority,
            values: { priority: priority.value },
            ...inOthers('priority'),
          });
        }
        const field = column.get('name');
        const name = field.value ?? '';
        const folded = name.toLowerCase();
        if (names.has(folded))
          report({ message: 'duplicate', at: field, values: { name }, ...inOthers('name') });
        else if (folded === 'name' || (folded === 'namespace' && isNamespaced)) {
          const kind = spec.get('names').get('kind').value ?? '';
          const builtIn = name.toUpperCase();
          report({
            message: 'builtIn',
            at: field,
            values: { name, kind, builtIn },
            ...inOthers('name'),
          });
        }
        if (folded !== '') names.add(folded);
      }
    }
  },
});
