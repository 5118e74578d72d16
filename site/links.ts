import { posix } from 'node:path';
import { fileUrl } from './site.ts';

/** The folder of the pictures that pages show. They are served at the root of the site. */
export const PICTURES = 'docs';

/**
 * Rewrites the links of a Markdown file of the repository for the site: links to files that are pages lead to the page,
 * links to other files lead to the repository, and pictures are those of the site.
 *
 * @param file the path of the file in the repository
 * @param pages the paths of the pages below the root of the site, by the file that they are made from
 */
export function withSiteLinks(
  markdown: string,
  file: string,
  pages: ReadonlyMap<string, string>,
): string {
  return outsideOfCode(markdown, (text) =>
    text.replace(/(!?\[[^\]]*\]\()([^)\s]+)(\))/g, (all, open, target, close) => {
      const [path = '', anchor] = repositoryPath(target, file) ?? [];
      if (path === '') return all;
      const url = open.startsWith('!') ? pictureUrl(path) : pageUrl(path, pages);
      return `${open}${url}${anchor === undefined ? '' : `#${anchor}`}${close}`;
    }),
  );
}

/** The path of a picture on the site. */
function pictureUrl(path: string): string {
  return `/${posix.relative(PICTURES, path)}`;
}

/** The page that is made from a file of the repository, or the file in the repository. */
function pageUrl(path: string, pages: ReadonlyMap<string, string>): string {
  const page = pages.get(path);
  return page === undefined ? fileUrl(path) : `/${page}`;
}

/** Changes the text of a Markdown file that is not in a code block. */
function outsideOfCode(markdown: string, change: (text: string) => string): string {
  return markdown
    .split(/^(```[\s\S]*?^```)/m)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join('');
}

/** The file of the repository that a link leads to, and the anchor; undefined for other links. */
function repositoryPath(
  target: string,
  file: string,
): readonly [path: string, anchor: string | undefined] | undefined {
  if (/^[#/]/.test(target) || /^[a-z]+:/.test(target)) return undefined;
  const [path = '', anchor] = target.split('#');
  return [posix.normalize(posix.join(posix.dirname(file), path)), anchor];
}
