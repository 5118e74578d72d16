import { expect, it, vi } from 'vitest';
import { FolderIndex } from '../../../src/features/language-service/index/folder-index.ts';
import { shapeOfKind } from '../../../src/features/language-service/shape.ts';
import { EditedText } from '../../../src/lint/read/edited-text.ts';
import { NEWEST_MINOR } from '../../../src/server/kubernetes/minors.ts';
import { decodeText } from '../../../src/yaml/index.ts';

const NAME = 'crd.yaml';
/** The schemas of all kinds are longer, everything else is shorter. */
const LARGE_JSON = 100_000;
const LONG = `kind: ConfigMap
apiVersion: v1
metadata: { name: long }
data:
${'  # a comment\n'.repeat(10_000)}  key: value
`;

it('reads a long text once, and only what an edit changed', () => {
  const edited = new EditedText();
  const [first] = [...edited.partsOf(NAME, decodeText(LONG))];
  const partsOf = (content: string) =>
    new FolderIndex([{ name: NAME, content }], edited).textOf(NAME)?.parts;
  expect(partsOf(LONG)?.[0]).toBe(first);
  const [after] = partsOf(LONG.replace('value', 'other')) ?? [];
  const metadataOf = (part: typeof after) =>
    part?.content.kind === 'value' ? Object(part.content.document.value).metadata : undefined;
  expect(metadataOf(after)).toEqual({ name: 'long' });
  expect(metadataOf(after)).toBe(metadataOf(first));
});

it('reads the schemas of all kinds at most once', () => {
  const parse = vi.spyOn(JSON, 'parse');
  for (const kind of ['Deployment', 'StatefulSet', 'DaemonSet']) {
    expect(shapeOfKind('apps/v1', kind, NEWEST_MINOR, [])?.fields()).toContain('spec');
  }
  const large = parse.mock.calls.filter(([text]) => text.length > LARGE_JSON);
  parse.mockRestore();
  expect(large.length).toBeLessThanOrEqual(1);
});
