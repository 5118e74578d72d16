import { expect, it } from 'vitest';
import { templateLine } from '../../src/sources/project/template-line.ts';

const TEMPLATE = `kind: A
metadata:
  name: {{ .Release.Name }}
webhooks:
  - name: a
    timeoutSeconds: 60
  - name: b
    sideEffects: None
    timeoutSeconds: 60
  }
`;

it.each([
  ['kind: A', 1],
  ['      sideEffects: None', 8],
  ['    timeoutSeconds: 60', undefined],
  ['  name: web', undefined],
  ['  }', undefined],
  ['', undefined],
])('%j comes from line %s', (rendered, line) => {
  expect(templateLine(TEMPLATE, rendered)).toBe(line);
});
