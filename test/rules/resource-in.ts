import { openObject } from '../../src/lint/open/open-object.ts';
import { isOfKind, isResource, type Resource } from '../../src/rule/resource.ts';
import { objectsOf } from '../../src/server/decode/index.ts';
import { type KindName, resolveKind } from '../../src/server/kubernetes/kinds.ts';
import type { Minor } from '../../src/server/kubernetes/minors.ts';
import { defaultServer } from '../../src/server/kubernetes/server.ts';
import { decodeText, readParts } from '../../src/yaml/index.ts';

/** The only object of a text, as a minor decodes it; undefined if it does not serve the version. */
export function resourceIn<K extends KindName>(
  text: string,
  minor: Minor,
  kinds: readonly K[],
): Resource<K> | undefined {
  const [part] = readParts(decodeText(text));
  const document = part?.content.kind === 'value' ? part.content.document : undefined;
  const [found] = document === undefined ? [] : objectsOf(document.value);
  if (document === undefined || found?.head.kind !== 'object')
    throw new Error(`no object: ${text}`);
  const { head, item, path, value } = found;
  const resolution = resolveKind(head.apiVersion, head.objectKind, minor);
  if (resolution.outcome !== 'served') return undefined;
  const origin = { file: 'case.yaml', index: 0, item, document, path };
  const resource = openObject(
    { head, value, origin, resolution },
    resolution,
    defaultServer(minor),
  );
  if (!isResource(resource) || !isOfKind(resource, ...kinds))
    throw new Error(`other kind: ${text}`);
  return resource;
}
