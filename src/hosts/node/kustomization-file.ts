import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { KUSTOMIZATION_FILES } from '../../sources/project/project-folder.ts';

/** The path of the kustomization of a folder; undefined if it has none. */
export function kustomizationIn(folder: string): string | undefined {
  return KUSTOMIZATION_FILES.map((name) => join(folder, name)).find(existsSync);
}
