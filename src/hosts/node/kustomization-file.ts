import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { KUSTOMIZATION_FILES } from '../../sources/project/project-folder.ts';
import { firstValueIn, type Mapping, mappingFrom } from '../../yaml/index.ts';
import { readSmallText } from './disk/open-file.ts';

/** The path of the kustomization of a folder; undefined if it has none. */
export function kustomizationIn(folder: string): string | undefined {
  return KUSTOMIZATION_FILES.map((name) => join(folder, name)).find(existsSync);
}

/** The kustomization of a folder; empty if it cannot be read. */
export function kustomizationOf(folder: string): Mapping {
  const file = kustomizationIn(folder);
  const text = file === undefined ? undefined : readSmallText(file);
  return mappingFrom(firstValueIn(text ?? ''));
}
