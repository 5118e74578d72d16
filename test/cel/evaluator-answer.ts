import { ErrorValue, OptionalValue, type Result, typeOfValue } from '../../src/cel/values/value.ts';
import { valueText } from '../../src/cel/values/value-text.ts';
import { compile } from '../../src/server/expressions/compile.ts';
import { acceptsKeywords, type Context } from '../../src/server/expressions/environments.ts';
import { optionalTypeOf } from '../../src/server/expressions/libraries/versioned-libraries.ts';
import { PER_CALL_LIMIT, programOf } from '../../src/server/expressions/runtime.ts';
import { SchemaTypes, SelfTypes } from '../../src/server/expressions/types/schema-types.ts';
import { plainValue } from '../../src/server/expressions/values/plain-values.ts';
import { selfValue } from '../../src/server/expressions/values/schema-values.ts';
import type { Minor } from '../../src/server/kubernetes/minors.ts';
import type { Value as YamlValue } from '../../src/server/kubernetes/value.ts';
import { isMapping } from '../../src/yaml/tree.ts';
import type { Question } from './checker-answer.ts';

/** An expression, its place, and the values that it is evaluated with. */
export interface EvaluationQuestion extends Question {
  readonly value: YamlValue;
  readonly oldValue?: YamlValue;
}

/** The result of an evaluation, in a form that can be compared. */
export interface EvaluationAnswer {
  readonly value?: string;
  readonly type?: string;
  readonly error?: string;
  readonly cost?: number;
  /** The reason why there is nothing to evaluate. */
  readonly refused?: string;
}

/** The result of kubeadmit. */
export function evaluate(question: EvaluationQuestion, minor: Minor): EvaluationAnswer {
  const context = contextOf(question, minor);
  const compiled = compile(question.expression, context);
  if (!compiled.ok) return { refused: compiled.detail };
  const bindings = bindingsOf(question, minor);
  const outcome = programOf(compiled.checked, context).evaluate((name) => bindings.get(name), {
    costLimit: PER_CALL_LIMIT,
  });
  if (!outcome.ok) return { error: outcome.error, cost: outcome.cost };
  return {
    value: valueText(outcome.value),
    type: typeOfValue(outcome.value).name,
    cost: outcome.cost,
  };
}

function contextOf(question: EvaluationQuestion, minor: Minor): Context {
  const { env, stored = false, schema, root = false, optionalOldSelf = false } = question;
  const expressions = stored ? 'stored' : 'new';
  const common = { minor, expressions, hasParams: question.params ?? env !== 'webhook' } as const;
  if (schema === undefined) {
    const context = { ...common, environment: env };
    return env === 'webhook' ? context : { ...context, variables: new Map() };
  }
  const isRoot = root || schema['x-kubernetes-embedded-resource'] === true;
  const type = new SchemaTypes(minor).typeOf(schema, isRoot);
  if (type === undefined) throw new Error('the schema has no CEL type');
  const self = new SelfTypes(type, acceptsKeywords(minor, expressions));
  return { ...common, environment: env, self, optionalOldSelf };
}

function bindingsOf(question: EvaluationQuestion, minor: Minor): ReadonlyMap<string, Result> {
  const { value, oldValue, schema, optionalOldSelf } = question;
  const bindings = new Map<string, Result>();
  if (schema === undefined) {
    for (const name of ['object', 'oldObject', 'params', 'request', 'namespaceObject']) {
      bindings.set(name, null);
    }
    bindings.set('variables', plainValue({}));
    if (!isMapping(value)) return bindings;
    for (const [name, given] of Object.entries(value)) bindings.set(name, plainValue(given));
    return bindings;
  }
  bindings.set('self', selfValue(value, schema, { minor }));
  const optionalType = optionalTypeOf(minor);
  if (oldValue !== undefined) {
    const old = selfValue(oldValue, schema, { minor });
    const isOptional = optionalOldSelf === true && !(old instanceof ErrorValue);
    bindings.set('oldSelf', isOptional ? new OptionalValue(old, optionalType) : old);
  } else if (optionalOldSelf === true) {
    bindings.set('oldSelf', new OptionalValue(undefined, optionalType));
  }
  return bindings;
}

/** The reply of the oracle to a question with values. */
interface EvaluationReply {
  readonly text?: string;
  readonly typeError?: string;
  readonly panic?: string;
  readonly valueText?: string;
  readonly valueType?: string;
  readonly evalError?: string;
  readonly actualCost?: number;
  readonly requestError?: string;
}

/**
 * The text of a format without its address in the server's memory, and of an object with one field as CEL writes it.
 */
function comparableText(text: string): string {
  return text
    .replaceAll(/\{(\w+) 0x[\da-f]+ \d+\}/g, '$1')
    .replace(/^Object\{"(\w+)":/, 'Object{$1: ')
    .replace(/^(Object\{\w+: )\{\}\}$/, '$1Object{}}');
}

/** The result of the oracle. */
export function evaluationOfOracle(reply: EvaluationReply): EvaluationAnswer {
  const refused = reply.requestError ?? reply.text ?? reply.typeError ?? reply.panic;
  if (refused !== undefined) return { refused };
  const cost = reply.actualCost === undefined ? {} : { cost: reply.actualCost };
  if (reply.evalError !== undefined) return { error: reply.evalError, ...cost };
  return {
    ...(reply.valueText === undefined ? {} : { value: comparableText(reply.valueText) }),
    ...(reply.valueType === undefined ? {} : { type: reply.valueType }),
    ...cost,
  };
}
