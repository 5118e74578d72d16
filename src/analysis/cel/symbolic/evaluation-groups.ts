import type { Field } from '../../../rule/field.ts';
import { isOfKind, type Resource } from '../../../rule/resource.ts';
import type { Operation } from '../../../server/kubernetes/operations.ts';
import { type DecidingResource, decidersOf } from '../../admission/deciders.ts';
import { POLICY_KINDS } from '../../admission/policy-kinds.ts';
import { type RequestFilter, requestFilters } from '../../requests/request-filters.ts';
import { matchResources } from '../../requests/resource-rules.ts';
import { type CelCompilation, celCompilations } from '../compilations.ts';
import type { SelectedLabels } from './admission-shapes.ts';
import { type RequestClass, requestClasses } from './request-classes.ts';
import { selectedLabels } from './selected-labels.ts';

/** The compiled expressions that are evaluated for one request: the expressions of one webhook, or of a policy. */
export interface EvaluationGroup {
  readonly classes: readonly RequestClass[];
  readonly objectLabels: SelectedLabels;
  readonly namespaceLabels: SelectedLabels;
  readonly conditions: readonly CelCompilation[];
  readonly variables: ReadonlyMap<string, CelCompilation>;
  /** The validations, with their messages, audit annotations and mutations. */
  readonly others: readonly CelCompilation[];
  readonly failurePolicy: string;
}

/** The groups of a webhook configuration, one for each webhook, or the single group of a policy. */
export function evaluationGroups(owner: DecidingResource): readonly EvaluationGroup[] {
  const byPath = new Map(celCompilations(owner).map((one) => [one.expression.field.path, one]));
  const compiled = (field: Field) => {
    const one = byPath.get(field.path);
    return one?.compiled.ok === true ? [one] : [];
  };
  const deciders = decidersOf(owner);
  return requestFilters(owner).map((filter, index) => {
    const conditions = filter.matchConditions.flatMap((condition) =>
      compiled(condition.get('expression')),
    );
    const common = {
      classes: classesOf(owner, filter),
      objectLabels: selectedLabels(filter.objectSelector),
      conditions,
      failurePolicy: deciders[index]?.get('failurePolicy').value ?? 'Fail',
    };
    if (!isPolicy(owner)) {
      const namespaceLabels = selectedLabels(filter.namespaceSelector);
      return { ...common, namespaceLabels, variables: new Map(), others: [] };
    }
    return {
      ...common,
      // The policy may rely on labels that only its bindings select.
      namespaceLabels: 'all',
      variables: variablesOf(owner, compiled),
      others: [...byPath.values()].filter((one) => one.compiled.ok && seesAllVariables(one)),
    };
  });
}

function seesAllVariables({ expression }: CelCompilation): boolean {
  const { variables } = expression.environment;
  return variables === 'all' || variables === 'all-if-any';
}

function isPolicy(
  owner: DecidingResource,
): owner is Resource<'ValidatingAdmissionPolicy' | 'MutatingAdmissionPolicy'> {
  return isOfKind(owner, ...POLICY_KINDS);
}

/** The variables of a policy by name. Of two with the same name, the later one hides the earlier one. */
function variablesOf(
  policy: Resource<'ValidatingAdmissionPolicy' | 'MutatingAdmissionPolicy'>,
  compiled: (field: Field) => readonly CelCompilation[],
): ReadonlyMap<string, CelCompilation> {
  const found = new Map<string, CelCompilation>();
  for (const variable of policy.root.get('spec').itemsOf('variables')) {
    const [one] = compiled(variable.get('expression'));
    const name = variable.get('name').value ?? '';
    if (one === undefined) found.delete(name);
    else found.set(name, one);
  }
  return found;
}

function classesOf(owner: DecidingResource, filter: RequestFilter): readonly RequestClass[] {
  const excluded = matchResources(owner)?.itemsOf('excludeResourceRules') ?? [];
  // Mutating policies do not receive deletions.
  const never: readonly Operation[] = isOfKind(owner, 'MutatingAdmissionPolicy') ? ['DELETE'] : [];
  return requestClasses(filter, excluded, { minor: owner.minor, never });
}
