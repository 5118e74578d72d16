import { describe, expect, it } from 'vitest';
import { settingOf } from '../../src/config/config.ts';
import { readConfig } from '../../src/config/read-config.ts';
import { NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';

const problemsOf = (text: string) =>
  readConfig(text, '.kubeadmit.yaml').problems.map(
    ({ line, column, endColumn, message }) => `${line}:${column}-${endColumn} ${message}`,
  );

const layerOf = (text: string, file = '.kubeadmit.yaml') => {
  const { layer, problems } = readConfig(text, file);
  expect(problems).toEqual([]);
  return layer;
};

const settingIn = (text: string, name: Parameters<typeof settingOf>[1], file?: string) =>
  settingOf({ file: '', layers: [layerOf(text, file)] }, name)?.value;

describe('problems', () => {
  it.each([
    ['exlude: [a]', '1:1-7 unknown key exlude; did you mean exclude?'],
    ['xyzxyzxyz: 1', '1:1-10 unknown key xyzxyzxyz'],
    ['failOn: warn', '1:9-13 unknown severity warn; did you mean warning?'],
    ['failOn: [error]', '1:9-16 unknown severity a list; use one of: error, warning, info, never'],
    ['pedantic: 1', '1:11-12 pedantic must be true or false'],
    [
      'kubernetesVersion: 1.12',
      `1:20-24 Kubernetes 1.12 is not known to kubeadmit 0.2.0; the oldest is 1.30`,
    ],
    [
      'kubernetesVersion: {}',
      `1:20-22 kubernetesVersion must be a version such as ${NEWEST_MINOR}`,
    ],
    [
      'kubernetesVersion: 1.34.x',
      `1:20-26 unknown Kubernetes version 1.34.x; use a minor such as ${NEWEST_MINOR}, or a range such as 1.30..${NEWEST_MINOR}`,
    ],
    ['kubernetesVersion: 1.31-1.33', '1:20-29 1.31-1.33 is not a version; use 1.31..1.33'],
    ['kubernetesVersion: 1.33..1.31', '1:20-30 the range is backwards; use 1.31..1.33'],
    ['crds: [a, 1]', '1:11-12 crds must be a string that is not empty'],
    ['exclude: ""', '1:10-12 exclude must be a string that is not empty'],
    ['rules: [crd]', '1:8-13 rules must be a mapping of rules or families to levels'],
    [
      'rules: { webhok/timeout: off }',
      '1:10-24 unknown rule or family webhok/timeout; did you mean webhook/timeout?',
    ],
    ['rules:\n  crd/size: warn', '2:13-17 unknown level warn; did you mean warning?'],
    ['formats: [yml]', '1:11-14 unknown format yml; use one of: text, concise, github, json'],
    ['formats: [text, json]', '1:10-22 only one report can go to standard output'],
    ['formats: [{ format: json, file: a }]', '1:27-31 unknown key file; use format and output'],
    ['overrides: {}', '1:12-14 overrides must be a list'],
    ['overrides: [a]', '1:13-14 an override must be a mapping with files and rules'],
    ['overrides:\n  - files: a\n    rule: {}', '3:5-9 unknown key rule; did you mean rules?'],
    ['overrides:\n  - rules: {}', '2:5-14 an override must have files'],
    ['- a', '1:1-4 the configuration must be a mapping with keys such as extends, include, rules'],
    ['failOn: error\nfailOn: info', '2:1-7 duplicate key failOn'],
    ['failOn: [', 'this [ is never closed by ]'],
    ['failOn: error\n---\nfailOn: info', '3:1-1 the configuration has more than one document'],
  ])('%j', (text, problem) => {
    const problems = problemsOf(text);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(problem);
  });

  it('do not hide each other', () => {
    expect(problemsOf('a: 1\nfailOn: x\nrules: { b: off, crd/size: on }')).toHaveLength(4);
  });

  it('are in the order of the lines', () => {
    const problems = problemsOf('a: 1\nrules: { b: off }\nc: 1\nfailOn: x');
    expect(problems.map((problem) => problem.split(':')[0])).toEqual(['1', '2', '3', '4']);
  });
});

describe('values', () => {
  it.each([['', '# only a comment\n', 'failOn:\nrules:\noverrides:\nextends:\n']].flat())(
    'none in %j',
    (text) => {
      expect(layerOf(text)).toEqual({
        file: '.kubeadmit.yaml',
        settings: {},
        include: undefined,
        rules: [],
        overrides: [],
      });
    },
  );

  it('have the line that they come from', () => {
    expect(layerOf('# a\nfailOn: never').settings.failOn).toEqual({
      value: 'never',
      file: '.kubeadmit.yaml',
      line: 2,
    });
  });

  it.each([
    ['1.30', ['1.30']],
    ['"1.31"', ['1.31']],
    ['v1.33.4', ['1.33']],
    ['v1.33.4-eks-1', ['1.33']],
    ['1.33.4-1.1', ['1.33']],
    ['1.33+', ['1.33']],
    ['1.30..1.32', ['1.30', '1.31', '1.32']],
  ])('kubernetesVersion: %s is read as it is written', (text, minors) => {
    expect(settingIn(`kubernetesVersion: ${text}`, 'kubernetesVersion')).toEqual(minors);
  });

  it('paths are relative to the file', () => {
    const text = 'crds: [./a, ../b, /c]\nformats: { format: json, output: r.json }';
    expect(settingIn(text, 'crds', '../.kubeadmit.yaml')).toEqual(['../a', '../../b', '/c']);
    expect(settingIn(text, 'formats', 'sub/.kubeadmit.yaml')).toEqual([
      { format: 'json', file: 'sub/r.json' },
    ]);
  });

  it('may be one instead of a list', () => {
    expect(settingIn('exclude: vendor/', 'exclude')).toEqual(['vendor/']);
  });

  it('can be off for rules, which YAML reads as false', () => {
    const { rules } = layerOf('rules: { crd/size: off, "webhook/*": info }');
    expect(rules.map(({ name, level }) => [name, level.value])).toEqual([
      ['crd/size', 'off'],
      ['webhook', 'info'],
    ]);
  });

  it('name what they extend, with its place', () => {
    const { extended } = readConfig('extends: [./a.yaml, "@acme/b"]', '.kubeadmit.yaml');
    expect(extended.map(({ name, range }) => [name, range.column])).toEqual([
      ['./a.yaml', 11],
      ['@acme/b', 21],
    ]);
  });
});
