import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { filesInArchive, openArchive } from '../../src/hosts/node/crds/archive.ts';
import { reasonOf } from '../../src/hosts/node/disk/problem.ts';
import { UnpackLimit } from '../../src/hosts/node/disk/unpack-limit.ts';

interface Entry {
  readonly path: string;
  readonly text: string | Uint8Array;
  readonly type?: string;
}

/** A header of the ustar format. */
function header(path: string, size: number, type: string): Uint8Array {
  const block = new Uint8Array(512);
  const write = (at: number, text: string) => block.set(new TextEncoder().encode(text), at);
  write(0, path.slice(0, 100));
  write(124, size.toString(8).padStart(11, '0'));
  write(156, type);
  write(257, 'ustar');
  return block;
}

function archive(entries: readonly Entry[]): Uint8Array {
  const blocks = entries.flatMap(({ path, text, type = '0' }) => {
    const content = typeof text === 'string' ? new TextEncoder().encode(text) : text;
    const padded = new Uint8Array(Math.ceil(content.length / 512) * 512);
    padded.set(content);
    return [header(path, content.length, type), padded];
  });
  return gzipSync(Buffer.concat([...blocks, new Uint8Array(1024)]));
}

const text = (content: string | Uint8Array) =>
  typeof content === 'string' ? content : new TextDecoder().decode(content);

describe('an archive', () => {
  it('has its files, and no folders', () => {
    const bytes = archive([
      { path: 'a/', text: '', type: '5' },
      { path: 'a/b.yaml', text: 'b: 1' },
    ]);
    const files = [...filesInArchive(bytes, new UnpackLimit())].map(({ path, content }) => [
      path,
      text(content),
    ]);
    expect(files).toEqual([['a/b.yaml', 'b: 1']]);
  });

  it.each([
    { by: 'GNU tar', extra: { path: '././@LongLink', text: 'long/name.yaml\0', type: 'L' } },
    { by: 'pax', extra: { path: 'PaxHeader', text: '23 path=long/name.yaml\n', type: 'x' } },
  ])('may have long names by $by', ({ extra }) => {
    const bytes = archive([extra, { path: 'short', text: 'x' }]);
    expect([...filesInArchive(bytes, new UnpackLimit())].map(({ path }) => path)).toEqual([
      'long/name.yaml',
    ]);
  });

  it('may be damaged', () => {
    const cut = gzipSync(header('a.yaml', 9999, '0'));
    expect(() => [...filesInArchive(cut, new UnpackLimit())]).toThrow('the archive is damaged');
    expect(() => [...filesInArchive(new Uint8Array([1, 2, 3]), new UnpackLimit())]).toThrow();
  });
});

describe('the CRDs in an archive', () => {
  it('are those of a chart and the charts in it', () => {
    const inner = archive([
      { path: 'inner/Chart.yaml', text: 'name: inner' },
      { path: 'inner/crds/b.yaml', text: 'b' },
    ]);
    const bytes = archive([
      { path: 'outer/Chart.yaml', text: 'name: outer' },
      { path: 'outer/crds/a.yaml', text: 'a' },
      { path: 'outer/templates/c.yaml', text: '{{ c }}' },
      { path: 'outer/values.yaml', text: 'x: 1' },
      { path: 'outer/charts/inner-1.0.0.tgz', text: inner },
    ]);
    const found = openArchive('outer.tgz', bytes, new UnpackLimit()).sources.map(
      ({ name }) => name,
    );
    expect(found).toEqual([
      'outer.tgz/outer/crds/a.yaml',
      'outer.tgz/outer/charts/inner-1.0.0.tgz/inner/crds/b.yaml',
    ]);
  });

  it('are all manifests where it is not a chart', () => {
    const bytes = archive([
      { path: 'a.yaml', text: 'a' },
      { path: 'README.md', text: 'b' },
    ]);
    expect(openArchive('x.tgz', bytes, new UnpackLimit()).sources.map(({ name }) => name)).toEqual([
      'x.tgz/a.yaml',
    ]);
  });
});

describe('a file that is not an archive', () => {
  it.each([
    ['text', Buffer.from('apiVersion: v1\n'), 'is not a gzip archive, or is damaged'],
    [
      'half of an archive',
      gzipSync('a'.repeat(5000)).subarray(0, 20),
      'the gzip archive is incomplete',
    ],
  ])('has a reason that users understand: %s', (_, bytes, reason) => {
    let found = '';
    try {
      openArchive('a.tgz', bytes, new UnpackLimit());
    } catch (error) {
      found = reasonOf(error);
    }
    expect(found).toBe(reason);
  });
});

describe('the limit for all that a run unpacks', () => {
  const limit = () => new UnpackLimit(1024 * 1024);

  it('ends an archive that is larger than it looks', () => {
    const bytes = archive([{ path: 'a.yaml', text: ' '.repeat(2 * 1024 * 1024) }]);
    expect(bytes.length).toBeLessThan(10_000);
    expect(() => openArchive('a.tgz', bytes, limit())).toThrow(
      'more than 1 MB have to be unpacked',
    );
  });

  it('ends archives that are in archives many times', () => {
    const chart = (files: readonly Entry[]) =>
      archive([{ path: 'c/Chart.yaml', text: '' }, ...files]);
    const copies = (text: Uint8Array) =>
      Array.from({ length: 30 }, (_, n) => ({ path: `c/charts/${n}.tgz`, text }));
    const bytes = chart(copies(chart(copies(chart([])))));
    expect(() => openArchive('a.tgz', bytes, limit())).toThrow(
      'more than 1 MB have to be unpacked',
    );
  });

  it('holds for several archives together', () => {
    const bytes = archive([{ path: 'a.yaml', text: ' '.repeat(600 * 1024) }]);
    const one = limit();
    expect(openArchive('a.tgz', bytes, one).sources).toHaveLength(1);
    expect(() => openArchive('b.tgz', bytes, one)).toThrow('more than 1 MB have to be unpacked');
  });
});
