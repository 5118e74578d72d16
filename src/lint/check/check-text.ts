import { onceForEach } from '../../base/once-for-each.ts';
import type { ManifestObject } from '../../rule/manifest.ts';
import type { Server } from '../../server/kubernetes/server.ts';
import { ListItems } from '../open/list-items.ts';
import type { OpenDocument, OpenPart } from '../open/open-part.ts';
import type { CheckRunner } from './check-runner.ts';

/**
 * Runs the rules that look at the text of a part.
 *
 * @param objects the objects of the part; empty if it cannot be read
 */
export function checkText(
  open: OpenPart,
  objects: readonly ManifestObject[],
  server: Server,
  runner: CheckRunner,
): void {
  const { source, part } = open;
  const { start } = part.span;
  const location = { span: { start, end: start }, field: null, related: [] };
  const itemAt = (span: { readonly start: number }) =>
    open.kind === 'document' ? itemsOf(open).at(span.start) : null;
  const text = { file: source.file, text: source.text, part, objects };
  runner.run(runner.rules.on('text'), text, { server, itemAt, location });
}

/** The items of a document, which are the same for each minor. */
const itemsOf = onceForEach((open: OpenDocument) => new ListItems(open.objects, open.document));
