/** The names of a custom kind, and where its objects are. */
export interface CustomKind {
  readonly group?: string;
  readonly kind?: string;
  readonly plural?: string;
  readonly scope?: string;
}

/**
 * The text of a CRD with the one version `v1`. Its schema begins on line 13, either in flow style
 * or as the lines that follow, each indented by ten spaces.
 */
export function crdYaml(
  schema = '{ type: object }',
  {
    group = 'shop.example.com',
    kind = 'Pool',
    plural = `${kind.toLowerCase()}s`,
    scope = 'Namespaced',
  }: CustomKind = {},
): string {
  return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: ${plural}.${group} }
spec:
  group: ${group}
  names: { plural: ${plural}, kind: ${kind} }
  scope: ${scope}
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema: ${schema}
`;
}
