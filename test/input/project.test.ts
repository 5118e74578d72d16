import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { Project } from '../../src/hosts/node/project.ts';
import { writeFiles } from '../folders.ts';
import { temporaryFolder } from '../temporary-folder.ts';

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
});

const write = (path: string, text = '') => writeFiles(folder, { [path]: text });

/** The paths of a file from the folders around it that have project files, the nearest first. */
function around(path: string, top = '.'): readonly string[] {
  return new Project()
    .surroundingsOf(join(folder, path), join(folder, top))
    .map((surrounding) => surrounding.path);
}

/** The number of patches of the kustomization that is nearest to a file. */
function patchesAround(path: string, top = '.'): number | undefined {
  const [nearest] = new Project().surroundingsOf(join(folder, path), join(folder, top));
  return nearest?.folder.kustomization?.patches.length;
}

const PATCH = 'apiVersion: v1\nkind: A\nmetadata: { name: a }\nspec: {}\n';

describe('the folders around a file', () => {
  it('are its own and those above it, where they have project files', () => {
    write('Chart.yaml');
    write('a/kustomization.yaml');
    write('a/b/README.md');
    write('a/b/c/PROJECT');
    write('a/other/kustomization.yaml');
    expect(around('a/b/c/x.yaml')).toEqual(['x.yaml', 'b/c/x.yaml', 'a/b/c/x.yaml']);
  });

  it('end at the root of the repository, whatever was named', () => {
    write('kustomization.yaml');
    write('repo/.git/HEAD');
    write('repo/kustomization.yaml');
    write('repo/a/kustomization.yaml');
    expect(around('repo/a/x.yaml', 'repo/a')).toEqual(['x.yaml', 'a/x.yaml']);
    expect(around('repo/a/x.yaml', '.')).toEqual(['x.yaml', 'a/x.yaml']);
  });

  it('are followed by folders elsewhere whose kustomizations name the file', () => {
    write('web/kustomization.yaml');
    write('production/kustomization.yaml', 'patches: [{ path: ../web/production.yaml }]');
    write('production/Chart.yaml');
    const project = new Project();
    const top = folder;
    project.addKustomizations([{ path: join(folder, 'production/kustomization.yaml'), top }]);
    const of = (path: string) => project.surroundingsOf(join(folder, path), top);
    expect(of('web/production.yaml').map(({ path }) => path)).toEqual([
      'production.yaml',
      '../web/production.yaml',
    ]);
    // The file is not part of the chart there.
    expect(of('web/production.yaml').some(({ folder: { isChart } }) => isChart)).toBe(false);
    expect(of('web/staging.yaml').map(({ path }) => path)).toEqual(['staging.yaml']);
  });

  it('end at the root of a submodule or a second worktree, where .git is a file', () => {
    write('.git/HEAD');
    write('kustomization.yaml');
    write('sub/.git', 'gitdir: ../.git/modules/sub');
    write('sub/a/kustomization.yaml');
    expect(around('sub/a/x.yaml')).toEqual(['x.yaml']);
  });

  it('end at the folder that was named, where there is no repository', () => {
    write('kustomization.yaml');
    write('a/kustomization.yaml');
    write('a/b/kustomization.yaml');
    expect(around('a/b/x.yaml', 'a')).toEqual(['x.yaml', 'b/x.yaml']);
  });

  it('are only its own, where the folder that was named does not have the file', () => {
    write('kustomization.yaml');
    write('a/kustomization.yaml');
    expect(around('a/x.yaml', 'b')).toEqual(['x.yaml']);
  });

  it('are those on the way to a symbolic link', () => {
    write('.git/HEAD');
    write('a/kustomization.yaml');
    write('b/kustomization.yaml');
    write('b/x.yaml');
    symlinkSync('../b/x.yaml', join(folder, 'a/x.yaml'));
    symlinkSync('../b', join(folder, 'a/linked'));
    expect(around('a/x.yaml')).toEqual(['x.yaml']);
    expect(around('a/linked/x.yaml')).toEqual(['x.yaml', 'linked/x.yaml']);
  });
});

