import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { version } from '../../package.json';
import { COMMANDS } from '../../src/hosts/cli/commands.ts';
import { lintOptions } from '../../src/hosts/cli/lint/option-parser.ts';
import { NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';
import { suiteFolder, temporaryFolder } from '../temporary-folder.ts';
import { runIn } from './fake-host.ts';

const cwd = suiteFolder();

async function complaintOf(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runIn({ cwd }, ...args);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^kubeadmit: .*\ntry: kubeadmit (?:[a-z]+ )?--help\n$/s);
  return stderr.slice('kubeadmit: '.length, stderr.indexOf('\n'));
}

describe('wrong usage', () => {
  it.each([
    [['--nope'], "unknown option '--nope'"],
    [['--formt', 'json'], "unknown option '--formt'; did you mean --format?"],
    [['-f', 'jsn'], 'unknown format jsn; did you mean json?'],
    [['-f', 'yaml'], 'unknown format yaml; use one of: text, concise, github, json'],
    [
      ['-f', 'json', '-f', 'text'],
      'only one report can go to standard output; name files for the others: -f json -o report.json -f text',
    ],
    [['--max-findings', '0'], '--max-findings must be a number above 0'],
    [['--max-findings', 'all'], '--max-findings must be a number above 0'],
    [['--rendered-from', 'nowhere'], '--rendered-from: nowhere does not exist'],
    [['-q', 'cost', 'crds'], 'the command comes first: kubeadmit cost -q crds'],
    [['explian'], 'no command and no path: explian; did you mean explain?'],
    [['chek', 'a.yaml'], 'no command and no path: chek; did you mean check?'],
    [['--kubernetes-version', '1.12'], `Kubernetes 1.12 is not known to kubeadmit ${version}`],
    [['--kubernetes-version', 'v1.99.2'], `the newest is ${NEWEST_MINOR}`],
    [['--kubernetes-version', '1.30..1.99'], 'Kubernetes 1.99 is not known'],
    [['--kubernetes-version', '1.33..1.31'], 'the range is backwards; use 1.31..1.33'],
    [['--kubernetes-version', 'new'], 'unknown Kubernetes version new; use a minor such as'],
    [
      ['--only', 'webhok/timeout'],
      'unknown rule or family webhok/timeout; did you mean webhook/timeout?',
    ],
    [['--skip', 'webhook,crdd'], 'unknown rule or family crdd; did you mean crd?'],
    [['--only', 'zzzzzzzz'], 'unknown rule or family zzzzzzzz; kubeadmit rules lists them'],
    [['--only', ','], 'the list of rules is empty'],
    [['--fail-on', 'warn'], 'unknown severity warn; did you mean warning?'],
    [['--fail-on', 'fatal'], 'unknown severity fatal; use one of: error, warning, info, never'],
    [['explain'], "missing required argument 'text'"],
    [['explain', 'qqqq'], 'unknown rule qqqq'],
    [['explain', 'webhook/timeot'], 'unknown rule webhook/timeot; did you mean webhook/timeout?'],
    [['explain', 'qqqq zzzz'], 'no rule is known that reports this message'],
    [['explain', 'timeout'], 'unknown rule timeout; did you mean webhook/timeout?'],
    [['rules', '-f', 'yaml'], 'unknown format yaml; use one of: text, json'],
    [['rules', 'webhok'], 'unknown family webhok; did you mean webhook?'],
    [['help', 'explan'], 'unknown command explan; did you mean explain?'],
    [['help', 'rules', 'webhook'], 'help takes the name of one command'],
  ])('%j', async (args, complaint) => {
    expect(await complaintOf(...args)).toContain(complaint);
  });
});

it('points to the help of the command', async () => {
  const { stderr } = await runIn({ cwd }, 'rules', '--nope');
  expect(stderr).toMatch(/\ntry: kubeadmit rules --help\n$/);
});

it.each(['lint', 'check', '--help', '-h', 'help'])('help %s is that of lint', async (name) => {
  expect(await runIn({ cwd }, 'help', name)).toEqual(await runIn({ cwd }, '--help'));
});

it('takes a folder with the name of an alias for a path', async () => {
  const folder = temporaryFolder({
    'check/a.yaml':
      'apiVersion: v1\nkind: ResourceQuota\nmetadata: { name: a }\nspec: { hard: { pods: many } }\n',
  });
  const { stdout } = await runIn({ cwd: folder }, 'check', '-f', 'concise');
  expect(stdout).toMatch(/^check\/a\.yaml:/);
});

it.each(['--version', 'version'])('%s prints the version', async (word) => {
  expect(await runIn({ cwd }, word)).toEqual({
    code: 0,
    stdout: `${version}\n`,
    stderr: '',
  });
});

