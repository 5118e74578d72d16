import { onceForEach } from '../../base/once-for-each.ts';
import { fieldsOfDefinition } from './declared-fields.ts';
import { movedField } from './moved-fields.ts';
import { decoderPath, type FieldIntention } from './problem.ts';
import { correctionOf, type FieldPlace, keysOf, suggestField } from './suggestion.ts';
import { pathOf, type ReadNode, type ReadStruct } from './typed-reader.ts';

/** The probable intention of an unknown field of a node. */
export function intentionOf(node: ReadNode, name: string): FieldIntention {
  if (node.definition === undefined) return NO_INTENTION;
  const place = placeOf(node);
  const { value } = place;
  const isAlone = keysOf(place).areAllUnknown;
  const moved = movedField(node.definition.name, name, value[name] ?? null);
  const found = moved === undefined ? suggestField(place, name) : undefined;
  const correction = correctionOf(place, name, found);
  if (found?.kind === 'misplaced') {
    return { suggestion: decoderPath(found.path), meant: found.path, correction, isAlone };
  }
  const below = moved ?? (found && [found.name]);
  return {
    suggestion: below && decoderPath(below),
    meant: below && [...place.path, ...below],
    correction,
    isAlone,
  };
}

/** The intention of a field that only other minors have, or that no struct has. */
export const NO_INTENTION: FieldIntention = {
  suggestion: undefined,
  meant: undefined,
  correction: undefined,
  isAlone: false,
};

/** The place of a struct. The places around it are found when they are needed, because they may be many. */
const placeOf = onceForEach((node: ReadStruct): FieldPlace => {
  const { definition, value } = node;
  return {
    fields: fieldsOfDefinition(definition),
    value,
    get path() {
      return pathOf(node);
    },
    get parent() {
      let around = node.around;
      while (around !== undefined && around.definition === undefined) around = around.around;
      return around && placeOf(around);
    },
  };
});
