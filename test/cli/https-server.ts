import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, globalAgent } from 'node:https';
import { join } from 'node:path';
import { makeFolder, removeFolder } from '../folders.ts';

/** A server of a test on the loopback. */
export interface LoopbackServer {
  /** `https://localhost` with the port. */
  readonly address: string;
  readonly port: number;
  /** The path of the certificate. */
  readonly certificate: string;
  /** The requests so far: method, path and authorization. */
  readonly requests: readonly string[];
  close(): void;
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Starts a server for `localhost` and its address, whose certificate this process accepts. */
export function startServer(answer: Answer): Promise<LoopbackServer> {
  const folder = makeFolder();
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
      ...[
        '-subj',
        '/CN=localhost',
        '-addext',
        'subjectAltName=DNS:localhost,IP:127.0.0.1',
        '-days',
        '1',
      ],
      ...['-keyout', key, '-out', certificate],
    ],
    { stdio: 'ignore' },
  );
  const requests: string[] = [];
  const keys = { key: readFileSync(key), cert: readFileSync(certificate) };
  const server = createServer(keys, (request, response) => {
    const { method = '', url = '', headers } = request;
    requests.push([method, url, headers.authorization].filter(Boolean).join(' '));
    answer(request, response);
  });
  const trusted = globalAgent.options.ca;
  globalAgent.options.ca = keys.cert;
  return new Promise((resolve) => {
    server.listen({ port: 0, host: '127.0.0.1' }, () => {
      const bound = server.address();
      const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
      resolve({
        address: `https://localhost:${port}`,
        port,
        certificate,
        requests,
        close: () => {
          if (trusted === undefined) delete globalAgent.options.ca;
          else globalAgent.options.ca = trusted;
          server.closeAllConnections();
          server.close();
          removeFolder(folder);
        },
      });
    });
  });
}