it.each([
  [['--help'], '--fail-on <severity>'],
  [['help', 'explain'], 'Prints the page of a rule'],
  [['explain', '--help'], 'Prints the page of a rule'],
  [['rules', '-h'], 'Lists the rules'],
])('%j prints help', async (args, text) => {
  const { code, stdout } = await runIn({ cwd }, ...args);
  expect([code, stdout]).toEqual([0, expect.stringContaining(text)]);
});

describe('rules', () => {
  it('are listed by family', async () => {
    const { stdout } = await runIn({ cwd }, 'rules', 'webhook', '-f', 'json');
    const ids = JSON.parse(stdout).map(({ id }: { id: string }) => id);
    expect(ids).toContain('webhook/timeout');
    expect(ids.every((id: string) => id.startsWith('webhook/'))).toBe(true);
  });

  it('are listed, a line each', async () => {
    const { stdout } = await runIn({ cwd }, 'rules');
    expect(stdout).toMatch(
      /^webhook\/timeout +error +ValidatingWebhookConfiguration, \S+ +A webhook /m,
    );
  });

  it('are listed as JSON', async () => {
    const { stdout } = await runIn({ cwd }, 'rules', '-f', 'json');
    const rule = JSON.parse(stdout).find(({ id }: { id: string }) => id === 'webhook/timeout');
    expect(Object.keys(rule)).toEqual([
      'id',
      'severity',
      'kinds',
      'summary',
      'messages',
      'reference',
      'docs',
    ]);
  });
});

