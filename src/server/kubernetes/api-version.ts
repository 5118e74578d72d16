/** The group, empty for the core group, and the version of objects. */
export interface GroupAndVersion {
  readonly group: string;
  readonly version: string;
}

export interface GroupVersionKind extends GroupAndVersion {
  readonly kind: string;
}

/** `apps/v1` is version v1 of the group apps, `v1` of the core group. */
export function groupAndVersion(apiVersion: string): GroupAndVersion {
  const slash = apiVersion.indexOf('/');
  return slash === -1
    ? { group: '', version: apiVersion }
    : { group: apiVersion.slice(0, slash), version: apiVersion.slice(slash + 1) };
}

/** The `apiVersion` of a group and a version. */
export function apiVersionOf({ group, version }: GroupAndVersion): string {
  return group === '' ? version : `${group}/${version}`;
}

/** The group of the kinds of a CRD with a name. */
export function groupOfCrd(name: string): string {
  return name.slice(name.indexOf('.') + 1);
}
