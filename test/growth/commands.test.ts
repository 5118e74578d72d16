import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runIn } from '../cli/fake-host.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { COMMANDS } from './commands.ts';
import { WorkCounter } from './work.ts';

/** The work with a limit of its own: on edits of texts, on decisions of policies, and on lines of templates. */
const LIMITED = /compare-lines|rule-entries|server\/admission|template-line/;

/**
 * Commands whose work once grew faster than their files, with the amount of input that is compared with four times as
 * much.
 */
const ONCE_SLOW: Readonly<Record<string, number>> = {
  '`test`: files that name the same policies': 10,
  '`diff`: values of an enum': 100,
  'findings in what a template was rendered to': 25,
  '`--fix`: containers': 20,
  '`--fix`: containers with anchors': 20,
};

const counter = new WorkCounter();
afterAll(() => counter.stop());

describe('the work of commands grows no faster than the files', () => {
  it.each(Object.entries(ONCE_SLOW))('for %s', async (name, few) => {
    const command = COMMANDS.find((candidate) => candidate.name === name);
    if (command === undefined) throw new Error(`there is no command ${name}`);
    const work = async (n: number) => {
      const cwd = temporaryFolder(command.files(n));
      mkdirSync(join(cwd, '.git'), { recursive: true });
      const { code, stdout } = await runIn({ cwd }, ...command.args);
      expect([code, stdout.length > 0]).not.toEqual([2, false]);
    };
    const growing = await counter.fastGrowingSteps(work, few);
    expect(growing.filter((growth) => !LIMITED.test(growth))).toEqual([]);
  });
});