describe('explain', () => {
  it.each([
    ['a rule', ['webhook/timeout']],
    ['a message of a rule', ['webhook/timeout:range']],
    ['a check of the server', ['webhook-timeout-range']],
    [
      'words of an error',
      [
        'webhooks[0].timeoutSeconds: Invalid value: 60: the timeout value must be between 1 and 30 seconds',
      ],
    ],
  ])('finds %s', async (_, words) => {
    const { code, stdout } = await runIn({ cwd }, 'explain', ...words);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^(# )?webhook\/timeout\b/m);
  });

  it('reads standard input', async () => {
    const stdin = 'webhooks[0].timeoutSeconds: Invalid value: 60: the timeout value must be';
    const { stdout } = await runIn({ cwd, stdin }, 'explain', '-');
    expect(stdout).toMatch(/^(# )?webhook\/timeout\b/);
  });

  it.each([
    ['pods "a" is forbidden: exceeded quota: b, requested: cpu=2', 'ResourceQuota', 'effect/quota'],
    [
      'pods "a" is forbidden: failed quota: b: must specify limits.cpu',
      'ResourceQuota',
      'effect/quota',
    ],
    ['must specify limits.cpu', 'ResourceQuota', 'effect/quota'],
    ['must specify memory for: web', 'ResourceQuota', 'effect/quota'],
    ['namespace is terminating', 'NamespaceLifecycle', undefined],
    ['maximum cpu usage per Container is 1, but limit is 2', 'LimitRanger', 'effect/limit-range'],
    [
      'The Deployment "a" is invalid: spec.selector: Invalid value: v1.LabelSelector{}: field is immutable',
      'an update',
      'update/workload',
    ],
    [
      'The Cron "a" is invalid: spec: Invalid value: "object": too many',
      'of the CRD',
      'custom-resource/validation-rule',
    ],
    [
      'The Cron "a" is invalid: spec.name: Invalid value: "string": field is immutable',
      'of the CRD',
      'custom-resource/validation-rule',
    ],
    [
      'secrets "a" is forbidden: unable to create new content in namespace b because it is being terminated',
      'NamespaceLifecycle',
      undefined,
    ],
    ['admission webhook "a.b.c" denied the request: no', 'of this name', undefined],
    [
      "deployments.apps \"a\" is forbidden: ValidatingAdmissionPolicy 'a' with binding 'b' denied request: no",
      'The ValidatingAdmissionPolicy of this name',
      'decision/denied',
    ],
    [
      'The connection to the server localhost:8080 was refused - did you specify the right host or port?',
      'no API server answers',
      undefined,
    ],
    [
      'pods "a" is forbidden: violates PodSecurity "restricted:latest": allowPrivilegeEscalation != false',
      'PodSecurity',
      'pod-security/violation',
    ],
    ['deployments.apps "web" already exists', 'is stored already', 'workspace/duplicate-object'],
    ['namespaces "shop" not found', 'does not exist', 'workspace/install-order'],
    ['denied the request: exceeded quota', 'ResourceQuota', 'effect/quota'],
    ['field is immutable', 'an update', 'update/workload .*'],
  ])('says who says %j', async (message, source, rule) => {
    const { code, stdout } = await runIn({ cwd }, 'explain', message);
    const [first = '', second, third] = stdout.split('\n');
    expect([code, first]).toEqual([0, expect.stringContaining(source)]);
    if (rule === undefined) expect(second).toBe('No rule reports it.');
    else expect(third).toMatch(new RegExp(`^(# )?${rule}$`));
  });

  it.each([
    'a lowercase RFC 1123 label must consist of',
    'secret "tls" not found',
    'missing required field "selector"',
  ])('is not certain about %j', async (message) => {
    const { code, stdout } = await runIn({ cwd }, 'explain', message);
    const [head, ...listed] = stdout.trimEnd().split('\n');
    expect([code, head, listed.length]).toEqual([
      0,
      'It is not certain which rule reports this. The most similar rules are:',
      3,
    ]);
  });

  it('lists a family', async () => {
    const { stdout } = await runIn({ cwd }, 'explain', 'webhook');
    expect(stdout).toMatch(/^webhook\/timeout +A webhook has a timeout/m);
  });
});

it('docs/command-line.md names all options of a run', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/command-line.md'), 'utf8');
  const names = lintOptions().flatMap((option) => option.names.filter((name) => /^--/.test(name)));
  const own = new Set(['--version', '--help']);
  expect(
    names.filter((name) => !own.has(name) && !new RegExp(`${name}(?![\\w-])`).test(page)),
  ).toEqual([]);
});

describe('standard input', () => {
  const EMPTY =
    'kubeadmit: standard input is empty; did the command before it fail? --allow-empty accepts this\n';

  it('without a byte is exit status 1', async () => {
    const { code, stderr } = await runIn({ cwd, stdin: '' }, '-');
    expect([code, stderr]).toEqual([1, EMPTY]);
  });

  it.each([
    ['without a byte', '', ['--allow-empty', '-']],
    ['that an editor shows', '', ['--stdin-filename', 'a.yaml', '-']],
    ['with comments only', '# nothing\n', ['-']],
  ])('%s is accepted', async (_, stdin, args) => {
    const { code, stderr } = await runIn({ cwd, stdin }, ...args);
    expect([code, stderr]).toEqual([0, '']);
  });
});

it.each([
  [{ isTTY: true, isPiped: true }, [], true],
  [{ isTTY: true, isPiped: true }, ['.'], false],
  [{ isTTY: false, isPiped: true }, [], false],
  [{ isTTY: true }, [], false],
])('tells a user that a pipe is not read: %j %j %s', async (streams, args, isTold) => {
  const { stderr } = await runIn({ cwd, ...streams }, ...args);
  expect(stderr.includes('standard input is not read; use kubeadmit -\n')).toBe(isTold);
});

describe('variables', () => {
  const demo = join(import.meta.dirname, '../../fixtures/demo');
  const statusOf = async (env: Record<string, string>, ...args: string[]) =>
    (await runIn({ cwd, env }, ...args, demo)).code;

  it('set options, unless the command line does', async () => {
    expect(await statusOf({})).toBe(1);
    expect(await statusOf({ KUBEADMIT_FAIL_ON: 'never' })).toBe(0);
    expect(await statusOf({ KUBEADMIT_FAIL_ON: 'never' }, '--fail-on', 'error')).toBe(1);
    expect(await statusOf({ KUBEADMIT_FAIL_ON: '' })).toBe(1);
  });

  it('set flags and formats', async () => {
    const env = { KUBEADMIT_FORMAT: 'concise', KUBEADMIT_QUIET: 'true', KUBEADMIT_DRY_RUN: '0' };
    const { stdout, stderr } = await runIn({ cwd, env }, demo);
    expect(stdout.split('\n')[0]).toMatch(/^\S+:\d+:\d+: error: /);
    expect(stderr).toBe('');
  });

  it('with a wrong value are named', async () => {
    const { code, stderr } = await runIn({ cwd, env: { KUBEADMIT_QUIET: 'very' } }, demo);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('KUBEADMIT_QUIET must be true or false'),
    ]);
  });

  it('are named if they are misspelled', async () => {
    const { code, stderr } = await runIn({ cwd, env: { KUBEADMIT_FAILON: 'warning' } }, demo);
    expect([code, stderr.split('\n')[0]]).toEqual([
      2,
      'kubeadmit: unknown variable KUBEADMIT_FAILON; did you mean KUBEADMIT_FAIL_ON?',
    ]);
  });

  it('are ignored if they are not options', async () => {
    expect(
      await statusOf({ KUBEADMIT_PORT: 'tcp://10.0.0.1:443', KUBEADMIT_FAIL_ON: 'never' }),
    ).toBe(0);
    expect(await statusOf({ KUBEADMIT_VERSION: '1.4.0', KUBEADMIT_FAIL_ON: 'never' })).toBe(0);
  });
});

it('--output-format is --format', async () => {
  const { stdout } = await runIn({ cwd }, 'rules', 'webhook', '--output-format=json');
  expect(JSON.parse(stdout)).not.toEqual([]);
});

it.each(COMMANDS.map(({ name }) => name))('%s has -q and -v', async (name) => {
  const { stdout } = await runIn({ cwd }, name, '--help');
  expect(stdout).toContain('-q, --quiet');
  expect(stdout).toContain('-v, --verbose');
});
