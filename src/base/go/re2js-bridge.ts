/** The long names of Unicode categories, in lower case and without underscores. */
const LONG_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    casedletter: 'LC',
    lc: 'LC',
    closepunctuation: 'Pe',
    combiningmark: 'M',
    connectorpunctuation: 'Pc',
    control: 'Cc',
    currencysymbol: 'Sc',
    dashpunctuation: 'Pd',
    decimalnumber: 'Nd',
    enclosingmark: 'Me',
    finalpunctuation: 'Pf',
    format: 'Cf',
    initialpunctuation: 'Pi',
    letter: 'L',
    letternumber: 'Nl',
    lineseparator: 'Zl',
    lowercaseletter: 'Ll',
    mark: 'M',
    mathsymbol: 'Sm',
    modifierletter: 'Lm',
    modifiersymbol: 'Sk',
    nonspacingmark: 'Mn',
    number: 'N',
    openpunctuation: 'Ps',
    other: 'C',
    otherletter: 'Lo',
    othernumber: 'No',
    otherpunctuation: 'Po',
    othersymbol: 'So',
    paragraphseparator: 'Zp',
    privateuse: 'Co',
    punctuation: 'P',
    separator: 'Z',
    spaceseparator: 'Zs',
    spacingmark: 'Mc',
    surrogate: 'Cs',
    symbol: 'S',
    titlecaseletter: 'Lt',
    unassigned: 'Cn',
    uppercaseletter: 'Lu',
    cntrl: 'Cc',
    digit: 'Nd',
    punct: 'P',
  }),
);

/** Quoted literals, Unicode classes, escapes, named groups, and the brackets of character classes. */
const PARTS = /\\Q[\s\S]*?(?:\\E|$)|\\([pP])\{(\^?)([^}\\]*)\}|\\[\s\S]|\(\?P?<(\w+)>|\[\^?\]?|\]/g;

/**
 * Rewrites syntax that Go accepts and re2js does not: several groups of one name, and Unicode classes by
 * their long names or in another case. The rewritten pattern matches the same strings.
 */
export function bridgeToRe2js(pattern: string): string {
  const names = new Set<string>();
  let isInClass = false;
  return pattern.replace(PARTS, (part, p, circumflex, name, group) => {
    if (name !== undefined) return classOf(p, circumflex, name, isInClass);
    if (group !== undefined && !isInClass) {
      if (names.has(group)) return '(';
      names.add(group);
    } else if (part.startsWith('[')) isInClass = true;
    else if (part === ']') isInClass = false;
    return part;
  });
}

/** Go ignores case, spaces, dashes and underscores in the name of a class. */
function classOf(p: string, circumflex: string, name: string, isInClass: boolean): string {
  const plain = name.replace(/[ _-]/g, '').toLowerCase();
  if (plain === 'ascii') {
    const isNegated = (p === 'P') !== (circumflex === '^');
    const posix = isNegated ? '[:^ascii:]' : '[:ascii:]';
    return isInClass ? posix : `[${posix}]`;
  }
  const known = LONG_NAMES.get(plain) ?? plain.charAt(0).toUpperCase() + plain.slice(1);
  return `\\${p}{${circumflex}${known}}`;
}
