import type { StructuralSchema } from '../structural.ts';
import { invalid, type Outcome, type ProblemPlace } from './validation-outcome.ts';

/** Validates the value against a schema of a junctor. */
type ValidateBranch = (branch: StructuralSchema) => Outcome;

/** Validates a value against `anyOf`, `oneOf`, `allOf` and `not` of a schema. */
export function checkJunctors(
  { schema, trail }: Omit<ProblemPlace, 'keyword'>,
  validate: ValidateBranch,
  out: Outcome,
): void {
  out.matches += 2;
  const { anyOf = [], oneOf = [], allOf = [], not } = schema;
  const place = { schema, trail, unnamed: true };
  if (anyOf.length > 0) checkAnyOf(anyOf, validate, place, out);
  if (oneOf.length > 0) checkOneOf(oneOf, validate, place, out);
  if (allOf.length > 0) checkAllOf(allOf, validate, place, out);
  if (not !== undefined && validate(not).isValid) {
    out.add(invalid('it matches the schema of not'), { ...place, keyword: 'not' });
  }
}

function checkAnyOf(
  branches: readonly StructuralSchema[],
  validate: ValidateBranch,
  place: Omit<ProblemPlace, 'keyword'>,
  out: Outcome,
): void {
  let best: Outcome | undefined;
  for (const branch of branches) {
    const outcome = validate(branch);
    if (outcome.isValid) {
      out.merge(outcome);
      return;
    }
    if (best === undefined || outcome.matches > best.matches) best = outcome;
  }
  out.add(invalid('it matches no schema of anyOf'), { ...place, keyword: 'anyOf' });
  if (best !== undefined) out.merge(best);
}

function checkOneOf(
  branches: readonly StructuralSchema[],
  validate: ValidateBranch,
  place: Omit<ProblemPlace, 'keyword'>,
  out: Outcome,
): void {
  let best: Outcome | undefined;
  const valid: Outcome[] = [];
  for (const branch of branches) {
    const outcome = validate(branch);
    if (outcome.isValid) valid.push(outcome);
    else if (best === undefined || outcome.matches > best.matches) best = outcome;
  }
  const [first, second] = valid;
  if (first !== undefined && second === undefined) {
    out.merge(first);
    return;
  }
  const reason = `it matches ${valid.length} schemas of oneOf instead of exactly one`;
  out.add(invalid(reason), { ...place, keyword: 'oneOf' });
  if (first === undefined && best !== undefined) out.merge(best);
}

function checkAllOf(
  branches: readonly StructuralSchema[],
  validate: ValidateBranch,
  place: Omit<ProblemPlace, 'keyword'>,
  out: Outcome,
): void {
  let valid = 0;
  for (const branch of branches) {
    const outcome = validate(branch);
    if (outcome.isValid) valid++;
    out.merge(outcome);
  }
  if (valid < branches.length) {
    out.add(invalid('it does not match all schemas of allOf'), { ...place, keyword: 'allOf' });
  }
}