describe('a project file counts for nothing if it', () => {
  it('is a folder', () => {
    mkdirSync(join(folder, 'kustomization.yaml'));
    mkdirSync(join(folder, 'PROJECT'));
    expect(around('x.yaml')).toEqual([]);
  });

  it('is larger than 1 MiB', () => {
    write('kustomization.yaml', `resources: []\n#${'x'.repeat(1024 * 1024)}`);
    expect(around('x.yaml')).toEqual([]);
  });

  it('is a broken link, or one in a circle', () => {
    symlinkSync('none', join(folder, 'kustomization.yaml'));
    symlinkSync('Chart.yaml', join(folder, 'Chart.yaml'));
    expect(around('x.yaml')).toEqual([]);
  });

  it('is a link that leads out of the repository', () => {
    write('outside/kustomization.yaml');
    write('repo/.git/HEAD');
    write('repo/a/Chart.yaml');
    symlinkSync('../outside/kustomization.yaml', join(folder, 'repo/kustomization.yaml'));
    expect(around('repo/a/x.yaml')).toEqual(['x.yaml']);
    // A link within the repository is followed.
    write('repo/b/x.yaml');
    symlinkSync('../a/Chart.yaml', join(folder, 'repo/b/Chart.yaml'));
    expect(around('repo/b/x.yaml')).toEqual(['x.yaml']);
  });

  it.skipIf(process.getuid?.() === 0)('may not be read', () => {
    write('kustomization.yaml', 'resources: []');
    chmodSync(join(folder, 'kustomization.yaml'), 0o000);
    expect(around('x.yaml')).toEqual([]);
  });

  it('cannot be read as YAML, like its patches', () => {
    write('kustomization.yaml', 'patches: [{ path: p.yaml }');
    write('p.yaml', PATCH);
    expect(patchesAround('x.yaml')).toBe(0);
  });
});

describe('the patches that a kustomization names', () => {
  it('are read below its folder, and beside it in the repository', () => {
    write('repo/.git/HEAD');
    write(
      'repo/a/kustomization.yaml',
      'patches: [{ path: sub/p.yaml }, { path: ../b/p.yaml }, { path: none.yaml }]',
    );
    write('repo/a/sub/p.yaml', PATCH);
    write('repo/b/p.yaml', PATCH);
    expect(patchesAround('repo/a/x.yaml')).toBe(2);
  });

  it('are never read outside of the repository, nor above the folder that was named', () => {
    write('p.yaml', PATCH);
    write('repo/.git/HEAD');
    const text = `patches: [{ path: ../../p.yaml }, { path: link.yaml }, { path: "${folder}/p.yaml" }]`;
    write('repo/a/kustomization.yaml', text);
    symlinkSync('../../p.yaml', join(folder, 'repo/a/link.yaml'));
    expect(patchesAround('repo/a/x.yaml')).toBe(0);
    write('plain/a/kustomization.yaml', 'patches: [{ path: ../../p.yaml }, { path: ../p.yaml }]');
    write('plain/p.yaml', PATCH);
    expect(patchesAround('plain/a/x.yaml', 'plain')).toBe(1);
    expect(patchesAround('plain/a/x.yaml', 'plain/a')).toBe(0);
  });

  it('are not read where they are folders or larger than 1 MiB', () => {
    write('kustomization.yaml', 'patches: [{ path: sub }, { path: large.yaml }, { path: p.yaml }]');
    write('sub/p.yaml', PATCH);
    write('large.yaml', `${PATCH}#${'x'.repeat(1024 * 1024)}`);
    write('p.yaml', PATCH);
    expect(patchesAround('x.yaml')).toBe(1);
  });

  it('are read up to 4 MiB in all', () => {
    const names = Array.from({ length: 10 }, (_, n) => `p${n}.yaml`);
    write(
      'kustomization.yaml',
      `patches: [${names.map((name) => `{ path: ${name} }`).join(', ')}]`,
    );
    for (const name of names) write(name, `${PATCH}#${'x'.repeat(900_000)}`);
    expect(patchesAround('x.yaml')).toBe(4);
  });

  it('may be in a folder that a link leads to', () => {
    write('outside/kustomization.yaml', 'patches: [{ path: p.yaml }]');
    write('outside/p.yaml', PATCH);
    write('repo/.git/HEAD');
    symlinkSync('../outside', join(folder, 'repo/linked'));
    expect(patchesAround('repo/linked/x.yaml')).toBe(1);
  });
});
