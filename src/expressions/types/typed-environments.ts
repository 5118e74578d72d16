import type { Environment, Variable } from '../../cel/environment.ts';
import { DYN, struct, type Type } from '../../cel/types.ts';
import type { Minor } from '../../kubernetes/minors.ts';
import { serverHas } from '../../kubernetes/server-changes.ts';
import { acceptsKeywords, environmentOf } from '../environments.ts';
import type { Place } from '../places.ts';
import type { ApiType } from './api-types.ts';
import { provideStructs, VARIABLES_TYPE } from './declared-types.ts';
import { ObjectTypes, type ObjectView } from './object-types.ts';

/** A type with the name that it has in messages. */
export interface NamedType {
  readonly name: string;
  readonly type: ApiType;
}

/** What is known of the objects of a policy. */
export interface TypedContext {
  readonly minor: Minor;
  readonly object: NamedType;
  /** Undefined where `params` is not declared, `unknown` where nothing is known of them. */
  readonly params: NamedType | 'unknown' | undefined;
}

/** Environments in which the objects of a policy have types, with the means to learn of its variables. */
export interface TypedEnvironments {
  /** The environment of a place. All see the variables that are declared so far. */
  at(place: Place): Environment;
  readonly objects: ObjectTypes;
  /** Declares a variable of the policy, or declares it anew. */
  declareVariable(name: string, type: Type): void;
}

/**
 * The environments of one policy for objects of one kind: of the server's type checker, which has one for
 * all places, with `authorizer` but without `authorizer.requestResource`; or of expressions as they run.
 *
 * Source: `buildEnvSet` in `pkg/admission/plugin/policy/validating/typechecking.go` of the API server.
 */
export function typedEnvironments(context: TypedContext, view: ObjectView): TypedEnvironments {
  const { minor } = context;
  const keywords = acceptsKeywords(minor, 'stored');
  const objects = new ObjectTypes(view, keywords);
  const declared = objectVariables(context, objects);
  const variables = new Map<string, Type>();
  const structs = provideStructs(new Map([[VARIABLES_TYPE.name, variables]]), {
    names: serverHas('type-names-denote-types', minor) ? 'types' : 'values',
    acceptsKeywords: keywords,
  });
  const known = new Map<Place, Environment>();
  const extend = (place: Place): Environment => {
    const isTypeChecker = view === 'type-checker';
    // Messages are the one place of a policy that declares no authorizer.
    const parent = environmentOf({
      place: isTypeChecker ? 'vap-message' : place,
      minor,
      expressions: 'stored',
    });
    return parent.extend({
      variables: isTypeChecker ? [...declared, AUTHORIZER] : declared,
      types: [objects, structs],
    });
  };
  return {
    at: (place) => {
      const environment = known.get(place) ?? extend(place);
      known.set(place, environment);
      return environment;
    },
    objects,
    declareVariable: (name, type) => variables.set(name, type),
  };
}

const AUTHORIZER: Variable = {
  name: 'authorizer',
  type: struct('kubernetes.authorization.Authorizer'),
};

function objectVariables({ object, params }: TypedContext, objects: ObjectTypes): Variable[] {
  const type = objects.declare(object.name, object.type);
  const variables = [
    { name: 'object', type },
    { name: 'oldObject', type },
    { name: 'variables', type: VARIABLES_TYPE },
  ];
  if (params === 'unknown') variables.push({ name: 'params', type: DYN });
  else if (params !== undefined) {
    variables.push({ name: 'params', type: objects.declare(params.name, params.type) });
  }
  return variables;
}
