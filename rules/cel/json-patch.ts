import {
  type JsonPatch,
  jsonPatches,
  knownPrefix,
  patchLocation,
  patchMember,
} from '../../src/analysis/cel/json-patches.ts';
import { editDistance } from '../../src/kubernetes/edit-distance.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { missingMap } from './json-patch/missing-map.ts';

/** The operations of JSON Patch (RFC 6902). */
const OPERATIONS: readonly string[] = ['add', 'copy', 'move', 'remove', 'replace', 'test'];

/** The end of the path of labels or annotations, and what stands behind it. */
const KEY_IN_METADATA = /\/metadata\/(?:labels|annotations)\/(.*)$/s;

export default defineRule({
  id: 'cel/json-patch',
  kinds: ['MutatingAdmissionPolicy'],
  severity: 'warning',
  summary: 'The patches that a mutation writes are patches that can be applied.',
  details: `
The API server checks the types in a \`JSONPatch{...}\`, not what it says. Whether the operation
exists, the path is one, and a move knows where from, comes out only when the patch is applied; then the
\`failurePolicy\` decides, and \`Fail\` refuses the request.

A path is a JSON Pointer: it begins with a slash (without one, the server leaves out the first part, and
the patch goes elsewhere), and a slash within a key is written \`~1\` (and \`~\` is
\`~0\`). The keys of labels and annotations often have one. \`jsonpatch.escapeKey\` writes them:
\`"/metadata/labels/" + jsonpatch.escapeKey("example.com/team")\`.

A key can be added only to a map that is there, and objects may come without labels or annotations. Make the map
first where it is missing: \`has(object.metadata.labels) ? [] : [JSONPatch{op: "add", path: "/metadata/labels",
value: {}}]\`, with the patch of the key behind it. An apply configuration needs no such care.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/mutating-admission-policy/#patch-type-json-patch',
  messages: {
    operation: {
      text: "there is no operation '{op}' in JSON Patch, so the mutation fails",
      help: 'write {suggestion}',
      rows: ['lint-map-json-patch-op'],
    },
    path: {
      text: "the path '{path}' does not begin with a slash, so what stands before the first one is dropped",
      help: 'write "/{path}"',
      rows: ['lint-map-json-patch-op'],
    },
    from: {
      text: 'a patch with the operation {op} needs from, so the mutation fails',
      help: 'add from: "/path/of/the/value"',
      rows: ['lint-map-json-patch-op'],
    },
    unescaped: {
      text: "the slash in '{key}' is not escaped, so the path leads to something within '{first}'",
      help: 'write "{begin}" + jsonpatch.escapeKey("{key}")',
      rows: ['lint-map-json-patch-escape'],
    },
    'no-map': {
      text: 'an object without {map} has nothing that this key could be added to, so the mutation fails',
      help: 'first add an empty map where has(object.metadata.{map}) is false, or use an apply configuration',
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
                #                                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: no-map
            - patchType: JSONPatch
              jsonPatch:
                expression: '[JSONPatch{op: "add", path: "/metadata/annotations/team", value: "a"}]'
                #                                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: no-map
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
      `,
    ],
  },
  check(resource, { report }) {
    for (const patch of jsonPatches(resource)) {
      const op = patchMember(patch, 'op');
      const name = op === undefined ? undefined : constantMember(patch, 'op');
      if (op !== undefined && name !== undefined) {
        if (!OPERATIONS.includes(name)) {
          report('operation', patchLocation(patch, op), { op: name, suggestion: nearest(name) });
        } else if (NEEDING_FROM.includes(name) && patchMember(patch, 'from') === undefined) {
          report('from', patchLocation(patch, op), { op: name });
        }
      }
      for (const member of ['path', 'from']) {
        const expr = patchMember(patch, member);
        if (expr === undefined) continue;
        const { text, isWhole } = knownPrefix(expr, patch.checked);
        if (text !== '' && !text.startsWith('/')) {
          report('path', patchLocation(patch, expr), { path: text });
        }
        const key = KEY_IN_METADATA.exec(text)?.[1] ?? '';
        const [first = '', rest] = key.split('/');
        if (!isWhole || rest === undefined || first === '') continue;
        const begin = text.slice(0, text.length - key.length);
        report('unescaped', patchLocation(patch, expr), { key, first, begin });
      }
      const map = missingMap(patch, resource);
      const path = patchMember(patch, 'path');
      if (map !== undefined && path !== undefined)
        report('no-map', patchLocation(patch, path), { map });
    }
  },
});

const NEEDING_FROM: readonly string[] = ['move', 'copy'];

/** The value of a field, if it is a constant string. */
function constantMember(patch: JsonPatch, name: string): string | undefined {
  const expr = patchMember(patch, name);
  if (expr === undefined) return undefined;
  const { text, isWhole } = knownPrefix(expr, patch.checked);
  return isWhole ? text : undefined;
}

function nearest(name: string): string {
  const found = OPERATIONS.find((one) => editDistance(one, name.toLowerCase()) <= 2);
  return found ?? `one of ${OPERATIONS.join(', ')}`;
}
