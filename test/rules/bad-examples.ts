import type { LintOptions } from '../../src/lint/options.ts';
import type { Source } from '../../src/lint/read/source.ts';
import { exampleText, withoutMarks } from '../../src/report/rule-page.ts';
import type { RuleDescription } from '../../src/rule/description.ts';

/** An example in which a rule finds something. */
interface BadExample {
  /** The text with the marks of the expected findings. */
  readonly marked: string;
  /** The stored objects, if the example is an update. */
  readonly options: Pick<LintOptions, 'base'>;
}

/** The examples in which a rule finds something, updates included. */
export function badExamples({ examples }: RuleDescription): readonly BadExample[] {
  const { bad, updates = [] } = examples;
  return [
    ...bad.map((example) => ({ marked: exampleText(example), options: {} })),
    ...updates.map(({ stored, changed }) => ({
      marked: exampleText(changed),
      options: { base: [exampleSource('stored', stored)] },
    })),
  ];
}

/** The source of an example, without marks, which would make YAML of JSON. */
export function exampleSource(name: string, example: string): Source {
  return { name, content: withoutMarks(exampleText(example)) };
}
