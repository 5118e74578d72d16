import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** The colors of the editor are the variables of style.css, which depend on the mode of the page. */
const LOOK = EditorView.theme({
  '&': {
    color: 'var(--text)',
    backgroundColor: 'var(--surface)',
    fontSize: '13px',
    height: '100%',
  },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.5' },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': {
    color: 'var(--faint)',
    backgroundColor: 'var(--surface)',
    borderRight: '1px solid var(--line)',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--active)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
    { background: 'var(--selection)' },
  '.cm-tooltip': {
    color: 'var(--text)',
    backgroundColor: 'var(--raised)',
    border: '1px solid var(--line)',
    maxWidth: 'min(90vw, 40rem)',
  },
  '.description': {
    padding: '0.4rem 0.6rem',
    maxHeight: '16rem',
    overflow: 'auto',
    whiteSpace: 'pre-wrap',
  },
  '.cm-completionDetail': { color: 'var(--faint)' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    color: '#fff',
    backgroundColor: 'var(--button)',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected] .cm-completionDetail': { color: '#fff' },
  '.cm-lintRange': { backgroundImage: 'none', textDecoration: 'underline wavy 1px' },
  '.cm-lintRange-error': { textDecorationColor: 'var(--error)' },
  '.cm-lintRange-warning': { textDecorationColor: 'var(--warning)' },
  '.cm-lintRange-info': { textDecorationColor: 'var(--info)' },
  '.cm-diagnostic': { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--error)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--warning)' },
  '.cm-diagnostic-info': { borderLeftColor: 'var(--info)' },
  '.cm-diagnosticAction': { color: '#fff', backgroundColor: 'var(--button)' },
});

const COLORS = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--key)' },
  { tag: [tags.string, tags.special(tags.string), tags.content], color: 'var(--string)' },
  { tag: [tags.number, tags.bool, tags.null, tags.keyword], color: 'var(--constant)' },
  { tag: [tags.comment, tags.lineComment], color: 'var(--faint)' },
  { tag: [tags.meta, tags.labelName, tags.typeName], color: 'var(--constant)' },
]);

/** The look of the editors. */
export const THEME: Extension = [LOOK, syntaxHighlighting(COLORS)];
