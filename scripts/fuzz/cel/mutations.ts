/** Numbers between 0 and 1 that are the same for a seed each time (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Parts of expressions, valid and invalid ones, between blanks. The last line has the parts that contain blanks. */
const PARTS: readonly string[] = [
  ...String.raw`== != in < <= >= > && || [ ] { } ( ) . , - ! ? : + * / % true false null 1.5 .5 1e3
  1e400 12 0x1F 9223372036854775808 7u 0xffu 18446744073709551616u "a" 'b' r"c\\d" b"e" b'\xff'
  """t"q""" '''u''' "\u00e9" "\ud800" '\U00110000' "\q" "\400" b'\u00e9' x self y if for package
  namespace ${'`z`'} ${'`'} " ' \ # @ $ & | = ^ ~ ; é 😀 "é😀" .? [? {? .all( .map( has( .exists(
  .optMap( __result__ @result 0 -- !! .a a.b a{ a.b{ c: ... /* // 0x 1. 08 1..2 e u %d %`.split(
    /\s+/,
  ),
  ...[' ', '\n', '\t', '\r\n', '\f', '\0', '// c\n', '`a b`'],
];

const PIECE =
  /"""[\s\S]*?"""|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[A-Za-z_]\w*|\d[\w.]*|&&|\|\||[=!<>]=|\s+|[\s\S]/gu;

/** Expressions that are hardly ever right: changed ones of a corpus, and parts in a row. */
export function mutatedExpressions(
  corpus: readonly string[],
  seed: number,
  count: number,
): readonly string[] {
  const random = seededRandom(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const pick = (list: readonly string[]): string => list[below(list.length)] ?? '';
  const row = (): string =>
    Array.from({ length: 1 + below(12) }, () => pick(PARTS) + (below(5) === 0 ? ' ' : '')).join('');
  const expressions = new Set<string>();
  while (expressions.size < count) {
    expressions.add(below(10) < 3 ? row() : mutated(corpus, below, pick));
  }
  return [...expressions];
}

/** The longest piece of an expression that is changed. */
const LONGEST = 300;

function mutated(
  corpus: readonly string[],
  below: (limit: number) => number,
  pick: (list: readonly string[]) => string,
): string {
  const text = pick(corpus);
  const start = below(Math.max(1, text.length - LONGEST));
  const pieces = piecesOf(text.slice(start, start + LONGEST));
  const changes = 1 + below(below(5) === 0 ? 8 : 2);
  for (let change = 0; change < changes; change++) {
    const at = below(pieces.length + 1);
    switch (below(8)) {
      case 0:
      case 1:
        pieces.splice(at, 1);
        break;
      case 2:
      case 3:
        pieces.splice(at, 0, pick(PARTS));
        break;
      case 4:
        pieces.splice(at, 1, pick(PARTS));
        break;
      case 5:
        pieces.splice(at, 0, ...pieces.slice(at, at + 1 + below(4)));
        break;
      case 6:
        if (below(2) === 0) pieces.splice(at);
        else pieces.splice(0, at);
        break;
      default: {
        const other = piecesOf(pick(corpus).slice(0, LONGEST));
        const from = below(other.length);
        pieces.splice(at, below(4), ...other.slice(from, from + 1 + below(8)));
      }
    }
  }
  return pieces.join('');
}

function piecesOf(text: string): string[] {
  return text.match(PIECE) ?? [];
}
