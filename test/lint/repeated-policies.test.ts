import { describe, expect, it } from 'vitest';
import { KeptResults } from '../../src/base/kept-results.ts';
import { lint } from '../../src/lint/lint.ts';

/** A policy whose validations select a field that objects can lack, and one that they do not have. */
function policy(name: string, expressions: readonly string[], variable = 'true'): string {
  return `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: ${name} }
spec:
  matchConstraints:
    resourceRules:
      - { apiGroups: [apps], apiVersions: [v1], operations: [CREATE], resources: [deployments] }
  variables:
    - { name: kept, expression: "${variable}" }
  validations:
${expressions.map((text) => `    - expression: "${text}"\n`).join('')}`;
}

const UNGUARDED = "object.metadata.labels.team != 'a' && variables.kept";
const UNKNOWN = 'object.spec.replica > 1';

function findingsOf(...texts: readonly string[]) {
  const sources = texts.map((content, index) => ({ name: `${index}.yaml`, content }));
  return lint(sources).findings.map(({ rule, file, line, column, message }) => ({
    rule,
    file,
    line,
    column,
    message,
  }));
}

describe('policies with the same expressions', () => {
  it('have the same findings, each at its place', () => {
    const text = policy('a', [UNGUARDED, UNKNOWN]);
    const first = findingsOf(text);
    expect(first.map(({ rule, line }) => [rule, line])).toEqual([
      ['cel/unguarded-field', 11],
      ['cel/type-check', 12],
    ]);
    const moved = `# The same policy.\n\n${text}`;
    expect(findingsOf(moved)).toEqual(
      first.map((finding) => ({ ...finding, line: finding.line + 2 })),
    );
  });

  it('have findings for each expression of one policy', () => {
    const lines = findingsOf(policy('a', [UNGUARDED, 'true', UNGUARDED]))
      .filter(({ rule }) => rule === 'cel/unguarded-field')
      .map(({ line }) => line);
    expect(lines).toEqual([11, 13]);
  });

  it('are checked with the types of their own variables', () => {
    const compiled = (variable: string) =>
      findingsOf(policy('a', ['variables.kept > 1'], variable)).map(({ rule }) => rule);
    expect(compiled('2')).not.toContain('cel/compilation');
    expect(compiled("'2'")).toContain('cel/compilation');
    expect(compiled('3')).not.toContain('cel/compilation');
  });
});

describe('kept results', () => {
  it('are computed once, and forgotten when their keys are too long together', () => {
    const results = new KeptResults<number>(10);
    let computed = 0;
    const get = (key: string) => results.get(key, () => ++computed);
    expect([get('aaaa'), get('bbbb'), get('aaaa')]).toEqual([1, 2, 1]);
    expect([get('cccc'), get('aaaa'), get('cccc')]).toEqual([3, 4, 3]);
    expect([get('d'.repeat(11)), get('d'.repeat(11)), get('aaaa')]).toEqual([5, 6, 4]);
  });
});
