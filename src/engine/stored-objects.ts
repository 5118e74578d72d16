import { groupAndVersion } from '../kubernetes/api-version.ts';
import { servedVersions } from '../kubernetes/kinds.ts';
import type { Server } from '../kubernetes/server.ts';
import type { ManifestObject } from '../rule/manifest.ts';
import { isResource, type Resource } from '../rule/resource.ts';
import { isMapping, type PartReference, type Value } from '../yaml/index.ts';
import { openObject } from './open-object.ts';
import { type OpenDocument, objectAgain, openPart } from './open-part.ts';
import { type Source, SourceText } from './source-text.ts';
import { TextMemory } from './text-memory.ts';

/** What identifies an object of a cluster. */
export interface ObjectName {
  readonly group: string;
  readonly kind: string;
  /** Null if the manifest has none. */
  readonly namespace: string | null;
  readonly name: string;
}

/** Which object of the sources of stored objects is meant. */
interface StoredReference {
  readonly source: SourceText;
  readonly part: PartReference;
  readonly item: number | null;
  readonly namespace: string;
  readonly objectName: ObjectName;
}

const DEFAULT_NAMESPACE = 'default';

/** The objects that a cluster contains already, as manifests of an earlier state have them. */
export class StoredObjects {
  readonly #byName = new Map<string, StoredReference[]>();

  /** Reads sources, without findings. What cannot be read is ignored. */
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
      const name = objectName(head.apiVersion, head.objectKind, value);
      if (name === undefined) continue;
      const reference = {
        source,
        part: { index, span, format },
        item,
        namespace: name.namespace ?? DEFAULT_NAMESPACE,
        objectName: name,
      };
      const key = keyOf(name);
      const known = this.#byName.get(key);
      if (known === undefined) this.#byName.set(key, [reference]);
      else known.push(reference);
    }
  }

  get isEmpty(): boolean {
    return this.#byName.size === 0;
  }

  /** All objects of a kind. */
  ofKind(group: string, kind: string): readonly StoredObject[] {
    return [...this.#byName.values()]
      .flat()
      .filter(({ objectName: one }) => one.group === group && one.kind === kind)
      .map((reference) => new StoredObject(reference));
  }

  /**
   * Finds the stored object that has the name of an object: of several, as different configurations have them, the one
   * whose file has the most similar path.
   *
   * @param file of the object
   * @param isNamespaced whether the namespace is part of the name
   */
  find(file: string, name: ObjectName, isNamespaced: boolean): StoredObject | undefined {
    const namespace = name.namespace ?? DEFAULT_NAMESPACE;
    const found = (this.#byName.get(keyOf(name)) ?? []).filter(
      (stored) => !isNamespaced || stored.namespace === namespace,
    );
    const [nearest] = found.toSorted(
      (a, b) => commonEnd(b.source.file, file) - commonEnd(a.source.file, file),
    );
    return nearest && new StoredObject(nearest);
  }
}

/** An object of an earlier state. */
export class StoredObject {
  readonly #reference: StoredReference;

  constructor(reference: StoredReference) {
    this.#reference = reference;
  }

  get source(): SourceText {
    return this.#reference.source;
  }

  get name(): ObjectName {
    return this.#reference.objectName;
  }

  /** The object as one server resolves its kind. It is read again for that. */
  manifest(server: Server): ManifestObject {
    const { source, part, item } = this.#reference;
    return objectAgain(source, part, item, server);
  }

  /**
   * The object of a built-in kind, as a server decodes it; undefined if it serves no version of the kind, or cannot decode
   * the object: no server has stored it then.
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

/** The name of an object; undefined if it has none yet. */
export function objectName(apiVersion: string, kind: string, value: Value): ObjectName | undefined {
  const metadata = isMapping(value) ? value.metadata : undefined;
  const { name, namespace } = isMapping(metadata) ? metadata : {};
  if (typeof name !== 'string' || name === '') return undefined;
  return {
    group: groupAndVersion(apiVersion).group,
    kind,
    name,
    namespace: typeof namespace === 'string' && namespace !== '' ? namespace : null,
  };
}

function keyOf({ group, kind, name }: ObjectName): string {
  return JSON.stringify([group, kind, name]);
}

/** How many segments two paths have in common, from their ends. */
function commonEnd(one: string, other: string): number {
  const [a, b] = [one, other].map((path) => path.split(/[/:]/).reverse());
  const differs = a?.findIndex((segment, index) => segment !== b?.[index]) ?? 0;
  return differs < 0 ? (a?.length ?? 0) : differs;
}
