import {
  reportInvalid,
  requireFormat,
  requireItems,
  requireUnique,
  VALUE_MESSAGES,
} from '../../src/analysis/fields/value-checks.ts';
import { DEPRECATED_NODE_LABELS } from '../../src/analysis/metadata/deprecated-node-labels.ts';
import { labelKeyProblem } from '../../src/analysis/metadata/labels.ts';
import type { Field } from '../../src/rule/field.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import type { TopologySelectorTerm } from '../../src/server/kubernetes/types.generated.ts';

export default defineRule({
  id: 'storage/topologies',
  on: 'object',
  kinds: ['StorageClass'],
  severity: 'error',
  summary:
    'The allowedTopologies of a StorageClass differ, and each expression has a key and values.',
  details: `
\`allowedTopologies\` limits where volumes are made. Each term has \`matchLabelExpressions\` with the \`key\` of a label of nodes
and its \`values\`, at least one, without repetitions. The server warns about labels that have been replaced. A key occurs once in a term, and no two terms are the same.
`,
  reference: 'https://kubernetes.io/docs/concepts/storage/storage-classes/#allowed-topologies',
  messages: {
    required: { ...VALUE_MESSAGES.required, rows: ['storage-topology-values'] },
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['storage-topology-key'] },
    duplicate: { ...VALUE_MESSAGES.duplicate, rows: ['storage-topology-twice'] },
    empty: {
      text: 'the term has no expressions',
      help: 'remove the term, or add matchLabelExpressions',
      cause: 'FieldValueDuplicate',
      rows: ['storage-topology-empty'],
    },
    deprecated: {
      text: "the label '{label}' of nodes is deprecated",
      help: '{instead}',
      severity: 'warning',
      cause: 'Warning',
      rows: ['storage-topology-deprecated'],
    },
    same: {
      text: 'two terms of allowedTopologies are the same',
      help: 'remove one of them',
      cause: 'FieldValueDuplicate',
      rows: ['storage-topology-same'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: storage.k8s.io/v1
        kind: StorageClass
        metadata: { name: fast }
        provisioner: ebs.csi.aws.com
        allowedTopologies:
          - matchLabelExpressions:
              - key: zone of nodes
                #    ^^^^^^^^^^^^^ expect: invalid
                values: [a, a]
                #           ^ expect: duplicate
              - key: topology.kubernetes.io/region
                values: []
                #       ^^ expect: required
      `,
      yaml`
        apiVersion: storage.k8s.io/v1
        kind: StorageClass
        metadata: { name: fast }
        provisioner: ebs.csi.aws.com
        allowedTopologies:
          - matchLabelExpressions: [{ key: topology.kubernetes.io/zone, values: [a, b] }]
          - matchLabelExpressions: [{ key: topology.kubernetes.io/zone, values: [b, a] }] # expect: same
          - {} # expect: empty
      `,
      yaml`
        apiVersion: storage.k8s.io/v1
        kind: StorageClass
        metadata: { name: fast }
        provisioner: ebs.csi.aws.com
        allowedTopologies:
          - matchLabelExpressions:
              - key: failure-domain.beta.kubernetes.io/zone
                #    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: deprecated
                values: [a]
      `,
    ],
    good: [
      yaml`
        apiVersion: storage.k8s.io/v1
        kind: StorageClass
        metadata: { name: fast }
        provisioner: ebs.csi.aws.com
        allowedTopologies:
          - matchLabelExpressions: [{ key: topology.kubernetes.io/zone, values: [a, b] }]
      `,
    ],
  },
  check(resource, { report }) {
    const seen = new Set<string>();
    for (const term of resource.root.itemsOf('allowedTopologies')) {
      const list = term.get('matchLabelExpressions');
      const expressions = list.items();
      for (const expression of expressions) {
        const values = expression.get('values');
        requireItems(report, values, 'the values of the label');
        requireUnique(report, values.items(), ({ value = '' }) => value, 'a value occurs once');
        const key = expression.get('key');
        if (key.absent) reportInvalid(report, key, labelKeyProblem('') ?? '');
        else requireFormat(report, key, labelKeyProblem);
        const { value: label = '' } = key;
        const instead = DEPRECATED_NODE_LABELS.get(label);
        if (instead !== undefined)
          report({ message: 'deprecated', at: key, values: { label, instead } });
      }
      const keys = expressions.map((expression) => expression.get('key'));
      requireUnique(report, keys, ({ value = '' }) => value, 'a key occurs once in a term');
      const text = normalized(term);
      if (expressions.length === 0 && !list.pruned)
        report({ message: 'empty', at: term, path: list.path });
      else if (seen.has(text)) report({ message: 'same', at: list });
      seen.add(text);
    }
  },
});

/** A text that is the same for terms that the server takes for the same: the last values of each key, in any order. */
function normalized(term: Field<TopologySelectorTerm>): string {
  const { matchLabelExpressions = [] } = term.value ?? {};
  const byKey = new Map(
    matchLabelExpressions.map(({ key = '', values = [] }) => [key, [...new Set(values)].sort()]),
  );
  return JSON.stringify([...byKey].sort(([a], [b]) => (a < b ? -1 : 1)));
}
