import { describe, expect, it } from 'vitest';
import { lint } from '../../src/hosts/library/index.ts';
import { lint as lintSources } from '../../src/lint/lint.ts';
import { formatJson } from '../../src/report/formats/json.ts';

const SOURCE = {
  name: 'a.yaml',
  content: 'apiVersion: v1\nkind: ResourceQuota\nmetadata: { name: a }\nspec: { hrad: {} }\n',
};

describe('the library', () => {
  it.each<[object, string]>([
    [
      { kubernetesVersion: ['1.33'] },
      'unknown option kubernetesVersion; did you mean kubernetesVersions?',
    ],
    [{ kubernetesVersions: ['1.3'] }, 'unknown Kubernetes minor 1.3 in kubernetesVersions'],
    [{ kubernetesVersions: '1.33' }, 'kubernetesVersions must be an array'],
    [{ kubernetesVersions: [] }, 'kubernetesVersions must not be empty'],
    [
      { only: ['webhok/timeout'] },
      'unknown rule or family webhok/timeout in only; did you mean webhook/timeout?',
    ],
    [{ skip: ['crdd'] }, 'unknown rule or family crdd in skip; did you mean crd?'],
    [{ pedantic: 1 }, 'pedantic must be a boolean'],
    [{ crds: 'a' }, 'crds must be iterable'],
    [{ now: '2026-01-01' }, 'now must be a Date'],
    [{ constructor: 1 }, 'unknown option constructor'],
  ])('throws a TypeError for %j', (options, message) => {
    expect(() => lint([], options)).toThrow(TypeError);
    expect(() => lint([], options)).toThrow(message);
  });

  it.each([
    [{ name: 1, content: '' }, 'the name of a source must be a string'],
    [{ name: 'a' }, 'the content of a must be a string or a Uint8Array'],
    [{ name: 'a', content: '', ruleLevels: { crd: 'off' } }, 'the ruleLevels of a must be a Map'],
  ])('throws a TypeError for the source %j', (source, message) => {
    // These are values that a caller without types may pass.
    expect(() => lint([source as never])).toThrow(message);
  });

  it('takes options of the right types', () => {
    const options = { base: [], crds: [SOURCE], now: new Date(0), partial: true, pedantic: false };
    expect(lint([SOURCE], options).findings.map(({ rule }) => rule)).toContain('field/unknown');
  });

  it('takes options that are undefined', () => {
    expect(lint([SOURCE], { only: undefined } as object).findings.length).toBeGreaterThan(0);
  });

  it('gives what the JSON format writes', () => {
    expect(lint([SOURCE])).toEqual(JSON.parse([...formatJson(lintSources([SOURCE]))].join('')));
  });
});
