import { dirname, join, resolve } from 'node:path';
import { getOrCompute } from '../../base/get-or-compute.ts';
import type { Minor } from '../../server/kubernetes/minors.ts';
import type { OnProblem } from '../node/disk/problem.ts';
import { isWithin } from '../node/disk/within.ts';
import type { FolderScope } from './folder-files.ts';
import { pathOfUri, uriOfPath } from './protocol.ts';
import { Workspace } from './workspace.ts';

/** A document of the editor, in the workspace that checks it. */
export interface Place {
  readonly workspace: Workspace;
  readonly path: string;
}

/** The folders of an editor, and the folders of open files that are in none of them. */
export class Workspaces {
  readonly #folders = new Map<string, Workspace>();
  readonly #others = new Map<string, Workspace>();
  /** The documents that the editor shows, by their URI. */
  readonly #places = new Map<string, Place>();
  readonly #cwd: string;
  readonly #onProblem: OnProblem;
  #minors: readonly Minor[] | undefined;

  /** @param cwd the folder of documents that are not files */
  constructor(cwd: string, onProblem: OnProblem) {
    this.#cwd = cwd;
    this.#onProblem = onProblem;
  }

  /** All workspaces with a folder of the editor or an open file. */
  get all(): readonly Workspace[] {
    return [...this.#folders.values(), ...this.#others.values()];
  }

  /** The documents that the editor shows, by their URI. */
  get open(): ReadonlyMap<string, Place> {
    return this.#places;
  }

  /** Adds a folder of the editor. To read a whole disk would take too long: its open files are checked alone. */
  addFolder(uri: string): void {
    const path = pathOfUri(uri);
    if (path === undefined) return;
    const root = resolve(path);
    if (this.#folders.has(root)) return;
    if (dirname(root) === root) this.#onProblem(root, 'only open files of it are checked');
    else this.#folders.set(root, this.#make(root, 'all-files'));
  }

  /** Removes a folder of the editor, and returns its workspace, if it is one. */
  removeFolder(uri: string): Workspace | undefined {
    const root = pathOfUri(uri);
    if (root === undefined) return undefined;
    const workspace = this.#folders.get(resolve(root));
    this.#folders.delete(resolve(root));
    return workspace;
  }

  /** Shows a document, or its new text. */
  setText(uri: string, text: string): Place {
    const place = getOrCompute(this.#places, uri, () => this.#placeOf(uri));
    place.workspace.setText(place.path, text);
    return place;
  }

  /** Shows a document no longer. */
  close(uri: string): Place | undefined {
    const place = this.#places.get(uri);
    this.#places.delete(uri);
    place?.workspace.setText(place.path, undefined);
    for (const [folder, other] of this.#others) if (!other.isOpen) this.#others.delete(folder);
    return place;
  }

  /** Reports whether no other folder of the editor, inside of that of a workspace, has a file of its report. */
  isInnermost(workspace: Workspace, name: string): boolean {
    const path = workspace.pathOf(name);
    return ![...this.#folders.values()].some(
      ({ root }) =>
        root !== workspace.root && isWithin(root, workspace.root) && isWithin(path, root),
    );
  }

  /** The URI of a file: the one under which the editor shows it, if it does. */
  uriOf(workspace: Workspace, name: string): string {
    const path = workspace.pathOf(name);
    for (const [uri, place] of this.#places) if (place.path === path) return uri;
    return uriOfPath(path);
  }

  /** Judges all manifests for these minors; undefined for those of the configurations. */
  chooseMinors(minors: readonly Minor[] | undefined): void {
    this.#minors = minors;
    for (const workspace of this.all) workspace.chooseMinors(minors);
  }

  #placeOf(uri: string): Place {
    const path = pathOfUri(uri);
    if (path === undefined) {
      const name = `${encodeURIComponent(uri.slice(uri.lastIndexOf('/') + 1))}.yaml`;
      return {
        workspace: this.#other(`${this.#cwd}\0untitled`, this.#cwd, 'new-texts'),
        path: join(this.#cwd, name),
      };
    }
    const own = [...this.#folders.values()]
      .filter((folder) => folder.contains(path))
      .sort((a, b) => b.root.length - a.root.length)[0];
    return { workspace: own ?? this.#other(dirname(path), dirname(path), 'open-files'), path };
  }

  #other(key: string, root: string, scope: FolderScope): Workspace {
    return getOrCompute(this.#others, key, () => this.#make(root, scope));
  }

  #make(root: string, scope: FolderScope): Workspace {
    const workspace = new Workspace(root, this.#onProblem, scope);
    if (this.#minors !== undefined) workspace.chooseMinors(this.#minors);
    return workspace;
  }
}
