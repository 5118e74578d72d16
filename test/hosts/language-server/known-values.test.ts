import { describe, expect, it } from 'vitest';
import { usualValues } from '../../../src/features/language-service/known-values.ts';
import { shapeAt, shapeOfKind } from '../../../src/features/language-service/shape.ts';
import { NEWEST_MINOR } from '../../../src/server/kubernetes/minors.ts';
import { VERDICTS } from '../../conformance/cases.ts';
import { type GoldenLine, readJsonLines } from '../../conformance/golden.ts';

/** An error of the server that lists the allowed values of a field. */
interface Listed {
  readonly apiVersion: string;
  readonly kind: string;
  readonly field: string;
  readonly values: readonly string[];
}

/** The fields whose values the server lists in the errors of the newest minor. */
function listedFields(): readonly Listed[] {
  const found = readJsonLines<GoldenLine>(VERDICTS).flatMap(
    ({ apiVersion = '', kind = '', verdicts }): readonly Listed[] => {
      const newest = verdicts.find(({ minors }) => minors.includes(NEWEST_MINOR));
      return (newest?.errors ?? []).flatMap(({ field, message = '' }) => {
        const [, list = ''] = message.split('supported values: ');
        const values = [...list.matchAll(/"([^"]*)"/g)].map(([, value = '']) => value);
        return values.length < 2 ? [] : [{ apiVersion, kind, field, values }];
      });
    },
  );
  const byPlace = found.map(
    (value) => [`${value.apiVersion} ${value.kind} ${value.field}`, value] as const,
  );
  return [...new Map(byPlace).values()];
}

/** The values that an editor offers for a field; undefined if it is not a scalar that the types declare. */
function offeredFor({ apiVersion, kind, field }: Listed): readonly string[] | undefined {
  const path = [...field.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, name = '']) =>
    index === undefined ? name : Number(index),
  );
  const shape = shapeAt(shapeOfKind(apiVersion, kind, NEWEST_MINOR, []), path);
  const item = shape?.form === 'list' ? shape.below(0) : shape;
  if (item?.form !== 'scalar' || item.type !== 'string') return undefined;
  return [...item.allowed, ...usualValues(kind, path)];
}

describe('the values of fields', () => {
  it('are those that the server lists in its errors', () => {
    const missing = listedFields()
      .map((listed) => ({ listed, offered: offeredFor(listed) }))
      .filter(({ offered }) => offered !== undefined)
      .map(({ listed, offered = [] }) => ({
        ...listed,
        values: listed.values.filter((value) => !offered.includes(value)),
      }))
      .filter(({ values }) => values.length > 0);
    expect(missing).toEqual([]);
  });
});
