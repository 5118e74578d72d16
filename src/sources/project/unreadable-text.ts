import { findKind } from '../../server/kubernetes/kinds.ts';

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

const TEMPLATE_ACTION =
  /^[ \t]*(?:-[ \t]+)*(?:(?:"[^"\n\r]*"|'[^'\n\r]*'|(?:[^\s#'"{-]|-[^\s'"#{}])[^'"#{}\n\r\u2028\u2029]*):[ \t]+)?(?:\{[{%]|\[\$\{[A-Z]|\[[A-Z][A-Z\d _-]*\][^\s,\]}]|%(?:[%a-z{]|[A-Z][A-Z\d_]*%)|@[A-Za-z][\w.-]*@|\{[A-Za-z][\w-]*(?:\.[\w-]+)*(?:\}[^\s,}\]]|\[[\w-]+\]\})|\{\d+\}|< ?[A-Za-z][^<>:\n]*:[ \t][^<>\n]*>|\*{3,}[ \t]*\r?$|<(?:%|\/?#[a-z]))/m;

/** A line with nothing but a name in capitals that is not indented, as no line of a block is. */
const TEMPLATE_LINE = /^[A-Z][A-Z\d]*(?:_[A-Z\d]+)+[ \t]*$/m;

/** An action or a variable in a mapping in braces: `metadata: {name: {{ name }}}`, `metadata: {name: ${NAME}}`. */
const ACTION_IN_BRACES =
  /[{,][ \t]*["']?[\w./-]+["']?:[ \t]+(?:\{\{[^{}\n\r]*\}\}|\$\{[A-Za-z_]\w*\})/;

/** An action in a string, with a string of its own, at which YAML ends the first one: `"{{ image "web" }}"`. */
const ACTION_WITH_STRING = /:[ \t]+"[^"{\n\r]*\{\{[^"}\n\r]*"/;

/** An action or a variable as the first item of a list: `[ {{ names }} ]`, `[ ${NAMES:= } ]`, `[ ${ NAME } ]`. */
const ACTION_IN_LIST = /:[ \t]+\[[ \t]*(?:\{\{|\$\{ ?[A-Za-z_])/;

/** An action of Go templates on a line of its own, with other delimiters: `[[- if .Values.enabled ]]`. */
const ACTION_IN_BRACKETS =
  /^[ \t]*\[\[-?[ \t]*(?:(?:if|else|end|range|with|define|include|template)\b|\$\w)/m;

/** A line in the place of the first fields of a mapping: `...`. */
const ELLIPSIS_LINE = /:[ \t]*\r?\n[ \t]+\.{3}[ \t]*\r?\n[ \t]+[\w'"]/;

/**
 * A name in capitals or a note after a string, where YAML ends the value: `app: "web"MORE_LABELS`, `handle: "1" << of
 * the volume >>`.
 */
const AFTER_STRING =
  /:[ \t]+(?:"[^"\n\r]*"|'[^'\n\r]*')(?:[A-Z][A-Z\d]*(?:_[A-Z\d]+)+|[ \t]+<<[^<>\n]+>>)[ \t]*\r?$/m;

/** A variable as a value of JSON: `"port": ${PORT}`. */
const VARIABLE_IN_JSON = /":[ \t]*\$\{[A-Za-z_]\w*\}/;

const TEMPLATE = [
  TEMPLATE_ACTION,
  TEMPLATE_LINE,
  ACTION_IN_BRACES,
  ACTION_WITH_STRING,
  ACTION_IN_LIST,
  ACTION_IN_BRACKETS,
  ELLIPSIS_LINE,
  AFTER_STRING,
  VARIABLE_IN_JSON,
];

/**
 * Reports whether a text that cannot be read is a template that has not been rendered. It is if an action of Go
 * templates (or Jinja), `%{ if }` (Terraform), `[${NAME}]`, `@NAME@`, `%NAME%`, `%s`, `[NAME]` or `{name}` with more
 * text after it, `{names[key]}`, `{0}`, `${NAME}` in JSON and in braces, `<EDIT: your name>`, `***`, `...`,
 * `<#if name>` (FreeMarker) or `<% name %>` (ERB) is where YAML would have a line, a list item or a value, or
 * `NAME_OF_FILE` or `<< a note >>` where it would have a line or the end of one.
 */
export function looksLikeTemplate(text: string): boolean {
  return TEMPLATE.some((one) => one.test(text));
}
