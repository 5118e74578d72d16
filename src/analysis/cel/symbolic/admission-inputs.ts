import type { SymbolicInput } from '../../../cel/symbolic/input.ts';
import { SymbolicPath } from '../../../cel/symbolic/path.ts';
import { ANY_SHAPE } from '../../../cel/symbolic/shape.ts';
import type { Value } from '../../../cel/symbolic/values.ts';
import { namespaceShape, objectShape, requestShape } from './admission-shapes.ts';
import type { EvaluationGroup } from './evaluation-groups.ts';
import type { RequestClass } from './request-classes.ts';

/** The variables of the environment for the requests of one class. */
export interface AdmissionInput {
  readonly request: RequestClass;
  readonly paths: ReadonlyMap<string, SymbolicPath>;
}

/** The inputs of a group, one for each class of requests. */
export function admissionInputs(group: EvaluationGroup): readonly AdmissionInput[] {
  return group.classes.map((request) => {
    const object = objectShape(request, group.objectLabels);
    const paths = [
      SymbolicPath.root('object', object),
      SymbolicPath.root('oldObject', object),
      SymbolicPath.root('request', requestShape(request)),
      SymbolicPath.root('namespaceObject', namespaceShape(group.namespaceLabels)),
      SymbolicPath.root('params', { ...ANY_SHAPE, nullable: true }),
    ];
    return { request, paths: new Map(paths.map((path) => [path.notation, path])) };
  });
}

/** The value of a variable that is not a variable of the policy. */
export function variableIn(input: AdmissionInput | undefined, name: string): Value | undefined {
  const path = input?.paths.get(name);
  return path === undefined ? undefined : { kind: 'input', path };
}

/** Returns whether a variable is null for the requests of a class. Undefined if it can be null or not. */
export function isNullVariable(
  { operation, scope }: RequestClass,
  variable: string,
): boolean | undefined {
  switch (variable) {
    case 'object':
      return operation === 'DELETE';
    case 'oldObject':
      return operation === 'CREATE' || operation === 'CONNECT';
    case 'namespaceObject':
      return scope !== 'namespaced';
    default:
      return undefined;
  }
}

/** Fixes which variables are null. */
export function fixNullVariables({ request, paths }: AdmissionInput, input: SymbolicInput): void {
  for (const [name, path] of paths) {
    const isNull = isNullVariable(request, name);
    if (isNull !== undefined) input.setNull(path, isNull);
  }
}
