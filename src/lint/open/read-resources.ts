import { isOfKind, isResource, type Resource } from '../../rule/resource.ts';
import type { Minor } from '../../server/kubernetes/minors.ts';
import { defaultServer } from '../../server/kubernetes/server.ts';
import type { EditedText } from '../read/edited-text.ts';
import type { Source } from '../read/source.ts';
import { SourceText } from '../read/source-text.ts';
import { TextMemory } from '../read/text-memory.ts';
import { openObject } from './open-object.ts';
import { openPart, resolveObject } from './open-part.ts';

/** A CRD, and the file that it is in. */
interface ReadDefinition {
  readonly file: string;
  readonly crd: Resource<'CustomResourceDefinition'>;
}

/** An object whose values are validated, and the text that it is in. */
interface ReadResource {
  readonly text: SourceText;
  readonly resource: Resource;
}

/**
 * Reads the objects of sources whose values are validated, one by one; other objects are ignored.
 *
 * @param edited reads long texts that replace earlier ones
 */
export function* readResources(
  sources: Iterable<Source>,
  minor: Minor,
  edited?: EditedText,
): Iterable<ReadResource> {
  const server = defaultServer(minor);
  for (const source of sources) {
    const text = new SourceText(source, edited && new TextMemory(undefined, edited));
    for (const part of text.parts()) {
      const open = openPart(text, part);
      if (open.kind === 'refused') continue;
      for (const object of open.objects) {
        const manifest = resolveObject(open, object, server);
        if (manifest.resolution?.outcome !== 'served') continue;
        const resource = openObject(manifest, manifest.resolution, server);
        if (isResource(resource)) yield { text, resource };
      }
    }
  }
}

/**
 * Reads the CRDs of sources, by their names. Of several CRDs of one name the last counts.
 *
 * @param edited reads long texts that replace earlier ones
 */
export function readDefinitions(
  sources: Iterable<Source>,
  minor: Minor,
  edited?: EditedText,
): ReadonlyMap<string, ReadDefinition> {
  const found = new Map<string, ReadDefinition>();
  for (const { text, resource } of readResources(sources, minor, edited)) {
    if (!isOfKind(resource, 'CustomResourceDefinition')) continue;
    const name = resource.root.value?.metadata?.name ?? '';
    if (name !== '') found.set(name, { file: text.file, crd: resource });
  }
  return found;
}
