import { describe, expect, it } from 'vitest';
import { refusedLiterals } from '../../../rules/cel/refused-literal/refused-literals.ts';
import { compile } from '../../../src/server/expressions/compile.ts';
import { environmentOf } from '../../../src/server/expressions/environments.ts';
import { NEWEST_MINOR } from '../../../src/server/kubernetes/minors.ts';

const REFUSED: readonly (readonly [expression: string, reason: string])[] = [
  [
    `ip('10.0.0') == ip('::1')`,
    'IP Address "10.0.0" parse error during conversion from string: ParseAddr("10.0.0"): IPv4 address too short',
  ],
  [
    `ip.isCanonical('x')`,
    'IP Address "x" parse error during conversion from string: ParseAddr("x"): unable to parse IP',
  ],
  [`quantity('1ki').isInteger()`, `unable to parse quantity's suffix`],
  [`semver('v1.2.3').major() == 1`, 'Invalid character(s) found in major number "v1"'],
  [`semver('1.2-x', true).major() == 1`, 'short version cannot contain PreRelease/Build meta data'],
  [
    `url('example.com').getHost() == ''`,
    'URL parse error during conversion from string: parse "example.com": invalid URI for request',
  ],
  [
    `cidr('10.0.0.0/8').containsIP('10.0.0')`,
    'IP Address "10.0.0" parse error during conversion from string: ParseAddr("10.0.0"): IPv4 address too short',
  ],
  [
    `cidr('10.0.0.0/8').containsCIDR('10.0.0.0')`,
    `network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("10.0.0.0"): no '/'`,
  ],
];

const ACCEPTED: readonly string[] = [
  `ip('10.0.0.1') == ip('::1')`,
  `isIP('x') || isCIDR('x') || isQuantity('x') || isURL('x') || isSemver('x')`,
  `quantity('1Ki').add(quantity('.5')).isInteger()`,
  `semver('v1.2', true).major() == 1`,
  `semver('v1.2.3', 1 > 0).major() == 1`,
  `'ip'.contains('x')`,
];

function refused(expression: string) {
  const context = { environment: 'vap', minor: NEWEST_MINOR } as const;
  const compiled = compile(expression, context);
  if (!compiled.ok) throw new Error(compiled.detail);
  return refusedLiterals(compiled.checked, environmentOf(context).functions);
}

describe('literals that functions refuse', () => {
  it.each(REFUSED)('%s', (expression, reason) => {
    expect(refused(expression).map((found) => found.reason)).toEqual([reason]);
  });

  it('have the name of the function', () => {
    const [found] = refused(`cidr('10.0.0.0/8').containsIP('10.0.0')`);
    expect(found).toMatchObject({ function: 'containsIP', literal: '10.0.0' });
  });

  it.each(ACCEPTED)('are not found in %s', (expression) => {
    expect(refused(expression)).toEqual([]);
  });
});
