import { expect, it, vi } from 'vitest';
import { FolderIndex } from '../../../src/features/language-service/index/folder-index.ts';
import { shapeOfKind } from '../../../src/features/language-service/shape.ts';
import { EditedText } from '../../../src/lint/read/edited-text.ts';
import { NEWEST_MINOR } from '../../../src/server/kubernetes/minors.ts';
import { decodeText } from '../../../src/yaml/index.ts';

const NAME = 'crd.yaml';
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

it('reads the schema of a kind once', () => {
  const parse = vi.spyOn(JSON, 'parse');
  shapeOfKind('apps/v1', 'Deployment', NEWEST_MINOR, []);
  const callsOfFirst = parse.mock.calls.length;
  shapeOfKind('apps/v1', 'Deployment', NEWEST_MINOR, []);
  expect(parse.mock.calls.length).toBe(callsOfFirst);
  expect(callsOfFirst).toBeGreaterThan(0);
  parse.mockRestore();
});
