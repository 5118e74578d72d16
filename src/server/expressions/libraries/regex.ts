import {
  compileRegularExpression,
  type RegularExpression,
} from '../../../base/go/regular-expression.ts';
import { REGEX_LENGTH_FACTOR } from '../../../cel/cost/factors.ts';
import {
  argSize,
  type CallEstimate,
  type EstimatedCall,
  type OverloadCost,
  targetSize,
  traversalCost,
} from '../../../cel/cost/function-cost.ts';
import { addSizes, fixedSize } from '../../../cel/cost/size.ts';
import { trackMatch } from '../../../cel/cost/trackers.ts';
import { multiply, scale } from '../../../cel/cost/uint64.ts';
import { implement } from '../../../cel/library/implement.ts';
import type { Library } from '../../../cel/library/library.ts';
import { StringList } from '../../../cel/values/collections.ts';
import { ErrorValue, type Result } from '../../../cel/values/value.ts';

/**
 * Regular expressions. Source: `library/regex.go`, and for the costs `library/cost.go`, in `pkg/cel` of the API server.
 */
export function regexLibrary(): Library {
  return {
    name: 'kubernetes.regex',
    patternFunctions: ['find', 'findAll'],
    functions: {
      find: {
        string_find_string: {
          signature: 'string.(string) -> string',
          binding: implement(['string', 'string'], (value, pattern) => {
            const matches = findAll(value, pattern, 1n);
            return matches instanceof ErrorValue ? matches : (matches[0] ?? '');
          }),
          cost: SEARCH_COST,
        },
      },
      findAll: {
        string_find_all_string: {
          signature: 'string.(string) -> list(string)',
          binding: implement(['string', 'string'], (value, pattern) =>
            listOf(findAll(value, pattern, -1n)),
          ),
          cost: SEARCH_COST,
        },
        string_find_all_string_int: {
          signature: 'string.(string, int) -> list(string)',
          binding: implement(['string', 'string', 'int'], (value, pattern, limit) =>
            listOf(findAll(value, pattern, limit)),
          ),
          cost: SEARCH_COST,
        },
      },
    },
  };
}

const SEARCH_COST: OverloadCost = {
  definedBy: 'api-server',
  estimate: estimateSearch,
  track: trackMatch,
};

/** The result is at most as long as the string. */
function estimateSearch(call: EstimatedCall): CallEstimate {
  const size = targetSize(call);
  const traversed = traversalCost(addSizes(size, fixedSize(1n)));
  const cost = multiply(traversed, scale(argSize(call, 0).max, REGEX_LENGTH_FACTOR));
  return { cost, size: { min: 0n, max: size.max } };
}

type Matches = readonly string[] | ErrorValue;

function listOf(matches: Matches): Result {
  return matches instanceof ErrorValue ? matches : new StringList(matches);
}

/** @param limit the most matches; no limit if it is negative */
function findAll(value: string, pattern: string, limit: bigint): Matches {
  const compiled = compileRegularExpression(pattern);
  if (!compiled.ok) return new ErrorValue(`Illegal regex: ${compiled.error}`);
  return matchesOf(
    compiled.expression,
    value,
    limit < 0n ? Number.POSITIVE_INFINITY : Number(limit),
  );
}

/** All matches, without empty ones directly after another match. Source: `allMatches` in Go's `regexp`. */
function matchesOf(expression: RegularExpression, value: string, limit: number): readonly string[] {
  const matches: string[] = [];
  const find = expression.finder(value);
  let position = 0;
  let lastEnd = -1;
  while (matches.length < limit && position <= value.length) {
    const match = find(position);
    if (match === undefined) break;
    const isEmptyHere = match.end === position;
    const isAccepted = !isEmptyHere || match.start !== lastEnd;
    if (isEmptyHere) position += (value.codePointAt(position) ?? 0) > 0xffff ? 2 : 1;
    else position = match.end;
    lastEnd = match.end;
    if (isAccepted) matches.push(value.slice(match.start, match.end));
  }
  return matches;
}
