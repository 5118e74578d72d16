import { onceForEach } from '../../base/once-for-each.ts';
import { isMapping } from '../../yaml/index.ts';
import { type Definition, definitionOf } from '../kubernetes/definitions.ts';
import type { FieldType } from '../kubernetes/field-type.ts';
import type { Value } from '../kubernetes/value.ts';
import { decoderPath, type FieldIntention, type Path } from './problem.ts';
import {
  correctionOf,
  type DeclaredFields,
  type FieldPlace,
  type FieldsBelow,
  keysOf,
  suggestField,
} from './suggestion.ts';
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

/** The new places of fields of earlier versions of the API, by their structs and names, from the struct. */
const MOVED: ReadonlyMap<string, Path> = new Map<string, Path>([
  ['apiextensions.v1.CustomResourceDefinitionSpec validation', ['versions', 0, 'schema']],
  ['apiextensions.v1.CustomResourceDefinitionSpec version', ['versions', 0, 'name']],
  [
    'autoscaling.v2.HorizontalPodAutoscalerSpec targetCPUUtilizationPercentage',
    ['metrics', 0, 'resource', 'target', 'averageUtilization'],
  ],
  [
    'autoscaling.v2.ResourceMetricSource targetAverageUtilization',
    ['target', 'averageUtilization'],
  ],
  ['autoscaling.v2.ResourceMetricSource targetAverageValue', ['target', 'averageValue']],
  ['networking.v1.IngressBackend serviceName', ['service', 'name']],
  ['networking.v1.IngressSpec backend', ['defaultBackend']],
]);

/**
 * The place of a field that users know from an earlier version or from another kind, from its struct. Undefined for any
 * other field.
 *
 * @param struct the name of its definition, such as `networking.v1.IngressBackend`
 */
function movedField(struct: string, name: string, value: Value): Path | undefined {
  if (struct === 'meta.v1.LabelSelector') {
    return typeof value === 'string' ? ['matchLabels', name] : undefined;
  }
  if (struct === 'networking.v1.IngressBackend' && name === 'servicePort') {
    return ['service', 'port', typeof value === 'number' ? 'number' : 'name'];
  }
  return MOVED.get(`${struct} ${name}`);
}

/** The fields of a struct of the API. */
const fieldsOfDefinition = onceForEach(({ fields }: Definition): DeclaredFields => {
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
