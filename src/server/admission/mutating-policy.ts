import { ListValue } from '../../cel/values/value.ts';
import { RESOURCE_BUDGET } from '../expressions/runtime.ts';
import { JsonPatchValue, ObjectValue } from '../expressions/values/patch-values.ts';
import type { Minor } from '../kubernetes/minors.ts';
import type { MutatingAdmissionPolicy } from '../kubernetes/types.generated.ts';
import type { Mapping, Value } from '../kubernetes/value.ts';
import { Activation, type ActivationInput, OUT_OF_BUDGET } from './activation.ts';
import { PolicyCompiler, type PolicyExpression, type PolicyVariables } from './compiled-policy.ts';
import { evaluateMatchConditions, type MatchResult } from './match-conditions.ts';
import { readConfiguration } from './mutation/configuration-value.ts';
import { applyJsonPatch, type PatchOperation } from './mutation/json-patch.ts';
import type { ObjectMergeType } from './mutation/merge-type.ts';
import { patchValue, typeNameErrors } from './mutation/native-value.ts';
import { applyConfiguration } from './mutation/structured-merge.ts';

type MutationResult =
  /** `result` need not be an object that the server can read. */
  | { readonly outcome: 'changed'; readonly result: Mapping | readonly Value[] }
  /** `message` is that of the server. */
  | { readonly outcome: 'error'; readonly message: string }
  | { readonly outcome: 'unknown'; readonly reason: string };

export interface CompiledMutation {
  readonly kind: 'json-patch' | 'apply-configuration';
  readonly expression: PolicyExpression;
}

/**
 * A MutatingAdmissionPolicy whose expressions are compiled.
 *
 * Source: `compilePolicy` in `pkg/admission/plugin/policy/mutating/compilation.go`, and the package `patch` there, of
 * the API server.
 */
export class MutatingPolicy {
  readonly variables: PolicyVariables;
  readonly conditions: readonly PolicyExpression[];
  readonly mutations: readonly CompiledMutation[];
  readonly #ignoresFailures: boolean;
  readonly #minor: Minor;

  /** @param policy accepted, with defaults */
  constructor({ spec = {} }: MutatingAdmissionPolicy, minor: Minor) {
    const { variables = [], matchConditions = [], mutations = [] } = spec;
    this.#minor = minor;
    const compiler = new PolicyCompiler(minor, spec.paramKind !== undefined);
    compiler.addVariables(variables, 'map-variable');
    this.variables = compiler.variables;
    this.conditions = compiler.conditions(matchConditions, 'map-condition');
    this.mutations = mutations.map(({ jsonPatch, applyConfiguration: configuration }, index) => {
      const field = `spec.mutations[${index}]`;
      return jsonPatch === undefined
        ? {
            kind: 'apply-configuration',
            expression: compiler.compile('map', {
              text: configuration?.expression ?? '',
              field: `${field}.applyConfiguration.expression`,
            }),
          }
        : {
            kind: 'json-patch',
            expression: compiler.compile('map-jsonpatch', {
              text: jsonPatch.expression ?? '',
              field: `${field}.jsonPatch.expression`,
            }),
          };
    });
    this.#ignoresFailures = spec.failurePolicy === 'Ignore';
  }

  /** All expressions, in the order of the policy. */
  get expressions(): readonly PolicyExpression[] {
    return [
      ...this.variables.values(),
      ...this.conditions,
      ...this.mutations.map(({ expression }) => expression),
    ];
  }

  /** Evaluates the match conditions of the policy for a request. */
  match(input: Omit<ActivationInput, 'variables'>): MatchResult {
    if (this.conditions.length === 0) return { outcome: 'matches' };
    const given = { ...input, variables: this.variables };
    return evaluateMatchConditions(this.conditions, given, this.#ignoresFailures);
  }

  /**
   * Evaluates a mutation, and applies its result to the object.
   *
   * @param type of the object; undefined if the kind has no schema
   */
  mutate(
    { kind, expression }: CompiledMutation,
    input: Omit<ActivationInput, 'variables'>,
    type: ObjectMergeType | undefined,
  ): MutationResult {
    const { object } = input;
    if (object === undefined) return { outcome: 'error', message: 'there is no object' };
    if (!expression.compiled.ok) return { outcome: 'error', message: expression.compiled.detail };
    // The server keeps the form of the object that match conditions have seen.
    const isObjectPlain = this.conditions.length === 0;
    const activation = new Activation({ ...input, isObjectPlain, variables: this.variables });
    const result = activation.evaluate(expression, RESOURCE_BUDGET);
    switch (result.outcome) {
      case 'out-of-budget':
        return { outcome: 'error', message: OUT_OF_BUDGET };
      case 'error':
        return { outcome: 'error', message: result.message };
      case 'unknown':
        return { outcome: 'unknown', reason: result.reason };
      default:
        return kind === 'json-patch'
          ? patch(object, result.value)
          : apply(object, result.value, type, this.#minor);
    }
  }
}

function patch(object: Mapping, value: unknown): MutationResult {
  if (!(value instanceof ListValue))
    return mismatch('JSONPatchType.expression should evaluate to array');
  const operations: PatchOperation[] = [];
  for (const element of value) {
    if (!(element instanceof JsonPatchValue)) {
      return mismatch('JSONPatchType.expression should evaluate to array of JSONPatch');
    }
    const given = element.fields.get('value');
    const errors = given instanceof ObjectValue ? typeNameErrors(given, [given.type.name]) : [];
    if (errors.length > 0) return mismatch(errors.join('\n'));
    const native = given === undefined ? undefined : patchValue(given);
    if (native !== undefined && !native.ok) {
      return {
        outcome: 'error',
        message: `JSONPath valueExpression evaluated to a type that could not marshal to JSON: ${native.error}`,
      };
    }
    operations.push({
      op: element.string('op'),
      path: element.string('path'),
      from: element.string('from'),
      value: native?.value,
    });
  }
  const patched = applyJsonPatch(object, operations);
  switch (patched.outcome) {
    case 'patched':
      return { outcome: 'changed', result: patched.result };
    case 'test-failed':
      return { outcome: 'changed', result: object };
    case 'error':
      return { outcome: 'error', message: `JSON Patch: ${patched.error}` };
  }
}

function apply(
  object: Mapping,
  value: unknown,
  type: ObjectMergeType | undefined,
  minor: Minor,
): MutationResult {
  if (!(value instanceof ObjectValue))
    return mismatch('ApplyConfiguration should evaluate to Object');
  const errors = typeNameErrors(value, ['Object']);
  if (errors.length > 0) return mismatch(errors.join('\n'));
  const read = readConfiguration(value, minor);
  if (read === undefined) {
    return { outcome: 'error', message: 'invalid return type: *dynamic.ObjectVal' };
  }
  if (type === undefined) return { outcome: 'error', message: 'the kind has no schema' };
  const { apiVersion, kind } = object;
  const configuration = {
    ...read.object,
    ...(apiVersion !== undefined && { apiVersion }),
    ...(kind !== undefined && { kind }),
  };
  const merged = applyConfiguration(type, object, configuration, read.foreign);
  return merged.ok
    ? { outcome: 'changed', result: merged.object }
    : { outcome: 'error', message: merged.error };
}

function mismatch(error: string): MutationResult {
  return { outcome: 'error', message: `type mismatch: ${error}` };
}
