import { expect, it } from 'vitest';
import { templateLine } from '../../src/sources/project/template-line.ts';

const TEMPLATE = `kind: A
metadata:
  name: {{ .Release.Name }}
webhooks:
  - name: a
    timeoutSeconds: 60
  - name: {{ .Values.b }}
    sideEffects: None
    timeoutSeconds: 60
{{- if .Values.more }}
more:
  timeoutSeconds: 60
{{- end }}
  }
`;

const RENDERED = `kind: A
metadata:
  name: web
webhooks:
- name: "a"
  timeoutSeconds: 60
- sideEffects: None
  name: b
  timeoutSeconds: 60
- name: c
  }
more:
  timeoutSeconds: 60
  added: 1`.split('\n');

it.each([
  [1, 1],
  [3, 3],
  [5, 5],
  [6, 6],
  [7, 8],
  [8, 7],
  [9, 9],
  [11, undefined],
  [13, 12],
  [14, undefined],
])('the rendered line %i comes from line %s', (rendered, line) => {
  expect(templateLine(TEMPLATE, RENDERED, rendered - 1)).toBe(line);
});

it('a line below a key renders nothing that is not below it', () => {
  const template = 'metadata:\n  name: {{ .a }}\nspec:\n  {{ .b }}\n';
  const rendered = ['metadata:', '  name: web', 'spec:', '  items:', '    - name: web'];
  expect(templateLine(template, rendered, 4)).toBeUndefined();
  expect(templateLine(template, rendered, 4, true)).toBe(2);
});

it('a text may have many lines that are alike', () => {
  const lines = Array.from({ length: 10_000 }, (_, at) => [`  key${at}:`, '    type: object']);
  const text = ['schema:', ...lines.flat()];
  expect(templateLine(text.join('\n'), text, text.length - 1)).toBe(text.length);
});
