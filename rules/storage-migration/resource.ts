import {
  requireFormat,
  requireText,
  VALUE_MESSAGES,
} from '../../src/analysis/fields/value-checks.ts';
import { subdomainProblem } from '../../src/analysis/metadata/names.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { isDns1035Label } from '../../src/server/kubernetes/formats/dns.ts';

export default defineRule({
  id: 'storage-migration/resource',
  on: 'object',
  kinds: ['StorageVersionMigration'],
  severity: 'error',
  summary: 'A StorageVersionMigration names a resource.',
  details: `
\`spec.resource\` has the plural name of the \`resource\` whose objects are rewritten, and its API \`group\`, which is empty for the core
group. The spec cannot be changed later.
`,
  reference:
    'https://kubernetes.io/docs/tasks/manage-kubernetes-objects/storage-version-migration/',
  messages: {
    required: { ...VALUE_MESSAGES.required, rows: ['storage-migration-required'] },
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['storage-migration-format'] },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: storagemigration.k8s.io/v1
        kind: StorageVersionMigration
        metadata: { name: widgets }
        spec:
          resource: # expect: required
            group: Shop
            #      ^^^^ expect: invalid
      `,
      yaml`
        apiVersion: storagemigration.k8s.io/v1
        kind: StorageVersionMigration
        metadata: { name: widgets }
        spec:
          resource:
            group: example.com
            resource: widgets.example.com
            #         ^^^^^^^^^^^^^^^^^^^ expect: invalid
      `,
    ],
    good: [
      yaml`
        apiVersion: storagemigration.k8s.io/v1
        kind: StorageVersionMigration
        metadata: { name: widgets }
        spec:
          resource:
            group: example.com
            resource: widgets
      `,
    ],
  },
  check({ root, apiVersion }, { report }) {
    const target = root.get('spec').get('resource');
    const resource = target.get('resource');
    const isNamed = requireText(report, resource, 'the plural name of the resource');
    // In v1alpha1, which is off by default, the server accepts any text.
    if (apiVersion.endsWith('/v1alpha1')) return;
    if (isNamed) requireFormat(report, resource, resourceProblem);
    const group = target.get('group');
    if (group.value !== '') requireFormat(report, group, subdomainProblem);
  },
});

function resourceProblem(name: string): string | undefined {
  return isDns1035Label(name)
    ? undefined
    : "use only the plural name: at most 63 lowercase letters, digits and '-', with a letter at the start";
}
