import { ErrorCodes, Message } from 'vscode-languageserver';
import type { MessageReader, MessageWriter } from 'vscode-languageserver/node';
import { wrongParameter } from './message-parameters.ts';

/** An answer to a request that is not handled. */
interface Refusal {
  readonly code: number;
  readonly message: string;
}

/**
 * The messages of a reader in the order that the protocol requires. Requests before `initialize` and after `shutdown`,
 * texts that are not JSON, and requests with parameters of wrong types are answered with an error; such notifications
 * are ignored, except for `exit`.
 */
export function orderedMessages(reader: MessageReader, writer: MessageWriter): MessageReader {
  let state: 'new' | 'initialized' | 'shut-down' = 'new';
  const refuse = (id: string | number | null, error: Refusal) => {
    // The connection reports the error of a writer that is closed.
    const answer = { jsonrpc: '2.0', id, error };
    writer.write(answer).catch(() => {});
  };
  const refusalOf = (method: string): Refusal | undefined => {
    if (state === 'new' && method !== 'initialize') {
      return { code: ErrorCodes.ServerNotInitialized, message: 'the server is not initialized' };
    }
    if (state === 'initialized' && method === 'initialize') {
      return { code: ErrorCodes.InvalidRequest, message: 'the server is initialized already' };
    }
    return state === 'shut-down'
      ? { code: ErrorCodes.InvalidRequest, message: 'the server has been shut down' }
      : undefined;
  };
  reader.onError((error) => {
    if (error instanceof SyntaxError) {
      refuse(null, { code: ErrorCodes.ParseError, message: error.message });
    }
  });
  return {
    onError: reader.onError,
    onClose: reader.onClose,
    onPartialMessage: reader.onPartialMessage,
    dispose: () => reader.dispose(),
    listen: (callback) =>
      reader.listen((message) => {
        if (Message.isRequest(message)) {
          const refusal = refusalOf(message.method) ?? problemOf(message.method, message.params);
          if (refusal !== undefined) {
            refuse(message.id, refusal);
            return;
          }
          if (message.method === 'initialize') state = 'initialized';
          if (message.method === 'shutdown') state = 'shut-down';
        } else if (Message.isNotification(message) && message.method !== 'exit') {
          if (state !== 'initialized') return;
          if (wrongParameter(message.method, message.params) !== undefined) return;
        }
        callback(message);
      }),
  };
}

/** The refusal of a request with a parameter of a wrong type. */
function problemOf(method: string, params: unknown): Refusal | undefined {
  const wrong = wrongParameter(method, params);
  return wrong === undefined
    ? undefined
    : {
        code: ErrorCodes.InvalidParams,
        message: `${method}: ${wrong} is absent or has a wrong type`,
      };
}
