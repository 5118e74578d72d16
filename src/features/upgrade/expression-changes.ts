import { DECIDING_KINDS } from '../../analysis/admission/deciders.ts';
import { selectedFrom } from '../../analysis/cel/types/field-selections.ts';
import { resourceRulesOf } from '../../analysis/requests/resource-rules.ts';
import { onceForEach } from '../../base/once-for-each.ts';
import type { Expr } from '../../cel/ast.ts';
import { childrenOf } from '../../cel/expression-tree.ts';
import {
  BYTES,
  DURATION,
  DYN,
  isDyn,
  TIMESTAMP,
  type Type,
  unwrapOptional,
} from '../../cel/types.ts';
import { isOfKind } from '../../rule/resource.ts';
import {
  itemSchema,
  mapValueSchema,
  propertySchema,
  type StructuralSchema,
} from '../../server/crd/structural.ts';
import { unescapeProperty } from '../../server/expressions/escaping.ts';
import { SERVER_CHANGES, type ServerChangeName } from '../../server/kubernetes/server-changes.ts';
import type { ComparedExpression } from './compared-expressions.ts';
import { constantParts } from './constant-results.ts';
import type { PlacedDifference } from './difference.ts';

/** A change of the server that can give an expression another result. */
interface ExpressionChange {
  readonly name: ServerChangeName;
  /** The behaviour now and before. */
  readonly message: string;
  /** True if the results of constant parts do not show the change. */
  readonly includesConstants?: true;
  /** Reports whether a part of an expression may have another result. */
  concerns(part: Expr, expression: ComparedExpression): boolean;
}

/**
 * The changes of `SERVER_CHANGES` that show in the results of expressions. Those that only show in constants, such as
 * costs, are found by evaluating these.
 */
export const EXPRESSION_CHANGES: readonly ExpressionChange[] = [
  {
    name: 'search-beyond-end',
    message: 'with an offset at or after the end of the string, this is -1; before, it failed',
    concerns: calls('string_index_of_string_int', 'string_last_index_of_string_int'),
  },
  {
    name: 'cidr-contains-by-prefix',
    message:
      'this compares the address under the prefix of the container; before, only ranges that begin with the same address were contained',
    concerns: calls('cidr_contains_cidr', 'cidr_contains_cidr_string'),
  },
  {
    name: 'last-index-of-longer-strings',
    message: 'in an empty string, this is -1; before, it failed',
    concerns: calls('string_last_index_of_string'),
  },
  {
    name: 'empty-strings-found-within',
    message: 'an empty string is found at an offset within the string only; before, at any offset',
    concerns: (part, expression) => searchesFrom(part, expression) && !searchesForText(part),
  },
  {
    name: 'bounded-ranges',
    message:
      'this fails for negative numbers and for more than 1,000,000 elements; before, it was an empty list, or that many elements',
    concerns: calls('lists_range'),
  },
  {
    name: 'sums-keep-quantities',
    message:
      'this leaves a quantity that does not fit into 64 bits as it is; before, the quantity became the result',
    concerns: calls('quantity_add', 'quantity_add_int', 'quantity_sub', 'quantity_sub_int'),
  },
  {
    name: 'alternatives-of-optionals-only',
    message:
      'this fails if the dynamic value before it is not optional; before, the result was that value',
    concerns: (part, expression) =>
      callsAlternative(part, expression) &&
      part.kind === 'call' &&
      part.target !== undefined &&
      isDyn(typeOf(part.target, expression)),
  },
  {
    name: 'values-added-to-lists',
    message:
      'comparing or adding lists of the type set or map does not change them, and what is added keeps its type; before, the first list became the result',
    concerns: (part, expression) =>
      part.kind === 'call' &&
      LIST_OPERATORS.has(part.function) &&
      part.args.some((operand) => KEYED_LISTS.has(listTypeOf(operand, expression))),
  },
  {
    name: 'typed-values-of-optionals',
    message:
      'a selection in an optional value has the type of the schema; before, it was a value of JSON, such as a string',
    concerns: (part, expression) =>
      expression.schema !== undefined &&
      READ_FROM_STRINGS.has(unwrapOptional(typeOf(part, expression)).type) &&
      startsAtOptional(part, expression),
  },
  {
    name: 'all-lists-in-configurations',
    message: 'the mutation is applied with this list; before, it failed',
    includesConstants: true,
    concerns: (part, expression) =>
      expression.context.environment === 'map' &&
      calls('string_split_string', 'string_split_string_int')(part, expression),
  },
  {
    name: 'stateful-set-max-unavailable',
    message: 'a StatefulSet has this field, which is 1 by default; before, the server dropped it',
    concerns: (part, expression) =>
      readsSpec(part, expression, ['updateStrategy', 'rollingUpdate', 'maxUnavailable']) &&
      matchesResource(expression, 'statefulsets'),
  },
];

/**
 * The parts of an expression that may have another result since some minor, except for what the results of constant
 * parts show.
 */
