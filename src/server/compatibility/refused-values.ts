import { createMapping, isMapping, type Mapping, type Value } from '../../yaml/tree.ts';
import type { SchemaPair } from '../crd/schema-pairs.ts';
import { isEmbeddedResource, propertySchema, type StructuralSchema } from '../crd/structural.ts';
import { withDefaults } from '../crd/values/defaulting.ts';
import { listFaults } from '../crd/values/list-uniqueness.ts';
import { validateValue } from '../crd/values/validate.ts';
import type { ValueProblem } from '../crd/values/validation-outcome.ts';
import { boundaryValues } from '../custom-resources/examples/boundary-values.ts';
import type { ExampleValues } from '../custom-resources/examples/example-values.ts';
import { NO_HINTS } from '../custom-resources/examples/rule-hints.ts';
import type { Minor } from '../kubernetes/minors.ts';
import type { Suspect } from './change.ts';
import type { RefusingKeyword } from './implied-keywords.ts';

/** The number of values of a field that are tried, in the order of the search, for one keyword. */
const MAX_TRIED = 1500;
/** The number of values that seem to be refused and are returned. */
const MAX_FOUND = 6;

/** The key that an object has in addition to the declared ones. */
const UNDECLARED_KEY = 'key';

/**
 * Values of a field that the earlier schema accepts, and the later one refuses because of a keyword. Whole objects show
 * whether the server accepts and refuses them.
 */
export function* refusedValues(
  pair: SchemaPair,
  suspect: Suspect,
  values: ExampleValues,
  minor: Minor,
): Iterable<Value> {
  let found = 0;
  let tried = 0;
  for (const value of candidates(pair, suspect, values)) {
    if (++tried > MAX_TRIED) return;
    if (!values.isValid(value, { declared: pair.before, constraints: [] })) continue;
    if (!isRefused(value, pair, suspect.keyword, minor)) continue;
    yield value;
    if (++found >= MAX_FOUND) return;
  }
}

/** Reports whether there are so few possible values that trying all of them proves that none is refused. */
export function hasFewValues({ before }: SchemaPair): boolean {
  return (before.enum ?? []).length > 0 || before.type === 'boolean';
}

function* candidates(
  { before, after }: SchemaPair,
  { keyword, name = UNDECLARED_KEY }: Suspect,
  values: ExampleValues,
): Iterable<Value> {
  const schemas = { declared: before, constraints: [] };
  switch (keyword) {
    case 'additionalProperties':
    case 'x-kubernetes-preserve-unknown-fields':
      yield* objectsWith(name, before, values);
      return;
    case 'nullable':
      yield null;
      return;
    case 'required':
      yield* objectsWithout(name, before, values);
      return;
    default:
      yield* boundaryValues({ schemas, other: [after], hints: NO_HINTS }, values);
  }
}

function* objectsWith(
  name: string,
  schema: StructuralSchema,
  values: ExampleValues,
): Iterable<Mapping> {
  const schemas = { declared: schema, constraints: [] };
  const declared = propertySchema(schema, name);
  const inner =
    declared === undefined
      ? values.of({ declared: valueSchema(schema), constraints: [] })
      : values.of({ declared, constraints: [] });
  let tried = 0;
  for (const value of inner) {
    if (value === null) continue;
    yield* values.objects(schemas, new Map([[name, value]]));
    if (++tried > 3) return;
  }
}

function valueSchema({ additionalProperties }: StructuralSchema): StructuralSchema {
  return typeof additionalProperties === 'object' ? additionalProperties : { type: 'string' };
}

function* objectsWithout(
  name: string,
  schema: StructuralSchema,
  values: ExampleValues,
): Iterable<Mapping> {
  for (const object of values.objects({ declared: schema, constraints: [] }, new Map())) {
    yield object;
    const rest = createMapping();
    for (const key in object) if (key !== name) rest[key] = object[key] ?? null;
    yield rest;
  }
}

function isRefused(
  value: Value,
  { before, after }: SchemaPair,
  keyword: RefusingKeyword,
  minor: Minor,
): boolean {
  switch (keyword) {
    case 'additionalProperties':
    case 'x-kubernetes-preserve-unknown-fields':
      return isMapping(value);
    case 'x-kubernetes-embedded-resource':
      return isMapping(value) && isEmbeddedResource(after) && !isEmbeddedResource(before);
    case 'x-kubernetes-list-type':
    case 'x-kubernetes-list-map-keys':
      for (const _ of listFaults(withDefaults(value, after), after)) return true;
      return false;
    case 'nullable':
      return true;
    default: {
      const { problems } = validateValue(withDefaults(value, after), after, {
        minor,
        of: 'resource',
      });
      return problems.some((problem) => isAbout(problem, after, keyword));
    }
  }
}

/** Keywords that the server reports as another one. */
const REPORTED_AS: ReadonlyMap<RefusingKeyword, readonly string[]> = new Map([
  ['format', ['format', 'type', 'minimum', 'maximum']],
  ['type', ['type', 'format', 'enum', 'nullable']],
]);

/** Reports whether an error is about a keyword of a schema, or of a branch of that keyword. */
export function isAbout(
  { schema, keyword: reported }: ValueProblem,
  after: StructuralSchema,
  keyword: RefusingKeyword,
): boolean {
  if (schema === after) return (REPORTED_AS.get(keyword) ?? [keyword]).includes(reported);
  switch (keyword) {
    case 'anyOf':
    case 'oneOf':
    case 'allOf':
      return (after[keyword] ?? []).some((branch) => containsSchema(branch, schema));
    default:
      return false;
  }
}

function containsSchema(root: StructuralSchema, wanted: StructuralSchema): boolean {
  if (root === wanted) return true;
  const { anyOf = [], oneOf = [], allOf = [], not, properties = {}, items } = root;
  const inner = [...anyOf, ...oneOf, ...allOf, ...Object.values(properties)];
  if (not !== undefined) inner.push(not);
  if (items !== undefined && !Array.isArray(items)) inner.push(items as StructuralSchema);
  return inner.some((schema) => containsSchema(schema, wanted));
}
