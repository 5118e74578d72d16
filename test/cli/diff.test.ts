import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';
import { type CustomKind, crdYaml } from '../crd-yaml.ts';
import { suiteFolder } from '../temporary-folder.ts';
import { runIn } from './fake-host.ts';

/** A CRD with one field in `spec`. */
function crd(size: string, more: CustomKind = {}): string {
  const spec = `{ type: object, properties: { size: ${size} } }`;
  return crdYaml(`{ type: object, properties: { spec: ${spec} } }`, {
    group: 'example.com',
    kind: 'Gadget',
    ...more,
  });
}

const INTEGER = '{ type: integer }';
const NOT_PROVEN = `{ type: string, x-kubernetes-validations: [{ rule: "self != 'a' + 'long'.reverse() + 'b'" }] }`;

const cwd = suiteFolder({
  'old.yaml': crd(INTEGER),
  'same.yaml': crd('{ type: integer, description: size }'),
  'lower.yaml': crd('{ type: integer, maximum: 5 }'),
  'default.yaml': crd('{ type: integer, default: 5 }'),
  'scope.yaml': crd(INTEGER, { scope: 'Cluster' }),
  'string.yaml': crd('{ type: string }'),
  'unproven.yaml': crd(NOT_PROVEN),
  'invalid.yaml': crd('{ type: integer, default: x }'),
  'other.yaml': crd(INTEGER, { plural: 'widgets' }),
  'two/a.yaml': crd(INTEGER),
  'two/b.yaml': crd(INTEGER, { plural: 'widgets' }),
  'none.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n',
});

function diff(...args: string[]) {
  return runIn({ cwd }, 'diff', ...args);
}

describe('kubeadmit diff', () => {
  it('shows the same text with colors', async () => {
    const { stdout } = await diff('--color', 'old.yaml', 'lower.yaml');
    const plain = await diff('--no-color', 'old.yaml', 'lower.yaml');
    expect(stdout).not.toBe(plain.stdout);
    expect(stripVTControlCharacters(stdout)).toBe(plain.stdout);
  });

  it('shows an object that is no longer accepted', async () => {
    expect(await diff('old.yaml', 'lower.yaml')).toEqual({
      code: 1,
      stdout: `gadgets.example.com  old.yaml -> lower.yaml
  error    spec.size: maximum 5 is added
           accepted before, refused now: {spec: {size: 6}}
           stored objects can still be updated as long as this value stays the same

compared 1 CRD for Kubernetes ${NEWEST_MINOR}: 1 error, 0 warnings
`,
      stderr: '',
    });
  });

  it.each<[string, string, number, string]>([
    ['old.yaml', 'same.yaml', 0, 'compared 1 CRD'],
    ['old.yaml', 'default.yaml', 0, '  warning  spec.size now has the default 5\n'],
    ['old.yaml', 'scope.yaml', 1, '  error    the scope changes from "Namespaced" to "Cluster"\n'],
    ['string.yaml', 'unproven.yaml', 0, '(not proven)\n'],
    ['old.yaml', 'invalid.yaml', 0, 'not compared: it is not valid in invalid.yaml'],
    ['old.yaml', 'other.yaml', 1, 'the CRD is deleted, and all its custom resources with it'],
    ['old.yaml', 'two', 0, 'compared 1 CRD (1 new) for Kubernetes'],
  ])('compares %s with %s', async (before, after, code, text) => {
    const found = await diff(before, after);
    expect([found.code, found.stdout]).toEqual([code, expect.stringContaining(text)]);
  });

  it('fails at warnings if asked to', async () => {
    const codes = ['error', 'warning', 'never'].map(async (severity) => {
      const { code } = await diff('old.yaml', 'default.yaml', '--fail-on', severity);
      return code;
    });
    expect(await Promise.all(codes)).toEqual([0, 1, 0]);
  });

  it('writes JSON with the object', async () => {
    const { stdout } = await diff('old.yaml', 'lower.yaml', '-f', 'json');
    expect(JSON.parse(stdout)).toMatchObject({
      version: 1,
      definitions: [
        {
          name: 'gadgets.example.com',
          changes: [
            {
              severity: 'error',
              kind: 'refused',
              subject: 'maximum',
              versions: ['v1'],
              fields: ['spec.size'],
              before: null,
              after: 5,
              witness: {
                request: 'create',
                object: { apiVersion: 'example.com/v1', kind: 'Gadget', spec: { size: 6 } },
                storedObjects: 'tolerated',
              },
            },
          ],
        },
      ],
      summary: { definitions: 1, errors: 1, warnings: 0 },
    });
  });

  it.each<[string[], string]>([
    [['old.yaml'], "missing required argument 'new'"],
    [['old.yaml', 'same.yaml', 'lower.yaml'], 'too many arguments'],
    [['none.yaml', 'none.yaml'], 'no CRD in none.yaml and none.yaml'],
    [['missing', 'old.yaml'], 'missing: '],
    [['old.yaml', 'missing.yaml'], 'missing.yaml: '],
    [['old.yaml', 'same.yaml', '-f', 'xml'], 'unknown format xml'],
  ])('%j is refused', async (args, message) => {
    const { code, stderr } = await diff(...args);
    expect([code, stderr.split('\n')[0]]).toEqual([2, expect.stringContaining(message)]);
  });
});
