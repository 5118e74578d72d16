import { expect, it } from 'vitest';
import { IncludedObjects } from '../../src/lint/kustomizations/included-objects.ts';
import type { OpenKustomization } from '../../src/lint/kustomizations/kustomization-documents.ts';
import type { FileIndex } from '../../src/sources/installations/kustomization-walk.ts';
import type { ProjectFolder } from '../../src/sources/project/project-folder.ts';

const OBJECTS = 1000;

/** Collects the objects of many overlays of one base with many objects. Counts how often the file is looked up. */
function collectOverlays(count: number): { readonly unbuilt: number; readonly lookUps: number } {
  const objects = Array.from({ length: OBJECTS }, (_, part) => ({ part, item: 0 }));
  let lookUps = 0;
  const byPath = {
    get(path: string) {
      if (path !== 'base/a.yaml') return undefined;
      lookUps++;
      return { objects };
    },
  };
  const folderAt = (path: string, ...resources: readonly string[]) =>
    ({ path, kustomization: { resources, components: [] } }) as unknown as ProjectFolder;
  const folders = new Map([['base', folderAt('base', 'a.yaml')]]);
  const included = new IncludedObjects(
    { folders, byPath } as unknown as FileIndex,
    new Map(),
    () => undefined,
  );
  for (let overlay = 0; overlay < count; overlay++) {
    const file = `over-${overlay}/kustomization.yaml`;
    const open = { document: { open: { source: { file } } } } as unknown as OpenKustomization;
    included.collect(folderAt(`over-${overlay}`, '../base'), open);
  }
  return { unbuilt: included.unbuilt.size, lookUps };
}

it('the objects of overlays are included up to a limit, above which they are counted once', () => {
  expect(collectOverlays(250)).toEqual({ unbuilt: 0, lookUps: 250 });
  expect(collectOverlays(1000)).toEqual({ unbuilt: OBJECTS, lookUps: 251 });
});
