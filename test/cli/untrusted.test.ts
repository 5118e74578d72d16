import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { writeReportFile } from '../../src/hosts/cli/report-file.ts';
import { inHeldFolder } from '../../src/hosts/node/disk/held-folder.ts';
import { linkProblem } from '../../src/hosts/node/disk/leads-out.ts';
import { replaceFile } from '../../src/hosts/node/disk/replace-file.ts';
import { FORMATS } from '../../src/report/format.ts';
import { crdYaml } from '../crd-yaml.ts';
import { writeFiles } from '../folders.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { runIn } from './fake-host.ts';

// The repository in these tests is hostile. Files outside of it must be neither read nor written.

const MISSPELLED = `apiVersion: v1
kind: ResourceQuota
metadata: { name: a }
spec: { hrad: { pods: "1" } }
`;

let outer: string;
let cwd: string;

beforeEach(() => {
  outer = temporaryFolder({
    'secret/token.yaml': 'TOKEN: abc-secret\n',
    'secret/a.yaml': MISSPELLED,
  });
  cwd = join(outer, 'work');
  mkdirSync(join(cwd, '.git'), { recursive: true });
  write('a.yaml', MISSPELLED);
});

const write = (path: string, text: string) => writeFiles(cwd, { [path]: text });

function link(target: string, path: string): void {
  mkdirSync(dirname(join(cwd, path)), { recursive: true });
  symlinkSync(target, join(cwd, path));
}

const run = (...args: string[]) => runIn({ cwd }, ...args);

describe('a configuration', () => {
  it.each([
    ['extends: evil', 'node_modules/evil', '../../secret'],
    ['extends: evil', 'node_modules/evil/kubeadmit.yaml', '../../../secret/token.yaml'],
    ['extends: evil/x.yaml', 'node_modules/evil/x.yaml', '/etc/passwd'],
    ['extends: ./x.yaml', 'x.yaml', '../secret/token.yaml'],
    ['extends: ../secret/token.yaml', undefined, ''],
  ])('extends nothing outside of the repository: %s by %s', async (text, path, target) => {
    write('.kubeadmit.yaml', `${text}\n`);
    if (path !== undefined) {
      link(target, path);
      if (!/\.yaml$/.test(target))
        writeFileSync(join(outer, 'secret/kubeadmit.yaml'), 'TOKEN: abc-secret\n');
    }
    const { code, stdout, stderr } = await run();
    expect(code).toBe(2);
    expect(stdout).toContain('it is outside of the repository');
    expect(stdout + stderr).not.toMatch(/abc-secret|root:/);
  });

  it.each([
    ['crds: ../secret/token.yaml'],
    ['crds: ../secret'],
    ['policies: [../secret/a.yaml]'],
    ['policies: link'],
    ['baseline: ../secret/token.yaml'],
  ])('makes no command read what is outside of the repository: %s', async (text) => {
    link('../secret', 'link');
    write('.kubeadmit.yaml', `${text}\n`);
    write('b.kubeadmit-test.yaml', 'policies: [a.yaml]\ntests: []\n');
    for (const args of [
      ['a.yaml'],
      ['--fix', 'a.yaml'],
      ['upgrade', '1.33', '1.36'],
      ['admit'],
      ['test'],
      ['test', '--init', 'a.yaml'],
      ['suppress', 'field', 'a.yaml', '--reason', 'x'],
    ]) {
      const { code, stderr } = await run(...args);
      expect([code, stderr]).toEqual([2, expect.stringContaining('is outside of the repository')]);
    }
  });

  it('is read once where it is extended by many', async () => {
    write('.kubeadmit.yaml', 'extends: [./0.yaml, ./0.yaml]\n');
    for (let level = 0; level < 60; level++) {
      write(`${level}.yaml`, `extends: [./${level + 1}.yaml, ./${level + 1}.yaml]\n`);
    }
    write('60.yaml', 'failOn: never\n');
    expect((await run('a.yaml')).code).toBe(0);
  });

  it('overrides what it extends, and what is extended last overrides what is extended before', async () => {
    write('.kubeadmit.yaml', 'extends: [./x.yaml, ./y.yaml, ./x.yaml]\n');
    write('x.yaml', 'extends: ./z.yaml\nfailOn: never\n');
    write('y.yaml', 'extends: ./z.yaml\nfailOn: warning\n');
    write('z.yaml', 'failOn: error\n');
    expect((await run('a.yaml')).code).toBe(0);
    write('.kubeadmit.yaml', 'extends: [./x.yaml, ./y.yaml]\n');
    expect((await run('a.yaml')).code).toBe(1);
  });

  it('is made of a hundred files at most', async () => {
    write('.kubeadmit.yaml', 'extends: ./0.yaml\n');
    for (let level = 0; level < 110; level++)
      write(`${level}.yaml`, `extends: ./${level + 1}.yaml\n`);
    expect((await run('a.yaml')).stdout).toContain('can be made of 100 files at most');
  });

  it('writes reports to new files and over earlier ones only', async () => {
    write('Makefile', 'all:\n');
    for (const format of FORMATS) {
      for (const manifest of [MISSPELLED, '']) {
        write('a.yaml', manifest);
        const settings = (output: string) =>
          `formats: [{ format: ${format}, output: ${output} }]\nfailOn: never\n`;
        write('.kubeadmit.yaml', settings(`out.${format}`));
        for (let time = 0; time < 2; time++) {
          expect([format, (await run('a.yaml')).code]).toEqual([format, 0]);
        }
        write('.kubeadmit.yaml', settings('Makefile'));
        const { code, stderr } = await run('a.yaml');
        expect([code, stderr]).toEqual([
          2,
          expect.stringContaining('Makefile exists, and is not a report'),
        ]);
      }
    }
    expect(readFileSync(join(cwd, 'Makefile'), 'utf8')).toBe('all:\n');
  });
});

