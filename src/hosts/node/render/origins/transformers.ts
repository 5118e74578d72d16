import {
  itemsAt,
  type Mapping,
  mappingAt,
  type Path,
  type Value,
  valueAt,
} from '../../../../yaml/index.ts';

/**
 * The path in a kustomization of what sets a scalar of an object without a patch: `namespace`, `namePrefix`, `labels`,
 * `images` and so on. Undefined if there is none.
 *
 * @param steps the path of the scalar in the object
 */
export function transformerOf(
  kustomization: Mapping,
  steps: Path,
  scalar: Value,
): Path | undefined {
  const key = steps.at(-1);
  if (key === undefined || typeof scalar === 'object') return undefined;
  const text = String(scalar);
  return transformersIn(kustomization).find(({ at, sets }) => {
    const value = valueAt(kustomization, at);
    const isSet = value !== undefined && value !== null && value !== '';
    return isSet && sets(String(key), text, String(value));
  })?.at;
}

interface Transformer {
  readonly at: Path;
  readonly sets: (key: string, scalar: string, value: string) => boolean;
}

/** The fields that hold an equal value. The namespace is also the name of the Namespace. */
const isNamespace: Transformer['sets'] = (key, scalar, value) =>
  (key === 'namespace' || key === 'name') && scalar === value;

/** A part of a name or image is meant only if it has characters that no such part can have: the rest is in the base. */
const isOddPart =
  (keys: RegExp, odd: RegExp): Transformer['sets'] =>
  (key, scalar, value) =>
    keys.test(key) && scalar.includes(value) && odd.test(value);

const isOddName = isOddPart(/name$/i, /[^a-z\d.-]/);

function transformersIn(kustomization: Mapping): readonly Transformer[] {
  const ofItems = (field: string, names: readonly string[], sets: Transformer['sets']) =>
    itemsAt(kustomization, field).flatMap((_, index) =>
      names.map((name) => ({ at: [field, index, name], sets })),
    );
  return [
    { at: ['namespace'], sets: isNamespace },
    { at: ['namePrefix'], sets: isOddName },
    { at: ['nameSuffix'], sets: isOddName },
    ...ofItems('images', ['newName'], isOddPart(/^image$/, /[^a-z\d./:_-]/)),
    ...ofItems('images', ['newTag', 'digest'], isOddPart(/^image$/, /[^\w.:-]/)),
    ...ofItems(
      'replicas',
      ['count'],
      (key, scalar, value) => key === 'replicas' && scalar === value,
    ),
    ...membersOf(kustomization, ['commonLabels']),
    ...membersOf(kustomization, ['commonAnnotations']),
    ...itemsAt(kustomization, 'labels').flatMap((_, index) =>
      membersOf(kustomization, ['labels', index, 'pairs']),
    ),
  ];
}

/** Labels and annotations, which set the values with the same keys. */
function membersOf(kustomization: Mapping, at: Path): readonly Transformer[] {
  return Object.keys(mappingAt(kustomization, ...at)).map((name) => ({
    at: [...at, name],
    sets: (key, scalar, value) => key === name && scalar === value,
  }));
}
