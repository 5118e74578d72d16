import { escapeControls } from '../result/visible-text.ts';

// These functions do what the syntax of a format requires. The texts of a `ShownReport` are safe to show already. The
// functions make the text of other output safe too: none of them lets a control or invisible character through, nor a
// command of a build server.

/**
 * Makes lines of output safe for a log. GitHub reads a line that begins with `::` as a command, even after white space,
 * and a path or a broken line may begin with any characters.
 *
 * @param text lines whose values are escaped already. The colours of a terminal are kept.
 */
export function withoutCommands(text: string): string {
  return text.replace(/^([^\S\n\r\u2028\u2029]*):(?=:)/gm, '$1\\u003a');
}

/**
 * JSON in which every value is readable on a terminal, and in a log. The escapes are escapes of JSON, so a program
 * reads the same values.
 *
 * @param json the output of `JSON.stringify`
 */
export function escapeJson(json: string): string {
  return json
    .split('\n')
    .map((line) => escapeControls(line))
    .join('\n');
}

/**
 * A value in a cell of a table, or a paragraph, of Markdown as GitHub reads it: no markup, links, mentions, references
 * or images. GitHub looks for mentions (`@a`) and references (`#1`, `GH-1`) in what Markdown has become, where a
 * backslash is gone; a comment between the characters keeps them apart.
 */
export function escapeMarkdown(text: string): string {
  return escapeControls(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/[\\`*_{}[\]()#+!|~@:.]/g, '\\$&')
    .replace(/[#@](?=[\w-])|\bGH-(?=\d)/gi, '$&<!-- -->');
}

/** Lines as the value of an attribute, or the content of an element, of XML. */
export function escapeXml(lines: readonly string[]): string {
  return withoutCommands(lines.map(escapeControls).join('\n'))
    .replace(NOT_IN_XML, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** The characters that no escape makes legal in XML. `escapeControls` leaves no other such characters. */
const NOT_IN_XML = /[\ufffe\uffff]/g;

/**
 * The text of a workflow command of GitHub. Its lines stay lines.
 *
 * Source: https://github.com/actions/toolkit/blob/main/packages/core/src/command.ts
 */
export function escapeCommandText(lines: readonly string[]): string {
  return lines.map((line) => escapeControls(line).replaceAll('%', '%25')).join('%0A');
}

/** The value of a property of a workflow command of GitHub. */
export function escapeCommandProperty(value: string): string {
  return escapeCommandText([value]).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
