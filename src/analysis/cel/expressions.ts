import { isBlank } from '../../base/go/white-space.ts';
import type { Field } from '../../rule/field.ts';
import { isOfKind, type Resource } from '../../rule/resource.ts';
import {
  type AdmissionEnvironment,
  type AdmissionEnvironmentName,
  ENVIRONMENTS,
} from '../../server/expressions/environment-table.ts';
import type { Variable } from '../../server/kubernetes/types.generated.ts';
import { type DecidingResource, decidersOf } from '../admission/deciders.ts';

/** The variables of a policy that an expression can use. */
export interface VariableScope {
  /** All variables of the policy, in order. Of two with the same name, the later one hides the earlier one. */
  readonly variables: readonly Field<Variable>[];
  /** The number of variables, from the first one, that are declared for the expression. */
  readonly visible: number;
}

export interface CelExpression {
  readonly environment: AdmissionEnvironment;
  readonly field: Field<string | undefined>;
  /** True if `params` is declared. */
  readonly declaresParams: boolean;
  /** Undefined if `variables` is not declared. */
  readonly scope: VariableScope | undefined;
}

/**
 * All fields of an object for CEL expressions, absent and blank ones included, in the order in which the server
 * validates them. The patch of a mutation that is not of its `patchType` is not included, as on the server.
 */
export function celExpressions(resource: DecidingResource): readonly CelExpression[] {
  if (isOfKind(resource, 'ValidatingAdmissionPolicy')) return validatingExpressions(resource);
  if (isOfKind(resource, 'MutatingAdmissionPolicy')) return mutatingExpressions(resource);
  return conditionFields(resource).map((field) => ({
    environment: ENVIRONMENTS.webhook,
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
      .itemsOf('validations')
      .flatMap((validation) => [
        policy.expression('vap', validation.get('expression')),
        policy.expression('vap-message', validation.get('messageExpression')),
      ]),
    ...spec
      .itemsOf('auditAnnotations')
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
      .itemsOf('mutations')
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

function conditionFields(resource: DecidingResource): readonly Field<string | undefined>[] {
  return decidersOf(resource)
    .flatMap((decider) => decider.itemsOf('matchConditions'))
    .map((condition) => condition.get('expression'));
}

/** Creates the expressions of a policy. */
function policyScope(resource: Resource<'ValidatingAdmissionPolicy' | 'MutatingAdmissionPolicy'>) {
  const spec = resource.root.get('spec');
  const hasParamKind = !spec.get('paramKind').absent;
  const listed = spec.itemsOf('variables');
  // The server does not declare a variable without an expression, but declares one with an invalid name.
  const variables = listed.filter((variable) => isDeclared(variable));
  const expression = (
    name: AdmissionEnvironmentName,
    field: Field<string | undefined>,
    visible = variables.length,
  ): CelExpression => {
    const environment = ENVIRONMENTS[name];
    const declaresVariables =
      environment.variables === 'all-if-any'
        ? listed.length > 0
        : environment.variables !== 'never';
    return {
      environment,
      field,
      declaresParams: hasParamKind,
      scope: declaresVariables ? { variables, visible } : undefined,
    };
  };
  const variableExpressions = (name: AdmissionEnvironmentName): readonly CelExpression[] => {
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
