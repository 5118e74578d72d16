import { templateOf } from '../../../../sources/project/manifest-text.ts';
import {
  isMapping,
  Lines,
  type Path,
  readParts,
  type Value,
  valueAt,
} from '../../../../yaml/index.ts';
import type { BuildPlace } from '../sources/builds.ts';
import type { RenderedBuild } from './build-origin.ts';
import { OriginFiles } from './origin-files.ts';
import { RenderedOrigin } from './rendered-origin.ts';

/**
 * The place in the files of a chart that renders what is not YAML, or what has a value that Helm cannot read; undefined
 * if it is not known.
 *
 * @param template the path of the template in the chart
 * @param field the field of that value, such as `.metadata.annotations`
 */
export function unreadablePlace(
  rendered: RenderedBuild,
  template: string,
  field: string | undefined,
): BuildPlace | undefined {
  const { text } = rendered;
  const steps = field?.split('.').slice(1);
  const lines = new Lines({ text });
  let renderedFrom = '';
  for (const { index, span, content } of readParts(text)) {
    renderedFrom = templateOf(text.slice(span.start, span.end)) ?? renderedFrom;
    if (!renderedFrom.endsWith(`/${template}`)) continue;
    const { line } = lines.position(span.start);
    const document = { index, kind: null, name: null, line, renderedFrom };
    const origin = new RenderedOrigin(rendered, new OriginFiles((path) => path));
    if (content.kind === 'refused') {
      return origin.of(document, { ...lines.position(content.refusal.span.start), field: null });
    }
    const other = steps && otherThanText(content.document.value, steps);
    if (other !== undefined) return origin.ofPath(document, other);
  }
  return undefined;
}

/** The path of a value that is not a text, or of the first such value in it; undefined if there is none. */
function otherThanText(object: Value, path: Path): Path | undefined {
  const value = valueAt(object, path) ?? '';
  if (!isMapping(value)) return typeof value === 'string' ? undefined : path;
  const key = Object.keys(value).find((one) => typeof (value[one] ?? '') !== 'string');
  return key === undefined ? undefined : [...path, key];
}
