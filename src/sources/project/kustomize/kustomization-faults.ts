import { isMapping, type Mapping, type Path, type Value } from '../../../yaml/index.ts';
import { hasPlaceholder } from '../placeholders.ts';
import { type FieldType, type FieldTypes, KUSTOMIZATION } from './kustomization-fields.ts';

/** A field of a kustomization that kustomize cannot read. */
type KustomizationFault =
  | { readonly kind: 'unknown'; readonly path: Path; readonly known: readonly string[] }
  | { readonly kind: 'type'; readonly path: Path; readonly expected: string };

/** The unknown fields of a kustomization, and its values of a wrong type. */
export function faultsOf(kustomization: Mapping): readonly KustomizationFault[] {
  return [...faultsIn(kustomization, KUSTOMIZATION, [])];
}

function* faultsIn(value: Value, type: FieldType, path: Path): Generator<KustomizationFault> {
  if (value === null || (typeof value === 'string' && hasPlaceholder(value))) return;
  if (typeof type === 'string') {
    const { name, isOf } = SCALARS[type];
    if (!isOf(value)) yield { kind: 'type', path, expected: name };
  } else if ('items' in type) {
    if (!Array.isArray(value)) yield { kind: 'type', path, expected: 'a list' };
    else
      for (const [index, item] of value.entries())
        yield* faultsIn(item, type.items, [...path, index]);
  } else if (!isMapping(value)) yield { kind: 'type', path, expected: 'a mapping' };
  else {
    for (const [name, one] of Object.entries(value)) {
      const at = [...path, name];
      const field = 'values' in type ? type.values : typeOf(name, type.fields);
      if (field !== undefined) yield* faultsIn(one, field, at);
      else if ('fields' in type)
        yield { kind: 'unknown', path: at, known: [...type.fields.keys()] };
    }
  }
}

/** Upper and lower case of a name make no difference for kustomize. */
function typeOf(name: string, fields: FieldTypes): FieldType | undefined {
  const lower = name.toLowerCase();
  return [...fields].find(([known]) => known.toLowerCase() === lower)?.[1];
}

const SCALARS = {
  string: { name: 'a string', isOf: (value: Value) => typeof value === 'string' },
  boolean: { name: 'true or false', isOf: (value: Value) => typeof value === 'boolean' },
  integer: {
    name: 'an integer',
    isOf: (value: Value) => typeof value === 'bigint' || Number.isInteger(value),
  },
  anything: { name: 'anything', isOf: () => true },
};
