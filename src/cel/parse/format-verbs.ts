/**
 * Releases of cel-go before 0.23 print a syntax error as if it were a format of Go's `fmt` without
 * arguments: what looks like a verb (`%d`) is followed by the complaint that its argument is missing.
 *
 * Source: `doPrintf` in Go's `fmt/print.go`.
 */
export function withMissingArguments(format: string): string {
  return format.replace(VERB, (text, flagsAndIndex, width, precision, lastIndex, verb) => {
    const stars = `${width === '*' ? '%!(BADWIDTH)' : ''}${precision.endsWith('*') ? '%!(BADPREC)' : ''}`;
    if (verb === '') return `${stars}%!(NOVERB)`;
    if (verb === '%') return `${stars}%`;
    const isIndexed = `${flagsAndIndex}${lastIndex}`.includes('[') || text.includes('[');
    return `${stars}%!${verb}(${isIndexed ? 'BADINDEX' : 'MISSING'})`;
  });
}

const INDEX = String.raw`(?:\[[^\]]*\]|\[)?`;
const VERB = new RegExp(
  String.raw`%([#0+\- ]*${INDEX})(\*|\d*)((?:\.${INDEX}(?:\*|\d*))?)(${INDEX})([\s\S]?)`,
  'gu',
);
