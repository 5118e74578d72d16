import { describe, expect, it } from 'vitest';
import { typeText } from '../../src/cel/types.ts';
import { compile } from '../../src/server/expressions/compile.ts';
import type { Minor } from '../../src/server/kubernetes/minors.ts';
import { readJsonLines } from '../conformance/golden.ts';
import { LARGE_EXPRESSIONS, shortened } from './large-expressions.ts';

interface Golden {
  readonly name: string;
  readonly minors: readonly Minor[];
  readonly answer: string;
}

function answer(expression: string, minor: Minor): string {
  const compiled = compile(expression, { environment: 'vap-variable', minor, hasParams: true });
  if (compiled.ok) return typeText(compiled.type);
  return compiled.detail.replace(/^compilation failed: /, '');
}

describe('very large expressions', () => {
  const goldens = readJsonLines<Golden>('fixtures/cel/large.jsonl');

  it('are all there', () => {
    expect(new Set(goldens.map(({ name }) => name))).toEqual(
      new Set(Object.keys(LARGE_EXPRESSIONS)),
    );
  });

  /** Answers that are the same in many minors are tested in the oldest and the newest of them. */
  const asked = goldens.flatMap(({ name, minors, answer }) =>
    [...new Set([minors[0], minors.at(-1)])].flatMap((minor) =>
      minor === undefined ? [] : [[name, minor, answer] as const],
    ),
  );

  it.each(asked)('%s: as the server of %s says', (name, minor, wanted) => {
    expect(shortened(answer(LARGE_EXPRESSIONS[name]?.() ?? '', minor))).toBe(wanted);
  });
});