describe('a symbolic link that leads out of the repository', () => {
  const outside = () => readFileSync(join(outer, 'secret/a.yaml'), 'utf8');

  it.each([
    ['--fix', 'folder/a.yaml'],
    ['--fix', 'folder'],
    ['--fix', 'file.yaml'],
    ['--fix', '--follow-links', '.'],
    ['suppress', 'field/unknown', 'folder', '--reason', 'x'],
    ['suppress', 'field/unknown', 'file.yaml', '--reason', 'x'],
  ])('is not written through: %s %s %s', async (...args) => {
    link('../secret', 'folder');
    link('../secret/a.yaml', 'file.yaml');
    const { code, stderr } = await run(...args);
    expect([code, stderr]).toEqual([2, expect.stringContaining('leads out of the repository')]);
    expect(outside()).toBe(MISSPELLED);
  });

  it.each(['folder/out.json', 'file.json', 'new.json'])(
    'is not written through by a report: -o %s',
    async (path) => {
      link('../secret', 'folder');
      link('../secret/a.yaml', 'file.json');
      link('../secret/new.json', 'new.json');
      const { code, stderr } = await run('-o', path);
      expect([code, stderr]).toEqual([2, expect.stringContaining('leads out of the repository')]);
      expect(outside()).toBe(MISSPELLED);
      expect(readdirSync(join(outer, 'secret')).sort()).toEqual(['a.yaml', 'token.yaml']);
    },
  );

  it.each([
    ['folder/new.json', '--baseline', 'folder/new.json', '--write-baseline', '--no-config'],
    ['.kubeadmit.yaml', 'config', 'init'],
  ])('is not written through by a command, which names it: %s', async (path, ...args) => {
    link('../secret', 'folder');
    link('../secret/new.yaml', '.kubeadmit.yaml');
    const { code, stderr } = await run(...args);
    const problem = 'is reached by a symbolic link that leads out of the repository';
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining(`kubeadmit: cannot write ${path}: ${problem}`),
    ]);
    expect(readdirSync(join(outer, 'secret')).sort()).toEqual(['a.yaml', 'token.yaml']);
  });

  it.each([
    ['file.yaml'],
    ['folder'],
    ['folder/*.yaml'],
    ['{folder,none}/*.yaml'],
    ['x{/..,/../..}/secret/*.yaml'],
    ['.{.,}/secret/*.yaml'],
    ['--crds', 'file.yaml', 'b.yaml'],
    ['--policies', 'folder', 'b.yaml'],
    ['--base', 'folder', 'b.yaml'],
    ['--baseline', 'file.yaml', 'b.yaml'],
    ['--config', 'file.yaml', 'b.yaml'],
    ['admit', 'b.yaml', '--old', 'folder'],
    ['admit', 'b.yaml', '--authorize', 'file.yaml'],
    ['cost', 'folder'],
    ['crds', 'add', 'file.yaml'],
    ['diff', 'b.yaml', 'folder'],
    ['eval', 'object', '--object', 'file.yaml'],
    ['example', 'A', '--crds', 'folder'],
    ['upgrade', '1.35', '1.36', 'folder'],
  ])('is not read through: %s %s %s %s', async (...args) => {
    link('../secret', 'folder');
    link('../secret/a.yaml', 'file.yaml');
    write('b.yaml', '');
    const { code, stdout, stderr } = await run(...args);
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/leads out of the repository|leads to another folder/),
    ]);
    expect(stdout + stderr).not.toContain('hrad');
  });

  it('is read through where that is asked for', async () => {
    link('../secret', 'folder');
    expect((await run('--follow-links', 'folder/a.yaml')).stdout).toContain('hrad');
  });

  it('is written through within the repository, and what is named outside is written', async () => {
    write('real/a.yaml', MISSPELLED);
    link('real', 'folder');
    expect((await run('--fix', 'folder/a.yaml')).code).toBe(0);
    expect((await run('--fix', '../secret/a.yaml')).code).toBe(0);
    expect(outside()).toContain('hard:');
    expect((await run('a.yaml', '--fail-on', 'never', '-o', '../secret/out.json')).code).toBe(0);
  });
});

