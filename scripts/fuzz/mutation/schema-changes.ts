// The changes of the schemas of CRDs are of two sorts: some refuse values that were accepted, and some do not.
import type { JSONSchemaProps } from '../../../src/server/kubernetes/types.generated.ts';
import type { Random } from '../random.ts';

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** A schema that is changed in place. */
export type OpenSchema = Omit<
  Writable<JSONSchemaProps>,
  'properties' | 'items' | 'additionalProperties'
> & {
  properties?: { [name: string]: OpenSchema };
  items?: OpenSchema;
  additionalProperties?: OpenSchema | boolean;
};

/** Changes a schema in place; undefined if it does not apply to it. */
type Change = (schema: OpenSchema, random: Random) => string | undefined;

/** The schemas that declare the values of a custom resource, but not those of its metadata. */
export function declaringSchemas(root: OpenSchema): readonly OpenSchema[] {
  const found: OpenSchema[] = [];
  const left: OpenSchema[] = [root];
  for (let schema = left.pop(); schema !== undefined; schema = left.pop()) {
    if (schema !== root) found.push(schema);
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      if (schema !== root || !['apiVersion', 'kind', 'metadata'].includes(name))
        left.push(property);
    }
    if (schema.items !== undefined && !Array.isArray(schema.items)) left.push(schema.items);
    if (typeof schema.additionalProperties === 'object') left.push(schema.additionalProperties);
  }
  return found;
}

const PATTERNS = ['^[a-z]+$', '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$', '^/', '^v\\d+$', '[A-Z]{2}'];
const FORMATS = ['date-time', 'ipv4', 'uri', 'uuid', 'duration', 'byte'];

const RULES: { readonly [type: string]: readonly string[] } = {
  string: [
    "self != ''",
    'self.size() <= 4',
    "self.startsWith('a')",
    "self.matches('^[a-m]+$')",
    "!self.contains('x')",
    'self == oldSelf',
  ],
  integer: ['self >= 5', 'self != 3', 'self % 2 == 0', 'self <= oldSelf', 'self < 1000'],
  number: ['self >= 5.0', 'self < 0.5'],
  boolean: ['self', 'self == oldSelf'],
  array: ['self.size() <= 1', 'self.size() > 0', 'self.size() >= oldSelf.size()'],
  object: ['self == oldSelf'],
};

