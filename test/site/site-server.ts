import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { BASE } from '../../site/site.ts';
import { REPOSITORY } from '../e2e/built-command.ts';

const DIST = join(REPOSITORY, 'site/.vitepress/dist');

const TYPES = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript'],
  ['.mjs', 'text/javascript'],
  ['.css', 'text/css'],
  ['.svg', 'image/svg+xml'],
]);

/** Serves the built site on the loopback, as GitHub Pages does. */
export class SiteServer {
  /** The paths that were requested, from the root of the site. */
  readonly requests: string[] = [];
  readonly #server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const path = pathname.startsWith(BASE) ? pathname.slice(BASE.length) : undefined;
    this.requests.push(path ?? pathname);
    const file = path === undefined ? undefined : fileOf(path);
    if (file === undefined) response.writeHead(404).end();
    else {
      response.setHeader('content-type', TYPES.get(extname(file)) ?? 'application/octet-stream');
      response.end(readFileSync(file));
    }
  });

  async open(): Promise<void> {
    await new Promise<void>((opened) => this.#server.listen(0, '127.0.0.1', opened));
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The URL of a page. */
  url(path: string): string {
    return `${this.origin}${BASE}${path}`;
  }
}

function fileOf(path: string): string | undefined {
  const file = join(DIST, path === '' || path.endsWith('/') ? `${path}index.html` : path);
  return existsSync(file) && statSync(file).isFile() ? file : undefined;
}

/** The sizes of files of the site together, each compressed by gzip, in bytes. */
export function compressedSize(paths: Iterable<string>): number {
  return [...new Set(paths)].reduce((total, path) => {
    const file = fileOf(path);
    return total + (file === undefined ? 0 : gzipSync(readFileSync(file)).length);
  }, 0);
}
