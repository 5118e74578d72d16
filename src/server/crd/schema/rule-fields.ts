import { isBlank, trimSpace } from '../../../base/go/white-space.ts';
import type { ValidationRule } from '../../kubernetes/types.generated.ts';
import { type FieldPathFault, followFieldPath } from '../field-path.ts';
import type { SchemaNode, SchemaTree } from '../schema-node.ts';
import { seen } from './keywords.ts';
import { type Below, keyword, type SchemaProblems } from './problem.ts';

const RULES = 'x-kubernetes-validations';

const TAINTS = { taints: true } as const;

/** The reasons that a rule can have, in the server's order. */
const RULE_REASONS: readonly string[] = [
  'FieldValueDuplicate',
  'FieldValueForbidden',
  'FieldValueInvalid',
  'FieldValueRequired',
];

/**
 * Checks the fields of `x-kubernetes-validations` other than the expressions.
 *
 * @param isFormed reports whether the server can convert a schema, and the schemas below it, to structural schemas.
 * Only then does the server follow field paths.
 */
export function checkRuleFields(
  tree: SchemaTree,
  isFormed: (node: SchemaNode) => boolean,
  problems: SchemaProblems,
): void {
  for (const node of seen(tree, RULES)) {
    for (const [index, rule] of (node.schema[RULES] ?? []).entries()) {
      const at = (field: string): Below => keyword(RULES, [index], field);
      checkMessages(rule, node, at, problems);
      checkFieldPath(rule, node, at, isFormed, problems);
    }
  }
}

function checkMessages(
  { rule = '', message = '', messageExpression = '', reason }: ValidationRule,
  node: SchemaNode,
  at: (field: string) => Below,
  problems: SchemaProblems,
): void {
  const text = trimSpace(rule);
  const trimmed = trimSpace(message);
  // The server reports only the first of these four errors.
  if (text === '') problems.add('rule-blank', node, at('rule'), {}, TAINTS);
  else if (message !== '' && trimmed === '') {
    problems.add('message-blank', node, at('message'), {}, TAINTS);
  } else if (hasLineBreak(trimmed)) problems.add('message-lines', node, at('message'), {}, TAINTS);
  else if (hasLineBreak(text) && trimmed === '') {
    problems.add('message-needed', node, at('message'), {}, TAINTS);
  }
  if (messageExpression !== '' && isBlank(messageExpression)) {
    problems.add('message-expression-blank', node, at('messageExpression'), {}, TAINTS);
  }
  if (reason !== undefined && !RULE_REASONS.includes(reason)) {
    problems.add('unknown-reason', node, at('reason'), { reason }, TAINTS);
  }
}

function checkFieldPath(
  { fieldPath = '' }: ValidationRule,
  node: SchemaNode,
  at: (field: string) => Below,
  isFormed: (node: SchemaNode) => boolean,
  problems: SchemaProblems,
): void {
  if (fieldPath === '') return;
  if (isBlank(fieldPath)) problems.add('field-path-blank', node, at('fieldPath'), {}, TAINTS);
  if (hasLineBreak(fieldPath)) problems.add('field-path-lines', node, at('fieldPath'), {}, TAINTS);
  if (!isFormed(node)) return;
  const followed = followFieldPath(fieldPath, node.schema, { brackets: true });
  if (followed.ok) return;
  if (followed.fault === 'crash') {
    problems.add('field-path-crash', node, at('fieldPath'), { path: fieldPath });
  } else {
    const values = { path: fieldPath, reason: FIELD_PATH_FAULTS[followed.fault] };
    problems.add('field-path', node, at('fieldPath'), values, TAINTS);
  }
}

/** The error in a path, as text after a colon in a message. */
export const FIELD_PATH_FAULTS: Readonly<Record<FieldPathFault, string>> = {
  'unknown-field': 'the schema does not declare the field, or it is inside a list',
  end: 'the path is incomplete',
  'dot-or-bracket': 'a dot is required before each name',
  brackets: "brackets must contain one name in single quotes, as in ['name']",
  quotes: "a name in brackets must be in single quotes, as in ['name']",
  escape: 'a backslash escapes a character that cannot be escaped',
};

function hasLineBreak(text: string): boolean {
  return /[\n\r]/.test(text);
}
