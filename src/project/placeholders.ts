/**
 * What other tools fill in before a manifest is sent: `${NAME}` and `${NAME:=default}` (Flux, envsubst), `$(NAME)`
 * (kustomize), `{{ name }}` (templates).
 */
const PLACEHOLDER = /\$\{\w[^{}]*\}|\$\([A-Za-z_][\w.-]*\)|\{\{[^{}]*\}\}/;

/**
 * Fields whose values may contain such texts without being templates: patterns and expressions have `${` and `$(` of
 * their own, and descriptions may show them.
 */
const VERBATIM = new Set([
  'description',
  'expression',
  'jsonPath',
  'messageExpression',
  'pattern',
  'rule',
  'valueExpression',
]);

/**
 * Whether a text is not what the server will get, because something in it is still to be filled in.
 *
 * @param field the path of the field that has the text, as the API server writes it
 */
export function isUnrendered(text: string, field: string | null): boolean {
  return PLACEHOLDER.test(text) && !VERBATIM.has(lastSegment(field ?? ''));
}

function lastSegment(field: string): string {
  return field.slice(field.lastIndexOf('.') + 1).replace(/\[\d+\]$/, '');
}
