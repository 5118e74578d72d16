import { Readable, Writable } from 'node:stream';
import type { TestOutcome } from '../../language-server/commands.ts';
import { isOfAnotherUser } from '../../language-server/connecting-user.ts';
import { serve } from '../../language-server/server.ts';
import { ArgumentParser } from '../argument-parser.ts';
import type { Messages } from '../channel.ts';
import type { RunCommand } from '../command.ts';
import { EXIT, UsageError } from '../exit.ts';
import type { Host, Output } from '../host.ts';

const HELP = `
The messages are those of the Language Server Protocol. docs/editors.md has the
set-up of editors. The server reads what kubeadmit would read in the folders of
the editor, and nothing from the network.

Exit status: 0 after an orderly end, 1 if the editor has ended without one.`;

/** The largest number of a port. */
const LAST_PORT = 65_535;

/** The command line of `kubeadmit lsp`. */
export function parser() {
  return new ArgumentParser(
    'lsp',
    'Serves an editor: diagnostics, fixes, completion and more, while manifests are written.',
  )
    .option('--stdio', 'speak over standard input and output (default)')
    .option('--socket <port>', 'listen on a port of the loopback, for one editor', portOf)
    .option('--clientProcessId <id>', 'the process of the editor, which names it itself')
    .commonOptions()
    .helpAfter(HELP);
}

/** Serves an editor. */
export const run: RunCommand<typeof parser> = async ({ options }, host, messages) => {
  const { stdio = false, socket } = options;
  if (stdio && socket !== undefined) throw new UsageError('choose --stdio or --socket');
  const status =
    socket === undefined
      ? await serveStandardStreams(host)
      : await serveSocket(socket, host, messages);
  return status === 0 ? EXIT.clean : EXIT.findings;
};

function portOf(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= LAST_PORT) return port;
  throw new UsageError(`must be a number from 0 to ${LAST_PORT}`);
}

async function serveStandardStreams({ stdin, stdout, cwd }: Host): Promise<number> {
  const input = Readable.from(stdin, { objectMode: false });
  const status = await serve(input, streamTo(stdout), cwd, runTestsAside);
  input.destroy();
  return status;
}

/** Runs tests in another process, so that the server answers meanwhile. */
function runTestsAside(files: readonly string[], folder: string): Promise<TestOutcome> {
  const { execFile } = process.getBuiltinModule('node:child_process');
  const [program = ''] = process.argv.slice(1);
  const args = [program, 'test', '--no-color', '--', ...files];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: folder }, (error, stdout, stderr) => {
      resolve({ isPassed: error === null, output: `${stdout}${stderr}` });
    });
  });
}

function streamTo(output: Output): Writable {
  return new Writable({
    decodeStrings: false,
    write: (chunk: Buffer | string, _encoding, done) => {
      output.write(typeof chunk === 'string' ? chunk : chunk.toString('utf8'), done);
    },
  });
}

/** Waits for one editor on a port of the loopback; 0 is any free port. */
function serveSocket(port: number, { cwd }: Host, messages: Messages): Promise<number> {
  const { createServer } = process.getBuiltinModule('node:net');
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      if (isOfAnotherUser(socket)) {
        messages.complain('refused a connection from another user');
        socket.destroy();
        return;
      }
      server.close();
      socket.on('error', () => {});
      resolve(serve(socket, socket, cwd, runTestsAside).finally(() => socket.destroy()));
    });
    server.on('error', reject);
    server.listen({ port, host: '127.0.0.1' }, () => {
      const address = server.address();
      if (address !== null && typeof address === 'object') {
        messages.say(`listening on 127.0.0.1:${address.port}`);
      }
    });
  });
}
