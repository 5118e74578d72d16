import { describe, expect, it } from 'vitest';
import { DECIDING_KINDS } from '../../src/analysis/admission/deciders.ts';
import { celCompilations } from '../../src/analysis/cel/compilations.ts';
import { compiledRules, ruleLocation } from '../../src/analysis/crd/rules.ts';
import {
  itemsWithin,
  MOST_ITEMS,
  SELECTING_KINDS,
  selectorLists,
} from '../../src/analysis/devices/claims.ts';
import { compileSelector, LONGEST_EXPRESSION } from '../../src/analysis/devices/selectors.ts';
import { openObject } from '../../src/lint/open/open-object.ts';
import { isOfKind, isResource, type Resource } from '../../src/rule/resource.ts';
import { objectsOf } from '../../src/server/decode/index.ts';
import type { Compiled } from '../../src/server/expressions/compile.ts';
import { resolveKind } from '../../src/server/kubernetes/kinds.ts';
import { MINORS, type Minor } from '../../src/server/kubernetes/minors.ts';
import { defaultServer } from '../../src/server/kubernetes/server.ts';
import { decodeText, readParts } from '../../src/yaml/index.ts';
import { type Case, readCases, VERDICTS } from '../conformance/cases.ts';
import {
  type GoldenLine,
  linesByFile,
  readJsonLines,
  type ServerError,
} from '../conformance/golden.ts';
import { levelPath, renameServerPath } from '../conformance/paths.ts';
import { CEL_WORDS, CUT_AT, type LongMessage } from './long-messages.ts';

/** The kinds whose objects have expressions. */
const KINDS: readonly string[] = [
  ...DECIDING_KINDS,
  ...SELECTING_KINDS,
  'CustomResourceDefinition',
];

/** The resources in a case, by the number of the document and of the item of a List. */
function resourcesIn(one: Case, minor: Minor): ReadonlyMap<string, Resource> {
  const resources = new Map<string, Resource>();
  for (const [index, part] of [...readParts(decodeText(one.content))].entries()) {
    if (part.content.kind !== 'value') continue;
    const { document } = part.content;
    for (const { head, item, path, value } of objectsOf(document.value)) {
      if (head.kind !== 'object') continue;
      const resolution = resolveKind(head.apiVersion, head.objectKind, minor);
      if (resolution.outcome !== 'served') continue;
      const origin = { file: one.file, index, item, document, path };
      const resource = openObject(
        { head, value, origin, resolution },
        resolution,
        defaultServer(minor),
      );
      if (isResource(resource)) resources.set(`${index} ${item ?? ''}`, resource);
    }
  }
  return resources;
}

/** The messages of kubeadmit about each expression that does not compile: the path and the text. */
function ourWords(resource: Resource): readonly string[] {
  const said: string[] = [];
  const say = (path: string | null, compiled: Compiled | undefined) => {
    if (compiled === undefined || compiled.ok || compiled.reason === 'crash') return;
    const detail = compiled.detail.replaceAll(/\bselfType\b/g, 'selfType0');
    said.push(`${levelPath(path ?? '')} ${detail}`);
  };
  if (isOfKind(resource, ...DECIDING_KINDS)) {
    for (const { expression, compiled } of celCompilations(resource)) {
      say(expression.field.path, compiled);
    }
  }
  if (isOfKind(resource, ...SELECTING_KINDS)) {
    const lists = selectorLists(resource, resource.server);
    for (const selector of lists.flatMap((list) => itemsWithin(list, MOST_ITEMS, resource.minor))) {
      const cel = selector.get('cel');
      const expression = cel.get('expression');
      const text = expression.value ?? '';
      if (cel.value === undefined || text.length > LONGEST_EXPRESSION) continue;
      say(expression.path, compileSelector(text, resource.minor).compiled);
    }
  }
  if (isOfKind(resource, 'CustomResourceDefinition')) {
    for (const rules of compiledRules(resource)) {
      for (const [index, { condition, message }] of (rules.entries ?? []).entries()) {
        const pathOf = (name: 'rule' | 'messageExpression') =>
          ruleLocation(resource, rules, { index, name }).field;
        say(pathOf('rule'), condition?.compiled);
        say(pathOf('messageExpression'), message?.compiled);
      }
    }
  }
  return said.sort();
}

/** A document of a case in a minor, and the server's words on its expressions. */
interface Question {
  readonly resource: Resource;
  readonly title: string;
  readonly words: readonly string[];
}

function questions(): readonly Question[] {
  const lines = readJsonLines<GoldenLine>(VERDICTS);
  const golden = linesByFile(lines.filter(({ kind = '' }) => KINDS.includes(kind)));
  const long = readJsonLines<LongMessage>('fixtures/cel/long-messages.jsonl');
  return readCases()
    .filter(({ file, update }) => golden.has(file) && !update)
    .flatMap((testCase) =>
      MINORS.flatMap((minor) => {
        const resources = resourcesIn(testCase, minor);
        return (golden.get(testCase.file) ?? []).flatMap((line): readonly Question[] => {
          const { file, document, item, kind } = line;
          const verdict = line.verdicts.find(({ minors }) => minors.includes(minor));
          const resource = resources.get(`${document} ${item ?? ''}`);
          if (resource === undefined || !/^(accepted|rejected)$/.test(verdict?.outcome ?? '')) {
            return [];
          }
          const whole = long.filter(
            (question) =>
              question.file === file &&
              question.document === document &&
              question.item === item &&
              question.minors.includes(minor),
          );
          const words = [...wordsIn(verdict?.errors ?? []), ...whole].map(
            ({ field, message }) => `${renameServerPath(kind, field)} ${message}`,
          );
          return [{ resource, title: `${file} ${document} in ${minor}`, words: words.sort() }];
        });
      }),
    );
}

/** The messages about expressions, except the shortened ones. */
function wordsIn(errors: readonly ServerError[]) {
  return errors.flatMap(({ field, message = '' }) => {
    const start = message.search(CEL_WORDS);
    return start < 0 || message.length >= CUT_AT ? [] : [{ field, message: message.slice(start) }];
  });
}

describe('the words of the server on expressions', () => {
  const all = questions();
  const withWords = all.filter(({ words }) => words.length > 0);

  it('are in many cases', () => {
    expect(withWords.length).toBeGreaterThan(800);
  });

  it.each(withWords.map((question) => [question.title, question] as const))(
    'are ours, to the letter: %s',
    (_, { resource, words }) => {
      expect(ourWords(resource)).toEqual(words);
    },
  );

  it('are none where we have none', () => {
    const others = all.filter(({ words }) => words.length === 0);
    expect(
      others.flatMap(({ resource, title }) => [title, ...ourWords(resource)].slice(1)),
    ).toEqual([]);
  });
});
