import { describe, expect, it } from 'vitest';
import { crdYaml } from '../crd-yaml.ts';
import { suiteFolder } from '../temporary-folder.ts';
import { runIn } from './fake-host.ts';

const CRD = crdYaml(
  `
          type: object
          properties:
            spec:
              type: object
              properties:
                size: { type: integer, default: 3 }
                ports: { type: array, items: { type: integer } }
                at: { type: string, format: date-time }
                labels: { type: object, additionalProperties: { type: string } }`,
  { group: 'example.com' },
);

const cwd = suiteFolder({
  'crd.yaml': CRD,
  'pool.yaml': `apiVersion: example.com/v1
kind: Pool
metadata: { name: a, namespace: shop }
spec: { ports: [80, 443], at: "2026-01-31T12:00:00Z", labels: { a/b: c } }
`,
  'old.yaml': 'apiVersion: example.com/v1\nkind: Pool\nmetadata: { name: a }\nspec: { size: 5 }\n',
  'params.json':
    '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"p"},"data":{"max":"2"}}',
  'broken.yaml': 'apiVersion: v1\n  kind: x\n',
  'empty.yaml': '# nothing\n',
  'app.yaml': `apiVersion: v1
kind: Namespace
metadata: { name: shop }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec: {}
`,
  'deployment.yaml': 'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: web }\n',
  'wrong.yaml': 'apiVersion: apps/v1\nkind: Deployment\nspec: { replicas: many }\n',
  'odd.yaml': 'apiVersion: { a: 1 }\nkind: [x]\n',
  'deep.yaml': `${'{"a":'.repeat(3_000)}1${'}'.repeat(3_000)}`,
});

function evaluate(...args: string[]) {
  return runIn({ cwd }, 'eval', ...args);
}

const POOL = ['--as', 'crd:Pool', '--crds', 'crd.yaml', '--object', 'pool.yaml'];

