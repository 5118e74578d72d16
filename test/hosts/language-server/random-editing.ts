import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getOrCompute } from '../../../src/base/get-or-compute.ts';
import { runIn } from '../../cli/fake-host.ts';
import { type Client, uriOf } from './client.ts';

/** A finding as both show it: the range, from line and column 1, the rule, the severity and the message. */
interface Shown {
  readonly file: string;
  readonly text: string;
}

/** The number of each severity in the protocol. */
const SEVERITIES = ['', 'error', 'warning', 'info'];

export async function shownByCommandLine(folder: string): Promise<readonly Shown[]> {
  const { stdout } = await runIn({ cwd: folder }, '-f', 'json');
  const { findings, kubernetesVersions } = JSON.parse(stdout);
  return findings.map(
    ({
      file,
      line,
      column,
      endLine,
      endColumn,
      rule,
      severity,
      message,
      help,
      minors,
    }: Record<string, string> & { readonly minors: readonly string[] }) => {
      const where =
        minors.length < kubernetesVersions.length ? ` (Kubernetes ${minors.join(', ')})` : '';
      const text = `${message}${where}${help === null ? '' : `\n${help}`}`;
      return {
        file,
        text: [line, column, endLine, endColumn, rule, severity, text].join(' '),
      };
    },
  );
}

export async function shownByServer(client: Client, folder: string): Promise<readonly Shown[]> {
  const { items } = await client.request('workspace/diagnostic', { previousResultIds: [] });
  return items.flatMap(({ uri, items: diagnostics }: { uri: string; items: readonly never[] }) =>
    diagnostics.map(
      ({
        range: { start, end },
        code,
        severity,
        message,
      }: {
        range: Record<'start' | 'end', { line: number; character: number }>;
        code: string;
        severity: number;
        message: string;
      }) => ({
        file: uri.slice(uriOf(folder).length + 1),
        text: [
          start.line + 1,
          start.character + 1,
          end.line + 1,
          end.character + 1,
          code,
          SEVERITIES[severity],
          message,
        ].join(' '),
      }),
    ),
  );
}

/** The requests about a position of a document. */
const AT_POSITION = ['hover', 'completion', 'definition', 'references'];

/** The requests about a document or a range of it. */
const ABOUT_DOCUMENT = [
  'diagnostic',
  'documentSymbol',
  'foldingRange',
  'documentLink',
  'codeLens',
  'inlayHint',
  'codeAction',
];

/** The error of a request that was cancelled. */
const CANCELLED = -32800;

/**
 * An editor that changes, opens and closes the files of a folder at random, and asks for everything, while another
 * program changes the files that are not open. The same seed does the same.
 */
export class RandomEditing {
  /** The texts of the open documents and of all other files, by the name of the file. */
  readonly texts: Map<string, string>;
  /** The errors of the server, except for cancelled requests. */
  readonly errors: string[] = [];
  readonly #client: Client;
  readonly #folder: string;
  readonly #below: (limit: number) => number;
  readonly #names: readonly string[];
  readonly #open: Set<string>;

  constructor(client: Client, folder: string, seed: number) {
    this.#client = client;
    this.#folder = folder;
    this.#below = numbersFrom(seed);
    this.#names = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
    this.texts = new Map(
      this.#names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
    );
    for (const [name, text] of this.texts) client.open(uriOf(join(folder, name)), text);
    this.#open = new Set(this.#names);
  }

  /** Sends a change, opens or closes a document, or sends a request, which may be cancelled at once. */
  async step(): Promise<void> {
    const below = this.#below;
    const name = this.#names[below(this.#names.length)] ?? '';
    const uri = uriOf(join(this.#folder, name));
    const text = this.texts.get(name) ?? '';
    if (below(20) === 0) {
      if (this.#open.has(name)) this.#close(name);
      else this.#show(name);
      return;
    }
    if (below(2) === 0) {
      if (!this.#open.has(name)) {
        this.#changeOnDisk(name);
        return;
      }
      const { change, after } = randomChange(text, below);
      this.texts.set(name, after);
      this.#client.change(uri, change);
      return;
    }
    const position = positionAt(text, wholeOffset(text, below(text.length + 1)));
    const isAtPosition = below(2) === 0;
    const methods = isAtPosition ? AT_POSITION : ABOUT_DOCUMENT;
    const method = `textDocument/${methods[below(methods.length)]}`;
    const { id, answer } = this.#client.start(method, {
      textDocument: { uri },
      position,
      range: { start: position, end: { line: position.line + 5, character: 0 } },
      context: { includeDeclaration: true, diagnostics: [] },
    });
    if (below(3) === 0) this.#client.notify('$/cancelRequest', { id });
    const { error } = await answer;
    if (error !== undefined && error.code !== CANCELLED) {
      this.errors.push(`${method}: ${error.message}`);
    }
  }

  #show(name: string): void {
    const text = getOrCompute(this.texts, name, () => '');
    this.#open.add(name);
    this.#client.open(uriOf(join(this.#folder, name)), text);
  }

  /** Closes a document, after it has been saved, or without the changes of it. */
  #close(name: string): void {
    const path = join(this.#folder, name);
    if (this.#below(2) === 0) writeFileSync(path, this.texts.get(name) ?? '');
    this.#open.delete(name);
    if (existsSync(path)) this.texts.set(name, readFileSync(path, 'utf8'));
    else this.texts.delete(name);
    this.#client.close(uriOf(path));
  }

  /** Changes, makes or deletes a file as another program does it. */
  #changeOnDisk(name: string): void {
    const path = join(this.#folder, name);
    const uri = uriOf(path);
    const text = this.texts.get(name);
    if (text !== undefined && this.#below(4) === 0) {
      rmSync(path);
      this.texts.delete(name);
      this.#client.changeOnDisk(uri, 'deleted');
      return;
    }
    const { after } = randomChange(text ?? '', this.#below);
    writeFileSync(path, after);
    this.texts.set(name, after);
    this.#client.changeOnDisk(uri, text === undefined ? 'created' : 'changed');
  }
}

/** Numbers below a limit, the same in each run: a linear congruential generator. */
export function numbersFrom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

const INSERTED = [
  'a',
  ' ',
  '\n',
  ':',
  '-',
  '---\n',
  '"',
  '😀',
  '[',
  '{',
  '#',
  'spec:\n',
  '  ',
  '\r\n',
  '0',
];

/** A random change of a document, as the protocol has it, and the text after it. */
function randomChange(text: string, below: (limit: number) => number) {
  const start = wholeOffset(text, below(text.length + 1));
  const end = below(3) === 0 ? wholeOffset(text, start + below(40)) : start;
  const inserted = below(4) === 0 ? '' : (INSERTED[below(INSERTED.length)] ?? '');
  return changeOf(text, { start, end, text: inserted });
}

/** A part of a text, by its offsets, and the text that replaces it. */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A change of a document as the protocol has it, and the text after it. */
export function changeOf(before: string, { start, end, text }: Replacement) {
  const range = { start: positionAt(before, start), end: positionAt(before, end) };
  return { change: { range, text }, after: before.slice(0, start) + text + before.slice(end) };
}

/** The offset, or the next one that is neither between the two units of a character nor between CR and LF. */
export function wholeOffset(text: string, offset: number): number {
  const at = Math.min(offset, text.length);
  return /^(?:[\ud800-\udbff][\udc00-\udfff]|\r\n)$/.test(text.slice(at - 1, at + 1)) ? at + 1 : at;
}

function positionAt(text: string, offset: number) {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
}