export function expressionChanges(expression: ComparedExpression): readonly PlacedDifference[] {
  return partsOf(expression).flatMap(({ part, isConstant }) =>
    EXPRESSION_CHANGES.filter(
      ({ includesConstants, concerns }) =>
        (!isConstant || includesConstants === true) && concerns(part, expression),
    ).map(({ name, message }) => ({
      since: SERVER_CHANGES[name].since,
      message,
      location: expression.locate(part),
    })),
  );
}

interface ExpressionPart {
  readonly part: Expr;
  /** True if it is constant, or in a constant part. */
  readonly isConstant: boolean;
}

/** The parts of an expression, each before its own parts. */
function partsOf(expression: ComparedExpression): readonly ExpressionPart[] {
  const { checked } = expression;
  const constants = constantParts(expression);
  const found: ExpressionPart[] = [];
  const visit = (part: Expr, isInConstant: boolean): void => {
    const isConstant = isInConstant || constants.has(part);
    found.push({ part, isConstant });
    for (const child of childrenOf(part, checked)) visit(child, isConstant);
  };
  visit(checked.ast.expr, false);
  return found;
}

function calls(...overloads: readonly string[]): ExpressionChange['concerns'] {
  const wanted = new Set(overloads);
  return ({ id }, { checked }) => {
    const reference = checked.references.get(id);
    return reference?.kind === 'function' && reference.overloads.some((one) => wanted.has(one));
  };
}

const searchesFrom = calls('string_index_of_string_int', 'string_last_index_of_string_int');

/** Reports whether a search is for a literal that is not empty. */
function searchesForText(search: Expr): boolean {
  const [text] = search.kind === 'call' ? search.args : [];
  return text?.kind === 'const' && text.value.type === 'string' && text.value.value !== '';
}

const callsAlternative = calls('optional_or_optional', 'optional_orValue_value');

const LIST_OPERATORS: ReadonlySet<string> = new Set(['_==_', '_!=_', '_+_']);
const KEYED_LISTS: ReadonlySet<string | undefined> = new Set(['set', 'map']);

/** The types of values that JSON has as strings. */
const READ_FROM_STRINGS: ReadonlySet<Type> = new Set([TIMESTAMP, DURATION, BYTES]);

function typeOf({ id }: Expr, { checked }: ComparedExpression): Type {
  return checked.types.get(id) ?? DYN;
}

/** Reports whether a chain of selections starts at an optional value. */
function startsAtOptional(part: Expr, expression: ComparedExpression): boolean {
  let start = part;
  for (let next = selectedFrom(part); next !== undefined; next = selectedFrom(start)) start = next;
  return start !== part && unwrapOptional(typeOf(start, expression)).isOptional;
}

function selectedName(part: Expr): string | undefined {
  if (part.kind === 'select') return part.field;
  const field = part.kind === 'call' ? part.args[1] : undefined;
  return field?.kind === 'const' && field.value.type === 'string' ? field.value.value : undefined;
}

/** Reports whether an expression reads a field below the spec of an object that a request is about. */
function readsSpec(part: Expr, { schema }: ComparedExpression, path: readonly string[]): boolean {
  let value = part;
  for (const name of ['spec', ...path].reverse()) {
    const from = selectedFrom(value);
    if (from === undefined || selectedName(value) !== name) return false;
    value = from;
  }
  return schema === undefined;
}

/** Reports whether the rules of a policy or of webhooks name a resource. */
function matchesResource({ resource }: ComparedExpression, name: string): boolean {
  return (
    isOfKind(resource, ...DECIDING_KINDS) &&
    resourceRulesOf(resource).some((rule) =>
      (rule.get('resources').value ?? []).some((one) => one === name || one.startsWith('*')),
    )
  );
}

/** The type of a list of a custom resource: `set`, `map` or `atomic`. Undefined if it is not known. */
function listTypeOf(list: Expr, expression: ComparedExpression): string | undefined {
  return schemaOf(list, schemasOfVariables(expression))?.['x-kubernetes-list-type'];
}

type Schemas = ReadonlyMap<string, StructuralSchema>;

function schemaOf(part: Expr, variables: Schemas): StructuralSchema | undefined {
  if (part.kind === 'ident') return variables.get(part.name);
  const from = selectedFrom(part);
  const schema = from && schemaOf(from, variables);
  const name = selectedName(part);
  if (schema === undefined) return undefined;
  const property = name && propertySchema(schema, unescapeProperty(name) ?? name);
  return property || elementOf(schema);
}

/** The schema of the items of a list, or of the values of a map. */
function elementOf(schema: StructuralSchema): StructuralSchema | undefined {
  return mapValueSchema(schema) ?? itemSchema(schema);
}

/** The schemas of `self`, `oldSelf` and the items in macros. */
const schemasOfVariables = onceForEach((expression: ComparedExpression): Schemas => {
  const { schema } = expression;
  const found = new Map<string, StructuralSchema>();
  if (schema === undefined) return found;
  found.set('self', schema).set('oldSelf', schema);
  for (const { part } of partsOf(expression)) {
    if (part.kind !== 'comprehension') continue;
    const range = schemaOf(part.iterRange, found);
    const element = range && elementOf(range);
    if (element !== undefined) found.set(part.iterVar2 ?? part.iterVar, element);
  }
  return found;
});
