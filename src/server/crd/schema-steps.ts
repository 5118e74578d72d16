/** A step from a schema to the schema of a part of its values. */
export type SchemaStep =
  | { readonly kind: 'property'; readonly name: string }
  | { readonly kind: 'items' }
  /** The values of a map. */
  | { readonly kind: 'values' };

export type SchemaSteps = readonly SchemaStep[];

/** The path of a field for people: `spec.ports[*].name`, where `[*]` is any item or any value of a map. */
export function fieldText(steps: SchemaSteps): string {
  const parts = steps.map((step) => {
    if (step.kind !== 'property') return '[*]';
    return /^[\w-]+$/.test(step.name) ? `.${step.name}` : `[${step.name}]`;
  });
  return parts.join('').replace(/^\./, '');
}

/** The path of a schema below that of the whole object, as CRDs contain it. */
export function schemaSegments(steps: SchemaSteps): readonly string[] {
  return steps.flatMap((step) => {
    if (step.kind === 'property') return ['properties', step.name];
    return step.kind === 'items' ? ['items'] : ['additionalProperties'];
  });
}
