import { expect, it } from 'vitest';
import { loadRules } from '../../rules/index.ts';
import { DIFFERENT_REASONS, findingsOnExamples, pairsOf } from './pairs.ts';

const rules = loadRules();

it('rules report at the same place of an example for different reasons', () => {
  const unlisted = [...pairsOf(findingsOnExamples())].filter(
    ([pair]) => !Object.hasOwn(DIFFERENT_REASONS, pair),
  );
  expect(unlisted).toEqual([]);
});

it('messages explain rules and messages that exist', () => {
  const names = new Set<string>(['*']);
  for (const { id, messages } of rules) {
    names.add(id);
    for (const message of Object.keys(messages)) names.add(`${id}#${message}`);
  }
  const explained = rules.flatMap(({ messages }) =>
    Object.values(messages).flatMap(({ explains = [], explainsInField = [] }) => [
      ...explains,
      ...explainsInField,
    ]),
  );
  expect(explained.filter((name) => !names.has(name))).toEqual([]);
});
