import { expect, it } from 'vitest';
import { mayBuild, namesOfFolders } from '../../src/sources/project/kustomize/delivered-folders.ts';

it('a folder and those above it are named from each folder around them', () => {
  const names = namesOfFolders(['shop/apps/web', 'b/c', 'apps']);
  expect([...names].sort()).toEqual(
    ['shop/apps/web', 'apps/web', 'web', 'shop/apps', 'apps', 'shop', 'b/c', 'b', 'c'].sort(),
  );
});

it('the names of very deep folders have a limit', () => {
  const deep = Array.from({ length: 2000 }, (_, level) => `f${level}`).join('/');
  const names = namesOfFolders(Array.from({ length: 500 }, (_, index) => `${index}/${deep}`));
  const characters = [...names].reduce((sum, name) => sum + name.length, 0);
  expect(characters).toBeLessThanOrEqual(16_000_000);
});

it('a build may have the files below its folder, and all files if its folder is not in the run', () => {
  const names = namesOfFolders(['shop/apps/web', 'shop/infra']);
  const paths = ['shop/apps/web/deployment.yaml'];
  expect(mayBuild('apps', names, paths)).toBe(true);
  expect(mayBuild('infra', names, paths)).toBe(false);
  expect(mayBuild('elsewhere', names, paths)).toBe(true);
  expect(mayBuild(undefined, names, paths)).toBe(true);
});
