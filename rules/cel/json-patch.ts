import {
  type JsonPatch,
  jsonPatches,
  knownPrefix,
  patchLocation,
  patchMember,
} from '../../src/analysis/cel/json-patches.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { editDistance } from '../../src/server/kubernetes/edit-distance.ts';
import { missingList } from './json-patch/missing-list.ts';
import { missingMap } from './json-patch/missing-map.ts';

/** The operations of JSON Patch (RFC 6902). */
const OPERATIONS: readonly string[] = ['add', 'copy', 'move', 'remove', 'replace', 'test'];

/** A path to a label or annotation, with its key. */
const KEY_IN_METADATA = /\/metadata\/(?:labels|annotations)\/(.*)/s;

export default defineRule({
  id: 'cel/json-patch',
  on: 'object',
  kinds: ['MutatingAdmissionPolicy'],
  severity: 'warning',
  summary: 'The JSON patches of a mutation can be applied.',
  details: `
When a policy is created, the API server checks the types in \`JSONPatch{...}\`, but not the values. It detects an unknown operation,
an invalid path, or a missing \`from\` only when it applies the patch. Then \`failurePolicy\` determines the result, and \`Fail\`
denies the request.

A path is a JSON Pointer, which starts with a slash. (Without it, the API server ignores the first segment, and changes
another field.) A slash in a key is written as \`~1\`, and \`~\` as \`~0\`. The keys of labels and annotations often have a slash.
\`jsonpatch.escapeKey\` escapes them: \`"/metadata/labels/" + jsonpatch.escapeKey("example.com/team")\`.

A key can be added only to an existing map, and an object can be without labels or annotations. If the map is absent, add
an empty one first: \`has(object.metadata.labels) ? [] : [JSONPatch{op: "add", path: "/metadata/labels", value: {}}]\`, followed by
the patch for the key. An apply configuration does not need this.

In the same way, an item can be added only to an existing list: \`/spec/template/spec/volumes/-\` fails for a workload without
volumes. If the list is absent, add the list itself, with the item. Nothing is reported if the match conditions select workloads by
name, as their author knows the lists of these workloads.

If an expression searches a list with \`exists()\`, but the path has a fixed index, the patch can change another item than the one that was
found. Use an index that the expression computes, or an apply configuration.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/mutating-admission-policy/#patch-type-json-patch',
  messages: {
    operation: {
      text: "'{op}' is not an operation of JSON Patch, so the mutation fails",
      help: 'use {suggestion}',
      rows: ['lint-map-json-patch-op'],
    },
    path: {
      text: "the path '{path}' does not start with a slash, so its first segment is ignored",
      help: 'use "/{path}"',
      rows: ['lint-map-json-patch-op'],
    },
    from: {
      text: 'the operation {op} requires from, so the mutation fails',
      help: 'add from: "/path/of/the/value"',
      rows: ['lint-map-json-patch-op'],
    },
    unescaped: {
      text: "the slash in '{key}' is not escaped, so the path refers to a field of '{first}'",
      help: 'use "{begin}" + jsonpatch.escapeKey("{key}")',
      rows: ['lint-map-json-patch-escape'],
    },
    noMap: {
      text: 'for an object without {map} the mutation fails, because there is no map to add this key to',
      help: 'add an empty map first if has(object.metadata.{map}) is false, or use an apply configuration',
    },
    noList: {
      text: 'for an object without {list} the mutation fails, because there is no list to add this item to',
      help: "add the list with the item to the path '{path}' if has(object.{list}) is false, or use an apply configuration",
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: MutatingAdmissionPolicy
        metadata: { name: teams.example.com }
        spec:
          reinvocationPolicy: Never
          matchConstraints:
            resourceRules:
              - apiGroups: [apps]
                apiVersions: [v1]
                operations: [CREATE]
                resources: [deployments]
          mutations:
            - patchType: JSONPatch
              jsonPatch:
                expression: '[JSONPatch{op: "set", path: "/spec/replicas", value: 3}]'
                #                           ^^^^^ expect: operation
            - patchType: JSONPatch
              jsonPatch:
                expression: '[JSONPatch{op: "replace", path: "spec/replicas", value: 3}]'
                #                                            ^^^^^^^^^^^^^^^ expect: path
            - patchType: JSONPatch
              jsonPatch:
                expression: '[JSONPatch{op: "move", path: "/spec/replicas"}]'
                #                           ^^^^^^ expect: from
            - patchType: JSONPatch
              jsonPatch:
                expression: '[JSONPatch{op: "add", path: "/metadata/labels/example.com/team", value: "a"}]'
                #                                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: unescaped
                #                                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: noMap
            - patchType: JSONPatch
              jsonPatch:
                expression: '[JSONPatch{op: "add", path: "/metadata/annotations/team", value: "a"}]'
                #                                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: noMap
            - patchType: JSONPatch
              jsonPatch:
                expression: '[JSONPatch{op: "add", path: "/spec/template/spec/volumes/-", value: {"name": "tmp"}}]'
                #                                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: noList
      `,
    ],
    good: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: MutatingAdmissionPolicy
        metadata: { name: teams.example.com }
        spec:
          reinvocationPolicy: Never
          matchConstraints:
            resourceRules:
              - apiGroups: [apps]
                apiVersions: [v1]
                operations: [CREATE]
                resources: [deployments]
          mutations:
            - patchType: JSONPatch
              jsonPatch:
                expression: '[JSONPatch{op: "replace", path: "/spec/replicas", value: 3}]'
            - patchType: JSONPatch
              jsonPatch:
                expression: >-
                  (has(object.metadata.labels) ? [] : [JSONPatch{op: "add", path: "/metadata/labels", value: {}}]) +
                  [JSONPatch{op: "add", path: "/metadata/labels/" + jsonpatch.escapeKey("example.com/team"), value: "a"}]
            - patchType: JSONPatch
              jsonPatch:
                expression: >-
                  has(object.spec.template.spec.volumes)
                  ? [JSONPatch{op: "add", path: "/spec/template/spec/volumes/-", value: {"name": "tmp"}}]
                  : [JSONPatch{op: "add", path: "/spec/template/spec/volumes", value: [{"name": "tmp"}]}]
      `,
      yaml`
        # the policy is for one workload
        apiVersion: admissionregistration.k8s.io/v1
        kind: MutatingAdmissionPolicy
        metadata: { name: web.example.com }
        spec:
          reinvocationPolicy: Never
          matchConstraints:
            resourceRules:
              - apiGroups: [apps]
                apiVersions: [v1]
                operations: [CREATE]
                resources: [deployments]
          matchConditions:
            - { name: web, expression: object.metadata.name == "web" }
          mutations:
            - patchType: JSONPatch
              jsonPatch:
                expression: '[JSONPatch{op: "add", path: "/spec/template/spec/volumes/-", value: {"name": "tmp"}}]'
      `,
    ],
  },
  check(resource, { report }) {
    for (const patch of jsonPatches(resource)) {
      const op = patchMember(patch, 'op');
      const name = op === undefined ? undefined : constantMember(patch, 'op');
      if (op !== undefined && name !== undefined) {
        if (!OPERATIONS.includes(name)) {
          report({
            message: 'operation',
            at: patchLocation(patch, op),
            values: { op: name, suggestion: nearest(name) },
          });
        } else if (NEEDING_FROM.includes(name) && patchMember(patch, 'from') === undefined) {
          report({ message: 'from', at: patchLocation(patch, op), values: { op: name } });
        }
      }
      for (const member of ['path', 'from']) {
        const expr = patchMember(patch, member);
        if (expr === undefined) continue;
        const { text, isWhole } = knownPrefix(expr, patch.checked);
        if (text !== '' && !text.startsWith('/')) {
          report({ message: 'path', at: patchLocation(patch, expr), values: { path: text } });
        }
        const key = KEY_IN_METADATA.exec(text)?.[1] ?? '';
        const [first = '', rest] = key.split('/');
        if (!isWhole || rest === undefined || first === '') continue;
        const begin = text.slice(0, text.length - key.length);
        report({
          message: 'unescaped',
          at: patchLocation(patch, expr),
          values: { key, first, begin },
        });
      }
      const map = missingMap(patch, resource);
      const path = patchMember(patch, 'path');
      if (path === undefined) continue;
      if (map !== undefined)
        report({ message: 'noMap', at: patchLocation(patch, path), values: { map } });
      const list = missingList(patch, resource);
      if (list !== undefined) {
        report({
          message: 'noList',
          at: patchLocation(patch, path),
          values: { path: list, list: selectionOf(list) },
        });
      }
    }
  },
});

/** A path of constant segments as it is written in an expression: `spec.containers[0].env`. */
function selectionOf(path: string): string {
  return path
    .slice(1)
    .replace(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.');
}

const NEEDING_FROM: readonly string[] = ['move', 'copy'];

/** The value of a field, if it is a constant string. */
function constantMember(patch: JsonPatch, name: string): string | undefined {
  const expr = patchMember(patch, name);
  if (expr === undefined) return undefined;
  const { text, isWhole } = knownPrefix(expr, patch.checked);
  return isWhole ? text : undefined;
}

function nearest(name: string): string {
  const most = name.length > 4 ? 2 : 1;
  const found = OPERATIONS.find((operation) => editDistance(operation, name.toLowerCase()) <= most);
  return found ?? `one of ${OPERATIONS.join(', ')}`;
}
