import type { Field } from '../../rule/field.ts';
import type { Resource } from '../../rule/resource.ts';

/** The annotation of an Ingress that named its class before there was `ingressClassName`. */
export function classAnnotation({ root }: Resource<'Ingress'>): Field<string> | undefined {
  return root.get('metadata').get('annotations').entry('kubernetes.io/ingress.class');
}
