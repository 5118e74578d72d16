import { objectsOf } from '../decode/index.ts';
import { isBuiltInGroup, resolveKind } from '../kubernetes/kinds.ts';
import type { Minor } from '../kubernetes/minors.ts';
import { isOfKind, isResource, type Resource } from '../rule/resource.ts';
import type { CustomKind, Workspace } from '../rule/workspace.ts';
import { readParts } from '../yaml/index.ts';
import { openObject } from './open-resource.ts';

/** Where the text of a CRD stands. */
export interface DefinitionText {
  readonly file: string;
  /** The text of the part that it is in. */
  readonly read: () => string;
  /** Its position in a List, null outside of one. */
  readonly item: number | null;
}

/**
 * The kinds that the CRDs of a run define.
 *
 * Only their names are kept, and where the text is: most schemas are never asked for, and one that is can be
 * read again.
 */
export class CustomResourceDefinitions {
  readonly #byName = new Map<string, Definition[]>();

  /** Notes the versions that a CRD serves, as a minor decodes it. In the groups of the server nobody else defines kinds. */
  add(resource: Resource<'CustomResourceDefinition'>, text: DefinitionText): void {
    const { minor } = resource;
    const { group = '', names, versions = [] } = resource.root.get('spec').value ?? {};
    if (isBuiltInGroup(group)) return;
    const definition = new Definition(text, minor);
    for (const { name: version = '', served } of versions) {
      if (served !== true) continue;
      this.#note([minor, group, version, 'plural', names?.plural ?? ''], definition);
      this.#note([minor, group, version, 'kind', names?.kind ?? ''], definition);
    }
  }

  /**
   * The kinds as an object in a file sees them in a minor: of several CRDs that define one kind, the one
   * that stands nearest, in the same file, else the first.
   */
  seenFrom(file: string, minor: Minor): Workspace {
    const find = (group: string, version: string, by: 'plural' | 'kind', name: string) => {
      const found = this.#byName.get(JSON.stringify([minor, group, version, by, name])) ?? [];
      const nearest = found.find((definition) => definition.file === file) ?? found[0];
      return nearest?.kinds.get(version);
    };
    return {
      findResource: (group, version, plural) => find(group, version, 'plural', plural),
      findKind: (group, version, kind) => find(group, version, 'kind', kind),
    };
  }

  /** A workspace for what may need none: it tells whether anything was asked that later sources may answer. */
  static probe(): { readonly workspace: Workspace; readonly wasAsked: () => boolean } {
    let asked = false;
    const ask = (group: string) => {
      asked ||= !isBuiltInGroup(group);
      return undefined;
    };
    return { workspace: { findResource: ask, findKind: ask }, wasAsked: () => asked };
  }

  #note(name: readonly string[], definition: Definition): void {
    const key = JSON.stringify(name);
    const known = this.#byName.get(key);
    if (known === undefined) this.#byName.set(key, [definition]);
    else known.push(definition);
  }
}

/** A CRD that is read again when it is asked for. */
class Definition {
  readonly file: string;
  readonly #text: DefinitionText;
  readonly #minor: Minor;
  #kinds: ReadonlyMap<string, CustomKind> | undefined;

  constructor(text: DefinitionText, minor: Minor) {
    this.file = text.file;
    this.#text = text;
    this.#minor = minor;
  }

  /** The kind in each of its versions. */
  get kinds(): ReadonlyMap<string, CustomKind> {
    this.#kinds ??= this.#read();
    return this.#kinds;
  }

  #read(): ReadonlyMap<string, CustomKind> {
    const spec = openAgain(this.#text, this.#minor)?.root.get('spec').value;
    return new Map(
      (spec?.versions ?? []).map(({ name: version = '', schema }) => [
        version,
        {
          group: spec?.group ?? '',
          version,
          kind: spec?.names?.kind ?? '',
          plural: spec?.names?.plural ?? '',
          isNamespaced: spec?.scope === 'Namespaced',
          schema: schema?.openAPIV3Schema,
        },
      ]),
    );
  }
}

function openAgain(
  { file, read, item }: DefinitionText,
  minor: Minor,
): Resource<'CustomResourceDefinition'> | undefined {
  const [part] = readParts(read());
  if (part?.content.kind !== 'value') return undefined;
  const { document } = part.content;
  const object = objectsOf(document.value).find((candidate) => candidate.item === item);
  if (object?.head.kind !== 'object') return undefined;
  const { head, path, value } = object;
  const resolution = resolveKind(head.apiVersion, head.objectKind, minor);
  if (resolution.outcome !== 'served') return undefined;
  const origin = { file, index: part.index, item, document, path };
  const opened = openObject({ origin, head, value, resolution }, resolution, minor);
  return isResource(opened) && isOfKind(opened, 'CustomResourceDefinition') ? opened : undefined;
}
