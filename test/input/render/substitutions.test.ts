import { describe, expect, it } from 'vitest';
import { substituted } from '../../../src/hosts/node/render/sources/substitutions.ts';

const LIST = `[
  {name: a},
]
`;

function withVariables(text: string, areComplete: boolean): string | undefined {
  const variables = new Map([
    ['NAME', { value: 'web' }],
    ['EMPTY', { value: '' }],
    ['LIST', { value: LIST }],
    ['LONG', { value: 'x'.repeat(100_000) }],
  ]);
  return substituted(text, { variables, areComplete });
}

describe('the variables that Flux substitutes', () => {
  it.each([
    [`\${NAME}-\${NAME:=other}`, 'web-web'],
    [`\${EMPTY:-other}`, 'other'],
    [`a\${EMPTY}`, 'a'],
    [`\${OTHER:=other}`, 'other'],
    [`a\${OTHER:-}`, 'a'],
    [`\${OTHER}`, `\${OTHER}`],
    [`$\${NAME}`, `$\${NAME}`],
    ['$NAME', '$NAME'],
  ])('%s is %s', (written, value) => {
    expect(withVariables(`a: ${written}\n`, true)).toBe(`a: ${value}\n`);
  });

  it.each([`\${OTHER}`, `\${OTHER:=other}`, `\${EMPTY:=other}`])(
    'leave %s as it is if its value is not known',
    (written) => {
      expect(withVariables(`a: ${written}\n`, false)).toBe(`a: ${written}\n`);
    },
  );

  it('cannot make a text that is too large', () => {
    expect(withVariables(`a: ${'$'}{LONG}`.repeat(10_000), true)).toBeUndefined();
    const documents = `---\na: ${`\${LONG}`.repeat(600)}\n`.repeat(2);
    expect(withVariables(documents, true)).toBeUndefined();
  });

  it('are replaced by the known values only if the object is readable then', () => {
    const list = `a: \${QUOTE:='}\${LIST}\${QUOTE:='}\n`;
    const known = `a: \${NAME}-\${OTHER}\n`;
    expect(withVariables(`${list}---\n${known}`, false)).toBe(`${list}---\na: web-\${OTHER}\n`);
    expect(withVariables(list, true)).toBe(`a: '${LIST}'\n`);
  });

  it('are ordinary text in an object that is excluded', () => {
    const object = `metadata:
  labels: {kustomize.toolkit.fluxcd.io/substitute: disabled}
a: \${NAME}
`;
    expect(withVariables(object, true)).toBe(object);
  });
});
