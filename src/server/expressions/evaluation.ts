import { trimSpace } from '../../base/go/white-space.ts';
import type { Issue } from '../../cel/ast.ts';
import { typeText } from '../../cel/types.ts';
import { ErrorValue, OptionalValue, type Result } from '../../cel/values/value.ts';
import { valueText } from '../../cel/values/value-text.ts';
import type { Mapping, Value } from '../../yaml/tree.ts';
import type { StructuralSchema } from '../crd/structural.ts';
import type { Minor } from '../kubernetes/minors.ts';
import { type CompiledAst, type CompileFailure, compile } from './compile.ts';
import { acceptsKeywords, type Context } from './environments.ts';
import { type Expressions, optionalTypeOf } from './libraries/versioned-libraries.ts';
import { PER_CALL_LIMIT, programOf } from './runtime.ts';
import { SchemaTypes, SelfTypes } from './types/schema-types.ts';
import { plainValue } from './values/plain-values.ts';
import { selfValue } from './values/schema-values.ts';
import { objectValue } from './values/typed-values.ts';

export type ExpressionInput =
  /** A validation rule of a CRD. */
  | {
      readonly kind: 'crd';
      readonly schema: StructuralSchema;
      /** True if `self` is a whole object. */
      readonly isRoot: boolean;
      readonly self: Value;
      /** Undefined if the value is new. */
      readonly oldSelf: Value | undefined;
      readonly optionalOldSelf: boolean;
    }
  /** An expression of a webhook or a policy. */
  | {
      readonly kind: 'admission';
      readonly environment: 'webhook' | 'vap' | 'map';
      readonly object: Mapping | undefined;
      readonly oldObject: Mapping | undefined;
      readonly params: Mapping | undefined;
      readonly request: Mapping;
    };

export type ExpressionResult =
  /** The expression does not compile. There are no `issues` if the type of its result is wrong. */
  | { readonly kind: 'refused'; readonly issues: readonly Issue[]; readonly detail: string }
  | {
      readonly kind: 'value';
      /** The value in the notation of CEL. */
      readonly text: string;
      readonly type: string;
      readonly cost: number;
    }
  | {
      readonly kind: 'error';
      readonly error: string;
      readonly type: string;
      readonly cost: number;
    };

/** An expression that compiles, and its environment; or the errors of the compiler. */
type CompiledExpression =
  | (CompiledAst & { readonly context: Context })
  | Pick<CompileFailure, 'ok' | 'issues' | 'detail'>;

/**
 * Compiles an expression as the API server of a minor does. The result may have any type.
 *
 * @param expressions `stored` if the expression can use everything that the minor has
 */
export function compileExpression(
  expression: string,
  input: ExpressionInput,
  minor: Minor,
  expressions: Expressions,
): CompiledExpression {
  const context = contextOf(input, minor, expressions);
  if (context === undefined) {
    return { ok: false, issues: [], detail: 'the schema has no type in CEL' };
  }
  const text = input.kind === 'admission' ? trimSpace(expression) : expression;
  const compiled = compile(text, context, { anyResult: true });
  return compiled.ok ? { ...compiled, context } : compiled;
}

/**
 * Compiles and evaluates an expression as the API server of a minor does. The result may have any type, so that parts
 * of an expression can be evaluated too.
 */
export function evaluateExpression(
  expression: string,
  input: ExpressionInput,
  minor: Minor,
): ExpressionResult {
  const compiled = compileExpression(expression, input, minor, 'stored');
  if (!compiled.ok) return { kind: 'refused', issues: compiled.issues, detail: compiled.detail };
  const { context } = compiled;
  const bindings = bindingsOf(input, minor);
  const program = programOf(compiled.checked, context);
  const run = program.evaluate((name) => bindings.get(name), { costLimit: PER_CALL_LIMIT });
  const type = typeText(compiled.type);
  const { cost } = run;
  return run.ok
    ? { kind: 'value', text: valueText(run.value), type, cost }
    : { kind: 'error', error: run.error, type, cost };
}

function contextOf(
  input: ExpressionInput,
  minor: Minor,
  expressions: Expressions,
): Context | undefined {
  const common = { minor, expressions };
  if (input.kind === 'admission') {
    const { environment, params } = input;
    const hasParams = params !== undefined && environment !== 'webhook';
    const context = { ...common, environment, hasParams };
    return environment === 'webhook' ? context : { ...context, variables: new Map() };
  }
  const { schema, isRoot, optionalOldSelf } = input;
  const type = new SchemaTypes(minor).typeOf(schema, isRoot);
  if (type === undefined) return undefined;
  const self = new SelfTypes(type, acceptsKeywords(minor, expressions));
  return { ...common, environment: 'crd', self, optionalOldSelf };
}

/** The value of a variable whose value only a cluster has. */
function unknownValue(name: string): ErrorValue {
  return new ErrorValue(
    `the value of ${name} is not known; kubeadmit admit evaluates policies with one`,
  );
}

function bindingsOf(input: ExpressionInput, minor: Minor): ReadonlyMap<string, Result> {
  if (input.kind === 'admission') {
    const { object, oldObject, params, request } = input;
    return new Map<string, Result>([
      ['object', object ? objectValue(object, minor) : null],
      ['oldObject', oldObject ? objectValue(oldObject, minor) : null],
      ['params', params ? objectValue(params, minor) : null],
      ['request', plainValue(request)],
      // Objects without a namespace may be cluster-scoped, for which it is null.
      ['namespaceObject', request.namespace === '' ? null : unknownValue('namespaceObject')],
      ['authorizer', unknownValue('authorizer')],
      ['authorizer.requestResource', unknownValue('authorizer')],
      ['variables', plainValue({})],
    ]);
  }
  const { schema, isRoot, self, oldSelf, optionalOldSelf } = input;
  const options = { minor, isResourceRoot: isRoot };
  const before = oldSelf === undefined ? undefined : selfValue(oldSelf, schema, options);
  const isOptional = optionalOldSelf && !(before instanceof ErrorValue);
  const old = isOptional ? new OptionalValue(before, optionalTypeOf(minor)) : before;
  const bindings = new Map<string, Result>([['self', selfValue(self, schema, options)]]);
  if (old !== undefined) bindings.set('oldSelf', old);
  return bindings;
}
