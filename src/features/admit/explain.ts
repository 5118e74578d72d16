import { jsonOf } from '../../base/json.ts';
import type { Expr } from '../../cel/ast.ts';
import type { CheckedAst } from '../../cel/check/checked-ast.ts';
import { childrenOf } from '../../cel/expression-tree.ts';
import { goFormat } from '../../cel/values/go-format.ts';
import {
  ErrorValue,
  ListValue,
  MapValue,
  type Result,
  type Value,
} from '../../cel/values/value.ts';
import type { Trace } from '../../server/admission/decision.ts';
import { failedField } from '../../server/admission/failed-field.ts';
import { patchValue } from '../../server/admission/mutation/native-value.ts';
import { evaluatePart } from '../../server/admission/partial-evaluation.ts';
import { PlainList, PlainMap } from '../../server/expressions/values/plain-values.ts';

/** A part of an expression, and its value. */
export interface ExplainedPart {
  /** The text of the part, such as `object.spec.replicas` or `has(object.spec)`. */
  readonly text: string;
  /** JSON, or an error. */
  readonly value: string;
}

/** An expression, and the values of the fields and variables that it reads. */
interface Explanation {
  readonly text: string;
  readonly parts: readonly ExplainedPart[];
  /** The field of the object that decides a result that is not true, if it is not one of the parts. */
  readonly deciding: ExplainedPart | undefined;
}

interface Selection {
  readonly text: string;
  readonly expr: Expr;
}

/**
 * Explains the result of an expression by the values of the fields and variables that it reads. A part that depends on
 * the variable of a macro (`c` in `containers.all(c, ...)`) has no single value, so only the list or map of the macro
 * is shown.
 */
export function explain(trace: Trace): Explanation {
  const { expression, bindings } = trace;
  const { compiled, context, text } = expression;
  if (!compiled.ok) return { text, parts: [], deciding: undefined };
  const { checked } = compiled;
  const selections = selectionsIn(checked.ast.expr, checked);
  const parts = [...selections].map(([part, expr]) => {
    const value = evaluatePart(expr, { checked, context, bindings });
    const isError = value instanceof ErrorValue;
    return { text: part, value: isError ? `error: ${value.message}` : valueText(value) };
  });
  const deciding = decidingPart(trace);
  const isKnown = deciding === undefined || selections.has(deciding.text);
  return { text, parts, deciding: isKnown ? undefined : deciding };
}

function decidingPart(trace: Trace): ExplainedPart | undefined {
  const path = failedField(trace);
  const object = trace.bindings('object');
  if (path === undefined || path.length === 0 || object === undefined) return undefined;
  let value: Result | undefined = object;
  for (const segment of path) {
    if (value instanceof MapValue) value = value.find(segment);
    else if (value instanceof ListValue && typeof segment === 'number') value = value.at(segment);
    else value = undefined;
  }
  const text = path.reduce<string>((before, segment) => {
    const isName = typeof segment === 'string' && /^\w+$/.test(segment);
    return isName ? `${before}.${segment}` : `${before}[${JSON.stringify(segment)}]`;
  }, 'object');
  if (value === undefined || value instanceof ErrorValue) return { text, value: 'absent' };
  return { text, value: valueText(value) };
}

/** The longest selections of fields and variables in an expression by their texts, but not those within loops. */
export function selectionsIn(expr: Expr, checked: CheckedAst): ReadonlyMap<string, Expr> {
  const found = new Map<string, Expr>();
  collect(expr, checked, found);
  return found;
}

function collect(expr: Expr, checked: CheckedAst, found: Map<string, Expr>): void {
  const selection = selectionOf(expr);
  if (selection !== undefined) {
    found.set(selection.text, expr);
    return;
  }
  const parts = expr.kind === 'comprehension' ? [expr.iterRange] : childrenOf(expr, checked);
  for (const part of parts) collect(part, checked, found);
}

/** The text of a chain of selections from a variable; undefined for other expressions. */
function selectionOf(expr: Expr): Selection | undefined {
  if (expr.kind === 'ident') {
    // The authorizer has no value that could be shown.
    return expr.name === 'authorizer' ? undefined : { text: expr.name, expr };
  }
  if (expr.kind === 'select') {
    const operand = selectionOf(expr.operand);
    if (operand === undefined) return undefined;
    const text = `${operand.text}.${expr.field}`;
    return { text: expr.testOnly ? `has(${text})` : text, expr };
  }
  if (expr.kind !== 'call') return undefined;
  const [first, second] = expr.args;
  if (first === undefined || second?.kind !== 'const') return undefined;
  const operand = selectionOf(first);
  if (operand === undefined) return undefined;
  const index = second.value.type === 'string' ? JSON.stringify(second.value.value) : undefined;
  const key = index ?? ('value' in second.value ? String(second.value.value) : undefined);
  if (key === undefined) return undefined;
  switch (expr.function) {
    case '_[_]':
      return { text: `${operand.text}[${key}]`, expr };
    case '_[?_]':
      return { text: `${operand.text}[?${key}]`, expr };
    case '_?._':
      return { text: `${operand.text}.?${key.replaceAll('"', '')}`, expr };
    default:
      return undefined;
  }
}

const LONGEST = 100;

/** A value as JSON; undefined if it cannot be written as JSON. */
function jsonText(value: Value): string | undefined {
  const native = patchValue(value);
  if (native.ok) return jsonOf(native.value);
  // A JSON patch cannot contain a part of an object, but it can be shown.
  if (value instanceof PlainMap) return jsonOf(value.object);
  return value instanceof PlainList ? jsonOf(value.elements) : undefined;
}

function valueText(value: Value): string {
  const text = jsonText(value) ?? goFormat(value);
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`;
}
