import { getOrCompute } from '../../../base/get-or-compute.ts';
import type { Environment, Variable } from '../../../cel/environment.ts';
import { DYN, struct, type Type } from '../../../cel/types.ts';
import type { Minor } from '../../kubernetes/minors.ts';
import { serverHas } from '../../kubernetes/server-changes.ts';
import type { AdmissionEnvironmentName } from '../environment-table.ts';
import { acceptsKeywords, environmentOf } from '../environments.ts';
import type { ApiType } from './api-types.ts';
import { provideStructs, VARIABLES_TYPE } from './declared-types.ts';
import { FieldLookups } from './field-lookups.ts';
import { ObjectTypes, type ObjectView } from './object-types.ts';
import type { TypeTable } from './type-table.ts';

export interface NamedType {
  readonly name: string;
  readonly type: ApiType;
}

/** The types of the objects that a policy handles. */
export interface TypedContext {
  readonly minor: Minor;
  readonly object: NamedType;
  /** Undefined if `params` is not declared, `unknown` if its type is not known. */
  readonly params: NamedType | 'unknown' | undefined;
}

/** Environments that declare the objects of a policy with their types. */
export interface TypedEnvironments {
  /** The environment of an expression, with all variables of the policy that are declared so far. */
  at(name: AdmissionEnvironmentName): Environment;
  readonly objects: ObjectTypes;
  /** The types of `object`, and of `params` if it is declared. */
  readonly declared: readonly Type[];
  /** The fields that checks in these environments have looked up. */
  readonly lookups: FieldLookups;
  /** The text of a message with the names of the types, such as `Deployment.spec`. */
  withTypeNames(message: string): string;
  /** Declares a variable of the policy; a later declaration replaces an earlier one of the same name. */
  declareVariable(name: string, type: Type): void;
}

/**
 * The environments of a policy for objects of one kind: that of the server's type checker, which is the same for all
 * expressions, with `authorizer` but without `authorizer.requestResource`; or those at run time. The names of types are
 * the same for all kinds, so that the check of an expression can be used for several kinds.
 *
 * Source: `buildEnvSet` in `pkg/admission/plugin/policy/validating/typechecking.go` of the API server.
 */
export function typedEnvironments(
  context: TypedContext,
  view: ObjectView,
  types: TypeTable,
): TypedEnvironments {
  const { minor } = context;
  const keywords = acceptsKeywords(minor, 'stored');
  const objects = new ObjectTypes(view, keywords, types);
  const declared = objectVariables(context, objects);
  const variables = new Map<string, Type>();
  const structs = provideStructs(new Map([[VARIABLES_TYPE.name, variables]]), {
    names: serverHas('type-names-denote-types', minor) ? 'types' : 'values',
    acceptsKeywords: keywords,
  });
  const lookups = new FieldLookups([objects, structs]);
  const isTypeChecker = view === 'type-checker';
  const environments = new Map<AdmissionEnvironmentName, Environment>();
  /** By the environment that is extended, which most expressions of a policy have in common. */
  const extended = new Map<Environment, Environment>();
  const create = (name: AdmissionEnvironmentName): Environment => {
    // The environment of messages is the only one of a policy that does not declare the authorizer.
    const parent = environmentOf({
      environment: isTypeChecker ? 'vap-message' : name,
      minor,
      expressions: 'stored',
    });
    return getOrCompute(extended, parent, () =>
      parent.extend({
        variables: isTypeChecker ? [...declared, AUTHORIZER] : declared,
        types: [lookups],
      }),
    );
  };
  return {
    at: (name) => getOrCompute(environments, name, create),
    objects,
    declared: declared.map(({ type }) => type),
    lookups,
    withTypeNames: (message) => {
      const { object, params } = context;
      const named = message.replaceAll(OBJECT_TYPE, () => object.name);
      return typeof params === 'object' ? named.replaceAll(PARAMS_TYPE, () => params.name) : named;
    },
    declareVariable: (name, type) => variables.set(name, type),
  };
}

const AUTHORIZER: Variable = {
  name: 'authorizer',
  type: struct('kubernetes.authorization.Authorizer'),
};

/** The names that the types have for all kinds; no text of an expression has this character. */
const OBJECT_TYPE = '\uffffobject';
const PARAMS_TYPE = '\uffffparams';

function objectVariables({ object, params }: TypedContext, objects: ObjectTypes): Variable[] {
  const type = objects.declare(OBJECT_TYPE, object.type, object.name);
  const variables = [
    { name: 'object', type },
    { name: 'oldObject', type },
    { name: 'variables', type: VARIABLES_TYPE },
  ];
  if (params === 'unknown') variables.push({ name: 'params', type: DYN });
  else if (params !== undefined) {
    const name = params.name === object.name ? OBJECT_TYPE : PARAMS_TYPE;
    variables.push({ name: 'params', type: objects.declare(name, params.type, params.name) });
  }
  return variables;
}
