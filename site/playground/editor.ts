import {
  autocompletion,
  type CompletionContext,
  closeCompletion,
  selectedCompletion,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, isolateHistory } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { bracketMatching, indentUnit } from '@codemirror/language';
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { EditorState, type Extension, Prec, type Text } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightSpecialChars,
  hoverTooltip,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import type { CompletionList, Description } from 'kubeadmit/browser';
import { element } from './dom.ts';
import { THEME } from './theme.ts';

/** A place in a text. Lines and columns begin with 1; columns are UTF-16 code units. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** The offset of a place in a document, or the nearest one that exists. */
export function offsetOf(document: Text, { line, column }: Place): number {
  const { from, to } = document.line(Math.max(1, Math.min(line, document.lines)));
  return Math.max(from, Math.min(from + column - 1, to));
}

/** The functions of an editor that depend on all files. */
interface EditorService {
  describe(offset: number): Promise<Description | null | undefined>;
  complete(offset: number): Promise<CompletionList | undefined>;
}

/** An editor of one text at a time. */
export class Editor {
  readonly #view: EditorView;
  readonly #extensions: readonly Extension[];

  /**
   * @param host the element that the editor fills
   * @param label the name of the editor for screen readers
   * @param onChange called after the user has changed the text
   * @param service of an editor of YAML
   */
  constructor(host: HTMLElement, label: string, onChange: () => void, service?: EditorService) {
    this.#extensions = [
      highlightSpecialChars(),
      history(),
      drawSelection(),
      bracketMatching(),
      indentUnit.of('  '),
      EditorState.tabSize.of(2),
      EditorView.lineWrapping,
      keymap.of([...defaultKeymap, ...historyKeymap, ...lintKeymap]),
      EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', tabindex: '0' }),
      THEME,
      ...(service === undefined
        ? []
        : [lineNumbers(), lintGutter(), highlightActiveLine(), yaml(), help(service)]),
      EditorView.updateListener.of(({ docChanged }) => {
        if (docChanged) onChange();
      }),
    ];
    // In a shadow tree, the styles of the editor are style sheets of scripts, which the policy of the page allows.
    const root = host.attachShadow({ mode: 'open' });
    this.#view = new EditorView({ parent: root, root, state: this.stateOf('') });
  }

  /** A state with a text, and with a history of its own. */
  stateOf(text: string): EditorState {
    return EditorState.create({ doc: text, extensions: this.#extensions });
  }

  get state(): EditorState {
    return this.#view.state;
  }

  /** Shows another state. This is not a change by the user. */
  show(state: EditorState): void {
    this.#view.setState(state);
  }

  /** Marks places of the text, with messages. */
  mark(diagnostics: readonly Diagnostic[]): void {
    this.#view.dispatch(setDiagnostics(this.state, [...diagnostics]));
  }

  /** Replaces ranges of the text, as one step of the history. The ranges do not overlap. */
  replace(
    changes: readonly { readonly from: number; readonly to: number; readonly insert: string }[],
  ) {
    this.#view.dispatch({ changes: [...changes], annotations: isolateHistory.of('full') });
  }

  /** Selects a range, and moves the focus to it. */
  select(from: Place, to: Place = from): void {
    const { doc } = this.state;
    this.#view.dispatch({
      selection: { anchor: offsetOf(doc, from), head: offsetOf(doc, to) },
      scrollIntoView: true,
    });
    this.#view.focus();
  }
}

/** Enter breaks the line if the selected completion is what the user has written: it would change nothing. */
const BREAK_AFTER_COMPLETED = Prec.highest(
  keymap.of([
    {
      key: 'Enter',
      run: (view) => {
        const { apply } = selectedCompletion(view.state) ?? {};
        const { head } = view.state.selection.main;
        if (typeof apply !== 'string') return false;
        const written = view.state.sliceDoc(Math.max(0, head - apply.length), head);
        if (written === apply) closeCompletion(view);
        return false;
      },
    },
  ]),
);

/** Descriptions where the pointer rests, and completions. */
function help({ describe, complete }: EditorService): Extension {
  return [
    BREAK_AFTER_COMPLETED,
    hoverTooltip(async (_view, offset) => {
      const found = await describe(offset);
      if (found === null || found === undefined) return null;
      const dom = element('div', { className: 'description' }, plainText(found.markdown));
      return { pos: found.start, end: found.end, create: () => ({ dom }) };
    }),
    autocompletion({
      icons: false,
      override: [
        async ({ pos, explicit, state }: CompletionContext) => {
          // Nobody asks for names after a space, except by the key for completion.
          if (!explicit && !/[\w.]$/.test(state.sliceDoc(Math.max(0, pos - 1), pos))) return null;
          const found = await complete(pos);
          if (found === undefined || found.items.length === 0) return null;
          return {
            from: found.start,
            to: found.end,
            validFor: /^[\w/.-]*$/,
            options: found.items.map(({ label, detail, insert, isFirst }) => ({
              label,
              detail,
              apply: insert,
              boost: isFirst ? 1 : 0,
            })),
          };
        },
      ],
    }),
  ];
}

/** A description without the marks of Markdown. */
function plainText(markdown: string): string {
  return markdown
    .replace(/^```.*\n/gm, '')
    .replace(/\n```$/gm, '')
    .replace(/\*\*|`/g, '');
}
