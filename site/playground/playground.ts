import type { Diagnostic } from '@codemirror/lint';
import type { EditorState } from '@codemirror/state';
import type { EditorPlace, Finding } from 'kubeadmit/browser';
import { MINORS, NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';
import {
  fragmentOf,
  PANES,
  type Pane,
  type PlaygroundFile,
  type PlaygroundInput,
} from '../share.ts';
import type { Result } from './check.ts';
import { CheckClient } from './check-client.ts';
import { argumentsFor, CEL_FILES, minorsOf, shellText } from './command-line.ts';
import { button, byId, element, select } from './dom.ts';
import { Editor, offsetOf } from './editor.ts';
import { EXAMPLES } from './examples.ts';
import { PANE_DESCRIPTIONS, type PaneDescription } from './panes.ts';
import type { ChosenFix, FilePlace, ResultActions } from './results/view.ts';
import { viewOf } from './results/view-of.ts';
import { showTabs } from './tabs.ts';

/** A file that is open, with its history. */
interface OpenFile {
  readonly name: string;
  state: EditorState;
}

/** The time from a change to the check of the text, in milliseconds. The result is to be there 50 ms after a key. */
const PAUSE = 20;

/** The longest link that programs usually accept, in characters. */
const LONG_LINK = 8_000;

/** The page: what the user has entered, and the result. */
export class Playground implements ResultActions {
  readonly #checker = new CheckClient((answer) => this.#show(answer));
  readonly #editor = new Editor(byId('editor'), 'Text of the file', () => this.#changed(), {
    describe: (offset) => this.#checker.askAt('description', this.#input, this.#placeAt(offset)),
    complete: (offset) => this.#checker.askAt('completions', this.#input, this.#placeAt(offset)),
  });
  readonly #expression: Editor;
  readonly #place = element('select', { id: 'place' });
  readonly #at = element('input', { id: 'at', type: 'text', placeholder: 'spec.replicas' });
  readonly #atField = element(
    'span',
    {},
    element('label', { htmlFor: 'at' }, 'self is at'),
    ' ',
    this.#at,
  );
  #pane: Pane = 'lint';
  #files: OpenFile[] = [];
  #current = 0;
  #versions: readonly [string, string] = [NEWEST_MINOR, NEWEST_MINOR];
  #findings: readonly Finding[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    const host = element('div', { className: 'editor' });
    this.#expression = new Editor(host, 'Expression', () => this.#changed());
    this.#place.addEventListener('change', () => this.#changed());
    this.#at.addEventListener('input', () => this.#changed());
    byId('expression').append(
      host,
      element(
        'div',
        { className: 'controls' },
        element('span', {}, element('label', { htmlFor: 'place' }, 'Place'), ' ', this.#place),
        this.#atField,
      ),
    );
  }

  /** Opens the first example of a pane. */
  openExample(pane: Pane): void {
    const example = EXAMPLES.find((candidate) => candidate.pane === pane);
    if (example !== undefined) this.open(example);
  }

  /** Replaces everything by an input. */
  open(input: PlaygroundInput): void {
    const { pane, files, expression = '', place = 'vap', at = '' } = input;
    this.#pane = pane;
    const { files: names, versions } = this.#description;
    this.#files = (names === undefined ? files : filesNamed(names, files)).map(
      ({ name, text }) => ({
        name,
        state: this.#editor.stateOf(text),
      }),
    );
    if (this.#files.length === 0)
      this.#files.push({ name: 'a.yaml', state: this.#editor.stateOf('') });
    this.#current = 0;
    const [from, to] = minorsOf(input, NEWEST_MINOR);
    const isUpgrade = versions === 'two' && from === to;
    this.#versions = isUpgrade ? [MINORS.at(-2) ?? from, to] : [from, to];
    this.#expression.show(this.#expression.stateOf(expression));
    this.#at.value = at;
    this.#showPlaces(place);
    this.#editor.show(this.#file.state);
    this.#render();
    this.#check();
  }

  goTo(place: FilePlace): void {
    const index = this.#files.findIndex(({ name }) => name === place.file);
    if (index < 0) return;
    this.#switchTo(index);
    const { endLine = place.line, endColumn = place.column } = place;
    this.#editor.select(place, { line: endLine, column: endColumn });
  }

  apply({ file, edits }: ChosenFix): void {
    const index = this.#files.findIndex(({ name }) => name === file);
    if (index < 0) return;
    this.#switchTo(index);
    const { doc } = this.#editor.state;
    this.#editor.replace(
      edits.map(({ line, column, endLine, endColumn, newText }) => ({
        from: offsetOf(doc, { line, column }),
        to: offsetOf(doc, { line: endLine, column: endColumn }),
        insert: newText,
      })),
    );
    byId('result').focus();
  }

  /** Says something in the line of the status. */
  say(text: string): void {
    byId('status').textContent = text;
  }

  get #description(): PaneDescription {
    const description = PANE_DESCRIPTIONS.get(this.#pane);
    if (description === undefined) throw new Error(`no pane ${this.#pane}`);
    return description;
  }

  get #file(): OpenFile {
    const file = this.#files[this.#current];
    if (file === undefined) throw new Error('no file is open');
    return file;
  }

  #placeAt(offset: number): EditorPlace {
    return { file: this.#file.name, offset };
  }

  /** The input as it is now. */
  get #input(): PlaygroundInput {
    this.#file.state = this.#editor.state;
    const [from, to] = this.#versions;
    const isOne = this.#description.versions === 'one' || from === to;
    return {
      pane: this.#pane,
      files: this.#files.map(({ name, state }) => ({ name, text: state.doc.toString() })),
      versions: isOne ? to : `${from}..${to}`,
      ...(this.#pane === 'cel' && {
        expression: this.#expression.state.doc.toString(),
        place: this.#place.value,
        ...(this.#at.value !== '' && { at: this.#at.value }),
      }),
    };
  }

  #changed(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#check(), PAUSE);
  }

  #check(): void {
    clearTimeout(this.#timer);
    const input = this.#input;
    if (this.#pane === 'cel') this.#showPlaces(this.#place.value);
    byId('command').replaceChildren(
      'The same on the command line: ',
      element('code', {}, `kubeadmit ${shellText(argumentsFor(input, NEWEST_MINOR))}`),
    );
    byId('result').setAttribute('aria-busy', 'true');
    this.#checker.check(input);
  }

  #show(answer: { readonly result: Result } | { readonly problem: string }): void {
    const result = byId('result');
    result.setAttribute('aria-busy', 'false');
    if ('problem' in answer) {
      this.say(`No result: ${answer.problem}`);
      result.replaceChildren();
      this.#findings = [];
    } else {
      const { status, content, findings } = viewOf(answer.result, this);
      this.say(status);
      result.replaceChildren(...content);
      this.#findings = findings;
      if (answer.result.pane === 'cel') this.#markExpression(answer.result);
    }
    this.#mark();
  }

  /** Marks the findings in the file that is shown. */
  #mark(): void {
    const { doc } = this.#editor.state;
    const own = this.#findings.filter(({ file }) => file === this.#file.name);
    this.#editor.mark(
      own.map((finding): Diagnostic => {
        const { line, column, endLine, endColumn, severity, message, rule, help, fix } = finding;
        const choices = fix?.choices ?? [];
        return {
          from: offsetOf(doc, { line, column }),
          to: offsetOf(doc, { line: endLine, column: endColumn }),
          severity,
          source: rule,
          message: help === null ? message : `${message}\nhelp: ${help}`,
          actions: choices.map(({ title, edits }) => ({
            name: title,
            apply: () => this.apply({ file: finding.file, edits }),
          })),
        };
      }),
    );
  }

  #markExpression({ evaluation }: Extract<Result, { pane: 'cel' }>): void {
    const { doc } = this.#expression.state;
    this.#expression.mark(
      evaluation.errors.flatMap(({ message, line, column }): Diagnostic[] => {
        if (line === null || column === null) return [];
        const text = doc.line(Math.min(line, doc.lines)).text;
        // Columns of expressions are code points.
        const before = [...text].slice(0, column - 1).join('').length;
        const from = offsetOf(doc, { line, column: before + 1 });
        const [word = ' '] = /^\w+/.exec(text.slice(before)) ?? [];
        const to = Math.min(from + word.length, doc.length);
        return [{ from, to, severity: 'error', message }];
      }),
    );
  }

  #switchTo(index: number): void {
    if (index === this.#current) return;
    this.#file.state = this.#editor.state;
    this.#current = index;
    this.#editor.show(this.#file.state);
    this.#mark();
    this.#renderFiles();
  }

  #render(): void {
    const { about } = this.#description;
    const panes = PANES.map((id) => ({ id, text: PANE_DESCRIPTIONS.get(id)?.title ?? id }));
    showTabs(byId('panes'), panes, this.#pane, 'result', (id) => {
      const pane = PANES.find((candidate) => candidate === id);
      if (pane !== undefined && pane !== this.#pane) this.openExample(pane);
    });
    byId('about').textContent = about;
    byId('expression').hidden = this.#pane !== 'cel';
    this.#renderControls();
    this.#renderFiles();
  }

  #renderControls(): void {
    const examples = EXAMPLES.filter(({ pane }) => pane === this.#pane);
    const choices = [
      { value: '', text: 'Choose an example' },
      ...examples.map(({ title }) => ({ value: title, text: title })),
    ];
    const minors = MINORS.map((minor) => ({ value: minor, text: minor }));
    const [from, to] = this.#versions;
    const isOne = this.#description.versions === 'one';
    byId('controls').replaceChildren(
      select('example', 'Example', choices, '', (title) => {
        const example = examples.find((candidate) => candidate.title === title);
        if (example !== undefined) this.open(example);
      }),
      ...(isOne
        ? []
        : [select('from', 'Kubernetes', minors, from, (minor) => this.#choose(minor, undefined))]),
      select('to', isOne ? 'Kubernetes' : 'to', minors, to, (minor) =>
        this.#choose(undefined, minor),
      ),
      button('Share', () => this.#share()),
      button('Download', () => this.#download()),
    );
  }

  /** Changes one end of the range of minors. The other end moves with it if they would cross. */
  #choose(from: string | undefined, to: string | undefined): void {
    const [oldFrom, oldTo] = this.#versions;
    const minors: readonly string[] = MINORS;
    const [first, last] = [minors.indexOf(from ?? oldFrom), minors.indexOf(to ?? oldTo)];
    const gap = this.#description.versions === 'two' ? 1 : 0;
    const isCrossed = last - first < gap;
    const start = isCrossed && from === undefined ? Math.max(0, last - gap) : first;
    const end = isCrossed && to === undefined ? Math.min(MINORS.length - 1, first + gap) : last;
    this.#versions = [MINORS[start] ?? oldFrom, MINORS[end] ?? oldTo];
    this.#renderControls();
    this.#check();
  }

  #renderFiles(): void {
    const { files: fixed } = this.#description;
    const tabs = this.#files.map(({ name }, index) => ({ id: String(index), text: name }));
    showTabs(byId('files'), tabs, String(this.#current), 'editor', (id) =>
      this.#switchTo(Number(id)),
    );
    byId('file-actions').replaceChildren(
      ...(fixed === undefined
        ? [
            button('Add file', () => this.#addFile()),
            ...(this.#files.length > 1 ? [button('Remove file', () => this.#removeFile())] : []),
          ]
        : []),
    );
  }

  #addFile(): void {
    const names = new Set(this.#files.map(({ name }) => name));
    let number = this.#files.length + 1;
    while (names.has(`file-${number}.yaml`)) number++;
    this.#files.push({ name: `file-${number}.yaml`, state: this.#editor.stateOf('') });
    this.#switchTo(this.#files.length - 1);
    this.#check();
  }

  #removeFile(): void {
    this.#files.splice(this.#current, 1);
    this.#current = Math.max(0, this.#current - 1);
    this.#editor.show(this.#file.state);
    this.#renderFiles();
    this.#check();
  }

  /** Shows the places of an expression: those of policies and webhooks, and the kinds of the CRD. */
  #showPlaces(current: string): void {
    const crd = this.#files.find(({ name }) => name === CEL_FILES.crds)?.state.doc.toString() ?? '';
    const kinds = [...crd.matchAll(/\bkind: *([A-Z]\w*)/g)].flatMap(([, kind]) => kind ?? []);
    const places = new Set([
      'vap',
      'map',
      'webhook',
      ...kinds.filter((kind) => kind !== 'CustomResourceDefinition').map((kind) => `crd:${kind}`),
      current,
    ]);
    const shown = [...this.#place.options].map(({ value }) => value);
    if (shown.join() !== [...places].join()) {
      this.#place.replaceChildren(
        ...[...places].map((value) => element('option', { value }, placeText(value))),
      );
    }
    this.#place.value = current;
    this.#atField.hidden = !current.startsWith('crd:');
  }

  async #share(): Promise<void> {
    const fragment = await fragmentOf(this.#input);
    history.replaceState(null, '', `#${fragment}`);
    const { href } = location;
    const long =
      href.length > LONG_LINK ? ` It has ${href.length} characters, which some programs cut.` : '';
    try {
      await navigator.clipboard.writeText(href);
      this.say(`The link is copied, and is the address of this page.${long}`);
    } catch {
      this.say(`The link is the address of this page.${long}`);
    }
  }

  #download(): void {
    const { name } = this.#file;
    const blob = new Blob([this.#editor.state.doc.toString()], { type: 'application/yaml' });
    const link = element('a', { href: URL.createObjectURL(blob), download: name });
    link.click();
    URL.revokeObjectURL(link.href);
  }
}

function placeText(place: string): string {
  const texts = new Map([
    ['vap', 'ValidatingAdmissionPolicy'],
    ['map', 'MutatingAdmissionPolicy'],
    ['webhook', 'match condition of a webhook'],
  ]);
  return texts.get(place) ?? `rule of a CRD: ${place.replace('crd:', '')}`;
}

/** The files with given names; those that are missing are empty. */
function filesNamed(
  names: readonly string[],
  files: readonly PlaygroundFile[],
): readonly PlaygroundFile[] {
  return names.map((name) => files.find((file) => file.name === name) ?? { name, text: '' });
}
