import type { Field } from '../../rule/field.ts';
import { isOfKind, type Resource } from '../../rule/resource.ts';
import { base64Bytes } from '../../server/kubernetes/formats/base64-bytes.ts';
import { byteLength } from '../../server/kubernetes/formats/dns.ts';
import type { ConfigMap } from '../../server/kubernetes/types.generated.ts';

/** An entry of a ConfigMap or Secret as the server stores it. */
export interface DataEntry {
  readonly key: string;
  readonly field: Field<string>;
  /** The map in which the server stores it, which is also the start of its path in errors. */
  readonly map: 'data' | 'binaryData';
  /** The size of the value in bytes. */
  readonly size: number;
  text(): string;
}

/** The entries of a ConfigMap or Secret. The server moves the `stringData` of a Secret to its `data`. */
export function dataEntries(resource: Resource<'ConfigMap' | 'Secret'>): readonly DataEntry[] {
  if (isOfKind(resource, 'Secret')) {
    const { root } = resource;
    const texts = textEntries(root.get('stringData'));
    const replaced = new Set(texts.map(({ key }) => key));
    const bytes = binaryEntries(root.get('data'), 'data');
    return [...bytes.filter(({ key }) => !replaced.has(key)), ...texts];
  }
  if (!isOfKind(resource, 'ConfigMap')) return [];
  return [
    ...textEntries(resource.root.get('data')),
    ...binaryEntries(resource.root.get('binaryData'), 'binaryData'),
  ];
}

type Texts = Field<ConfigMap['data']>;

function textEntries(texts: Texts): readonly DataEntry[] {
  return texts.entries().map(({ key, field }) => {
    const { value = '' } = field;
    return { key, field, map: 'data', size: byteLength(value), text: () => value };
  });
}

function binaryEntries(values: Texts, map: DataEntry['map']): readonly DataEntry[] {
  return values.entries().map(({ key, field }) => {
    const bytes = base64Bytes(field.value ?? '');
    return { key, field, map, size: bytes.length, text: () => new TextDecoder().decode(bytes) };
  });
}
