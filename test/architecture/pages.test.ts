import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';

const root = join(import.meta.dirname, '../..');

const PAGES = readdirSync(root, { encoding: 'utf8' })
  .concat(
    ...['docs', 'docs/guides', 'docs/development'].map((folder) =>
      readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
    ),
  )
  .filter((path) => path.endsWith('.md'));

const read = (path: string): string => readFileSync(join(root, path), 'utf8');

describe.each(PAGES)('%s', (page) => {
  const text = read(page);

  it('has only YAML that can be read', () => {
    const problems = [...text.matchAll(/^ *```ya?ml\n([\s\S]*?)^ *```$/gm)].flatMap(
      ([, example = '']) =>
        parseAllDocuments(example).flatMap(({ errors }) => errors.map(({ message }) => message)),
    );
    expect(problems).toEqual([]);
  });

  it('links to files and headings that exist', () => {
    const broken = linksOf(text).filter((link) => {
      const [path = '', heading] = link.split('#');
      const file = path === '' ? page : posix.join(posix.dirname(page), path);
      if (!existsSync(join(root, file))) return true;
      return heading !== undefined && !headingsOf(read(file)).includes(heading);
    });
    expect(broken).toEqual([]);
  });
});

/** The targets of the links and pictures of a Markdown text that lead to files of the repository. */
function linksOf(markdown: string): readonly string[] {
  return [...withoutCode(markdown).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target));
}

/** The names that GitHub gives the headings of a Markdown text. */
function headingsOf(markdown: string): readonly string[] {
  return [...withoutCode(markdown).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}

function withoutCode(markdown: string): string {
  return markdown.replace(/^ *```[\s\S]*?^ *```$/gm, '');
}
