import { compileRegularExpression } from '../go/regular-expression.ts';
import type { KustomizePatch, PatchTarget } from './kustomize-patch.ts';
import type { ProjectFolder, Surrounding } from './project-folder.ts';

/** An object that patches may be for. */
export interface PatchedObject {
  readonly apiVersion: string | null;
  readonly kind: string | null;
  readonly name: string | null;
}

/** The patches of a run, which tell what objects of a base will have that their files lack. */
export class Patches {
  readonly #byKind = new Map<string, KustomizePatch[]>();
  readonly #folders = new Set<ProjectFolder>();
  /** Those whose target is not one kind. */
  readonly #others: KustomizePatch[] = [];

  /** Whether there are none. */
  get isEmpty(): boolean {
    return this.#byKind.size === 0 && this.#others.length === 0;
  }

  /** Adds the patches of the kustomizations in the folder of a file and in those above it. */
  addAround({ surroundings = [] }: { readonly surroundings?: readonly Surrounding[] }): void {
    for (const { folder } of surroundings) {
      if (this.#folders.has(folder)) continue;
      this.#folders.add(folder);
      this.#add(folder.patches);
    }
  }

  /** Whether some patch of an object sets or removes a field, something in it, or what it is in. */
  change(object: PatchedObject, field: string): boolean {
    const path = fieldSegments(field);
    const sameKind = this.#byKind.get(object.kind ?? '') ?? [];
    return [...sameKind, ...this.#others].some(
      ({ target, paths }) =>
        paths.some((changed) => isPrefix(changed, path) || isPrefix(path, changed)) &&
        isFor(target, object),
    );
  }

  #add(patches: readonly KustomizePatch[]): void {
    for (const patch of patches) {
      const { kind } = patch.target;
      if (kind === undefined) {
        this.#others.push(patch);
        continue;
      }
      const known = this.#byKind.get(kind);
      if (known === undefined) this.#byKind.set(kind, [patch]);
      else known.push(patch);
    }
  }
}

function isFor({ group, name, isPattern }: PatchTarget, object: PatchedObject): boolean {
  const { apiVersion, name: objectName } = object;
  const objectGroup = apiVersion?.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
  const fits = (wanted: string | undefined, found: string) =>
    wanted === undefined || wanted === found || (isPattern && matchesWhole(wanted, found));
  return fits(group, objectGroup) && fits(name, objectName ?? '');
}

/** Kustomize compares a target with Go's regular expressions, for the whole of a name. */
function matchesWhole(pattern: string, text: string): boolean {
  const compiled = compileRegularExpression(`^(?:${pattern})$`);
  return compiled.ok && compiled.expression.matches(text);
}

/** The segments of a path as the API server writes it, without the positions of list items. */
function fieldSegments(field: string): readonly string[] {
  return (field.match(/\[[^\]]*\]|[^.[\]]+/g) ?? [])
    .map((segment) => segment.replace(/^\[(.*)\]$/, '$1'))
    .filter((segment) => !/^\d+$/.test(segment));
}

function isPrefix(short: readonly string[], long: readonly string[]): boolean {
  return short.length > 0 && short.every((segment, index) => segment === long[index]);
}
