import { parse } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { Workspaces } from '../../../src/hosts/language-server/workspaces.ts';

it('checks only open files where the folder of an editor is a disk', () => {
  const { root } = parse(process.cwd());
  const problems: string[] = [];
  const workspaces = new Workspaces(process.cwd(), (path, reason) =>
    problems.push(`${path}: ${reason}`),
  );
  workspaces.addFolder(pathToFileURL(root).href);
  expect(workspaces.all).toEqual([]);
  expect(problems).toEqual([`${root}: only open files of it are checked`]);
  const { workspace } = workspaces.setText(pathToFileURL(`${import.meta.filename}.yaml`).href, '');
  expect(workspace.root).toBe(import.meta.dirname);
});
