import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadRules } from '../../rules/index.ts';
import { sortedComments } from '../../src/edits/comments.ts';
import { fixSources } from '../../src/features/fix/fix-sources.ts';
import { exampleText } from '../../src/report/rule-page.ts';
import type { Report } from '../../src/result/report.ts';
import { readParts } from '../../src/yaml/index.ts';
import { lintPedantically } from '../lint/lint-pedantically.ts';

const rules = loadRules();

const FIXTURES = join(import.meta.dirname, '../../fixtures');
const ALL = { unsafe: true, isWanted: () => true };
const options = { pedantic: true, mergeRepetitions: false };

interface Text {
  readonly name: string;
  readonly content: string;
}

/** The texts of the conformance cases, by family. */
function families(): readonly { readonly family: string; readonly texts: readonly Text[] }[] {
  const folder = join(FIXTURES, 'conformance');
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name: family }) => ({
      family,
      texts: readdirSync(join(folder, family))
        .filter((name) => /\.(?:ya?ml|json)$/.test(name))
        .map((name) => ({ name, content: readFileSync(join(folder, family, name), 'utf8') })),
    }));
}

const examples = rules.flatMap(({ id, examples: { bad } }) =>
  bad.map((example, number) => ({ name: `${id} ${number}`, content: exampleText(example) })),
);

/** The rules whose pages show a fix. */
const shown = new Set(rules.flatMap(({ id, examples: { fixed } }) => (fixed ? [id] : [])));

it.each([{ family: 'examples', texts: examples }, ...families()])(
  'the fixes in $family make nothing worse, and leave nothing to fix',
  ({ texts }) => {
    for (const text of texts) {
      const before = lintPedantically([text], options);
      const fixable = before.findings.filter(({ fix }) => fix !== null);
      if (fixable.length === 0) continue;
      const unshown = fixable.map(({ rule }) => rule).filter((rule) => !shown.has(rule));
      expect.soft(unshown, `${text.name}: rules without a fixed example`).toEqual([]);
      const content = fixSources([text], { pedantic: true }, ALL).texts.get(text.name);
      if (content === undefined) continue;
      const after = lintPedantically([{ ...text, content }], options);
      expect.soft(errorCount(after), text.name).toBeLessThanOrEqual(errorCount(before));
      expect.soft(verdicts(after), text.name).toEqual(verdicts(before, after));
      expect.soft(comments(content), text.name).toEqual(comments(text.content));
      const again = fixSources([{ ...text, content }], { pedantic: true }, ALL);
      expect.soft(again.fixed, text.name).toEqual([]);
    }
  },
);

function errorCount({ findings }: Report): number {
  return findings.filter(({ severity }) => severity === 'error').length;
}

/** The verdicts of a report; with another one, an accepted document must have stayed so. */
function verdicts({ documents }: Report, later?: Report): readonly unknown[] {
  return documents.map((document, index) => {
    const now = (later?.documents[index] ?? document).verdicts;
    const isAccepted = Object.values(document.verdicts).every((verdict) => verdict === 'accepted');
    return isAccepted ? document.verdicts : now;
  });
}

function comments(text: string): readonly (readonly string[])[] {
  return Array.from(readParts(text), ({ content }) =>
    content.kind === 'value' ? sortedComments(content.document) : [],
  );
}
