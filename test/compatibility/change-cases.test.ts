import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runIn } from '../cli/fake-host.ts';
import { readJsonLines } from '../conformance/golden.ts';
import {
  CHANGE_ANSWERS,
  CHANGE_CASES,
  type ChangeAnswer,
  REPORTED_MINOR,
  readChangeCases,
} from './change-cases.ts';

const answers = readJsonLines<ChangeAnswer>(CHANGE_ANSWERS);
const cases = readChangeCases();

function outcomesOf(verdicts: ChangeAnswer['before']): readonly string[] {
  return [...new Set(verdicts?.map(({ outcome }) => outcome))];
}

/** Compared as JSON, which the answers are written in. */
function answerTo(name: string, object: unknown): ChangeAnswer | undefined {
  const text = JSON.stringify(object);
  return answers.find((answer) => answer.case === name && JSON.stringify(answer.object) === text);
}

const RENEW = 'scripts/freeze/crd-changes.ts asks the servers again';

async function reportOn(name: string): Promise<string> {
  const args = ['diff', '--kubernetes-version', REPORTED_MINOR, 'old.yaml', 'new.yaml'];
  return (await runIn({ cwd: join(CHANGE_CASES, name) }, ...args)).stdout;
}

describe.each(cases)('$name', ({ name, witnesses, objects }) => {
  it('has the report of kubeadmit diff', async () => {
    await expect(await reportOn(name)).toMatchFileSnapshot(join(CHANGE_CASES, name, 'report.txt'));
  });

  it(`has witnesses that the server accepts before the change and refuses after it; ${RENEW}`, () => {
    const found = witnesses.map(({ object, fate }) => {
      const { before, after, update } = answerTo(name, object) ?? {};
      const ofStored = {
        tolerated: ['accepted'],
        pruned: outcomesOf(update),
        refused: ['rejected'],
      };
      return [outcomesOf(before), outcomesOf(after), outcomesOf(update), ofStored[fate]];
    });
    for (const [before, after, update, expected] of found) {
      expect([before, after]).toEqual([['accepted'], ['rejected']]);
      expect(update).toEqual(expected);
    }
  });

  it(`has objects that the server accepts before the change and after it; ${RENEW}`, () => {
    expect(witnesses.length + objects.length).toBeGreaterThan(0);
    for (const object of objects) {
      const { before, after } = answerTo(name, object) ?? {};
      expect([outcomesOf(before), outcomesOf(after)]).toEqual([['accepted'], ['accepted']]);
    }
  });

  it('is refused as a change of the CRD only if that is reported', async () => {
    const { change } =
      answers.find((answer) => answer.case === name && answer.change !== undefined) ?? {};
    const isRefused = (await reportOn(name)).includes('the server refuses the change');
    expect(outcomesOf(change)).toEqual([isRefused ? 'rejected' : 'accepted']);
  });
});

it('there are no answers about other cases', () => {
  const names = new Set(cases.map(({ name }) => name));
  expect(answers.filter((answer) => !names.has(answer.case))).toEqual([]);
});
