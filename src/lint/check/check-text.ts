import { firstIndex } from '../../base/bisect.ts';
import { onceForEach } from '../../base/once-for-each.ts';
import type { ManifestObject } from '../../rule/manifest.ts';
import type { Server } from '../../server/kubernetes/server.ts';
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
    open.kind === 'document' ? itemContaining(span.start, open) : null;
  const text = { file: source.file, text: source.text, part, objects };
  runner.run(runner.rules.on('text'), text, { server, itemAt, location });
}

/** The item that contains an offset, null outside of all; by bisection, as a List may have thousands of items. */
function itemContaining(offset: number, open: OpenDocument): number | null {
  const items = itemsOf(open);
  const owner = items[firstIndex(items, ({ span }) => span.end > offset)];
  return owner !== undefined && owner.span.start <= offset ? owner.item : null;
}

/** The items of a List with their locations, in the order of the text. They are the same for each minor. */
const itemsOf = onceForEach(({ objects, document }: OpenDocument) =>
  objects.flatMap(({ item, path }) => {
    const span = item === null ? undefined : document.locate(path)?.value;
    return item === null || span === undefined ? [] : [{ item, span }];
  }),
);
