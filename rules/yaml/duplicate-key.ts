import { decoderPath } from '../../src/decode/index.ts';
import type { ManifestObject } from '../../src/rule/manifest.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'yaml/duplicate-key',
  severity: 'error',
  summary: 'No key is given twice in the same mapping.',
  details: `
kubectl keeps the last value of a key that is given twice and sends only that one, without a word: the
first never reaches the server. A file that is JSON reaches the server as it stands and is refused. A key that
a merge (\`<<\`) brings in is not counted.

Keep the value that is meant, or join the two. It often is a second \`labels:\`, \`annotations:\` or
\`env:\` that was pasted below the first.
`,
  reference: 'https://yaml.org/spec/1.2.2/#3213-node-comparison',
  messages: {
    lost: {
      text: "'{key}' is given twice here; only this last one counts, the first is lost without a word",
      help: 'keep one of them, or join what is below both',
      cause: 'DuplicateField',
      rows: ['yaml-duplicate-key', 'decode-duplicate-field', 'lint-yaml-duplicate-key'],
    },
    refused: {
      text: "'{key}' is given twice here; of JSON the server takes no key twice",
      help: 'keep one of them, or join what is below both',
      cause: 'DuplicateField',
      rows: ['dec-duplicate-field', 'decode-duplicate-field'],
    },
    sameText: {
      text: "'{key}' and an earlier key become the same text in JSON; which of the two counts is left to chance",
      help: 'leave one of them out; quote keys that look like numbers or truth values',
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
          # ^^^ expect: sameText
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
  checkText({ part, objects }, { report }) {
    if (part.content.kind === 'refused') return;
    for (const { path, key, first, second, sameText } of part.content.document.duplicates) {
      const id = sameText ? 'sameText' : part.format === 'json' ? 'refused' : 'lost';
      report(
        id,
        { span: second, field: decoderPath(pathInObject(path, objects)), related: [] },
        { key },
        { related: [{ span: first, message: 'the first one' }] },
      );
    }
  },
});

type Path = readonly (string | number)[];

/** The path below the object that it lies in; that in the document for what belongs to a List itself. */
function pathInObject(path: Path, objects: readonly ManifestObject[]): Path {
  const owner = objects.find(({ origin }) =>
    origin.path.every((segment, index) => segment === path[index]),
  );
  return owner === undefined ? path : path.slice(owner.origin.path.length);
}
