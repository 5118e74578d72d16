import {
  DidChangeWorkspaceFoldersNotification,
  ErrorCodes,
  Message,
  type NotificationMessage,
} from 'vscode-languageserver';
import type { MessageReader, MessageWriter } from 'vscode-languageserver/node';

/** An answer to a request that is not handled. */
interface Refusal {
  readonly code: number;
  readonly message: string;
}

/**
 * The messages of a reader in the order that the protocol requires. Requests before `initialize` and after `shutdown`,
 * and texts that are no JSON, are answered with an error; notifications out of order are ignored, except for `exit`.
 * The same holds for messages about a document whose URI or text is not a string, or about folders that have none.
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
          const refusal = refusalOf(message.method) ?? problemOf(message.params);
          if (refusal !== undefined) {
            refuse(message.id, refusal);
            return;
          }
          if (message.method === 'initialize') state = 'initialized';
          if (message.method === 'shutdown') state = 'shut-down';
        } else if (Message.isNotification(message) && message.method !== 'exit') {
          if (state !== 'initialized' || !isReadable(message)) return;
        }
        callback(message);
      }),
  };
}

/** Reports whether a notification has what is read of its parameters. */
function isReadable({ method, params }: NotificationMessage): boolean {
  if (method !== DidChangeWorkspaceFoldersNotification.method) {
    return problemOf(params) === undefined;
  }
  const event = memberOf(params, 'event');
  return [memberOf(event, 'added'), memberOf(event, 'removed')].every(
    (folders) =>
      Array.isArray(folders) && folders.every((one) => typeof memberOf(one, 'uri') === 'string'),
  );
}

/** The refusal of a message about a document whose URI or text is not a string. */
function problemOf(params: unknown): Refusal | undefined {
  const document = memberOf(params, 'textDocument');
  if (document === undefined) return undefined;
  const changes = memberOf(params, 'contentChanges');
  const texts = [
    memberOf(document, 'uri'),
    memberOf(document, 'text') ?? '',
    ...(Array.isArray(changes) ? changes.map((one: unknown) => memberOf(one, 'text')) : []),
  ];
  return texts.every((text) => typeof text === 'string')
    ? undefined
    : {
        code: ErrorCodes.InvalidParams,
        message: 'the URI or the text of a document is not a string',
      };
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
