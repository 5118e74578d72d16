import { describe, expect, it } from 'vitest';
import { version } from '../../package.json';
import { runIn } from './fake-host.ts';
import { makeFolder, removeFolder } from './folder.ts';

/** An empty folder: a command that is not there yet could be the name of a folder. */
const cwd = makeFolder({});

async function complaintOf(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runIn({ cwd }, ...args);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^kubeadmit: .*\ntry: kubeadmit --help\n$/s);
  return stderr.slice('kubeadmit: '.length, stderr.indexOf('\n'));
}

describe('wrong usage', () => {
  it.each([
    [['--nope'], "unknown option '--nope'"],
    [['--formt', 'json'], "unknown option '--formt'; did you mean --format?"],
    [
      ['-f', 'jsn'],
      'there is no format jsn; did you mean json?; formats: text, concise, json, github',
    ],
    [['-f', 'sarif'], 'there is no format sarif; formats: text, concise, json, github'],
    [
      ['-f', 'json', '-f', 'text'],
      'only one report can go to standard output; name a file with -o after each other -f',
    ],
    [['--kubernetes-version', '1.12'], 'there is no Kubernetes version 1.12'],
    [['--kubernetes-version', '1.33..1.31'], 'there is no Kubernetes version 1.33..1.31'],
    [
      ['--only', 'webhok/timeout'],
      'there is no rule or family webhok/timeout; did you mean webhook/timeout?',
    ],
    [['--skip', 'webhook,crdd'], 'there is no rule or family crdd; did you mean crd?'],
    [['--only', 'zzzzzzzz'], 'there is no rule or family zzzzzzzz; kubeadmit rules lists them'],
    [['--only', ','], 'the list of rules is empty'],
    [
      ['--fail-on', 'fatal'],
      "option '--fail-on <severity>' argument 'fatal' is invalid. Allowed choices are error, warning, info, never.",
    ],
    [['--config', 'a.yaml'], 'the option --config is not there yet'],
    [['--base=main'], 'the option --base is not there yet'],
    [['schema', 'v1/ResourceQuota'], 'the command schema is not there yet'],
    [['config', 'init'], 'the command config is not there yet'],
    [['cel'], 'the command cel is not there yet'],
    [['lsp'], 'the command lsp is not there yet'],
    [['explain'], "missing required argument 'words'"],
    [['explain', 'qqqq'], 'no rule is about this: qqqq'],
    [
      ['rules', '-f', 'yaml'],
      "option '-f, --format <format>' argument 'yaml' is invalid. Allowed choices are text, json.",
    ],
  ])('%j', async (args, complaint) => {
    expect(await complaintOf(...args)).toContain(complaint);
  });
});

it('a folder with the name of a command to come is a folder', async () => {
  const folder = makeFolder({ 'config/a.yaml': 'a: 1\n' });
  const { code, stdout } = await runIn({ cwd: folder }, 'config');
  expect(code).toBe(0);
  expect(stdout).toContain('in 1 file for');
  removeFolder(folder);
});

it('--version prints the version', async () => {
  expect(await runIn({ cwd }, '--version')).toEqual({
    code: 0,
    stdout: `${version}\n`,
    stderr: '',
  });
});

it('--help prints the options of the default command too', async () => {
  const { code, stdout } = await runIn({ cwd }, '--help');
  expect(code).toBe(0);
  expect(stdout).toContain('--fail-on <severity>');
  expect(stdout).toContain('explain');
  expect(stdout).not.toContain('--base');
});

describe('rules', () => {
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

  it('lists a family', async () => {
    const { stdout } = await runIn({ cwd }, 'explain', 'webhook');
    expect(stdout).toMatch(/^webhook\/timeout +A webhook has a timeout/m);
  });
});
