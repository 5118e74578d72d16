import {
  reportInvalid,
  requireFormat,
  requireText,
  VALUE_MESSAGES,
} from '../../src/analysis/fields/value-checks.ts';
import { labelProblem, subdomainProblem } from '../../src/analysis/metadata/names.ts';
import { keptSources } from '../../src/analysis/storage/data-sources.ts';
import type { Field } from '../../src/rule/field.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import type { TypedObjectReference } from '../../src/server/kubernetes/types.generated.ts';

export default defineRule({
  id: 'claim/data-source',
  on: 'object',
  kinds: ['PersistentVolumeClaim'],
  severity: 'error',
  summary:
    'The source of the data of a claim is another claim, a snapshot, or an object with an API group.',
  details: `
\`dataSource\` is a PersistentVolumeClaim, or a VolumeSnapshot of \`snapshot.storage.k8s.io\`; the server drops any other one.
\`dataSourceRef\` can also be an object of any other kind with an API group. Both need \`kind\` and \`name\`. The server copies one
to the other; if a manifest has both, they must be the same.
`,
  reference:
    'https://kubernetes.io/docs/concepts/storage/persistent-volumes/#volume-populators-and-data-sources',
  messages: {
    required: { ...VALUE_MESSAGES.required, rows: ['claim-source-name'] },
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['claim-source-group'] },
    kind: {
      text: "the source is of kind '{kind}' without an API group; only a PersistentVolumeClaim has none",
      help: 'add apiGroup',
      cause: 'FieldValueInvalid',
      rows: ['claim-source-kind'],
    },
    different: {
      text: 'dataSource and dataSourceRef are different',
      help: 'remove dataSource',
      cause: 'FieldValueInvalid',
      rows: ['claim-source-different'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: PersistentVolumeClaim
        metadata: { name: data }
        spec:
          accessModes: [ReadWriteOnce]
          resources: { requests: { storage: 1Gi } }
          dataSource: { kind: PersistentVolumeClaim, name: "" } # expect: required, required
      `,
      yaml`
        apiVersion: v1
        kind: PersistentVolumeClaim
        metadata: { name: data }
        spec:
          accessModes: [ReadWriteOnce]
          resources: { requests: { storage: 1Gi } }
          dataSourceRef: { kind: Volume, name: old }
          #              ^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: kind, kind
      `,
      yaml`
        apiVersion: v1
        kind: PersistentVolumeClaim
        metadata: { name: data }
        spec: # expect: different
          accessModes: [ReadWriteOnce]
          resources: { requests: { storage: 1Gi } }
          dataSource: { kind: PersistentVolumeClaim, name: old }
          dataSourceRef: { apiGroup: Example, kind: Backup, name: old } # expect: invalid
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: PersistentVolumeClaim
        metadata: { name: data }
        spec:
          accessModes: [ReadWriteOnce]
          resources: { requests: { storage: 1Gi } }
          dataSourceRef: { apiGroup: snapshot.storage.k8s.io, kind: VolumeSnapshot, name: old }
      `,
    ],
  },
  check(resource, { report }) {
    const spec = resource.root.get('spec');
    const old: Field<TypedObjectReference | undefined> = spec.get('dataSource');
    const current = spec.get('dataSourceRef');
    const hasNamespace = (current.value?.namespace ?? '') !== '';
    const { dataSource, dataSourceRef } = keptSources(resource);
    const isGiven = dataSourceRef !== undefined;
    const isOldGiven = dataSource !== undefined;
    if (!isGiven && !isOldGiven) return;
    // If only one of them is given, the server copies it to the other one, and validates both.
    const sources = [
      ...(isOldGiven || !hasNamespace ? [[isOldGiven ? old : current, old.path] as const] : []),
      [isGiven ? current : old, current.path] as const,
    ];
    for (const [source, path] of sources) {
      for (const part of ['name', 'kind'] as const) {
        const place = { path: `${path}.${part}` };
        requireText(report, source.get(part), `the ${part} of the source`, place);
      }
      const { apiGroup = '', kind = '' } = source.value ?? {};
      if (apiGroup === '' && kind !== 'PersistentVolumeClaim') {
        report({ message: 'kind', at: source, path, values: { kind } });
      }
      if (apiGroup !== '') {
        requireFormat(report, source.get('apiGroup'), subdomainProblem, {
          path: `${path}.apiGroup`,
        });
      }
    }
    if (isGiven && hasNamespace) requireFormat(report, current.get('namespace'), labelProblem);
    if (!isGiven || !isOldGiven) return;
    if (hasNamespace)
      reportInvalid(report, spec, 'a source in another namespace needs dataSourceRef alone');
    else if (!isSame(old.value, current.value)) report({ message: 'different', at: spec });
  },
});

function isSame(one: TypedObjectReference = {}, other: TypedObjectReference = {}): boolean {
  return (
    one.apiGroup === other.apiGroup &&
    (one.kind ?? '') === (other.kind ?? '') &&
    (one.name ?? '') === (other.name ?? '')
  );
}
