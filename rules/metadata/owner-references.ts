import { isEmptyText } from '../../src/analysis/emptiness.ts';
import { distinctOwners } from '../../src/analysis/metadata/owner-references.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { serverHas } from '../../src/server/kubernetes/server-changes.ts';

export default defineRule({
  id: 'metadata/owner-references',
  on: 'metadata',
  severity: 'error',
  summary: 'Owner references are complete, and at most one of them controls the object.',
  details: `
An item of \`ownerReferences\` refers to an owner of the object by \`apiVersion\`, \`kind\`, \`name\` and \`uid\`. All four
fields are required. When all owners are deleted, the garbage collector deletes the object. An Event cannot be
an owner, and only one owner can be the \`controller\`.

The uid of an owner is known only after the owner was created, so a reference in a manifest was probably exported from a
cluster. If the owner has another uid, the garbage collector deletes the object, because its owner does not exist.

The server removes an item that equals an earlier one, with a warning. Until 1.36 it reports paths without the index of the
item, and absent fields as invalid.
`,
  reference: 'https://kubernetes.io/docs/concepts/overview/working-with-objects/owners-dependents/',
  messages: {
    apiVersion: {
      text: "'{value}' is not a valid apiVersion: it has no version",
      help: 'write GROUP/VERSION, such as apps/v1, or only v1 for the core group',
      cause: 'FieldValueInvalid',
      rows: ['meta-owner-api-version', 'crd-meta-ownerref'],
      step: 'metadata',
    },
    missing: {
      text: '{field} is required in an owner reference',
      help: 'add {field}, or remove the reference: the uid of an owner is known only after it was created',
      cause: 'FieldValueInvalid',
      rows: ['meta-owner-kind', 'meta-owner-name', 'meta-owner-uid', 'crd-meta-ownerref'],
      step: 'metadata',
    },
    event: {
      text: 'an Event cannot be an owner',
      help: 'remove the reference',
      cause: 'FieldValueInvalid',
      rows: ['meta-owner-banned'],
      step: 'metadata',
    },
    controllers: {
      text: '{second} cannot be the controller, because {first} is',
      help: 'keep controller: true for one owner only',
      cause: 'FieldValueInvalid',
      rows: ['meta-owner-controllers', 'meta-owner-two-controllers', 'crd-meta-ownerref'],
      step: 'metadata',
    },
    duplicate: {
      text: 'the reference equals an earlier one, so the server removes it',
      help: 'remove the reference',
      severity: 'warning',
      cause: 'Warning',
      step: 'before-validation',
      rows: ['meta-owner-duplicate', 'meta-owner-duplicate-warning'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata:
          name: compute
          ownerReferences:
            - apiVersion: apps/
              #           ^^^^^ expect: apiVersion
              kind: Deployment
              name: web
              uid: 0f8b14a2
              controller: true
            - apiVersion: apps/v1 # expect: missing
              kind: Deployment
              name: api
              controller: true
              #           ^^^^ expect: controllers
            - apiVersion: v1
              kind: Event
              #     ^^^^^ expect: event
              name: started
              uid: 77c0e1f3
        spec:
          hard: { pods: "10" }
      `,
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata:
          name: compute
          ownerReferences:
            - { apiVersion: apps/v1, kind: Deployment, name: web, uid: 0f8b14a2 }
            - { apiVersion: apps/v1, kind: Deployment, name: web, uid: 0f8b14a2 } # expect: duplicate
        spec:
          hard: { pods: "10" }
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata:
          name: compute
          ownerReferences:
            - { apiVersion: apps/v1, kind: Deployment, name: web, uid: 0f8b14a2, controller: true }
            - { apiVersion: v1, kind: ConfigMap, name: web, uid: 77c0e1f3 }
        spec:
          hard: { pods: "10" }
      `,
    ],
  },
  check(resource, { report, minor }) {
    const list = resource.root.get('metadata').get('ownerReferences');
    const { owners, duplicates } = distinctOwners(list);
    for (const duplicate of duplicates)
      report({ message: 'duplicate', at: duplicate, path: list.path });
    const isIndexed = serverHas('indexed-owner-references', minor);
    const ofMissing = isIndexed ? 'FieldValueRequired' : 'FieldValueInvalid';
    let controller: string | undefined;
    for (const [index, owner] of owners.entries()) {
      // The server counts the items that it has not removed.
      const path = isIndexed ? `${list.path}[${index}]` : list.path;
      const apiVersion = owner.get('apiVersion');
      const version = versionOf(apiVersion.value ?? '');
      if (version === '' && !apiVersion.pruned) {
        const { value = '' } = apiVersion;
        const at = { at: apiVersion, path: `${path}.apiVersion` };
        if (isIndexed && value === '') {
          report({ message: 'missing', ...at, values: { field: 'apiVersion' }, cause: ofMissing });
        } else report({ message: 'apiVersion', ...at, values: { value } });
      }
      for (const name of ['kind', 'name', 'uid'] as const) {
        const field = owner.get(name);
        if (isEmptyText(field)) {
          report({
            message: 'missing',
            at: field,
            values: { field: name },
            path: `${path}.${name}`,
            cause: ofMissing,
          });
        }
      }
      const kind = owner.get('kind');
      if (kind.value === 'Event' && version === 'v1' && isCore(apiVersion.value ?? '')) {
        report({ message: 'event', at: kind, path });
      }
      if (owner.get('controller').value !== true) continue;
      const second = `${owner.get('kind').value ?? ''}/${owner.get('name').value ?? ''}`;
      if (controller === undefined) controller = second;
      else {
        const values = { first: controller, second };
        report({ message: 'controllers', at: owner.get('controller'), values, path: list.path });
      }
    }
  },
});

/** The version of an `apiVersion`. Empty if it has none, or more than one slash. */
function versionOf(apiVersion: string): string {
  const parts = apiVersion.split('/');
  return parts.length > 2 ? '' : (parts.at(-1) ?? '');
}

/** Reports whether an `apiVersion` has no group. */
function isCore(apiVersion: string): boolean {
  return apiVersion.replace(/^\//, '').indexOf('/') < 0;
}
