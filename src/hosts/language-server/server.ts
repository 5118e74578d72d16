import {
  createConnection,
  type InitializeParams,
  type Logger,
  type ProtocolConnection,
  type WatchDog,
} from 'vscode-languageserver';
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { isRunning } from '../node/programs/is-running.ts';
import type { RunTests } from './commands.ts';
import { LanguageServer } from './language-server.ts';
import { MessageLimit } from './message-limit.ts';
import { orderedMessages } from './ordered-messages.ts';

/** The exit status after the editor has ended the server in order, and otherwise. */
const STATUS = { inOrder: 0, otherwise: 1 } as const;

/** The milliseconds between two looks at the process of the editor. */
const LOOK_EVERY = 3000;

/**
 * Serves an editor until it ends the connection.
 *
 * @param input the messages of the editor
 * @param output gets the messages to the editor
 * @param cwd the folder of documents that are in no file
 * @param runTests runs the test files that the user chooses
 * @returns the exit status
 */
export function serve(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
  cwd: string,
  runTests: RunTests,
): Promise<number> {
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    let shutdownReceived = false;
    const end = (status: number) => {
      clearInterval(timer);
      server.stop();
      resolve(status);
    };
    const endWithoutOrder = () => end(shutdownReceived ? STATUS.inOrder : STATUS.otherwise);
    const watchDog: WatchDog = {
      get shutdownReceived() {
        return shutdownReceived;
      },
      set shutdownReceived(value) {
        shutdownReceived = value;
      },
      initialize: ({ processId }: InitializeParams) => {
        if (typeof processId !== 'number') return;
        timer = setInterval(() => {
          if (!isRunning(processId)) endWithoutOrder();
        }, LOOK_EVERY);
        timer.unref();
      },
      exit: end,
    };
    const writer = new StreamMessageWriter(output);
    const limited = input.pipe(new MessageLimit());
    const frames = new StreamMessageReader(limited);
    // Its timer for a message that is not complete would keep the process alive.
    frames.partialMessageTimeout = 0;
    const reader = orderedMessages(frames, writer);
    const connect = (logger: Logger): ProtocolConnection =>
      withoutThrowing(createProtocolConnection(reader, writer, logger));
    const server = new LanguageServer(createConnection(connect, watchDog), cwd, runTests);
    limited.on('end', endWithoutOrder);
    input.on('close', endWithoutOrder);
    output.on('error', endWithoutOrder);
    server.listen();
  });
}

/**
 * A connection that drops notifications after the editor has gone, and rejects requests. The library throws an error at
 * once, also where it reports a message that it does not understand.
 */
function withoutThrowing(connection: ProtocolConnection): ProtocolConnection {
  const { sendNotification, sendRequest } = connection;
  return {
    ...connection,
    sendNotification: async (...args: unknown[]) => {
      try {
        await Reflect.apply(sendNotification, connection, args);
      } catch {
        // No one reads what is sent.
      }
    },
    sendRequest: async (...args: unknown[]) => Reflect.apply(sendRequest, connection, args),
  };
}