describe('a file that is fixed', () => {
  it('keeps its owner, its rights and its other names', async () => {
    chmodSync(join(cwd, 'a.yaml'), 0o640);
    // Only root can give a file away.
    if (process.getuid?.() === 0) chownSync(join(cwd, 'a.yaml'), 4321, 1234);
    linkSync(join(cwd, 'a.yaml'), join(cwd, 'b.txt'));
    const factsOf = () => {
      const { ino, mode, nlink, uid, gid } = statSync(join(cwd, 'a.yaml'));
      return { ino, mode, nlink, uid, gid };
    };
    const before = factsOf();
    await run('--fix', 'a.yaml');
    expect(factsOf()).toEqual({ ...before, nlink: 2 });
    expect(readFileSync(join(cwd, 'b.txt'), 'utf8')).toContain('hard:');
  });

  it('keeps its extended attributes', async (context) => {
    const python = (code: string) =>
      execFileSync('python3', ['-c', `import os; ${code}`], { cwd, encoding: 'utf8' });
    try {
      python("os.setxattr('a.yaml', 'user.origin', b'kept')");
    } catch {
      return context.skip('there is no python3, or no such attributes in this file system');
    }
    await run('--fix', 'a.yaml');
    expect(readFileSync(join(cwd, 'a.yaml'), 'utf8')).toContain('hard:');
    expect(python("print(os.getxattr('a.yaml', 'user.origin').decode())")).toBe('kept\n');
  });

  it('may be beside a file of any name, which stays', async () => {
    write(`.kubeadmit-${process.pid}`, 'mine');
    expect((await run('--fix', 'a.yaml', '-o', 'out.json')).code).toBe(0);
    expect(readFileSync(join(cwd, `.kubeadmit-${process.pid}`), 'utf8')).toBe('mine');
    expect(readdirSync(cwd)).toHaveLength(4);
  });

  it('may have a name as long as names can be', async () => {
    const name = `${'x'.repeat(250)}.yaml`;
    write(name, MISSPELLED);
    expect((await run('--fix', name)).code).toBe(0);
    expect((await run(name, '-o', `${'y'.repeat(250)}.json`)).code).toBe(0);
  });

  it('may be named as a link and its target in one run', async () => {
    link('a.yaml', 'b.yaml');
    const { code, stderr } = await run('--fix', 'a.yaml', 'b.yaml');
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('kubeadmit:')]);
  });

  it('is left alone if it has changed meanwhile, and nothing is left beside it', () => {
    const path = join(cwd, 'a.yaml');
    expect(replaceFile(path, 'read before', 'new', cwd)).toBe('has changed meanwhile');
    expect(readFileSync(path, 'utf8')).toBe(MISSPELLED);
    expect(replaceFile(path, MISSPELLED, 'new', cwd)).toBeUndefined();
    expect(readFileSync(path, 'utf8')).toBe('new');
    expect(replaceFile(join(cwd, 'none.yaml'), '', 'new', cwd)).toBe('no such file or folder');
    expect(replaceFile(cwd, '', 'new', cwd)).toBe('is a folder');
    expect(readdirSync(cwd).sort()).toEqual(['.git', 'a.yaml']);
  });
});

