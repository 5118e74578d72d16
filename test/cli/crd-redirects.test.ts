import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { temporaryRepository } from '../temporary-folder.ts';
import { runIn } from './fake-host.ts';
import { type LoopbackServer, startServer } from './https-server.ts';

/** The first address that is asked counts as a public one, so that the server on the loopback can redirect from it. */
let isFirst = true;
vi.mock('../../src/hosts/node/crds/public-address.ts', async (original) => {
  const actual = await original<typeof import('../../src/hosts/node/crds/public-address.ts')>();
  const isPublicAddress = (address: string) => {
    const counts = isFirst || actual.isPublicAddress(address);
    isFirst = false;
    return counts;
  };
  return { ...actual, isPublicAddress };
});

let server: LoopbackServer;
let location: string;

beforeAll(async () => {
  server = await startServer((_, response) => response.writeHead(302, { location }).end());
});
afterAll(() => server.close());
beforeEach(() => {
  isFirst = true;
});

const NOT_PUBLIC = ' is not a public address; --allow-private-addresses permits it';
const NOT_HTTPS = ' is not an https address';

it.each([
  ['https://127.0.0.1:PORT/again', NOT_PUBLIC],
  ['https://127.0.0.1/', NOT_PUBLIC],
  ['/again', NOT_PUBLIC],
  ['//localhost:PORT/', NOT_PUBLIC],
  ['https://localhost:PORT/', NOT_PUBLIC],
  ['HTTPS://LOCALHOST:PORT/', NOT_PUBLIC],
  // Not all systems know this name.
  ['https://localhost.:PORT/', 'localhost.'],
  ['https:\\\\127.0.0.1:PORT\\', NOT_PUBLIC],
  ['https://2130706433:PORT/', NOT_PUBLIC],
  ['https://0177.0.0.1:PORT/', NOT_PUBLIC],
  ['https://0x7f000001:PORT/', NOT_PUBLIC],
  ['https://127.1:PORT/', NOT_PUBLIC],
  ['https://%E2%91%A0%E2%91%A1%E2%91%A6.0.0.1:PORT/', NOT_PUBLIC],
  ['https://%31%32%37.0.0.1:PORT/', NOT_PUBLIC],
  ['https://0:PORT/', NOT_PUBLIC],
  ['https://[::1]:PORT/', NOT_PUBLIC],
  ['https://[::]:PORT/', NOT_PUBLIC],
  ['https://[::ffff:127.0.0.1]:PORT/', NOT_PUBLIC],
  ['https://[::ffff:7f00:1]:PORT/', NOT_PUBLIC],
  ['https://[64:ff9b::7f00:1]:PORT/', NOT_PUBLIC],
  ['https://[2002:7f00:1::]:PORT/', NOT_PUBLIC],
  ['https://[fe80::1]/', NOT_PUBLIC],
  ['https://[fd00:ec2::254]/', NOT_PUBLIC],
  ['https://10.0.0.1/', NOT_PUBLIC],
  ['https://169.254.169.254/latest/meta-data/', NOT_PUBLIC],
  ['http://127.0.0.1:PORT/', NOT_HTTPS],
  ['http://example.com/', NOT_HTTPS],
  ['file:///etc/passwd', NOT_HTTPS],
  ['FILE:/etc/passwd', NOT_HTTPS],
  ['data:text/plain,a', NOT_HTTPS],
  ['ftp://example.com/', NOT_HTTPS],
  ['https://user:word@example.com/', 'an address with a password is not used'],
  ['https://[::1', ' is not an address'],
])('a redirect of a public server to %s is not followed', async (target, problem) => {
  const cwd = temporaryRepository();
  location = target.replace('PORT', `${server.port}`);
  const before = server.requests.length;
  const { code, stderr } = await runIn({ cwd }, 'crds', 'add', `https://127.0.0.1:${server.port}/`);
  expect([code, stderr]).toEqual([2, expect.stringContaining(problem)]);
  expect(server.requests.slice(before)).toHaveLength(1);
  expect(existsSync(join(cwd, '.kubeadmit'))).toBe(false);
});
