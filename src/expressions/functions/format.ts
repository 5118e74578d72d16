import {
  constantCost,
  type Implementation,
  type Implementations,
  implement,
} from '../../cel/evaluate/implementations.ts';
import { ArrayList } from '../../cel/values/collections.ts';
import { costSize, traversal } from '../../cel/values/size.ts';
import { OpaqueValue, OptionalValue, type Result, TypeValue } from '../../cel/values/value.ts';
import { type NamedFormat, type NamedFormatOptions, namedFormats } from './named-formats.ts';

const FORMAT_TYPE = new TypeValue('kubernetes.NamedFormat');

export class FormatValue extends OpaqueValue {
  readonly type = FORMAT_TYPE;
  readonly format: NamedFormat;

  constructor(format: NamedFormat) {
    super();
    this.format = format;
  }

  override toString(): string {
    return this.format.name;
  }
}

/** Source: `library/format.go`, and `CallCost` in `library/cost.go`, in `pkg/cel` of the API server. */
export function formatImplementations(options: NamedFormatOptions): Implementations {
  const values = new Map(
    [...namedFormats(options)].map(([id, format]) => [id, new FormatValue(format)]),
  );
  const implementations: Record<string, Implementation> = {
    'format-named': implement(
      ['string'],
      (name) => new OptionalValue(values.get(name)),
      constantCost(1),
    ),
    'format-validate': implement([FormatValue, 'string'], validate, validationCost),
  };
  for (const [id, value] of values) implementations[`format.${id}`] = implement([], () => value);
  return implementations;
}

function validate({ format }: FormatValue, text: string): Result {
  const errors = format.errors(text);
  return new OptionalValue(errors.length === 0 ? undefined : new ArrayList(errors));
}

function validationCost([format = null, text = null]: readonly Result[]): number {
  if (!(format instanceof FormatValue)) return 1;
  return traversal(costSize(text) + 1) * Math.ceil(format.format.patternSize * 0.25);
}
