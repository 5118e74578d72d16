import type { Path } from '../../../../yaml/index.ts';

/** The lines after a line of a template in which an action may render what is below it. */
const MOST_BELOW = 3;

/**
 * The path of the value that a line of a template renders, if it is only one.
 *
 * @param line from 1
 * @param isAbove true if the line is above the one that is searched
 */
export function valuesPathAt(
  lines: readonly string[],
  line: number,
  isAbove: boolean,
): Path | undefined {
  const own = lines.slice(line - 1, isAbove ? line + MOST_BELOW : line);
  const at = own.findIndex(
    (text, index) => text.includes('{{') && (index === 0 || /^\s*(?:-\s+)?\{\{/.test(text)),
  );
  const action = own[at];
  return action === undefined ? undefined : valuesPathIn(action, lines, line + at);
}

/**
 * The path of the only value that an action, or a part of it, reads.
 *
 * @param line the line of the action, from 1
 */
function valuesPathIn(action: string, lines: readonly string[], line: number): Path | undefined {
  const read = withoutVariables(action, lines, line - 1);
  const names = new Set([...read.matchAll(/\.Values\.([\w.]+)/g)].map(([, name]) => name));
  if (names.size > 1) return undefined;
  const [name] = names;
  if (name !== undefined) return name.split('.');
  // `with` and `range` make the value the context of the lines below them.
  if (!/\{\{-?\s*(?:toYaml \.|\.|tpl \(toYaml \.\))[\s|}]/.test(action)) return undefined;
  const block = lines.slice(0, line).findLast((text) => /\{\{-?\s*(?:with|range)\b/.test(text));
  return /\b(?:with|range) \.Values\.([\w.]+)/.exec(block ?? '')?.[1]?.split('.');
}

/** A line that gives a variable a value as it is: `{{- $app := .Values.app }}`. */
const DECLARATION = /\{\{-?\s*(?:with\s+)?\$(\w+)\s*:?=\s*(\$?\w*\.[\w.]+)\s*-?\}\}/;

/** An action with the names of values where it uses variables that the lines above declare. */
function withoutVariables(action: string, lines: readonly string[], end: number): string {
  return action.replace(/\$(\w+)(?=\.)/g, (variable, name) => {
    const at = lines.findLastIndex((text, index) => index < end && declaredIn(text) === name);
    const value = DECLARATION.exec(lines[at] ?? '')?.[2];
    return value === undefined ? variable : withoutVariables(value, lines, at);
  });
}

/** The variable that a line of a template gives a value, in a declaration or for each item of a list. */
function declaredIn(text: string): string | undefined {
  return /\$(\w+)\s*:?=/.exec(text)?.[1];
}

/** An action that begins or ends a block, such as `{{- range $name, $port := .Values.ports }}`. */
const BLOCK = /\{\{-?\s*(if|with|range|define|block|end)\b([^{}]{0,300})\}\}/g;

/** The most characters of the name of a value that is the context of a block. */
const LONGEST_CONTEXT = 1000;

/** A field of the value that is the context of a block; `.Values` and the like begin with a capital letter. */
const OF_CONTEXT = /(?<![\w$).])\.(?=[a-z])/g;

/**
 * The path of the only value that a part of an action reads, also if it reads a field of the context: `.name` below
 * `{{ range .Values.ports }}`. The path of an item is that of its list, and then that in the item.
 *
 * @param line the line of the action, from 1
 */
export function valuesPathInContext(
  action: string,
  lines: readonly string[],
  line: number,
): Path | undefined {
  const context = contextAt(lines, line - 1);
  const full = context === undefined ? action : action.replace(OF_CONTEXT, `${context}.`);
  return valuesPathIn(full, lines, line);
}

/** The value that is the context after some lines, such as `.Values.ports`; undefined if it is not one of the chart. */
function contextAt(lines: readonly string[], end: number): string | undefined {
  const open: { readonly word: string; readonly rest: string }[] = [];
  for (const [, word = '', rest = ''] of lines.slice(0, end).join('\n').matchAll(BLOCK)) {
    if (word === 'end') open.pop();
    else open.push({ word, rest });
  }
  let context: string | undefined;
  for (const { word, rest } of open) {
    if (word === 'if') continue;
    const read = rest.replace(/-$/, '').trimEnd().split(/\s/).at(-1) ?? '';
    const full = context === undefined ? read : read.replace(OF_CONTEXT, `${context}.`);
    const isValue = /^\$?\.Values(?:\.\w+)+$/.test(full) && full.length < LONGEST_CONTEXT;
    context = isValue && (word === 'with' || word === 'range') ? full : undefined;
  }
  return context;
}

/** The names of the charts that a template is in, from its path in the outermost one. */
export function chartsAround(template: string): readonly string[] {
  const folders = /^(?:charts\/[^/]+\/)*/.exec(template)?.[0] ?? '';
  return folders.split('/').filter((_, index) => index % 2 === 1);
}
