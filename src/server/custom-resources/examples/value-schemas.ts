import {
  ANYTHING,
  itemSchema,
  mapValueSchema,
  propertySchema,
  type StructuralSchema,
} from '../../crd/structural.ts';

/**
 * The schemas that a value must satisfy together: the one that declares it, and those that only constrain it, such as
 * the branches of logical junctors.
 */
export interface ValueSchemas {
  readonly declared: StructuralSchema;
  readonly constraints: readonly StructuralSchema[];
}

/** The number of choices of branches that are tried for one value. */
const MAX_CHOICES = 24;

/**
 * The choices of branches with which a value can satisfy the junctors of its schemas: in each one, all schemas of
 * `allOf` and one of each `anyOf` and `oneOf` belong to the constraints. Only the validation decides whether `not`
 * refuses a value.
 */
export function branchChoices({ declared, constraints }: ValueSchemas): readonly ValueSchemas[] {
  const settled: (readonly StructuralSchema[])[] = [];
  const left: (readonly StructuralSchema[])[] = [[declared, ...constraints]];
  for (let choice = left.pop(); choice !== undefined; choice = left.pop()) {
    const has = (one: StructuralSchema) => choice.includes(one);
    const missing = choice.flatMap(({ allOf = [] }) => allOf.filter((one) => !has(one)));
    const open = choice
      .flatMap(({ anyOf = [], oneOf = [] }) => [anyOf, oneOf])
      .find((branches) => branches.length > 0 && !branches.some(has));
    if (missing.length > 0) left.push([...choice, ...missing]);
    else if (open !== undefined) {
      left.push(...open.toReversed().map((branch) => [...choice, branch]));
    } else if (settled.push(choice) >= MAX_CHOICES) break;
  }
  return settled.map(([, ...others]) => ({ declared, constraints: others }));
}

/** All schemas of a value, the declaring one first. */
export function allSchemas({ declared, constraints }: ValueSchemas): readonly StructuralSchema[] {
  return [declared, ...constraints];
}

/** The schemas of a member of an object; undefined if the server removes such a member. */
export function memberSchemas(
  { declared, constraints }: ValueSchemas,
  name: string,
): ValueSchemas | undefined {
  const member = memberSchema(declared, name) ?? (isOpen(declared) ? ANYTHING : undefined);
  if (member === undefined) return undefined;
  return {
    declared: member,
    constraints: constraints.flatMap((schema) => memberSchema(schema, name) ?? []),
  };
}

/** The schemas of the items of a list; undefined if they are not declared. */
export function itemSchemas({ declared, constraints }: ValueSchemas): ValueSchemas | undefined {
  const item = itemSchema(declared);
  if (item === undefined) return undefined;
  return { declared: item, constraints: constraints.flatMap((schema) => itemSchema(schema) ?? []) };
}

function memberSchema(schema: StructuralSchema, name: string): StructuralSchema | undefined {
  return propertySchema(schema, name) ?? mapValueSchema(schema);
}

function isOpen(schema: StructuralSchema): boolean {
  return (
    schema['x-kubernetes-preserve-unknown-fields'] === true || schema.additionalProperties === true
  );
}
