/**
 * Releases of cel-go before 0.23 print a syntax error as if it were a format of Go's `fmt` without arguments: text that
 * looks like a verb (`%d`) is followed by the message that its argument is missing.
 *
 * Source: `doPrintf` in Go's `fmt/print.go`.
 */
export function withMissingArguments(format: string): string {
  const lastBracket = format.lastIndexOf(']');
  let printed = '';
  let end = 0;
  for (let at = format.indexOf('%'); at >= 0; at = format.indexOf('%', end)) {
    // After the last closing bracket, each opening one would be followed to the end of the format.
    const pattern = at < lastBracket ? VERB : VERB_WITHOUT_INDEX;
    pattern.lastIndex = at;
    const match = pattern.exec(format);
    if (match === null) break;
    printed += format.slice(end, at) + complaint(match);
    end = at + match[0].length;
  }
  return printed + format.slice(end);
}

function complaint(match: RegExpExecArray): string {
  const [text, width = '', precision = '', verb = ''] = match;
  const stars = `${width === '*' ? '%!(BADWIDTH)' : ''}${precision.endsWith('*') ? '%!(BADPREC)' : ''}`;
  if (verb === '') return `${stars}%!(NOVERB)`;
  if (verb === '%') return `${stars}%`;
  const isIndexed = text.includes('[');
  return `${stars}%!${verb}(${isIndexed ? 'BADINDEX' : 'MISSING'})`;
}

const INDEX = String.raw`(?:\[[^\]]*\]|\[)?`;
const VERB = new RegExp(
  String.raw`%[#0+\- ]*${INDEX}(\*|\d*)((?:\.${INDEX}(?:\*|\d*))?)${INDEX}([\s\S]?)`,
  'uy',
);
const VERB_WITHOUT_INDEX = /%[#0+\- ]*\[?(\*|\d*)((?:\.\[?(?:\*|\d*))?)\[?([\s\S]?)/uy;
