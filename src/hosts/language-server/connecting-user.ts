import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';

/** The tables of connections that Linux keeps. A program can use sockets of IPv6 for addresses of IPv4. */
const TABLES = ['/proc/net/tcp', '/proc/net/tcp6'];

/** The state of a connection that both ends have open. */
const OPEN = '01';

/**
 * Reports whether another user than that of this process, and not root, has opened a connection on the loopback. It is
 * false where the system does not tell.
 */
export function isOfAnotherUser({ localPort = 0, remotePort = 0 }: Socket): boolean {
  const user = TABLES.map((path) => userIn(readTable(path), remotePort, localPort)).find(
    (one) => one !== undefined,
  );
  return user !== undefined && user !== 0 && user !== process.getuid?.();
}

/**
 * The user of a connection in a table.
 *
 * Source: https://docs.kernel.org/networking/proc_net_tcp.html
 *
 * @param from the port of the end that the user has opened
 * @param to the port of the other end
 * @returns the id, or -1 if the user has closed the connection, so that the table has no id any more; undefined if the
 * table does not have the connection
 */
function userIn(table: string, from: number, to: number): number | undefined {
  const ports = [from, to].map((port) => `:${port.toString(16).toUpperCase().padStart(4, '0')}`);
  const [own = '', other = ''] = ports;
  for (const line of table.split('\n')) {
    const [, local = '', remote = '', state, , , , user] = line.trim().split(/\s+/);
    if (local.endsWith(own) && remote.endsWith(other)) return state === OPEN ? Number(user) : -1;
  }
  return undefined;
}

function readTable(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
