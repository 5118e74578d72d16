import type { Field } from '../../rule/field.ts';
import type { Resource } from '../../rule/resource.ts';
import {
  parseQuantity,
  type QuantityValue,
  roundUpToMilli,
} from '../../server/kubernetes/formats/quantity-value.ts';
import type { LimitRangeItem, Quantity } from '../../server/kubernetes/types.generated.ts';

/** An amount in one of the maps of a limit, by the server's defaults or by the file. */
export interface LimitAmount {
  readonly resource: string;
  readonly map: string;
  readonly field: Field<Quantity>;
  /** The amount as the server compares it, rounded up to thousandths. */
  readonly amount: QuantityValue;
  /** The text of the amount in the file. */
  readonly text: string;
  /** The amount that the server copies where the file has none. */
  readonly source: LimitAmount | undefined;
}

/** One of the maps of a limit: amounts by the name of their resource. */
export type LimitAmounts = ReadonlyMap<string, LimitAmount>;

/** One item of `limits` of a LimitRange, with the server's defaults. */
export interface Limit {
  readonly item: Field<LimitRangeItem>;
  readonly type: string;
  readonly max: LimitAmounts;
  readonly min: LimitAmounts;
  readonly default: LimitAmounts;
  readonly defaultRequest: LimitAmounts;
  readonly maxLimitRequestRatio: LimitAmounts;
}

/** The maps of a limit, in the order in which the server validates them. */
export const LIMIT_MAPS = [
  'max',
  'min',
  'default',
  'defaultRequest',
  'maxLimitRequestRatio',
] as const;

/**
 * The limits of a LimitRange. For limits of type Container the server sets absent maps before it validates: `default`
 * from `max`, and `defaultRequest` from `default`, or otherwise from `min`.
 */
export function limitsOf(resource: Resource<'LimitRange'>): readonly Limit[] {
  return resource.root
    .get('spec')
    .itemsOf('limits')
    .filter((item) => !item.pruned)
    .map((item) => {
      const max = amountsOf(item.get('max'), []);
      const min = amountsOf(item.get('min'), []);
      const limits = amountsOf(item.get('default'), [max]);
      return {
        item,
        type: item.get('type').value ?? '',
        max,
        min,
        default: limits,
        defaultRequest: amountsOf(item.get('defaultRequest'), [limits, min]),
        maxLimitRequestRatio: amountsOf(item.get('maxLimitRequestRatio'), []),
      };
    });
}

/** The amount in the file: the given one, or the one of another map that the server copied. */
export function writtenAmount({ origin }: Resource, amount: LimitAmount): LimitAmount {
  let written = amount;
  while (
    written.source !== undefined &&
    origin.document.locate(written.field.documentPath) === undefined
  ) {
    written = written.source;
  }
  return written;
}

function amountsOf(
  map: Field<{ readonly [key: string]: Quantity } | undefined>,
  sources: readonly LimitAmounts[],
): LimitAmounts {
  const amounts = new Map<string, LimitAmount>();
  for (const { key, field } of map.entries()) {
    if (field.pruned) continue;
    const quantity = field.value ?? 0;
    amounts.set(key, {
      resource: key,
      map: String(map.segment),
      field,
      amount: roundUpToMilli(parseQuantity(quantity)),
      text: String(quantity),
      source: sources.find((source) => source.has(key))?.get(key),
    });
  }
  return amounts;
}
