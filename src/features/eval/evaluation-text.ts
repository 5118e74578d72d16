import type { Style } from '../../report/style.ts';
import { displayWidth } from '../../report/width.ts';
import { wrap } from '../../report/wrap.ts';
import { escapeControls } from '../../result/visible-text.ts';
import type { ExpressionResult } from '../../server/expressions/evaluation.ts';
import { PER_CALL_LIMIT } from '../../server/expressions/runtime.ts';

/** The columns of the label of a line. */
const LABEL = 7;

/** The result of an expression for people: value, type and cost, or errors with a caret below the expression. */
export function evaluationText(
  expression: string,
  result: ExpressionResult,
  style: Style,
  width: number | undefined,
): string {
  const row = (label: string, text: string, paint = (one: string) => one) => {
    const columns = width === undefined ? undefined : width - LABEL;
    return wrap(escapeControls(text), columns).map((line, index) => {
      const start = index === 0 ? `${label}:`.padEnd(LABEL) : ' '.repeat(LABEL);
      return `${index === 0 ? style.faint(start) : start}${paint(line)}`;
    });
  };
  const error = (text: string) => {
    const [first = '', ...others] = wrap(`error: ${escapeControls(text)}`, width, '  ');
    return [`${style.severity.error('error:')}${style.strong(first.slice(6))}`, ...others];
  };
  switch (result.kind) {
    case 'refused': {
      const { issues, detail } = result;
      if (issues.length === 0) return `${error(detail).join('\n')}\n`;
      const lines = expression.split('\n');
      const shown = issues.flatMap(({ line, column, message }) => {
        const written = lines[line - 1] ?? '';
        return [...error(message), ...caretLines(written, column, style)];
      });
      return `${shown.join('\n')}\n`;
    }
    case 'value':
      return `${[
        ...row('value', result.text, style.strong),
        ...row('type', result.type),
        ...row('cost', costText(result.cost)),
      ].join('\n')}\n`;
    case 'error':
      return `${[...error(result.error), ...row('cost', costText(result.cost))].join('\n')}\n`;
  }
}

/** The line of an error with a caret below the character. */
function caretLines(line: string, column: number, style: Style): readonly string[] {
  if (column < 0) return [`  ${escapeControls(line)}`];
  const before = [...line].slice(0, column).join('');
  const indent = ' '.repeat(displayWidth(escapeControls(before)));
  return [`  ${escapeControls(line)}`, `  ${indent}${style.severity.error('^')}`];
}

function costText(cost: number): string {
  const percent = (cost / PER_CALL_LIMIT) * 100;
  const share = percent < 1 ? 'less than 1%' : `${Math.round(percent)}%`;
  return `${cost.toLocaleString('en')} (${share} of the limit of ${PER_CALL_LIMIT.toLocaleString('en')})`;
}
