/** The keys and indices of a path such as `spec.ports[0].name` or `spec.labels[a.b/c]`. */
export function segmentsOfFieldPath(path: string): readonly (string | number)[] {
  return [...path.matchAll(/\[(\d+)\]|\[([^[\]]+)\]|([^.[\]]+)/g)].map(([, index, key, name]) =>
    index === undefined ? (key ?? name ?? '') : Number(index),
  );
}
