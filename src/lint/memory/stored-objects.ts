import { getOrCompute } from '../../base/get-or-compute.ts';
import { addTo } from '../../base/index-by.ts';
import type { ManifestObject } from '../../rule/manifest.ts';
import { isResource, type Resource } from '../../rule/resource.ts';
import { servedVersions } from '../../server/kubernetes/kinds.ts';
import type { Server } from '../../server/kubernetes/server.ts';
import type { ObjectName } from '../../sources/installations/object-names.ts';
import type { PartReference } from '../../yaml/index.ts';
import { openObject } from '../open/open-object.ts';
import { type OpenDocument, objectAgain, openPart } from '../open/open-part.ts';
import type { Source } from '../read/source.ts';
import { SourceText } from '../read/source-text.ts';
import { TextMemory } from '../read/text-memory.ts';
import { nameInStorage } from './name-in-storage.ts';
import { endsOf, NearestPath } from './nearest-path.ts';

interface ObjectReference {
  readonly source: SourceText;
  readonly part: PartReference;
  readonly item: number | null;
  readonly name: ObjectName;
}

/** The reference to an object of the sources of stored objects. */
interface StoredReference extends ObjectReference {
  readonly namespace: string;
}

const DEFAULT_NAMESPACE = 'default';

/** The objects that a cluster contains already, as manifests of an earlier state have them. */
export class StoredObjects {
  readonly #byName = new Map<string, StoredReference[]>();
  /** By name, and by namespace if it is a part of the name. */
  readonly #nearest = new Map<string, NearestPath<StoredReference>>();

  /** Reads sources, without findings. Parts that cannot be read are ignored. */
  constructor(sources: Iterable<Source>) {
    const memory = new TextMemory();
    for (const source of sources) {
      const text = new SourceText(source, memory);
      for (const part of text.parts()) {
        const open = openPart(text, part);
        if (open.kind === 'document') this.#add(open);
      }
    }
  }

  #add({ source, part, objects }: OpenDocument): void {
    const { index, span, format } = part;
    for (const { head, item, value } of objects) {
      if (head.kind !== 'object') continue;
      const name = nameInStorage(head.apiVersion, head.objectKind, value);
      if (name === undefined) continue;
      const reference = {
        source,
        part: { index, span, format },
        item,
        namespace: name.namespace ?? DEFAULT_NAMESPACE,
        name,
      };
      const key = keyOf(name);
      addTo(this.#byName, key, reference);
    }
  }

  get isEmpty(): boolean {
    return this.#byName.size === 0;
  }

  ofKind(group: string, kind: string): readonly StoredObject[] {
    return [...this.#byName.values()]
      .flat()
      .filter(({ name: one }) => one.group === group && one.kind === kind)
      .map((reference) => new StoredObject(reference));
  }

  /**
   * Finds the stored object with the name of an object. If there are several, from different configurations, it is the
   * one whose file has the most similar path.
   *
   * @param file the file of the object
   * @param isNamespaced true if the namespace is part of the name
   */
  find(file: string, name: ObjectName, isNamespaced: boolean): StoredObject | undefined {
    const namespace = isNamespaced ? (name.namespace ?? DEFAULT_NAMESPACE) : null;
    const key = JSON.stringify([name.group, name.kind, name.name, namespace]);
    const nearest = getOrCompute(this.#nearest, key, () => this.#indexByPath(name, namespace));
    const reference = nearest.get(file);
    return reference && new StoredObject(reference);
  }

  #indexByPath(name: ObjectName, namespace: string | null): NearestPath<StoredReference> {
    const nearest = new NearestPath<StoredReference>(endsOf);
    for (const stored of this.#byName.get(keyOf(name)) ?? []) {
      if (namespace === null || stored.namespace === namespace) {
        nearest.add(stored.source.file, stored);
      }
    }
    return nearest;
  }
}

/** An object of an earlier state. */
export class StoredObject {
  readonly #reference: ObjectReference;

  constructor(reference: ObjectReference) {
    this.#reference = reference;
  }

  get source(): SourceText {
    return this.#reference.source;
  }

  get name(): ObjectName {
    return this.#reference.name;
  }

  /** The object as one server resolves its kind. It is read again for that. */
  manifest(server: Server): ManifestObject {
    const { source, part, item } = this.#reference;
    return objectAgain(source, part, item, server);
  }

  /**
   * The object of a built-in kind, as a server decodes it; undefined if it serves no version of the kind, or cannot
   * decode the object: no server has stored it then.
   */
  resource(server: Server): Resource | undefined {
    const object = this.manifest(server);
    const { resolution } = object;
    if (resolution?.outcome !== 'served' && resolution?.outcome !== 'unserved') return undefined;
    const { facts } = resolution;
    // All versions of a kind have the same fields, and an object is stored in one that is served.
    const apiVersion =
      resolution.outcome === 'served' ? resolution.apiVersion : servedVersions(facts, server)[0];
    if (apiVersion === undefined) return undefined;
    const decoded = openObject(object, { outcome: 'served', facts, apiVersion }, server);
    return isResource(decoded) && !decoded.undecodable ? decoded : undefined;
  }
}

function keyOf({ group, kind, name }: ObjectName): string {
  return JSON.stringify([group, kind, name]);
}
