import { readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readRegularFile, readUnchanged } from '../../src/hosts/node/disk/open-file.ts';
import { lint } from '../../src/lint/lint.ts';
import { EditedText } from '../../src/lint/read/edited-text.ts';
import { ChangedSource, SourceText } from '../../src/lint/read/source-text.ts';
import { TextMemory } from '../../src/lint/read/text-memory.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const LENGTH = 5000;

function contentOf(name: string): string {
  return `# ${name}\na: 1\n`.padEnd(LENGTH, '\n');
}

/** A source that counts how often it is read again. */
function sourceOf(name: string, again: () => string | undefined = () => contentOf(name)) {
  let count = 0;
  const readAgain = () => {
    count++;
    return again();
  };
  return { source: { name, content: contentOf(name), readAgain }, readings: () => count };
}

describe('a text that can be read again', () => {
  it('is given up when more than a number of characters is held, unless it was read first', () => {
    const memory = new TextMemory(3 * LENGTH);
    const made = ['a', 'b', 'c', 'd'].map((name) => sourceOf(name));
    const [first, second, third, fourth] = made.map((text) => new SourceText(text.source, memory));
    const readings = () => made.map((text) => text.readings());
    expect([first?.text, fourth?.text]).toEqual(['a', 'd'].map(contentOf));
    expect(readings()).toEqual([0, 0, 0, 0]);
    expect([third?.text, third?.text]).toEqual(['c', 'c'].map(contentOf));
    expect(readings()).toEqual([0, 0, 1, 0]);
    expect([first?.text, second?.text, fourth?.text]).toEqual(['a', 'b', 'd'].map(contentOf));
    expect(readings()).toEqual([0, 0, 1, 1]);
  });

  it('is given up in the order of reading if texts are edited', () => {
    const memory = new TextMemory(2 * LENGTH, new EditedText());
    const made = ['a', 'b', 'c'].map((name) => sourceOf(name));
    const [first, second, third] = made.map((text) => new SourceText(text.source, memory));
    expect([third, second, first].map((text) => text?.text)).toEqual(
      ['c', 'b', 'a'].map(contentOf),
    );
    expect(made.map((text) => text.readings())).toEqual([1, 0, 0]);
  });

  it('finds its lines and parts when it is read again', () => {
    const memory = new TextMemory(LENGTH);
    const { source, readings } = sourceOf('a');
    const text = new SourceText(source, memory);
    const [part] = text.parts();
    expect(text.lines.position(5)).toEqual({ line: 2, column: 2 });
    new SourceText(sourceOf('b').source, memory);
    expect(readings()).toBe(0);
    expect(text.lines.position(5)).toEqual({ line: 2, column: 2 });
    if (part === undefined) throw new Error('no part');
    expect(text.partAgain(part).content.kind).toBe('value');
    expect(readings()).toBe(1);
  });

  it('is refused if it has changed', () => {
    const memory = new TextMemory(LENGTH);
    const text = new SourceText(sourceOf('a', () => undefined).source, memory);
    new SourceText(sourceOf('b').source, memory);
    expect(() => text.text).toThrow(ChangedSource);
  });

  it('is kept if it is the only one', () => {
    const { source, readings } = sourceOf('a');
    expect(new SourceText(source, new TextMemory(1)).text).toBe(contentOf('a'));
    expect(readings()).toBe(0);
  });
});

it('makes the same report when texts are given up', () => {
  const root = join(import.meta.dirname, '../../fixtures/installations');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yaml'))
    .sort();
  const contents = files.map((name) => readFileSync(join(root, name), 'utf8'));
  const run = (padding: string, isReadAgain: boolean) => {
    let readings = 0;
    const { texts, ...report } = lint(
      files.map((name, index) => {
        const content = `${contents[index]}${padding}`;
        const readAgain = () => {
          readings++;
          return content;
        };
        return { name, content, ...(isReadAgain && { readAgain }) };
      }),
      { pedantic: true },
    );
    const shown = report.findings.map(({ file }) => texts.get(file));
    return { report, shown, readings };
  };
  // More than all texts that a run holds.
  const padding = `\n#${' '.repeat(18 * 1024 * 1024)}`.slice(
    0,
    Math.ceil((18 * 1024 * 1024) / files.length),
  );
  const kept = run(padding, false);
  const released = run(padding, true);
  expect(kept.report.findings.length).toBeGreaterThan(20);
  expect(released.readings).toBeGreaterThan(20);
  expect(released.report).toEqual(kept.report);
  expect(released.shown).toEqual(kept.shown);
});

it('does not read a file again that has changed', () => {
  const folder = temporaryFolder({ 'a.yaml': 'a: 1\n' });
  const path = join(folder, 'a.yaml');
  const read = readRegularFile(path, 100);
  if (read.kind !== 'content' || read.state === undefined) throw new Error(read.kind);
  const again = () => {
    const bytes = readUnchanged(path, read.state ?? '');
    return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
  };
  expect(again()).toBe('a: 1\n');
  writeFileSync(path, 'a: 2\n');
  utimesSync(path, 1, 1);
  expect(again()).toBeUndefined();
  rmSync(path);
  expect(again()).toBeUndefined();
});