describe.skipIf(process.platform !== 'linux')(
  'a folder that is replaced by a link meanwhile',
  () => {
    const replaceByLink = () => {
      renameSync(join(cwd, 'folder'), join(cwd, 'moved'));
      link('../secret', 'folder');
    };

    it('is the one that is written to', () => {
      write('folder/a.yaml', MISSPELLED);
      inHeldFolder('folder/a.yaml', cwd, (held) => {
        replaceByLink();
        writeFileSync(held, 'new');
      });
      expect(readFileSync(join(cwd, 'moved/a.yaml'), 'utf8')).toBe('new');
      expect(readFileSync(join(outer, 'secret/a.yaml'), 'utf8')).toBe(MISSPELLED);
    });

    it('is not written to if it was reached by the link', () => {
      write('folder/a.yaml', MISSPELLED);
      expect(linkProblem('folder/a.yaml', cwd, join(cwd, 'folder/a.yaml'))).toBeUndefined();
      expect(linkProblem('folder/a.yaml', cwd, join(outer, 'secret/a.yaml'))).toBe(
        'is reached by a symbolic link that leads out of the repository',
      );
    });

    it('has a report whose blocks are made meanwhile', () => {
      write('folder/none', '');
      function* blocks() {
        yield 'first';
        replaceByLink();
        yield ' second';
      }
      writeReportFile('folder/a.yaml', cwd, blocks());
      expect(readFileSync(join(cwd, 'moved/a.yaml'), 'utf8')).toBe('first second');
      expect(readFileSync(join(outer, 'secret/a.yaml'), 'utf8')).toBe(MISSPELLED);
      expect(readdirSync(join(outer, 'secret')).sort()).toEqual(['a.yaml', 'token.yaml']);
    });
  },
);

describe('a named pipe that no program reads or writes', () => {
  it('ends the writing of a report', async () => {
    execFileSync('mkfifo', [join(cwd, 'pipe')]);
    const { code, stderr } = await run('a.yaml', '-o', 'pipe');
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('no program reads this named pipe'),
    ]);
  });
});

