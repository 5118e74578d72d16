import { posix } from 'node:path';
import { fileUrl, rawUrl } from './site.ts';

/** The folder of the pictures that pages show. They are served at the root of the site. */
export const PICTURES = 'docs';

/**
 * Rewrites the links of a Markdown file of the repository for the site: links to files that are pages lead to the page,
 * links to other files lead to the repository.
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
    text
      .replaceAll(rawUrl(`${PICTURES}/`), '/')
      .replace(/(\]\()([^)\s]+)(\))/g, (all, open, target, close) => {
        const [path = '', anchor] = repositoryPath(target, file) ?? [];
        if (path === '') return all;
        const page = pages.get(path);
        const url = page === undefined ? fileUrl(path) : `/${page}`;
        return `${open}${url}${anchor === undefined ? '' : `#${anchor}`}${close}`;
      }),
  );
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
  const own = target.startsWith(fileUrl('')) ? target.slice(fileUrl('').length) : target;
  if (/^[#/]/.test(own) || /^[a-z]+:/.test(own)) return undefined;
  const [path = '', anchor] = own.split('#');
  const folder = own === target ? posix.dirname(file) : '.';
  return [posix.normalize(posix.join(folder, path)), anchor];
}
