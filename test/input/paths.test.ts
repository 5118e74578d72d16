import { chmodSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { writeFiles } from '../folders.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { findIn } from './find-in.ts';

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
});

function write(...paths: readonly string[]): void {
  for (const path of paths) writeFiles(folder, { [path]: `# ${path}\n` });
}

async function find(...paths: readonly string[]): Promise<{ names: string[]; problems: string[] }> {
  const { names, problems } = await findIn(folder, paths);
  return { names, problems };
}

const followLinks = { followsLinks: true } as const;

describe('files', () => {
  it('are read whatever their ending, under the name given', async () => {
    write('a.txt', 'sub/b.yaml');
    expect(await find('a.txt', './sub/b.yaml')).toEqual({
      names: ['a.txt', './sub/b.yaml'],
      problems: [],
    });
  });

  it('are read once, under their first name', async () => {
    write('sub/b.yaml');
    expect((await find('sub', './sub/b.yaml', 'sub/')).names).toEqual(['sub/b.yaml']);
  });

  it('are a problem if they are not there, and the rest goes on', async () => {
    write('a.yaml');
    expect(await find('none.yaml', 'a.yaml')).toEqual({
      names: ['a.yaml'],
      problems: ['none.yaml: no such file or folder'],
    });
  });
});

describe('folders', () => {
  it('are searched for .yaml, .yml and .json, hidden ones too', async () => {
    write('a.yaml', 'b.yml', 'c.json', 'd.txt', 'e.yaml.bak', '.github/f.yaml', '.hidden.yaml');
    const { names } = await find();
    expect(names).toEqual(['.github/f.yaml', '.hidden.yaml', 'a.yaml', 'b.yml', 'c.json']);
  });

  it('name their files as they were given', async () => {
    write('k/a.yaml');
    expect((await find('k/')).names).toEqual(['k/a.yaml']);
    expect((await find('.')).names).toEqual(['k/a.yaml']);
    expect((await find('./')).names).toEqual(['k/a.yaml']);
    expect((await find('./k//')).names).toEqual(['./k/a.yaml']);
    expect((await find(join(folder, 'k'))).names).toEqual([join(folder, 'k/a.yaml')]);
  });

  it('give their files in the bytewise order of the paths', async () => {
    write(
      'a/x.yaml',
      'a-b.yaml',
      'a.yaml',
      'a0.yaml',
      'B.yaml',
      'ä.yaml',
      '\uff21.yaml',
      '😀.yaml',
    );
    expect((await find()).names).toEqual([
      'B.yaml',
      'a-b.yaml',
      'a.yaml',
      'a/x.yaml',
      'a0.yaml',
      'ä.yaml',
      '\uff21.yaml',
      '😀.yaml',
    ]);
  });

  it('leave out .git and node_modules', async () => {
    write('.git/config.yaml', 'node_modules/p/a.yaml', 'sub/node_modules/b.yaml', 'c.yaml');
    expect((await find()).names).toEqual(['c.yaml']);
  });

  it('without manifests give nothing', async () => {
    write('README.md');
    expect(await find()).toEqual({ names: [], problems: [] });
  });
});

describe('patterns', () => {
  it('find what matches, hidden files too', async () => {
    write('a/b.yaml', 'a/.c.yaml', 'a/d.json', 'node_modules/e.yaml');
    expect((await find('**/*.yaml')).names).toEqual(['a/.c.yaml', 'a/b.yaml']);
  });

  it('are a problem if they match nothing', async () => {
    expect((await find('*.yaml')).problems).toEqual(['*.yaml: no file matches this pattern']);
  });

  it('are paths if there are files with these names', async () => {
    write('[a].yaml', 'a.yaml', '{x}/b.yaml');
    expect((await find('[a].yaml', '{x}')).names).toEqual(['[a].yaml', '{x}/b.yaml']);
  });
});

describe('symbolic links', () => {
  it('to files and folders elsewhere are followed where that is asked for', async () => {
    write('elsewhere/a.yaml', 'k/b.yaml');
    symlinkSync('../elsewhere', join(folder, 'k/link'));
    symlinkSync('../elsewhere/a.yaml', join(folder, 'k/c.yaml'));
    expect(await findIn(folder, ['k'], followLinks)).toMatchObject({
      names: ['k/b.yaml', 'k/c.yaml', 'k/link/a.yaml'],
      problems: [],
    });
  });

  it('to folders that are searched anyway are not followed', async () => {
    write('base/a.yaml', 'overlay/b.yaml');
    symlinkSync('../base', join(folder, 'overlay/base'));
    expect(await find()).toEqual({ names: ['base/a.yaml', 'overlay/b.yaml'], problems: [] });
  });

  it('to a folder that they lie in are a problem if that is not searched', async () => {
    write('a/b.yaml', 'c.yaml');
    symlinkSync('..', join(folder, 'a/up'));
    expect(await find()).toEqual({ names: ['a/b.yaml', 'c.yaml'], problems: [] });
    expect(await findIn(folder, ['a'], followLinks)).toMatchObject({
      names: ['a/b.yaml'],
      problems: ['a/up: a symbolic link to a folder that it lies in, not followed'],
    });
  });

  it('are counted if they lead nowhere', async () => {
    write('a/b.yaml');
    symlinkSync('self.yaml', join(folder, 'self.yaml'));
    symlinkSync('gone.yaml', join(folder, 'dangling.yaml'));
    expect(await findIn(folder, [])).toMatchObject({
      names: ['a/b.yaml'],
      problems: [],
      skipped: { dangling: ['dangling.yaml', 'self.yaml'] },
    });
    expect((await find('dangling.yaml')).problems).toEqual([
      'dangling.yaml: no such file or folder',
    ]);
  });

  it('between folders elsewhere end', async () => {
    write('x/a.yaml', 'y/b.yaml', 'k/c.yaml');
    symlinkSync('../x', join(folder, 'k/x'));
    symlinkSync('../y', join(folder, 'x/y'));
    symlinkSync('../x', join(folder, 'y/x'));
    const { names } = await findIn(folder, ['k'], followLinks);
    expect(names).toEqual(['k/c.yaml', 'k/x/a.yaml', 'k/x/y/b.yaml']);
  });
});

// The superuser may read everything.
describe.skipIf(process.getuid?.() === 0)('without permission', () => {
  it('files and folders are a problem, and the rest goes on', async () => {
    write('a.yaml', 'b.yaml', 'locked/c.yaml');
    chmodSync(join(folder, 'a.yaml'), 0);
    chmodSync(join(folder, 'locked'), 0);
    const { names, problems } = await find('a.yaml', 'locked', 'b.yaml');
    chmodSync(join(folder, 'locked'), 0o700);
    expect(names).toEqual(['b.yaml']);
    expect(problems).toEqual(['a.yaml: permission denied', 'locked: permission denied']);
  });
});
