import type { ServiceContext } from './service-context.ts';
import { type Shape, shapeOfAnyObject, shapeOfKind } from './shape.ts';
import type { TextObject } from './text/open-text.ts';

/** The shape of an object of a text. If its kind is not known, it has the fields that all objects have. */
export function shapeOfObject(object: TextObject, context: ServiceContext): Shape {
  return knownShape(object, context) ?? shapeOfAnyObject(context.minor);
}

/** Reports whether the fields of the kind of an object are known. */
export function hasKnownKind(object: TextObject, context: ServiceContext): boolean {
  return knownShape(object, context) !== undefined;
}

function knownShape(
  { apiVersion, kind }: TextObject,
  { minor, customKinds, fileShape }: ServiceContext,
): Shape | undefined {
  return fileShape ?? shapeOfKind(apiVersion, kind, minor, customKinds);
}