describe('kubeadmit eval', () => {
  it.each<[string, string[], string]>([
    ['1 + 2', [], 'value: 3\ntype:  int\ncost:  1 (less than 1% of the limit of 1,000,000)\n'],
    ['object.spec.ports.size()', ['--object', 'pool.yaml'], 'value: 2\ntype:  int\n'],
    ['has(object.spec.size)', ['--object', 'pool.yaml'], 'value: false\ntype:  bool\n'],
    ['request.operation', ['--object', 'pool.yaml'], 'value: "CREATE"\n'],
    ['request.operation', ['--object', 'pool.yaml', '--old', 'old.yaml'], 'value: "UPDATE"\n'],
    ['request.namespace', ['--object', 'pool.yaml'], 'value: "shop"\n'],
    ['oldObject.spec.size', ['--object', 'pool.yaml', '--old', 'old.yaml'], 'value: 5\n'],
    ["params.data.max + 'x'", ['--params', 'params.json'], 'value: "2x"\n'],
    [
      'Object{spec: Object.spec{size: 1, ports: [80]}}',
      ['--as', 'map', '--object', 'pool.yaml'],
      'value: Object{spec: Object.spec{size: 1, ports: [80]}}\n',
    ],
    [
      '[JSONPatch{op: "add", path: "/a", value: 1}]',
      ['--as', 'map', '--object', 'pool.yaml'],
      'value: [JSONPatch{op: "add", path: "/a", value: 1}]\n',
    ],
    ['object.spec.replicas', ['--object', 'deployment.yaml'], 'value: 1\n'],
    ['request.namespace', ['--object', 'deployment.yaml'], 'value: "default"\n'],
    ['oldObject.spec.replicas', ['--old', 'deployment.yaml'], 'value: 1\n'],
    [
      '[object, oldObject].map(o, o.spec.replicas)',
      ['--object', 'deployment.yaml', '--old', 'deployment.yaml'],
      'value: [1, 1]\n',
    ],
    ['object.spec.replicas', ['--object', 'wrong.yaml'], 'value: "many"\n'],
    ['object.apiVersion', ['--object', 'odd.yaml'], 'value: {"a": 1}\n'],
    ['request.kind.group', ['--object', 'odd.yaml'], 'value: ""\n'],
    ['object', ['--object', 'deep.yaml'], 'value: {"a": {"a": '],
    ["ip('10.0.0.1')", [], 'value: net.IP("10.0.0.1")\n'],
    ['self.spec.size', POOL, 'value: 3\ntype:  int\n'],
    ['self[1] > 400', [...POOL, '--at', 'spec.ports'], 'value: true\ntype:  bool\n'],
    ['self == 443', [...POOL, '--at', 'spec.ports[1]'], 'value: true\n'],
    ["self + 'd'", [...POOL, '--at', 'spec.labels[a/b]'], 'value: "cd"\n'],
    ['self.at.getFullYear()', [...POOL, '--at', 'spec'], 'value: 2026\n'],
    ['self < oldSelf', [...POOL, '--at', 'spec.size', '--old', 'old.yaml'], 'value: true\n'],
  ])('evaluates %s with %j', async (expression, args, start) => {
    const { code, stdout, stderr } = await evaluate(expression, ...args);
    expect([code, stderr, stdout.slice(0, start.length)]).toEqual([0, '', start]);
  });

  it('says which object of several it uses', async () => {
    const { stdout, stderr } = await evaluate('object.kind', '--object', 'app.yaml');
    expect(stdout).toContain('value: "Namespace"\n');
    expect(stderr).toBe('object is Namespace/shop, the first of 2 in app.yaml\n');
  });

  it('says that there is no object', async () => {
    const { code, stderr } = await evaluate('object.spec.replicas > 1');
    expect([code, stderr]).toEqual([1, 'no object was given, so object is null; use --object\n']);
  });

  it('reads an object from standard input', async () => {
    const stdin = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n';
    const found = await runIn({ cwd, stdin }, 'eval', 'object.metadata.name', '--object', '-');
    expect([found.code, found.stderr, found.stdout]).toEqual([
      0,
      '',
      expect.stringContaining('value: "a"\n'),
    ]);
  });

  it('says that standard input cannot be read', async () => {
    const found = await runIn({ cwd, unreadable: true }, 'eval', 'object', '--object', '-');
    expect([found.code, found.stdout]).toEqual([2, '']);
    expect(found.stderr).toContain('standard input: is a folder');
  });

  it.each<[string, string[], string]>([
    [
      "namespaceObject.metadata.name == 'a'",
      ['--object', 'pool.yaml'],
      'error: the value of namespaceObject is not known; ',
    ],
    [
      "authorizer.group('').resource('pods').check('get').allowed()",
      ['--object', 'pool.yaml'],
      'error: the value of authorizer is not known; ',
    ],
    [
      'self.spec.sise > 1',
      POOL,
      "error: undefined field 'sise'\n  self.spec.sise > 1\n           ^\n",
    ],
    [
      '[1,\n 2].map(ä, x)',
      [],
      "error: Syntax error: token recognition error at: '\u00e4'\n   2].map(ä, x)\n          ^\n",
    ],
    ['1 / (2 - 2)', [], 'error: division by zero\ncost:  '],
    ['object.b', ['--object', 'pool.yaml'], 'error: no such key: b\ncost:  '],
  ])('shows the error of %j', async (expression, args, start) => {
    const { code, stdout } = await evaluate(expression, ...args);
    expect([code, stdout.slice(0, start.length)]).toEqual([1, start]);
  });

  it('writes JSON', async () => {
    const ofValue = await evaluate('[1, 2].map(i, i * 2)', '-f', 'json');
    expect(JSON.parse(ofValue.stdout)).toMatchObject({
      version: 1,
      value: '[2, 4]',
      type: 'list(int)',
      errors: [],
    });
    const ofError = await evaluate('a', '-f', 'json');
    expect(JSON.parse(ofError.stdout).errors).toEqual([
      { message: "undeclared reference to 'a' (in container '')", line: 1, column: 1 },
    ]);
  });

  it.each<[string[], string]>([
    [[], "missing required argument 'expression'"],
    [['1', '--as', 'vpa'], 'unknown place vpa'],
    [['1', '--as', 'crd:KIND'], 'name the CRDs with --crds'],
    [['1', '--as', 'crd:Pool', '--crds', 'crd.yaml'], 'name the object with --object'],
    [['1', '--at', 'spec'], '--at is for --as crd:KIND'],
    [['1', ...POOL, '--at', 'spec.sise'], 'the CRD does not declare spec.sise'],
    [['1', ...POOL, '--at', 'spec.ports[7]'], 'the object has no spec.ports[7]'],
    [['1', ...POOL, '--params', 'params.json'], '--params is for policies'],
    [['1', '--object', 'missing.yaml'], 'missing.yaml: '],
    [['1', '--object', 'broken.yaml'], 'broken.yaml: is not valid YAML'],
    [['1', '--object', 'empty.yaml'], 'empty.yaml: has no object'],
  ])('%j is refused', async (args, message) => {
    const { code, stderr } = await evaluate(...args);
    expect([code, stderr.split('\n')[0]]).toEqual([2, expect.stringContaining(message)]);
  });
});
