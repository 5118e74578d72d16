import type { ManifestObject } from '../../rule/manifest.ts';
import type { Server } from '../../server/kubernetes/server.ts';
import type { OpenPart } from '../open/open-part.ts';
import type { Run } from '../run.ts';
import type { CheckRunner } from './check-runner.ts';
import type { CheckSubject } from './make-draft.ts';

/**
 * Runs the rules that look at the text of a part.
 *
 * @param objects the objects of the part; empty if it cannot be read
 */
export function checkText(
  { source, part }: OpenPart,
  objects: readonly ManifestObject[],
  itemAt: CheckSubject['itemAt'],
  server: Server,
  runner: CheckRunner,
  run: Run,
): void {
  const { start } = part.span;
  const location = { span: { start, end: start }, field: null, related: [] };
  const text = { file: source.file, text: source.text, part, objects };
  const rules = run.rulesFor(source).on('text');
  runner.run(rules, text, { server, itemAt, location });
}
