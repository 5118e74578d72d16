import type { Field } from '../../rule/field.ts';
import type { Resource } from '../../rule/resource.ts';

/** The annotation of an Ingress that named its class before there was `ingressClassName`. */
export function classAnnotation({ root }: Resource<'Ingress'>): Field<string> | undefined {
  const annotations = root.get('metadata').get('annotations').entries();
  return annotations.find(({ key }) => key === 'kubernetes.io/ingress.class')?.field;
}
