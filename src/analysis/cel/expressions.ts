import { isBlank } from '../../go/white-space.ts';
import type { KindName } from '../../kubernetes/kinds.ts';
import type { Variable } from '../../kubernetes/types.generated.ts';
import type { Field } from '../../rule/field.ts';
import { isOfKind, type Resource } from '../../rule/resource.ts';
import { matchConditionLists } from '../admission/match-conditions.ts';
import { CEL_PLACES, type CelPlace, type CelPlaceName } from './places.ts';

/** The kinds of the admission API that have CEL expressions. */
export const KINDS_WITH_CEL_EXPRESSIONS = [
  'ValidatingWebhookConfiguration',
  'MutatingWebhookConfiguration',
  'ValidatingAdmissionPolicy',
  'MutatingAdmissionPolicy',
] as const satisfies readonly KindName[];

type KindWithCelExpressions = (typeof KINDS_WITH_CEL_EXPRESSIONS)[number];

/** The variables of a policy that an expression of it may use. */
export interface VariableScope {
  /** All that the policy declares, in order; of two with one name the later one counts from there on. */
  readonly variables: readonly Field<Variable>[];
  /** How many of them, from the first one on, `variables` has here. */
  readonly visible: number;
}

/** One CEL expression of an object, with what its object adds to its place. */
export interface CelExpression {
  readonly place: CelPlace;
  readonly field: Field<string | undefined>;
  /** Whether `params` is declared. */
  readonly declaresParams: boolean;
  /** What `variables` has; undefined where it is not declared. */
  readonly scope: VariableScope | undefined;
}

/**
 * All fields of an object that hold or should hold a CEL expression, in the order in which the server
 * looks at them; absent and blank ones too. What it never gets to is left out: the patches of a
 * mutation that are not of its `patchType`.
 */
export function celExpressions(
  resource: Resource<KindWithCelExpressions>,
): readonly CelExpression[] {
  if (isOfKind(resource, 'ValidatingAdmissionPolicy')) return validatingExpressions(resource);
  if (isOfKind(resource, 'MutatingAdmissionPolicy')) return mutatingExpressions(resource);
  return conditionFields(resource).map((field) => ({
    place: CEL_PLACES.webhook,
    field,
    declaresParams: false,
    scope: undefined,
  }));
}

function validatingExpressions(
  resource: Resource<'ValidatingAdmissionPolicy'>,
): readonly CelExpression[] {
  const spec = resource.root.get('spec');
  const policy = policyScope(resource);
  return [
    ...conditionFields(resource).map((field) => policy.expression('vap-condition', field)),
    ...policy.variableExpressions('vap-variable'),
    ...spec
      .get('validations')
      .items()
      .flatMap((validation) => [
        policy.expression('vap', validation.get('expression')),
        policy.expression('vap-message', validation.get('messageExpression')),
      ]),
    ...spec
      .get('auditAnnotations')
      .items()
      .map((annotation) => policy.expression('vap-audit', annotation.get('valueExpression'))),
  ];
}

function mutatingExpressions(
  resource: Resource<'MutatingAdmissionPolicy'>,
): readonly CelExpression[] {
  const policy = policyScope(resource);
  return [
    ...conditionFields(resource).map((field) => policy.expression('map-condition', field)),
    ...policy.variableExpressions('map-variable'),
    ...resource.root
      .get('spec')
      .get('mutations')
      .items()
      .flatMap((mutation) => {
        const patchType = mutation.get('patchType').value;
        const jsonPatch = mutation.get('jsonPatch');
        const applyConfiguration = mutation.get('applyConfiguration');
        if (patchType === 'JSONPatch' && !jsonPatch.absent) {
          return [policy.expression('map-jsonpatch', jsonPatch.get('expression'))];
        }
        if (patchType === 'ApplyConfiguration' && !applyConfiguration.absent) {
          return [policy.expression('map', applyConfiguration.get('expression'))];
        }
        return [];
      }),
  ];
}

function conditionFields(
  resource: Resource<KindWithCelExpressions>,
): readonly Field<string | undefined>[] {
  return matchConditionLists(resource).flatMap((list) =>
    list.items().map((condition) => condition.get('expression')),
  );
}

/** What the expressions of one policy share. */
function policyScope(resource: Resource<'ValidatingAdmissionPolicy' | 'MutatingAdmissionPolicy'>) {
  const spec = resource.root.get('spec');
  const hasParamKind = !spec.get('paramKind').absent;
  const listed = spec.get('variables').items();
  // A variable without an expression is refused before it is declared; one with a bad name is not.
  const variables = listed.filter((variable) => isDeclared(variable));
  const expression = (
    name: CelPlaceName,
    field: Field<string | undefined>,
    visible = variables.length,
  ): CelExpression => {
    const place = CEL_PLACES[name];
    const declaresVariables =
      place.variables !== 'never' && (place.variables !== 'all-if-any' || listed.length > 0);
    return {
      place,
      field,
      declaresParams: place.params === 'with-param-kind' && hasParamKind,
      scope: declaresVariables ? { variables, visible } : undefined,
    };
  };
  const variableExpressions = (name: CelPlaceName): readonly CelExpression[] => {
    let visible = 0;
    return listed.map((variable) => {
      const found = expression(name, variable.get('expression'), visible);
      if (isDeclared(variable)) visible++;
      return found;
    });
  };
  return { expression, variableExpressions };
}

function isDeclared(variable: Field<Variable>): boolean {
  return !isBlank(variable.get('expression').value ?? '');
}
