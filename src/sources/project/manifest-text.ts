import { firstIndex } from '../../base/bisect.ts';
import { onceForEach } from '../../base/once-for-each.ts';
import { firstValueIn, mappingAt, mappingFrom, type Value } from '../../yaml/index.ts';

/** The kind of an object in a file that may have several. */
const KIND_LINE = /^kind:[ \t]*["']?(\w+)/gm;

/** The kinds of the objects in a text without any apiVersion, as other programs have them. */
export function kindsWithoutVersion(text: string): readonly string[] {
  if (text.includes('apiV')) return [];
  return Array.from(text.matchAll(KIND_LINE), ([, kind = '']) => kind);
}

/**
 * A comment that ytt executes: alone on a line, or in the place of a value. Source:
 * https://carvel.dev/ytt/docs/latest/lang/
 */
const YTT_COMMENT = /(?:^|[\s:-])#@(?:[ \t]|[a-z-]+\/[a-z])/m;

/** Reports whether a text is a template of ytt. YAML reads it too, but without the values. */
export function isYttTemplate(text: string): boolean {
  return YTT_COMMENT.test(text);
}

const VALUE = /:[ \t]+[^\s#]/g;

/** The value of a field that is not set: `name: ""`, `replicas: 0`. */
const EMPTY_VALUE = /:[ \t]+(?:""|0s?|false|null|\{\}|\[\])[ \t]*(?:#|$)/gm;

/** A text with this many fields without a value is not an example that somebody has written by hand. */
const MANY = 10;

/** Reports whether a text shows the fields of a kind, most of them without values, as generated documentation does. */
export function isSkeleton(text: string): boolean {
  if (text.split(': ""', MANY + 1).length <= MANY) return false;
  return (text.match(EMPTY_VALUE)?.length ?? 0) * 2 > (text.match(VALUE)?.length ?? 0);
}

/** The annotation of kustomize, with `buildMetadata: [originAnnotations]`. */
const ORIGIN_ANNOTATION = 'config.kubernetes.io/origin';

/**
 * The file from which kustomize has built an object, from its annotation, relative to the folder of the kustomization.
 * Undefined for a file from another repository.
 */
export function originOf(annotations: Value | undefined): string | undefined {
  const origin = mappingFrom(annotations)[ORIGIN_ANNOTATION];
  if (typeof origin !== 'string') return undefined;
  const { repo, path } = mappingFrom(firstValueIn(origin));
  return repo === undefined && typeof path === 'string' ? path : undefined;
}

/**
 * Reports whether an object is only read by kustomize and kpt, such as the settings of a function, as its annotation
 * says. They do not send it. Source: https://kpt.dev/reference/annotations/local-config/
 */
export function isLocalConfig(object: Value): boolean {
  const annotations = mappingAt(object, 'metadata', 'annotations');
  return annotations['config.kubernetes.io/local-config'] === 'true';
}

/** The beginning of the comment in which Helm names the template of a rendered document. */
export const TEMPLATE_COMMENT = '# Source: ';

const SOURCE_COMMENT = /^(?:---)?(?:[ \t]*\n)*# Source: (\S[^\n]*)$/m;

/** The number of characters at the start of a document in which the comment is searched. */
const BEGINNING = 1000;

/**
 * The template that a rendered document comes from, as Helm notes it in a comment before the document.
 *
 * @param text of the document, comments before it included
 */
export function templateOf(text: string): string | undefined {
  const match = SOURCE_COMMENT.exec(text.slice(0, BEGINNING));
  // Only the text before the first line of the document itself is searched.
  const before = match === null ? '' : text.slice(0, match.index);
  return match === null || /^[^#\s-]/m.test(before) ? undefined : match[1]?.trimEnd();
}

/** A comment of Helm at the start of what a file has rendered. */
const SOURCE_COMMENTS = /^---\n# Source: (\S[^\n]*)$/gm;

/** The files that the comments of a text name, with the offsets of the comments. */
const sourcesIn = onceForEach(({ text }: { readonly text: string }) =>
  Array.from(text.matchAll(SOURCE_COMMENTS), ({ index, 1: file = '' }) => ({ index, file })),
);

/**
 * The file of a document without a comment of its own: Helm prints a file with CRDs of a chart as it is, after one
 * comment.
 *
 * @param source the same object for all documents of a text
 * @param start the offset of the document
 */
export function crdFileBefore(
  source: { readonly text: string },
  start: number,
): string | undefined {
  const sources = sourcesIn(source);
  const { file } = sources[firstIndex(sources, ({ index }) => index >= start) - 1] ?? {};
  return file?.includes('/crds/') === true ? file : undefined;
}
