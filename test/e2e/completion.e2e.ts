import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Folder } from './built-command.ts';

const folder = new Folder({ 'manifest.yaml': '', 'other.txt': '' });

beforeAll(() => {
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { code, stdout } = folder.kubeadmit(['completion', shell]);
    expect(code).toBe(0);
    writeFileSync(join(folder.path, `completion.${shell}`), stdout);
  }
});

afterAll(() => folder.remove());

/** Completes a line in bash, as readline does. */
function bash(...words: readonly string[]): readonly string[] {
  const script = `source completion.bash
    COMP_WORDS=(kubeadmit "$@"); COMP_CWORD=$#
    _kubeadmit
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  return linesOf('bash', ['--norc', '-c', script, 'bash', ...words]);
}

/** Runs the function with replacements for the functions that zsh has only on a command line. */
function zsh(...words: readonly string[]): readonly string[] {
  const script = `compdef() { }
    compset() { }
    compadd() { [[ $1 == -- ]] && shift; print -l -- \${(M)@:#\${words[CURRENT]##*,}*} }
    _describe() { local one; for one in \${(P)@[-1]}; do [[ $one == \${words[CURRENT]}* ]] && print -- \${one%%:*}; done; true }
    _files() { print -- FILES }
    source ./completion.zsh
    words=(kubeadmit "$@"); CURRENT=\${#words}
    _kubeadmit`;
  return linesOf(zshProgram, ['-f', '-c', script, 'zsh', ...words]);
}

function fish(...words: readonly string[]): readonly string[] {
  const script = 'source completion.fish; complete -C "$argv"';
  const found = linesOf(fishProgram, [
    '--no-config',
    '-c',
    script,
    ['kubeadmit', ...words].join(' '),
  ]);
  return found.map((line) => line.replace(/\t.*/, ''));
}

const zshProgram = process.env.ZSH_PROGRAM ?? 'zsh';
const fishProgram = process.env.FISH_PROGRAM ?? 'fish';

function linesOf(program: string, args: readonly string[]): readonly string[] {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: folder.path,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${program}: ${stderr}`);
  return stdout.split('\n').filter((line) => line !== '');
}

function isInstalled(program: string): boolean {
  return spawnSync(program, ['--version']).status === 0;
}

describe.each([
  ['bash', bash, true],
  ['zsh', zsh, isInstalled(zshProgram)],
  ['fish', fish, isInstalled(fishProgram)],
] as const)('%s', (_, complete, isThere) => {
  it.skipIf(!isThere).each<[string, readonly string[], readonly string[]]>([
    ['commands', ['sup'], ['suppress']],
    ['options', ['--fail-o'], ['--fail-on', '--fail-on-empty', '--fail-on-skipped']],
    ['severities', ['--fail-on', 'w'], ['warning']],
    ['formats', ['-f', 'j'], ['json', 'junit']],
    ['formats of the long option', ['lint', '--format', 'sa'], ['sarif']],
    ['minors', ['--kubernetes-version', '1.30'], ['1.30']],
    ['rules', ['explain', 'webhook/tim'], ['webhook/timeout']],
    ['rules after --only', ['--only', 'webhook/tim'], ['webhook/timeout']],
    ['families', ['rules', 'webh'], ['webhook']],
    ['kinds', ['schema', 'NetworkP'], ['NetworkPolicy']],
    ['actions', ['config', 's'], ['show']],
    ['commands after help', ['help', 'expl'], ['explain']],
    ['minors of an upgrade', ['upgrade', '1.30'], ['1.30']],
    ['options of a command', ['suppress', 'webhook/timeout', '--rea'], ['--reason']],
    ['no options of lint after a command', ['explain', '--fail-o'], []],
    ['the values of an option of a command', ['init', '--ci', 'gi'], ['github', 'gitlab']],
    ['the formats of a command', ['rules', '-f', 'j'], ['json']],
    ['parts of the layout', ['init', '--layout', 'hel'], ['helm']],
  ])('completes %s', (_, words, expected) => {
    expect([...complete(...words)].filter((word) => word !== 'FILES').sort()).toEqual(expected);
  });
});

it('bash completes lists of rules', () => {
  expect(bash('--only', 'crd,webhook/tim')).toEqual(['crd,webhook/timeout']);
});
