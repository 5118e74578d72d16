import { Random } from '../random.ts';

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
  const random = new Random(seed);
  const row = (): string =>
    Array.from(
      { length: 1 + random.below(12) },
      () => random.pick(PARTS) + (random.below(5) === 0 ? ' ' : ''),
    ).join('');
  const expressions = new Set<string>();
  while (expressions.size < count) {
    expressions.add(random.below(10) < 3 ? row() : mutated(corpus, random));
  }
  return [...expressions];
}

/** The longest piece of an expression that is changed. */
const LONGEST = 300;

function mutated(corpus: readonly string[], random: Random): string {
  const text = random.pick(corpus);
  const start = random.below(Math.max(1, text.length - LONGEST));
  const pieces = piecesOf(text.slice(start, start + LONGEST));
  const changes = 1 + random.below(random.below(5) === 0 ? 8 : 2);
  for (let change = 0; change < changes; change++) {
    const at = random.below(pieces.length + 1);
    switch (random.below(8)) {
      case 0:
      case 1:
        pieces.splice(at, 1);
        break;
      case 2:
      case 3:
        pieces.splice(at, 0, random.pick(PARTS));
        break;
      case 4:
        pieces.splice(at, 1, random.pick(PARTS));
        break;
      case 5:
        pieces.splice(at, 0, ...pieces.slice(at, at + 1 + random.below(4)));
        break;
      case 6:
        if (random.below(2) === 0) pieces.splice(at);
        else pieces.splice(0, at);
        break;
      default: {
        const other = piecesOf(random.pick(corpus).slice(0, LONGEST));
        const from = random.below(other.length);
        pieces.splice(at, random.below(4), ...other.slice(from, from + 1 + random.below(8)));
      }
    }
  }
  return pieces.join('');
}

function piecesOf(text: string): string[] {
  return text.match(PIECE) ?? [];
}
