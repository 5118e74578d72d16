import { lazy } from '../../base/lazy.ts';
import { fieldDescriptionTable } from './generated/field-descriptions.mjs';
import { linesByName } from './lines-by-name.ts';

/**
 * The purpose of fields, by definition and by the name of the field, from `field-descriptions.yaml`. `''` is the
 * definition as a whole, and the definition `*` has the fields that many definitions have.
 */
export const fieldDescriptions = lazy(
  (): ReadonlyMap<string, ReadonlyMap<string, string>> =>
    new Map(
      fieldDescriptionTable()
        .split('\n\n')
        .map((definition) => {
          const end = definition.indexOf('\n');
          return [definition.slice(0, end), linesByName(definition.slice(end + 1))];
        }),
    ),
);