describe('a text that a program obeys', () => {
  it('is not in the changes of --dry-run, which stay a patch', async () => {
    const text = `x: |\n  a\n::stop-commands::x\n---\n${MISSPELLED}`;
    write('a.yaml', text.replace('::stop', '\t ::stop'));
    const { stdout } = await run('--fix', '--dry-run', 'a.yaml');
    expect(stdout).toContain('+');
    expect(stdout).not.toMatch(/^\s*::/m);
    write('patch', stdout);
    execFileSync('git', ['apply', 'patch'], { cwd });
    expect(readFileSync(join(cwd, 'a.yaml'), 'utf8')).toContain('hard:');
  });

  it('is not anywhere in a line of these changes', async () => {
    write('a.yaml', `${MISSPELLED}# ##vso[task.setvariable variable=a]b\n`);
    const { stdout } = await run('--fix', '--dry-run', 'a.yaml');
    expect(stdout).toContain('\\u0023#vso[');
    expect(stdout).not.toContain('##vso[');
  });

  it('is not in the name of a file that is changed', async () => {
    write('a\n::error::b.yaml', MISSPELLED);
    const { stdout } = await run('--fix', '--dry-run', '.');
    expect(stdout).not.toMatch(/^::/m);
    write('patch', stdout);
    execFileSync('git', ['apply', 'patch'], { cwd });
    expect(readFileSync(join(cwd, 'a\n::error::b.yaml'), 'utf8')).toContain('hard:');
  });

  it.each([
    ['admit', '.'],
    ['cost', '.'],
    ['diff', 'old', 'new'],
    ['eval', '"##vso[a]\\u202e\\u009b"'],
    ['test', '.'],
  ])('is not in what %s prints as JSON', async (...args) => {
    const name = '##vso[a]\u202e\u009b\u2028';
    const key = '"##vso[a]\\u202e\\u009b\\u2028"';
    const property = `{ type: string, maxLength: 9, x-kubernetes-validations: [{ rule: self != 'a' }] }`;
    write('old/a.yaml', crdYaml(`{ type: object, properties: { ${key}: ${property} } }`));
    write('new/a.yaml', crdYaml());
    write(`${name}.yaml`, `{ apiVersion: v1, kind: Pod, metadata: { name: ${key} } }\n`);
    write(`${name}.kubeadmit-test.yaml`, 'policies: []\ntests: []\n');
    const { stdout } = await run(...args, '-f', 'json');
    expect(JSON.parse(stdout)).toMatchObject({ version: 1 });
    expect(stdout).toContain('\\u202e');
    expect(stdout).not.toMatch(/##vso\[|[\u0080-\u009f\u2028\u202e]/);
  });

  it('is not in an example, whatever the CRD says', async () => {
    const description = JSON.stringify(
      'a\r::stop-commands::x\u2028b: c\u0085d\u001b[31m ##[error]e',
    );
    write(
      'crd.yaml',
      crdYaml(`
          type: object
          properties:
            spec:
              type: object
              description: ${description}
              properties: { "::a": { type: string, description: ${description}, format: ${description} } }`),
    );
    const { code, stdout } = await run('example', 'Pool', '--crds', 'crd.yaml', '--full');
    expect(code).toBe(0);
    expect(stdout).not.toMatch(
      /^\s*::|[\u0000-\u0009\u000b-\u001f\u0080-\u009f\u2028\u2029]|##\[/m,
    );
    write('example.yaml', stdout);
    expect((await run('--crds', 'crd.yaml', 'example.yaml')).code).toBe(0);
  });
});

describe('a test file', () => {
  const POLICY = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: p }
spec:
  matchConstraints:
    resourceRules: [{ apiGroups: [''], apiVersions: [v1], operations: [CREATE], resources: [configmaps] }]
  validations: [{ expression: 'false', messageExpression: string(object.data.x) }]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: p }
spec: { policyName: p, validationActions: [Deny] }
`;
  const SECRET =
    'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\ndata: { x: abc-secret }\n';

  const testOf = (fields: Readonly<Record<string, string>>) => {
    const { policies = '[policy.yaml]', cluster = '[]', object = 'object.yaml' } = fields;
    return `policies: ${policies}
cluster: ${cluster}
tests: [{ name: a, object: ${object}, expect: { decision: admitted } }]
`;
  };

  beforeEach(() => {
    writeFileSync(join(outer, 'secret/token.yaml'), SECRET);
    write('t/policy.yaml', POLICY);
    write('t/object.yaml', SECRET.replace('abc-secret', 'known'));
    link('../../secret/token.yaml', 't/link.yaml');
    link('../../secret', 't/folder');
  });

  it('is run with what is in the repository', async () => {
    write('t/a.kubeadmit-test.yaml', testOf({}));
    expect((await run('test', 't')).stdout).toContain('known');
  });

  it.each<Readonly<Record<string, string>>>([
    { object: '../../secret/token.yaml' },
    { object: 'link.yaml' },
    { object: 'folder/token.yaml' },
    { object: 'folder' },
    { object: 'folder/*.yaml' },
    { object: '"{folder,none}/token.yaml"' },
    { object: '"*/token.yaml"' },
    { object: '"fold[e]r/token.yaml"' },
    { cluster: '[folder]', policies: '[policy.yaml, folder]' },
    { policies: '[policy.yaml, ../../secret/token.yaml]' },
  ])('reads nothing outside of the repository: %j', async (fields) => {
    write('t/a.kubeadmit-test.yaml', testOf(fields));
    const { code, stdout, stderr } = await run('test', 't');
    expect(stdout + stderr).not.toContain('abc-secret');
    expect(code).not.toBe(0);
  });

  it.each(['resources: [../../secret]', 'resources: [link.yaml]', 'resources: [folder]'])(
    'reads nothing outside of the repository in the format of Kyverno: %s',
    async (resources) => {
      write(
        't/kyverno-test.yaml',
        `apiVersion: cli.kyverno.io/v1alpha1
kind: Test
metadata: { name: a }
policies: [policy.yaml]
${resources}
results: [{ policy: p, kind: ConfigMap, resources: [a], result: pass, isValidatingAdmissionPolicy: true }]
`,
      );
      const { code, stdout, stderr } = await run('test', 't');
      expect(stdout + stderr).not.toContain('abc-secret');
      expect(stdout).toContain('is outside of the repository');
      expect(code).toBe(1);
    },
  );

  it('ends at a named pipe that no program writes to', async () => {
    execFileSync('mkfifo', [join(cwd, 't/pipe.yaml')]);
    write('t/a.kubeadmit-test.yaml', testOf({ object: 'pipe.yaml' }));
    expect((await run('test', 't/a.kubeadmit-test.yaml')).code).not.toBe(0);
  });
});

describe('a file that is named', () => {
  it.each([
    ['--baseline', 'pipe', 'a.yaml'],
    ['--crds', 'pipe.tgz', 'a.yaml'],
    ['eval', '1', '--object', 'pipe'],
    ['pipe'],
  ])('may be a named pipe, which is not waited for: %s %s %s', async (...args) => {
    for (const name of ['pipe', 'pipe.tgz']) execFileSync('mkfifo', [join(cwd, name)]);
    const { code, stderr } = await run(...args);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('no program writes to this named pipe'),
    ]);
  });

  it.each([
    ['--baseline', '/dev/zero', 'a.yaml'],
    ['--crds', 'zero.tgz', 'a.yaml'],
    ['eval', '1', '--object', '/dev/zero'],
    ['admit', '--authorize', '/dev/zero', 'a.yaml'],
  ])('may be a device, which is not read: %s %s %s', async (...args) => {
    link('/dev/zero', 'zero.tgz');
    const { code, stderr } = await run(...args);
    const refusal = expect.stringMatching(/is not a regular file|leads out of the repository/);
    expect([code, stderr]).toEqual([2, refusal]);
  });
});

describe('the file of the step summary', () => {
  const summarize = () =>
    runIn({ cwd, env: { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: 'summary.md' } }, 'a.yaml');

  it('is not written through a link out of the repository', async () => {
    link('../secret/token.yaml', 'summary.md');
    const { stderr } = await summarize();
    expect(stderr).toContain('cannot write summary.md: is reached by a symbolic link');
    expect(readFileSync(join(outer, 'secret/token.yaml'), 'utf8')).toBe('TOKEN: abc-secret\n');
  });

  it('may be a named pipe, which is not waited for', async () => {
    execFileSync('mkfifo', [join(cwd, 'summary.md')]);
    expect((await summarize()).stderr).toContain('cannot write summary.md');
  });

  it('gets the summary of each run', async () => {
    write('summary.md', 'before\n');
    await summarize();
    await summarize();
    const text = readFileSync(join(cwd, 'summary.md'), 'utf8');
    expect(text).toMatch(/^before\n## kubeadmit\n[\s\S]*## kubeadmit\n/);
  });
});

describe('a hook of pre-commit', () => {
  const hooks: readonly {
    readonly id: string;
    readonly entry: string;
    readonly args?: readonly string[];
    readonly pass_filenames?: boolean;
  }[] = parse(readFileSync(join(import.meta.dirname, '../../.pre-commit-hooks.yaml'), 'utf8'));

  it.each(hooks.filter((hook) => hook.pass_filenames !== false))(
    'reads no name of a file as an option: $id',
    async ({ entry, args = [] }) => {
      write('--output=../report.yaml', MISSPELLED);
      const [, ...first] = entry.split(' ');
      const { stdout, stderr } = await run(...first, ...args, '--output=../report.yaml');
      expect(stdout + stderr).toContain('checked 1 of 1 document');
      expect(readdirSync(outer).sort()).toEqual(['secret', 'work']);
    },
  );
});

describe('a pattern of very many names', () => {
  it.each([
    '{a,b}'.repeat(40),
    '{1..100000}{1..100000}',
    `${'*a'.repeat(20)}b`,
    `${'**/'.repeat(20)}b.yaml`,
    '+(*a)b',
    '*(+(a|b)|c)',
  ])('is refused: %s', async (pattern) => {
    for (const args of [[pattern], ['--crds', pattern, 'a.yaml']]) {
      const { code, stderr } = await run(...args);
      expect([code, stderr]).toEqual([
        2,
        expect.stringMatching(/a pattern can|the braces of|in parentheses/),
      ]);
    }
  });

  it.each([
    ['a.kubeadmit-test.yaml', 'policies: [PATTERN]\ntests: []\n', ['test', '.']],
    ['.kubeadmit.yaml', 'crds: [PATTERN]\n', []],
  ])('is refused in the files of a repository: %s', async (path, text, args) => {
    write(path, text.replace('PATTERN', JSON.stringify('{a,b}'.repeat(40))));
    const { code, stderr } = await run(...args);
    expect([code, stderr]).toEqual([2, expect.stringContaining('the braces of')]);
  });

  it.each(['*.{yaml,yml}', '**/a*.yaml', '*a*.*', 'a.y?ml', '@(a|b).yaml', '[a-c]*.yaml'])(
    'is not what people write: %s',
    async (pattern) => {
      expect((await run(pattern)).code).toBe(1);
    },
  );
});

describe('a CRD that asks for very large values', () => {
  it.each([
    ['{ type: string, minLength: 1000000000 }'],
    [
      '{ type: array, minItems: 1000, items: { type: array, minItems: 1000, items: { type: array, minItems: 1000, items: { type: string } } } }',
    ],
  ])('has no example: %s', async (schema) => {
    const spec = `{ type: object, required: [x], properties: { x: ${schema} } }`;
    write('crd.yaml', crdYaml(`{ type: object, required: [spec], properties: { spec: ${spec} } }`));
    for (const full of [[], ['--full']]) {
      const { code, stderr } = await run('example', 'Pool', '--crds', 'crd.yaml', ...full);
      expect([code, stderr]).toEqual([1, expect.stringContaining('no valid Pool was found')]);
    }
  });
});

it('an example has few of the values that many fields ask for', async () => {
  const list =
    '{ type: array, minItems: 300, items: { type: array, minItems: 300, items: { type: string } } }';
  const fields = Array.from({ length: 4 }, (_, index) => `p${index}: ${list}`);
  const spec = `{ type: object, properties: { ${fields.join(', ')} } }`;
  write('crd.yaml', crdYaml(`{ type: object, properties: { spec: ${spec} } }`));
  const { code, stdout } = await run('example', 'Pool', '--crds', 'crd.yaml', '--full');
  expect(code).toBe(0);
  expect(stdout.match(/^ *#p\d+: \.\.\.$/gm)).toHaveLength(2);
});

describe('a policy that doubles a value 40 times', () => {
  const times = Array.from({ length: 40 }, (_, index) => index + 1);
  const matched =
    "matchConstraints: { resourceRules: [{ apiGroups: [''], apiVersions: [v1], operations: [CREATE], resources: [configmaps] }] }";
  const policyOf = (type: string, spec: string, action: string) =>
    `apiVersion: admissionregistration.k8s.io/v1
kind: ${type}AdmissionPolicy
metadata: { name: p }
spec: { ${matched}, ${spec} }
---
apiVersion: admissionregistration.k8s.io/v1
kind: ${type}AdmissionPolicyBinding
metadata: { name: p }
spec: { policyName: p${action} }
`;
  const variables = times.map(
    (n) => `{ name: v${n}, expression: variables.v${n - 1} + variables.v${n - 1} }`,
  );

  it.each([
    [
      'by variables',
      policyOf(
        'Validating',
        `variables: [{ name: v0, expression: "'a'" }, ${variables.join(', ')}], validations: [{ expression: variables.v40 != 'a' }]`,
        ', validationActions: [Deny]',
      ),
      'fails to evaluate',
    ],
    [
      'by copies of a patch',
      policyOf(
        'Mutating',
        `reinvocationPolicy: Never, failurePolicy: Fail, mutations: [{ patchType: JSONPatch, jsonPatch: { expression: '[${times
          .map((n) => `JSONPatch{op: "copy", from: "/data", path: "/data/d${n}"}`)
          .join(', ')}]' } }]`,
        '',
      ),
      'Unable to complete the copy',
    ],
  ])('ends at a limit: %s', async (_, policy, reason) => {
    write('policy.yaml', policy);
    write(
      'object.yaml',
      'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\ndata: { a: b }\n',
    );
    const minor = ['--kubernetes-version', '1.36'];
    const { code, stdout } = await run('admit', ...minor, 'policy.yaml', 'object.yaml');
    expect([code, stdout]).toEqual([1, expect.stringContaining(reason)]);
  });
});

describe('the reason of a suppression', () => {
  it.each(['a\nb', 'a\u0085b', 'a\u2028b', 'a\u001b[31mb', 'a\u0000b'])(
    'has no characters that end a comment: %j',
    async (reason) => {
      const args = ['suppress', 'field/unknown', 'a.yaml', '--reason', reason];
      const { code, stderr } = await run(...args);
      expect([code, stderr]).toEqual([2, expect.stringContaining('must be one line')]);
      expect(readFileSync(join(cwd, 'a.yaml'), 'utf8')).toBe(MISSPELLED);
    },
  );
});
