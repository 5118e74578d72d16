import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { EditableText } from '../../../src/edits/editable-text.ts';
import { FolderIndex } from '../../../src/features/language-service/index/folder-index.ts';
import { shapeOfKind } from '../../../src/features/language-service/shape.ts';
import { OpenText } from '../../../src/features/language-service/text/open-text.ts';
import { Workspace } from '../../../src/hosts/language-server/workspace.ts';
import { lint } from '../../../src/lint/lint.ts';
import { EditedText } from '../../../src/lint/read/edited-text.ts';
import { suppressionEdits } from '../../../src/lint/suppress/insertion.ts';
import { NEWEST_MINOR } from '../../../src/server/kubernetes/minors.ts';
import { decodeText } from '../../../src/yaml/index.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

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

const WEB = `apiVersion: v1
kind: Pod
metadata: { name: web }
spec:
  containers:
    - { name: web, imag: nginx }
`;

it('applies all safe fixes of a text once', async () => {
  const folder = temporaryFolder({ 'web.yaml': WEB });
  const path = join(folder, 'web.yaml');
  const workspace = new Workspace(folder, () => {}, 'all-files');
  workspace.setText(path, WEB);
  await workspace.check(async () => {});
  const fixed = workspace.fixedText(path);
  const resolve = vi.spyOn(EditableText.prototype, 'firstChoice');
  expect(workspace.fixedText(path)).toBe(fixed);
  expect(resolve).not.toHaveBeenCalled();
  workspace.setText(path, WEB.replace('imag:', 'imagee:'));
  await workspace.check(async () => {});
  workspace.fixedText(path);
  expect(resolve).toHaveBeenCalled();
  resolve.mockRestore();
});

it('searches the scalars of a document once for all suppressions in it', () => {
  const text = new OpenText(WEB);
  const [part] = text.parts;
  const document = part?.content.kind === 'value' ? part.content.document : undefined;
  if (document === undefined) throw new Error('the text cannot be read');
  const scalars = vi.spyOn(document, 'scalars');
  const [finding] = lint([{ name: NAME, content: WEB }]).findings;
  const findings = finding === undefined ? [] : [finding];
  for (const rule of ['field/unknown', 'pod/containers']) {
    expect(suppressionEdits(text, findings, { rule, reason: 'x' })).toHaveLength(1);
  }
  expect(scalars).toHaveBeenCalledTimes(1);
});
