import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { configSchema } from '../../src/config/config-schema.ts';
import { configTemplate } from '../../src/config/config-template.ts';
import { CONFIG_KEYS, readConfig } from '../../src/config/read-config.ts';
import { readParts, type Value } from '../../src/yaml/index.ts';

const validate = new Ajv({ strict: true, allowUnionTypes: true }).compile(configSchema());

function documentOf(text: string): Value {
  const [part] = readParts(text);
  return part?.content.kind === 'value' ? part.content.document.value : null;
}

const isValid = (text: string) => validate(documentOf(text));
const isRead = (text: string) => readConfig(text, 'a').problems.length === 0;

describe('the schema and the reader agree that', () => {
  it.each([
    [true, ''],
    [true, 'kubernetesVersion: 1.33\nfailOn: never\npedantic: true'],
    [true, 'rules: { crd/size: off, crd: info }'],
    [true, 'rules: { crd/size: false }'],
    [true, 'formats: json'],
    [true, 'formats: [text, { format: json, output: a.json }]'],
    [true, 'overrides: [{ files: a, rules: { crd: off } }, { files: [b] }]'],
    [true, 'extends: [./a.yaml, b]\ninclude: [a]\nexclude: b\ncrds: c'],
    [false, 'exlude: a'],
    [false, 'failOn: warn'],
    [false, 'rules: { crdd: off }'],
    [false, 'rules: { crd: on }'],
    [false, 'overrides: [{ rules: {} }]'],
    [false, 'formats: { format: json }'],
    [false, 'crds: [1]'],
    [false, '[]'],
  ])('%s: %s', (expected, text) => {
    expect([isValid(text), isRead(text)]).toEqual([expected, expected]);
  });
});

describe('the commented configuration', () => {
  it('is valid, and sets nothing', () => {
    expect(documentOf(configTemplate())).toBe(null);
    expect(isRead(configTemplate())).toBe(true);
  });

  it('is valid when all comments are removed, and has every key', () => {
    const text = configTemplate()
      .split('\n')
      .filter((line) => !line.startsWith('##'))
      .map((line) => line.replace(/^# (?=[\w ]*[\w-]+:|[ -])/, ''))
      .filter((line) => !line.startsWith('# '))
      .join('\n');
    expect([isValid(text), isRead(text)], text).toEqual([true, true]);
    expect(Object.keys(documentOf(text) as object).sort()).toEqual([...CONFIG_KEYS].sort());
  });
});
