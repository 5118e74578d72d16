/** A CRD whose schema has many properties, of about a size in bytes. */
export function wideCrd(name: string, size: number): string {
  let schema = '';
  for (let index = 0; schema.length < size; index++) {
    schema += `
                field${index}:
                  description: What this is, and what becomes of it when it is left out.
                  type: object
                  required: [name]
                  properties:
                    name: { type: string, minLength: 1, maxLength: 63 }
                    size: { type: integer, format: int32, minimum: 0, default: ${index} }`;
  }
  return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: ${name}s.shop.example.com }
spec:
  group: shop.example.com
  names: { kind: ${name}, plural: ${name}s, singular: ${name}, listKind: ${name}list }
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              properties:${schema}
`;
}