/** Changes that refuse some values, unless something else refuses them already. */
export const BREAKS: readonly Change[] = [
  (schema, random) => {
    const names = Object.keys(schema.properties ?? {});
    if (schema.properties === undefined || names.length < 2) return undefined;
    const name = random.pick(names);
    if (isNamed(schema, name)) return undefined;
    delete schema.properties[name];
    return 'property removed';
  },
  (schema, random) => {
    const known = new Set(schema.required);
    const names = Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
      known.has(name) || property.default !== undefined ? [] : [name],
    );
    if (names.length === 0) return undefined;
    schema.required = [...known, random.pick(names)];
    return 'property required';
  },
  (schema) => {
    if ((schema.enum ?? []).length < 2 || schema.default !== undefined) return undefined;
    schema.enum = schema.enum?.slice(1) ?? [];
    return 'enum value removed';
  },
  (schema) => {
    if (schema.type !== 'string' || schema.enum !== undefined || schema.default !== undefined) {
      return undefined;
    }
    schema.enum = ['one', 'two'];
    return 'enum added';
  },
  (schema, random) => {
    if (schema.type !== 'string' || schema.default !== undefined) return undefined;
    schema.maxLength = Math.max(1, Number(schema.maxLength ?? 20) - 1 - random.below(3));
    return 'maxLength lowered';
  },
  (schema, random) => {
    if (schema.type !== 'string' || schema.default !== undefined) return undefined;
    schema.minLength = Number(schema.minLength ?? 0) + 1 + random.below(2);
    return 'minLength raised';
  },
  (schema, random) => {
    if (schema.type !== 'string' || schema.default !== undefined) return undefined;
    schema.pattern = random.pick(PATTERNS);
    return 'pattern changed';
  },
  (schema, random) => {
    if (schema.type !== 'string' || schema.format !== undefined || schema.default !== undefined) {
      return undefined;
    }
    schema.format = random.pick(FORMATS);
    return 'format added';
  },
  (schema, random) => {
    if (schema.type !== 'integer' || schema.default !== undefined) return undefined;
    schema.maximum = Number(schema.maximum ?? 100) - 1 - random.below(3);
    return 'maximum lowered';
  },
  (schema, random) => {
    if (schema.type !== 'integer' || schema.default !== undefined) return undefined;
    schema.minimum = Number(schema.minimum ?? 0) + 1 + random.below(3);
    return 'minimum raised';
  },
  (schema) => {
    if (schema.type !== 'integer' || schema.default !== undefined) return undefined;
    schema.multipleOf = 5;
    return 'multipleOf added';
  },
  (schema) => {
    if (schema.type !== 'array') return undefined;
    schema.maxItems = Math.max(1, Number(schema.maxItems ?? 4) - 1);
    return 'maxItems lowered';
  },
  (schema) => {
    if (schema.type !== 'array' || schema.default !== undefined) return undefined;
    schema.minItems = Number(schema.minItems ?? 0) + 1;
    return 'minItems raised';
  },
  (schema) => {
    if (schema.type !== 'array' || schema['x-kubernetes-list-type'] !== undefined) return undefined;
    if (!['string', 'integer'].includes(schema.items?.type ?? '')) return undefined;
    schema['x-kubernetes-list-type'] = 'set';
    return 'list of type set';
  },
  (schema) => {
    if (!['string', 'integer'].includes(schema.type ?? '') || hasBounds(schema)) return undefined;
    schema.type = schema.type === 'string' ? 'integer' : 'string';
    return 'type changed';
  },
  (schema, random) => {
    const rules = RULES[schema.type ?? ''];
    if (rules === undefined || schema.default !== undefined) return undefined;
    const rule = { rule: random.pick(rules), message: 'refused' };
    schema['x-kubernetes-validations'] = [...(schema['x-kubernetes-validations'] ?? []), rule];
    return `rule ${rule.rule}`;
  },
  (schema, random) => {
    const names = Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
      /^[a-z]\w+$/i.test(name) && property.default === undefined ? [name] : [],
    );
    if (names.length < 2) return undefined;
    const [one, other] = [random.pick(names), random.pick(names)];
    const rule = random.pick([
      `has(self.${one})`,
      `!has(self.${one}) || has(self.${other})`,
      `!(has(self.${one}) && has(self.${other}))`,
    ]);
    schema['x-kubernetes-validations'] = [{ rule, message: 'refused' }];
    return 'rule about two fields';
  },
  (schema) => {
    const names = Object.keys(schema.properties ?? {});
    const [one, other] = names;
    if (one === undefined || other === undefined || schema.oneOf !== undefined) return undefined;
    schema.oneOf = [{ required: [one] }, { required: [other] }];
    return 'oneOf added';
  },
  (schema) => {
    const [one, other] = Object.keys(schema.properties ?? {});
    if (one === undefined || other === undefined || schema.not !== undefined) return undefined;
    schema.not = { required: [one, other] };
    return 'not added';
  },
  (schema) => {
    if (schema['x-kubernetes-preserve-unknown-fields'] !== true || schema.type !== 'object') {
      return undefined;
    }
    if (Object.keys(schema.properties ?? {}).length === 0) return undefined;
    delete schema['x-kubernetes-preserve-unknown-fields'];
    return 'unknown fields removed';
  },
  (schema) => {
    if (typeof schema.additionalProperties !== 'object') return undefined;
    if (schema.additionalProperties.type !== 'string') return undefined;
    schema.additionalProperties = { type: 'integer' };
    return 'values of another type';
  },
  (schema) => {
    if (schema.nullable !== true || schema.default !== undefined) return undefined;
    if (schema.enum !== undefined) return undefined;
    schema.minLength = 1;
    return schema.type === 'string' ? 'minLength of a nullable string' : undefined;
  },
];

