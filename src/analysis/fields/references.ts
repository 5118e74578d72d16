import type { Field } from '../../rule/field.ts';
import { segmentProblem, subdomainProblem } from '../metadata/names.ts';
import { requireFormat, requireText, type ValueReport } from './value-checks.ts';

interface ObjectName {
  readonly apiGroup?: string;
  readonly kind?: string;
  readonly name?: string;
}

/** Reports the errors of a reference to an object by its API group, kind and name. The group may be absent. */
export function requireObject(
  report: ValueReport<'required' | 'invalid'>,
  reference: Field<ObjectName | undefined>,
): void {
  requireFormat(report, reference.get('apiGroup'), subdomainProblem);
  requireKindAndName(report, reference);
}

/** Reports the errors of the kind and the name in a reference. */
export function requireKindAndName(
  report: ValueReport<'required' | 'invalid'>,
  reference: Field<Pick<ObjectName, 'kind' | 'name'> | undefined>,
): void {
  for (const part of ['kind', 'name'] as const) {
    const field = reference.get(part);
    if (requireText(report, field, `the ${part} of the object`)) {
      requireFormat(report, field, segmentProblem);
    }
  }
}
