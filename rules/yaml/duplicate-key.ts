import type { ManifestObject } from '../../src/rule/manifest.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { decoderPath } from '../../src/server/decode/index.ts';
import type { DuplicateKey } from '../../src/yaml/index.ts';

export default defineRule({
  id: 'yaml/duplicate-key',
  on: 'text',
  severity: 'error',
  summary: 'No mapping has a duplicate key.',
  details: `
If a mapping has a duplicate key, kubectl keeps only the last value and sends it without a warning. The first value never
reaches the API server. A JSON file is sent unchanged, and the API server refuses it. A key that a merge (\`<<\`) adds
is not a duplicate.

Keep one of the values, or merge them. Often a second \`labels:\` or \`annotations:\` was added below the first one.
`,
  reference: 'https://yaml.org/spec/1.2.2/#3213-node-comparison',
  messages: {
    lost: {
      text: "the key '{key}' is duplicated: only this value is sent to the API server, the first one is lost",
      help: 'keep one of them, or merge their values',
      cause: 'DuplicateField',
      rows: ['yaml-duplicate-key', 'decode-duplicate-field', 'lint-yaml-duplicate-key'],
    },
    secondObject: {
      text: 'a second object begins here, so the first one is lost: only this one is sent to the API server',
      help: 'write --- on a line of its own above this line',
      cause: 'DuplicateField',
      rows: ['yaml-duplicate-key', 'decode-duplicate-field', 'lint-yaml-duplicate-key'],
    },
    refused: {
      text: "the key '{key}' is duplicated, which the API server refuses in JSON",
      help: 'keep one of them, or merge their values',
      cause: 'DuplicateField',
      rows: ['dec-duplicate-field', 'decode-duplicate-field'],
    },
    sameInJson: {
      text: "'{key}' and an earlier key are the same in JSON, so it is undefined which value is sent",
      help: 'remove one of them, or put keys that look like numbers or booleans in quotes',
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata:
          name: compute
          labels: { team: shop }
          labels: { tier: web }
        # ^^^^^^ expect: lost
        spec:
          hard: { pods: "10" }
      `,
      yaml`
        apiVersion: v1
        kind: ConfigMap
        metadata: { name: settings }
        data: { currency: EUR }
        apiVersion: v1
      # ^^^^^^^^^^ expect: secondObject
        kind: ResourceQuota
      # ^^^^ expect: lost
        metadata: { name: compute }
      # ^^^^^^^^ expect: lost
        spec: { hard: { pods: "10" } }
      `,
      yaml`
        { "apiVersion": "v1", "kind": "ResourceQuota",
          "metadata": { "name": "compute" },
          "spec": { "hard": { "pods": "10", "pods": "20" } } }
          #                                 ^^^^^^ expect: refused
      `,
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata:
          name: compute
          annotations:
            1: one
            "1": also one
          # ^^^ expect: sameInJson
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
          labels: { team: shop, tier: web }
        spec:
          hard: { pods: "10" }
      `,
    ],
  },
  check({ part, objects }, { report }) {
    if (part.content.kind === 'refused') return;
    const { duplicates } = part.content.document;
    const beginnings = beginningsOf(part.format === 'json' ? [] : duplicates);
    for (const duplicate of duplicates) {
      const { path, key, first, second, sameText } = duplicate;
      const begins = beginnings.get(duplicate);
      const id = sameText ? 'sameInJson' : part.format === 'json' ? 'refused' : 'lost';
      report({
        message: begins === undefined ? id : 'secondObject',
        at: { span: second, field: decoderPath(pathInObject(path, objects)), related: [] },
        values: { key },
        related: [{ span: first, message: 'the first key' }],
        explainsFields: begins ?? [],
      });
    }
  },
});

/**
 * The keys with which a second object begins, because the line `---` before it is missing, each with the other keys
 * that are repeated at the root. Such an object has both apiVersion and kind.
 */
function beginningsOf(
  duplicates: readonly DuplicateKey[],
): ReadonlyMap<DuplicateKey, readonly string[]> {
  const atRoot = duplicates.filter(({ path, sameText }) => path.length === 1 && !sameText);
  const keys = new Set(atRoot.map(({ key }) => key));
  if (!keys.has('apiVersion') || !keys.has('kind')) return new Map();
  const beginnings = new Map<DuplicateKey, readonly string[]>();
  const seen = new Set<string>();
  for (const duplicate of atRoot) {
    if (seen.has(duplicate.key)) seen.clear();
    if (seen.size === 0) {
      beginnings.set(
        duplicate,
        [...keys].filter((key) => key !== duplicate.key),
      );
    }
    seen.add(duplicate.key);
  }
  return beginnings;
}

type Path = readonly (string | number)[];

/** The path relative to the object that contains it; relative to the document for a field of a List. */
function pathInObject(path: Path, objects: readonly ManifestObject[]): Path {
  const owner = objects.find(({ origin }) =>
    origin.path.every((segment, index) => segment === path[index]),
  );
  return owner === undefined ? path : path.slice(owner.origin.path.length);
}
