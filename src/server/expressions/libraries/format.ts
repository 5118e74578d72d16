import { REGEX_LENGTH_FACTOR, STRING_TRAVERSAL_FACTOR } from '../../../cel/cost/factors.ts';
import {
  argSize,
  type CallEstimate,
  type EstimatedCall,
  traversalCost,
} from '../../../cel/cost/function-cost.ts';
import { scale } from '../../../cel/cost/uint64.ts';
import { implement } from '../../../cel/library/implement.ts';
import type { FunctionDefinitions, Library } from '../../../cel/library/library.ts';
import { StringList } from '../../../cel/values/collections.ts';
import { actualSize, traversal } from '../../../cel/values/size.ts';
import { OpaqueValue, OptionalValue, type Result, TypeValue } from '../../../cel/values/value.ts';
import { type NamedFormat, type NamedFormatOptions, namedFormats } from './named-formats.ts';

const FORMAT_TYPE = new TypeValue('kubernetes.NamedFormat');

class FormatValue extends OpaqueValue {
  readonly type = FORMAT_TYPE;
  override readonly goType = 'cel.Format';
  override readonly isHashable = false;
  readonly format: NamedFormat;

  constructor(format: NamedFormat) {
    super();
    this.format = format;
  }

  override toString(): string {
    return this.format.name;
  }
}

/** The longest name of a format, and the longest regular expression of one, as the server estimates them. */
const LONGEST_NAME = 64n;
const LONGEST_PATTERN = 128;

/**
 * Formats of names and values. Source: `library/format.go`, and for the costs `library/cost.go`, in `pkg/cel` of the
 * API server.
 */
export function formatLibrary(options: NamedFormatOptions): Library {
  const formats = new Map(
    [...namedFormats(options)].map(([name, format]) => [name, new FormatValue(format)]),
  );
  return {
    name: 'kubernetes.format',
    types: [
      { name: FORMAT_TYPE.name, equalityCost: () => scale(LONGEST_NAME, STRING_TRAVERSAL_FACTOR) },
    ],
    functions: {
      ...constantFormats(formats),
      'format.named': {
        'format-named': {
          signature: '(string) -> optional(kubernetes.NamedFormat)',
          binding: implement(['string'], (name) => new OptionalValue(formats.get(name))),
        },
      },
      validate: {
        'format-validate': {
          signature: 'kubernetes.NamedFormat.(string) -> optional(list(string))',
          binding: implement([FormatValue, 'string'], validate),
          cost: { definedBy: 'api-server', estimate: estimateValidation, track: trackValidation },
        },
      },
    },
  };
}

/** A function without parameters for each format: `format.dns1123Label()`. */
function constantFormats(formats: ReadonlyMap<string, FormatValue>): FunctionDefinitions {
  return Object.fromEntries(
    [...formats].map(([name, format]) => {
      const id = `format.${name}`;
      const signature = '() -> kubernetes.NamedFormat';
      return [id, { [id]: { signature, binding: implement([], () => format) } }];
    }),
  );
}

function validate({ format }: FormatValue, value: string): Result {
  const errors = format.errors(value);
  return new OptionalValue(errors.length === 0 ? undefined : new StringList(errors));
}

function estimateValidation(call: EstimatedCall): CallEstimate {
  const traversed = traversalCost(argSize(call, 0));
  return { cost: scale(traversed, LONGEST_PATTERN * REGEX_LENGTH_FACTOR) };
}

function trackValidation([format = null, value = null]: readonly Result[]): number {
  if (!(format instanceof FormatValue)) return 1;
  const { patternSize } = format.format;
  return traversal(actualSize(value) + 1) * Math.ceil(patternSize * REGEX_LENGTH_FACTOR);
}
