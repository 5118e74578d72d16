import { lazy } from '../../base/lazy.ts';
import type { StructuralSchema } from '../../server/crd/structural.ts';
import {
  type FieldType,
  KUSTOMIZATION,
} from '../../sources/project/kustomize/kustomization-fields.ts';
import { type Shape, shapeOfSchema } from './shape.ts';

/** The values of fields of kustomizations, by the names of the fields. */
const ALLOWED = new Map([
  ['apiVersion', ['kustomize.config.k8s.io/v1beta1', 'kustomize.config.k8s.io/v1alpha1']],
  ['kind', ['Kustomization', 'Component']],
]);

/** The shape of a kustomization, with the fields of any version of kustomize. */
export const kustomizationShape = lazy((): Shape => {
  const { properties = {}, ...schema } = schemaOf(KUSTOMIZATION);
  const allowed = [...ALLOWED].map(([name, values]) => [
    name,
    { ...properties[name], enum: [...values] },
  ]);
  return shapeOfSchema({
    ...schema,
    properties: { ...properties, ...Object.fromEntries(allowed) },
  });
});

function schemaOf(type: FieldType): StructuralSchema {
  if (type === 'anything') return { 'x-kubernetes-preserve-unknown-fields': true };
  if (typeof type === 'string') return { type };
  if ('items' in type) return { type: 'array', items: schemaOf(type.items) };
  if ('values' in type) return { type: 'object', additionalProperties: schemaOf(type.values) };
  const fields = [...type.fields].map(([name, field]) => [name, schemaOf(field)]);
  return { type: 'object', properties: Object.fromEntries(fields) };
}
