import { onceForEach } from '../../base/once-for-each.ts';
import { isMapping } from '../../yaml/index.ts';
import { type Definition, definitionOf } from '../kubernetes/definitions.ts';
import type { FieldType } from '../kubernetes/field-type.ts';
import type { Value } from '../kubernetes/value.ts';
import type { DeclaredFields, FieldsBelow } from './suggestion.ts';

/** The fields of a struct of the API. */
export const fieldsOfDefinition = onceForEach(({ fields }: Definition): DeclaredFields => {
  return {
    names: () => fields.keys(),
    has: (name) => fields.has(name),
    below(name) {
      const type = fields.get(name)?.type;
      return type && fieldsBelow(type);
    },
    accepts(name, value) {
      const type = fields.get(name)?.type;
      return type !== undefined && isShapedAs(type, value);
    },
  };
});

function fieldsBelow(type: FieldType): FieldsBelow | undefined {
  const object = type.shape === 'list' ? type.of : type;
  if (object.shape !== 'object') return undefined;
  const fields = fieldsOfDefinition(definitionOf(object.definition));
  return { fields, isInList: type.shape === 'list' };
}

function isShapedAs(type: FieldType, value: Value): boolean {
  if (value === null) return true;
  switch (type.shape) {
    case 'any':
      return true;
    case 'object':
    case 'map':
      return isMapping(value);
    case 'list':
      return Array.isArray(value);
    case 'scalar':
      return typeof value !== 'object' || type.scalar.startsWith('schema-or-');
  }
}
