import { type Implementations, implement } from '../../cel/evaluate/implementations.ts';
import { matchCost } from '../../cel/evaluate/standard/costs.ts';
import { ArrayList } from '../../cel/values/collections.ts';
import { ErrorValue, type Result } from '../../cel/values/value.ts';
import { compileRegularExpression, type RegularExpression } from '../../go/regular-expression.ts';
import { patternError } from '../patterns.ts';

/** Source: `library/regex.go`, and `CallCost` in `library/cost.go`, in `pkg/cel` of the API server. */
export const REGEX_IMPLEMENTATIONS: Implementations = {
  string_find_string: implement(
    ['string', 'string'],
    (text, pattern) => {
      const [first = ''] = findAll(text, pattern, 1n);
      return first;
    },
    matchCost,
  ),
  string_find_all_string: implement(
    ['string', 'string'],
    (text, pattern) => listOf(findAll(text, pattern, -1n)),
    matchCost,
  ),
  string_find_all_string_int: implement(
    ['string', 'string', 'int'],
    (text, pattern, most) => listOf(findAll(text, pattern, most)),
    matchCost,
  ),
};

function listOf(found: readonly string[] | readonly [ErrorValue]): Result {
  const [first] = found;
  return first instanceof ErrorValue ? first : new ArrayList(found.map(String));
}

/** The matches, or the error of the pattern. */
function findAll(
  text: string,
  pattern: string,
  most: bigint,
): readonly string[] | readonly [ErrorValue] {
  const compiled = compileRegularExpression(pattern);
  if (!compiled.ok) return [new ErrorValue(`Illegal regex: ${patternError(pattern) ?? ''}`)];
  return matchesOf(compiled.expression, text, most < 0n ? Number.POSITIVE_INFINITY : Number(most));
}

/** Matches one after the other; an empty one right after another one does not count. Source: `allMatches` in Go's `regexp`. */
function matchesOf(expression: RegularExpression, text: string, most: number): readonly string[] {
  const matches: string[] = [];
  let position = 0;
  let lastEnd = -1;
  while (matches.length < most && position <= text.length) {
    const match = expression.find(text, position);
    if (match === undefined) break;
    const isEmptyHere = match.end === position;
    const isCounted = !isEmptyHere || match.start !== lastEnd;
    if (isEmptyHere) position += (text.codePointAt(position) ?? 0) > 0xffff ? 2 : 1;
    else position = match.end;
    lastEnd = match.end;
    if (isCounted) matches.push(text.slice(match.start, match.end));
  }
  return matches;
}