/** Changes after which everything is accepted that was accepted, with the same meaning. */
export const HARMLESS: readonly Change[] = [
  (schema) => {
    schema.description = `${schema.description ?? ''} Changed.`;
    return 'description';
  },
  (schema) => {
    schema.title = 'A title';
    return 'title';
  },
  (schema) => {
    if ((schema.enum ?? []).length === 0 || schema.type !== 'string') return undefined;
    schema.enum = [...(schema.enum ?? []), 'another'].reverse();
    return 'enum value added';
  },
  (schema) => {
    if ((schema.required ?? []).length === 0) return undefined;
    schema.required = schema.required?.slice(1) ?? [];
    return 'property no longer required';
  },
  (schema) => {
    if (schema.maxLength === undefined) return undefined;
    schema.maxLength = Number(schema.maxLength) + 10;
    return 'maxLength raised';
  },
  (schema) => {
    if (schema.maxLength === undefined) return undefined;
    const { maxLength } = schema;
    schema.allOf = [...(schema.allOf ?? []), { maxLength: Number(maxLength) + 100 }];
    return 'maxLength that has no effect';
  },
  (schema) => {
    if (schema.minLength === undefined) return undefined;
    delete schema.minLength;
    return 'minLength removed';
  },
  (schema) => {
    if (schema.pattern === undefined) return undefined;
    delete schema.pattern;
    return 'pattern removed';
  },
  (schema) => {
    const same = SAME_PATTERNS.get(schema.pattern ?? '');
    if (same === undefined) return undefined;
    schema.pattern = same;
    return 'pattern written in another way';
  },
  (schema) => {
    if (schema.pattern === undefined || schema.pattern.includes('\\p')) return undefined;
    if (!/^\^\[[^\]]+\](\+|\()/.test(schema.pattern)) return undefined;
    schema.minLength = Math.max(1, Number(schema.minLength ?? 0));
    return 'minLength that the pattern implies';
  },
  (schema) => {
    if (schema.maximum === undefined) return undefined;
    schema.maximum = Number(schema.maximum) + 1;
    return 'maximum raised';
  },
  (schema) => {
    if (schema.minimum === undefined) return undefined;
    schema.minimum = Number(schema.minimum) - 1;
    return 'minimum lowered';
  },
  (schema) => {
    if (schema.maxItems === undefined) return undefined;
    schema.maxItems = Number(schema.maxItems) + 1;
    return 'maxItems raised';
  },
  (schema) => {
    if (schema.type !== 'integer' || schema.enum !== undefined || schema.format !== undefined) {
      return undefined;
    }
    if (schema['x-kubernetes-validations'] !== undefined) return undefined;
    schema.type = 'number';
    return 'integer becomes number';
  },
  (schema) => {
    if (schema.type !== 'string' || schema.format !== undefined) return undefined;
    schema.format = 'of-our-own';
    return 'unknown format';
  },
  (schema) => {
    if (schema.properties === undefined) return undefined;
    schema.properties.addedField = { type: 'string', default: 'x' };
    return 'property added';
  },
  (schema) => {
    const names = Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
      property.default !== undefined && property.default !== null ? [name] : [],
    );
    const [name] = names;
    if (name === undefined || schema.required?.includes(name) === true) return undefined;
    schema.required = [...(schema.required ?? []), name];
    return 'property with a default required';
  },
  (schema) => {
    if ((schema['x-kubernetes-validations'] ?? []).length === 0) return undefined;
    schema['x-kubernetes-validations'] = (schema['x-kubernetes-validations'] ?? []).slice(1);
    return 'rule removed';
  },
  (schema) => {
    if ((schema['x-kubernetes-validations'] ?? []).length === 0) return undefined;
    schema['x-kubernetes-validations'] =
      schema['x-kubernetes-validations']?.map((rule) => ({
        ...rule,
        message: 'another message',
        rule: ` ${rule.rule ?? ''}\n`,
      })) ?? [];
    return 'message and white space of rules';
  },
  (schema) => {
    if ((schema.anyOf ?? []).length === 0 || schema['x-kubernetes-int-or-string'] === true) {
      return undefined;
    }
    schema.anyOf = [...(schema.anyOf ?? []), { maxLength: 3 }];
    return 'branch of anyOf added';
  },
  (schema) => {
    if (schema.not === undefined) return undefined;
    delete schema.not;
    return 'not removed';
  },
  (schema) => {
    if ((schema.required ?? []).length < 2) return undefined;
    schema.required = [...(schema.required ?? [])].reverse();
    return 'required in another order';
  },
];

/** Patterns that match the same strings. */
const SAME_PATTERNS: ReadonlyMap<string, string> = new Map([
  ['^[a-z0-9]([-a-z0-9]*[a-z0-9])?$', '^[[:digit:]a-z](?:[a-z0-9-]*[a-z0-9])?$'],
  ['^([0-9]+(ms|s|m|h))+$', '^(?:\\d+(?:h|m|ms|s))+$'],
]);

/** Reports whether a schema contains the name of a property, so that it would be invalid without the property. */
function isNamed(schema: OpenSchema, name: string): boolean {
  const { properties: _, ...rest } = schema;
  return JSON.stringify(rest).includes(name);
}

function hasBounds(schema: OpenSchema): boolean {
  return ['enum', 'default', 'pattern', 'format', 'minimum', 'maximum', 'minLength', 'maxLength']
    .concat('x-kubernetes-validations', 'multipleOf')
    .some((keyword) => keyword in schema);
}
