import { firstIndex } from '../../base/bisect.ts';
import { onceForEach } from '../../base/once-for-each.ts';
import { findKind } from '../../server/kubernetes/kinds.ts';
import { firstValueIn, mappingAt, mappingFrom, type Value } from '../../yaml/index.ts';

/**
 * The beginning of a line of a manifest, with any indentation or quotes. Other programs have a number as their
 * apiVersion.
 */
const HEAD_LINE =
  /^(?:---)?[ \t{]*(?:-[ \t]+)*(?:"(apiVersion|kind|metadata)"|'(apiVersion|kind|metadata)'|(apiVersion|kind|metadata))[ \t]*:(?![ \t]*\d+,?\r?$)/gm;

/** The first line of a script, of any program but kubectl, which reads its own manifests so. */
const SCRIPT = /^#!(?![^\n]*\bkubectl\b)/;

/** The first line of a shell script that gives a manifest to a command: `kubectl apply -f - <<EOF`. */
const HERE_DOCUMENT =
  /^(?:[ \t]*(?:#[^\n]*)?\n)*[ \t]*(?:cat|kubectl|oc)[ \t][^\n]*<<-?[ \t]*['"]?\w/;

/**
 * A line at the top of a JSON Schema, or of a file that names one, such as a template of Azure. No object of Kubernetes
 * has such a field there; in a CRD, it is far below.
 */
const SCHEMA_LINE = /^(?: {0,4}|\t)(?:\{[ \t]*)?"\$schema"[ \t]*:/m;

/** The name of a suite of helm-unittest, which reads more escapes in strings than YAML has. */
const TEST_SUITE = /^suite:[ \t]+\S/m;

/** A line of a kubeconfig, which kubectl reads and no server. */
const KUBECONFIG_LINE = /^["']?current-context["']?[ \t]*:/m;

/** The beginning of a block of code in Markdown, which a page includes together with the code. */
const MARKDOWN_CODE = /^\s*```/;

/** Lines around blocks of code in a page of Markdown. */
const MARKDOWN_FENCE = /^(?:```|~~~)/gm;

/** The first line of a page that shows a command and what it prints: `$ kubectl get service web -o yaml`. */
const SHELL_PROMPT = /^\$ \w/;

/**
 * The beginning of what Helm prints about a release, with its manifest after that: `helm upgrade --dry-run > web.yaml`.
 */
const HELM_OUTPUT = /^(?:Release "[^"\n]*"[^\n]*\n)?NAME: [^\n]*\nLAST DEPLOYED: /;

const NO_MANIFEST = [
  SCHEMA_LINE,
  KUBECONFIG_LINE,
  TEST_SUITE,
  MARKDOWN_CODE,
  SHELL_PROMPT,
  SCRIPT,
  HERE_DOCUMENT,
  HELM_OUTPUT,
];

/**
 * Reports whether a text that cannot be read is probably a manifest: a line starts with `apiVersion:`, or lines start
 * with `kind:` and `metadata:`, so that only the line of apiVersion may be broken. The kind is then one of Kubernetes.
 * The resources of other programs in JSON have an `"apiVersion"` too.
 */
export function looksLikeManifest(text: string): boolean {
  if (NO_MANIFEST.some((one) => one.test(text))) return false;
  if ((text.match(MARKDOWN_FENCE)?.length ?? 0) > 1) return false;
  const found = new Set<string>();
  for (const [, quoted, single, plain] of text.matchAll(HEAD_LINE)) {
    const name = quoted ?? single ?? plain ?? '';
    if (name === 'apiVersion') return true;
    found.add(name);
  }
  return found.size === 2 && !hasOnlyOtherKinds(text);
}

/** A line with the kind of an object or of a part of one. */
const ANY_KIND_LINE = /^[ \t{]*["']?kind["']?:[ \t]*["']?(\w+)/gm;

/** A line that is meant to be that of an apiVersion. */
const VERSION_LINE = /^[ \t{]*["']?api/im;

/** Reports whether a text without an apiVersion has only kinds that Kubernetes does not have. */
function hasOnlyOtherKinds(text: string): boolean {
  const kinds = Array.from(text.matchAll(ANY_KIND_LINE), ([, kind = '']) => kind);
  return (
    kinds.length > 0 &&
    kinds.every((kind) => findKind(kind) === undefined) &&
    !VERSION_LINE.test(text)
  );
}

/** The kind of an object in a file that may have several. */
const KIND_LINE = /^kind:[ \t]*["']?(\w+)/gm;

/** The kinds of the objects in a text without any apiVersion, as other programs have them. */
export function kindsWithoutVersion(text: string): readonly string[] {
  if (text.includes('apiV')) return [];
  return Array.from(text.matchAll(KIND_LINE), ([, kind = '']) => kind);
}

const TEMPLATE_ACTION =
  /^[ \t]*(?:-[ \t]+)*(?:(?:"[^"\n\r]*"|'[^'\n\r]*'|(?:[^\s#'"{-]|-[^\s'"#{}])[^'"#{}\n\r\u2028\u2029]*):[ \t]+)?(?:\{[{%]|\[\$\{[A-Z]|\[[A-Z][A-Z\d _-]*\][^\s,\]}]|%(?:[%a-z{]|[A-Z][A-Z\d_]*%)|@[A-Za-z][\w.-]*@|\{[A-Za-z][\w-]*(?:\.[\w-]+)*(?:\}[^\s,}\]]|\[[\w-]+\]\})|\{\d+\}|< ?[A-Za-z][^<>:\n]*:[ \t][^<>\n]*>|\*{3,}[ \t]*\r?$|<(?:%|\/?#[a-z]))/m;

/** A line with nothing but a name in capitals that is not indented, as no line of a block is. */
const TEMPLATE_LINE = /^[A-Z][A-Z\d]*(?:_[A-Z\d]+)+[ \t]*$/m;

/** An action or a variable in a mapping in braces: `metadata: {name: {{ name }}}`, `metadata: {name: ${NAME}}`. */
const ACTION_IN_BRACES =
  /[{,][ \t]*["']?[\w./-]+["']?:[ \t]+(?:\{\{[^{}\n\r]*\}\}|\$\{[A-Za-z_]\w*\})/;

/** An action in a string, with a string of its own, at which YAML ends the first one: `"{{ image "web" }}"`. */
const ACTION_WITH_STRING = /:[ \t]+"[^"{\n\r]*\{\{[^"}\n\r]*"/;

/** An action or a variable as the first item of a list: `[ {{ names }} ]`, `[ ${NAMES:= } ]`. */
const ACTION_IN_LIST = /:[ \t]+\[[ \t]*(?:\{\{|\$\{[A-Za-z_])/;

/** A name in capitals right after a string, where YAML ends the value: `app: "web"MORE_LABELS`. */
const NAME_AFTER_STRING = /:[ \t]+(?:"[^"\n\r]*"|'[^'\n\r]*')[A-Z][A-Z\d]*(?:_[A-Z\d]+)+[ \t]*$/m;

/** A variable as a value of JSON: `"port": ${PORT}`. */
const VARIABLE_IN_JSON = /":[ \t]*\$\{[A-Za-z_]\w*\}/;

const TEMPLATE = [
  TEMPLATE_ACTION,
  TEMPLATE_LINE,
  ACTION_IN_BRACES,
  ACTION_WITH_STRING,
  ACTION_IN_LIST,
  NAME_AFTER_STRING,
  VARIABLE_IN_JSON,
];

/**
 * Reports whether a text that cannot be read is a template that has not been rendered. It is if an action of Go
 * templates (or Jinja), `%{ if }` (Terraform), `[${NAME}]`, `@NAME@`, `%NAME%`, `%s`, `[NAME]` or `{name}` with more
 * text after it, `{names[key]}`, `{0}`, `${NAME}` in JSON and in braces, `<EDIT: your name>`, `***`, `<#if name>`
 * (FreeMarker) or `<% name %>` (ERB) is where YAML would have a line, a list item or a value, or `NAME_OF_FILE` where
 * it would have a line or the end of one.
 */
export function looksLikeTemplate(text: string): boolean {
  return TEMPLATE.some((one) => one.test(text));
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

/** The comments before the first object of a text. */
const FIRST_COMMENTS = /^(?:[ \t\r]*(?:#[^\n]*)?\n|---[ \t\r]*\n)*/;

/** Reports whether a comment at the start of a text says that it is a patch, such as one for `kubectl patch`. */
export const isDescribedAsPatch = describedAs(/\bpatch(?:es)?\b/i);

const isCommentedAsPart = describedAs(/\bpartial\b|\bserver-side[- ]appl/i);

/**
 * Reports whether such a comment, or the folder of the file, says that the text has parts of objects, which a server
 * joins with stored objects.
 */
export const isDescribedAsPart = (source: ManifestFile): boolean =>
  isCommentedAsPart(source) || source.location.includes('server-side-apply/');

interface ManifestFile {
  readonly text: string;
  readonly location: string;
}

function describedAs(words: RegExp) {
  return onceForEach(({ text }: { readonly text: string }) =>
    words.test(FIRST_COMMENTS.exec(text)?.[0] ?? ''),
  );
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
