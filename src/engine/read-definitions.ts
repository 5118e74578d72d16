import type { Minor } from '../kubernetes/minors.ts';
import { defaultServer } from '../kubernetes/server.ts';
import { isOfKind, isResource, type Resource } from '../rule/resource.ts';
import { openObject } from './open-object.ts';
import { openPart, resolveObject } from './open-part.ts';
import { type Source, SourceText } from './source-text.ts';

/** A CRD, and the file that it is in. */
export interface ReadDefinition {
  readonly file: string;
  readonly crd: Resource<'CustomResourceDefinition'>;
}

/**
 * Reads the CRDs of sources, by their names; other objects are ignored. Of several CRDs with one name, the last one is used.
 */
export function readDefinitions(
  sources: Iterable<Source>,
  minor: Minor,
): ReadonlyMap<string, ReadDefinition> {
  const server = defaultServer(minor);
  const found = new Map<string, ReadDefinition>();
  for (const source of sources) {
    const text = new SourceText(source);
    for (const part of text.parts()) {
      const open = openPart(text, part);
      if (open.kind === 'refused') continue;
      for (const object of open.objects) {
        const manifest = resolveObject(open, object, server);
        if (manifest.resolution?.outcome !== 'served') continue;
        const crd = openObject(manifest, manifest.resolution, server);
        if (!isResource(crd) || !isOfKind(crd, 'CustomResourceDefinition')) continue;
        const name = crd.root.value?.metadata?.name ?? '';
        if (name !== '') found.set(name, { file: source.name, crd });
      }
    }
  }
  return found;
}
