import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { homepage, version } from '../../package.json';
import { PACKAGE, REVISION } from '../../src/hosts/cli/init/package-source.ts';
import { CONCISE_PATTERN } from '../../src/hosts/cli/init/problem-matchers.ts';
import { isMapping, readParts, type Value } from '../../src/yaml/index.ts';
import { runIn } from '../cli/fake-host.ts';
import { suiteFolder } from '../temporary-folder.ts';

const repository = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(repository, path), 'utf8');

interface Pattern {
  readonly regexp: string;
  readonly file: number;
  readonly line: number;
  readonly column: number;
  readonly severity: number;
  readonly message: number;
  readonly code: number;
}

const matchers: readonly (readonly [string, Pattern])[] = [
  [
    'GitHub',
    JSON.parse(read('integrations/github-problem-matcher.json')).problemMatcher[0].pattern[0],
  ],
  ['VS Code', JSON.parse(read('integrations/vscode-tasks.json')).tasks[0].problemMatcher.pattern],
];

describe.each(matchers)('the problem matcher for %s', (_, pattern) => {
  it('reads what the format concise prints, and nothing else', async () => {
    const run = (format: string) =>
      runIn({ cwd: repository }, 'fixtures/demo', '--pedantic', '-f', format);
    const { findings } = JSON.parse((await run('json')).stdout);
    const shown = findings.filter(({ causedBy }: { causedBy: number | null }) => causedBy === null);
    const lines = (await run('concise')).stdout.trimEnd().split('\n');
    const found = lines.flatMap((line) => {
      const match = new RegExp(pattern.regexp).exec(line);
      return match === null
        ? []
        : [
            {
              file: match[pattern.file],
              line: Number(match[pattern.line]),
              column: Number(match[pattern.column]),
              severity: match[pattern.severity],
              rule: match[pattern.code],
              message: match[pattern.message]?.replace(
                / \((?:only in Kubernetes|\d+ more).*\)$/,
                '',
              ),
            },
          ];
    });
    expect(found).toEqual(
      shown.map(({ file, line, column, severity, rule, message }: Record<string, unknown>) => ({
        file,
        line,
        column,
        severity,
        rule,
        message,
      })),
    );
  });
});

it('docs/editors.md has the same pattern', () => {
  expect(read('docs/editors.md')).toContain(JSON.stringify(CONCISE_PATTERN));
});

describe('the action', () => {
  const [part] = readParts(read('action.yml'));
  const action: Value = part?.content.kind === 'value' ? part.content.document.value : null;
  const inputs = isMapping(action) && isMapping(action.inputs) ? Object.keys(action.inputs) : [];

  it('runs a file that is there', () => {
    const runs = isMapping(action) && isMapping(action.runs) ? action.runs : {};
    expect(runs).toEqual({ using: 'node24', main: 'action/main.cjs' });
    expect(read('action/main.cjs')).toContain("require('../package.json')");
  });

  it('uses each of its inputs, and documents it', () => {
    const entry = read('action/main.cjs');
    for (const name of inputs) expect(entry).toContain(`input('${name}')`);
    const rows = [...read('docs/ci.md').matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name);
    expect(rows).toEqual(inputs);
  });
});

describe('the package that the action runs', () => {
  const folder = suiteFolder();
  for (const program of ['npm', 'sh']) {
    writeFileSync(join(folder, program), '#!/bin/sh\necho "$@"\n', { mode: 0o755 });
  }

  it.each([
    // The executable cannot be started here, as nothing is installed.
    [`v${version}`, [`packaging/install.sh ${version}\n`, ` -- kubeadmit@${version}\n`]],
    ['main', [' -- github:kubeadmit/kubeadmit#main\n']],
  ])('at %s is %j', (ref, calls) => {
    const env = {
      PATH: folder,
      GITHUB_ACTION_REF: ref,
      GITHUB_ACTION_REPOSITORY: 'kubeadmit/kubeadmit',
    };
    const { stdout } = spawnSync(process.execPath, [join(repository, 'action/main.cjs')], {
      env,
      encoding: 'utf8',
    });
    for (const call of calls) expect(stdout).toContain(call);
    expect(stdout.includes('install.sh')).toBe(calls.length > 1);
  });
});

describe('the version that the files of init and the examples install', () => {
  const [, released] = /^## \[?(\d+\.\d+\.\d+)/m.exec(read('CHANGELOG.md')) ?? [];
  const revision = released === undefined ? 'main' : `v${released}`;
  const npmPackage =
    released === undefined ? 'github:kubeadmit/kubeadmit' : `kubeadmit@${released}`;

  it('is the newest release in CHANGELOG.md, or the main branch before the first one', () => {
    expect(REVISION).toBe(revision);
    expect(PACKAGE).toBe(npmPackage);
  });

  it.each(['README.md', 'docs/ci.md', 'docs/fixes.md'])('is the same in %s', (path) => {
    const page = read(path);
    const revisions = [
      ...page.matchAll(/kubeadmit\/kubeadmit@(\S+)|(?<=^ +)rev: (\S+)|\.git#(\S+)/gm),
      ...page.matchAll(/githubusercontent\.com\/kubeadmit\/kubeadmit\/([^/]+)\/integrations/g),
    ].map((groups) => groups.slice(1).find((group) => group !== undefined));
    expect(revisions).not.toEqual([]);
    expect(new Set(revisions)).toEqual(new Set([revision]));
    const packages = [
      ...page.matchAll(/npm install --[\w-]+(?: \.)? ((?:github:)?kubeadmit\S*?)[)'\s]/g),
    ].map(([, one]) => one);
    expect(packages.filter((name) => name !== npmPackage)).toEqual([]);
  });
});

describe('docs/ci.md', () => {
  const page = read('docs/ci.md');

  it('names the repository of this package', () => {
    const owner = homepage.replace(/^https:\/\/github\.com\/|#.*$/g, '');
    for (const [, uses] of page.matchAll(/uses: (kubeadmit\/\w+)@/g)) expect(uses).toBe(owner);
  });

  it('has examples of YAML that can be read', () => {
    for (const [, text = ''] of page.matchAll(/```yaml\n(.*?)```/gs)) {
      const [example] = readParts(text);
      expect(example?.content.kind, text).toBe('value');
    }
  });

  it('links to files that are there', () => {
    for (const [, path = ''] of page.matchAll(/\]\((?!http)([^)#]+)\)/g)) {
      expect(() => read(join('docs', path))).not.toThrow();
    }
  });
});
