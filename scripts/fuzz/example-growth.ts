// Looks for work that grows faster than the number of objects: repeats the examples of each rule and counts calls of
// functions.
//   node scripts/run.mjs scripts/fuzz/example-growth.ts [PATTERN]
// PATTERN selects rules by their ids. Prints each function that is called far more than four times as often for four
// times as many copies; exits with 1 if there is one. All rules take about twenty minutes.
import { loadRules } from '../../rules/index.ts';
import { lint } from '../../src/lint/lint.ts';
import type { Source } from '../../src/lint/read/source.ts';
import { WorkCounter } from '../../test/growth/work.ts';

const rules = loadRules();

/** The number of copies that are compared with four times as many. */
const COPIES = 25;

/** Makes copies of a manifest. */
type Copies = (text: string, n: number) => readonly Source[];

const COPIED: Readonly<Record<string, Copies>> = {
  'the same objects in one file': (text, n) => oneFile(n, () => text),
  'objects of other names in one file': (text, n) => oneFile(n, (i) => renamed(text, i)),
  'objects of other namespaces in one file': (text, n) => oneFile(n, (i) => moved(text, i)),
  'objects of other names in a folder': (text, n) =>
    Array.from({ length: n }, (_, i) => ({ name: `${i}.yaml`, content: renamed(text, i) })),
};

function oneFile(n: number, textOf: (index: number) => string): readonly Source[] {
  const texts = Array.from({ length: n }, (_, index) => textOf(index));
  return [{ name: 'a.yaml', content: texts.join('\n---\n') }];
}

/** A manifest with other names, including the references to them. */
function renamed(text: string, index: number): string {
  let changed = text;
  for (const name of namesIn(text)) {
    const other = /^[A-Z]/.test(name)
      ? name.replace(/(?:List)?$/, (list) => `X${index}${list}`)
      : `${name}x${index}`;
    changed = changed.replaceAll(new RegExp(`(?<![\\w-])${name}(?![\\w-])`, 'g'), other);
  }
  return changed;
}

function moved(text: string, index: number): string {
  return renamed(text, index).replaceAll(/namespace: ([\w-]+)/g, `namespace: $1${index}`);
}

/** The names of objects, and the names that CRDs give their kinds. */
function namesIn(text: string): ReadonlySet<string> {
  const ofObjects = text.matchAll(/metadata:\s*\{?\s*name: ([\w-]+)/g);
  const ofKinds = [...text.matchAll(/names:(?:\s*\{.*\}|(?:\n\s+\w+: .*)+)/g)].flatMap(
    ([names]) => [...names.matchAll(/(?:plural|singular|kind|listKind): (\w+)/g)],
  );
  return new Set([...ofObjects, ...ofKinds].flatMap(([, name]) => name ?? []));
}

const [pattern = ''] = process.argv.slice(2);
const counter = new WorkCounter();
for (const { id, examples } of rules.filter((rule) => rule.id.includes(pattern))) {
  for (const [number, text] of [...examples.bad, ...examples.good].entries()) {
    for (const [how, copies] of Object.entries(COPIED)) {
      for (const isUpdate of [false, true]) {
        const work = (n: number) => {
          const sources = copies(text, n);
          lint(sources, { pedantic: true, ...(isUpdate && { base: sources }) });
        };
        const found = counter.fastGrowing(work, COPIES);
        if (found.length === 0) continue;
        process.exitCode = 1;
        console.log(`${id}, example ${number + 1}: ${how}${isUpdate ? ', updated' : ''}`);
        for (const line of found) console.log(`  ${line}`);
      }
    }
  }
}
counter.stop();
