import { definitionOf } from '../../server/kubernetes/definitions.ts';
import type { FieldType } from '../../server/kubernetes/field-type.ts';
import type {
  FlowSchemaSpec,
  PriorityLevelConfigurationSpec,
} from '../../server/kubernetes/types.generated.ts';
import { ALL_USERS, allRequestsOf, flowSchema, group } from './suggested-flow-control.ts';

/**
 * The mandatory FlowSchemas, with the only spec that the API server allows for each.
 * https://kubernetes.io/docs/concepts/cluster-administration/flow-control/#mandatory-configuration-objects
 */
export const MANDATORY_FLOW_SCHEMAS: ReadonlyMap<string, FlowSchemaSpec> = new Map([
  ['exempt', flowSchema('exempt', 1, undefined, allRequestsOf(group('system:masters')))],
  ['catch-all', flowSchema('catch-all', 10_000, 'ByUser', allRequestsOf(...ALL_USERS))],
]);

/**
 * The mandatory priority levels, with the only spec that the API server allows for each. The fields below
 * `spec.exempt` of the level `exempt` can have any value.
 */
export const MANDATORY_PRIORITY_LEVELS: ReadonlyMap<string, PriorityLevelConfigurationSpec> =
  new Map<string, PriorityLevelConfigurationSpec>([
    ['exempt', { type: 'Exempt' }],
    [
      'catch-all',
      {
        type: 'Limited',
        limited: {
          nominalConcurrencyShares: 5,
          lendablePercent: 0,
          limitResponse: { type: 'Reject' },
        },
      },
    ],
  ]);

/**
 * The fields at which a spec differs from the mandatory one, as paths below it. The server compares Go values:
 * unknown fields are ignored, an absent list equals an empty one, and an absent string, number, boolean or struct
 * equals its zero value.
 *
 * @param definition the name of the type of both, which all versions share
 * @param spec decoded and defaulted
 */
export function differencesFromFixed(
  definition: 'FlowSchemaSpec' | 'PriorityLevelConfigurationSpec',
  spec: unknown,
  fixed: unknown,
): readonly (readonly (string | number)[])[] {
  return differences({ shape: 'object', definition: `flowcontrol.v1.${definition}` }, spec, fixed);
}

/** Fields that are pointers in Go, so that the server distinguishes an absent field from its zero value. */
const POINTERS: ReadonlySet<string> = new Set([
  'distinguisherMethod',
  'user',
  'group',
  'serviceAccount',
  'limited',
  'exempt',
  'queuing',
  'lendablePercent',
  'borrowingLimitPercent',
]);

type Paths = readonly (readonly (string | number)[])[];

function differences(type: FieldType, spec: unknown, fixed: unknown): Paths {
  if (type.shape === 'object') {
    return [...definitionOf(type.definition).fields].flatMap(([name, field]) => {
      const [ours, theirs] = [memberOf(spec, name), memberOf(fixed, name)];
      if (POINTERS.has(name) && (ours === undefined) !== (theirs === undefined)) return [[name]];
      return below(name, differences(field.type, ours, theirs));
    });
  }
  if (type.shape === 'list') {
    const [ours, theirs] = [listOf(spec), listOf(fixed)];
    if (ours.length !== theirs.length) return [[]];
    return ours.flatMap((item, index) => below(index, differences(type.of, item, theirs[index])));
  }
  return (spec || undefined) === (fixed || undefined) ? [] : [[]];
}

function below(segment: string | number, paths: Paths): Paths {
  return paths.map((path) => [segment, ...path]);
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
