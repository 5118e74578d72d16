import { isEmptyText } from '../../src/analysis/emptiness.ts';
import { POD_KINDS, podOf } from '../../src/analysis/pods/pod-specs.ts';
import type { Field } from '../../src/rule/field.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'pod/repeated-entries',
  on: 'object',
  kinds: POD_KINDS,
  severity: 'warning',
  summary: 'No image pull secret and no IP address of a host alias is listed twice.',
  details: `
\`kubectl apply\` merges \`imagePullSecrets\` by name, and \`hostAliases\` by IP address. Of two entries with the same one, a later
\`apply\` may drop one. Write all names of an address in one entry. A pull secret without a name has no effect.
`,
  reference:
    'https://kubernetes.io/docs/reference/using-api/server-side-apply/#custom-resources-and-server-side-apply',
  messages: {
    repeated: {
      text: "{field} repeats '{value}'",
      help: 'write one entry for it',
      cause: 'Warning',
      rows: ['pod-repeated-entries-repeated'],
    },
    empty: {
      text: 'the pull secret has no name',
      help: 'write the name of the Secret, or remove the entry',
      cause: 'Warning',
      rows: ['pod-repeated-entries-empty'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          containers: [{ name: web, image: nginx }]
          imagePullSecrets: [{ name: registry }, { name: registry }]
          #                                              ^^^^^^^^ expect: repeated
      `,
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          containers: [{ name: web, image: nginx }]
          imagePullSecrets:
            - name: "" # expect: empty
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          containers: [{ name: web, image: nginx }]
          imagePullSecrets: [{ name: registry }, { name: mirror }]
      `,
    ],
  },
  check(resource, { report }) {
    const { spec } = podOf(resource);
    const secrets = spec.itemsOf('imagePullSecrets');
    const names = secrets.map((secret) => secret.get('name'));
    const aliases = spec.itemsOf('hostAliases');
    checkUnique(names);
    checkUnique(aliases.map((alias) => alias.get('ip')));
    for (const name of names) if (isEmptyText(name)) report({ message: 'empty', at: name });

    function checkUnique(fields: readonly Field<string | undefined>[]): void {
      const seen = new Set<string>();
      for (const field of fields) {
        const { value = '' } = field;
        const values = { field: String(field.segment), value };
        if (seen.has(value)) report({ message: 'repeated', at: field, values });
        seen.add(value);
      }
    }
  },
});
