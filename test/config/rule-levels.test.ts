import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/read-config.ts';
import { ConfiguredRules } from '../../src/config/rule-levels.ts';
import { lint } from '../../src/lint/lint.ts';

/** The rules of configurations, each of which extends the one before it. */
function rulesOf(...texts: readonly string[]): ConfiguredRules {
  const layers = texts.map((text, index) => {
    const { layer, problems } = readConfig(text, `${index}.yaml`);
    expect(problems).toEqual([]);
    return layer;
  });
  return new ConfiguredRules({ file: 'a', layers });
}

describe('the level of crd/size', () => {
  it.each<[string | undefined, readonly string[], string]>([
    [undefined, ['rules: { webhook: off }'], 'a.yaml'],
    ['off', ['rules: { crd: off }'], 'a.yaml'],
    // A rule has precedence over its family, in any order.
    ['info', ['rules: { crd/size: info, crd: off }'], 'a.yaml'],
    ['info', ['rules: { crd: off, crd/size: info }'], 'a.yaml'],
    [
      'error',
      ['rules: { crd: off }\noverrides: [{ files: b/, rules: { crd: error } }]'],
      'b/c.yaml',
    ],
    ['off', ['rules: { crd: off }\noverrides: [{ files: b/, rules: { crd: error } }]'], 'c.yaml'],
    [
      'info',
      [
        'overrides: [{ files: "*.yaml", rules: { crd: off } }, { files: a.*, rules: { crd: info } }]',
      ],
      'a.yaml',
    ],
    ['off', ['overrides: [{ files: [a/*, "!a/b"], rules: { crd: off } }]'], 'a/c'],
    [undefined, ['overrides: [{ files: [a/*, "!a/b"], rules: { crd: off } }]'], 'a/b'],
    // The contents of a configuration have precedence over everything that it extends.
    ['warning', ['rules: { crd/size: off }', 'rules: { crd: warning }'], 'a.yaml'],
    [
      'warning',
      ['overrides: [{ files: a.yaml, rules: { crd: off } }]', 'rules: { crd: warning }'],
      'a.yaml',
    ],
    [undefined, ['overrides: [{ files: "**", rules: { crd: off } }]'], '../a.yaml'],
  ])('is %s with %j for %s', (level, texts, path) => {
    expect(
      rulesOf(...texts)
        .levelsFor(path)
        .get('crd/size'),
    ).toBe(level);
  });

  it('has the place that it comes from', () => {
    const rules = rulesOf('rules:\n  crd: off', 'rules:\n\n  crd: info');
    expect(rules.sourcedLevelsFor('a').get('crd/size')).toEqual({
      value: 'info',
      file: '1.yaml',
      line: 3,
    });
  });

  it('is the same object for files that the same overrides are for', () => {
    const rules = rulesOf('overrides: [{ files: b/, rules: { crd: error } }]');
    expect(rules.levelsFor('a')).toBe(rules.levelsFor('c'));
    expect(rules.levelsFor('a')).not.toBe(rules.levelsFor('b/c'));
  });
});

describe('findings', () => {
  const content = `apiVersion: v1
kind: ResourceQuota
metadata: { name: a }
spec: { hrad: {} }
`;
  const found = (
    levels: Readonly<Record<string, 'off' | 'info' | 'warning' | 'error'>>,
    options = {},
  ) => {
    const ruleLevels = new Map(Object.entries(levels));
    const { documents, findings } = lint([{ name: 'a.yaml', content, ruleLevels }], options);
    expect(Object.values(documents[0]?.verdicts ?? {})).toEqual(['rejected']);
    return findings.map(({ rule, severity }) => `${severity} ${rule}`);
  };

  it('have the level of their rule, and the verdict stays', () => {
    expect(found({})).toContain('error field/unknown');
    expect(found({ 'field/unknown': 'warning' })).toContain('warning field/unknown');
    expect(found({ 'field/unknown': 'off' }).join()).not.toContain('field/unknown');
    expect(found({ 'field/unknown': 'info' }).join()).not.toContain('field/unknown');
    expect(found({ 'field/unknown': 'info' }, { pedantic: true })).toContain('info field/unknown');
  });

  it('are reported even where their rule is off if its id is asked for', () => {
    expect(found({ 'field/unknown': 'off' }, { only: ['field/unknown'] })).toEqual([
      'error field/unknown',
    ]);
    expect(found({ 'field/unknown': 'off' }, { only: ['field'] })).toEqual([]);
  });
});
