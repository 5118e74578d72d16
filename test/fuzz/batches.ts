import { lint } from '../../src/lint/lint.ts';
import type { Source } from '../../src/lint/read/source.ts';
import type { Finding } from '../../src/result/finding.ts';
import type { Report } from '../../src/result/report.ts';
import { isBuiltInGroup } from '../../src/server/kubernetes/kinds.ts';
import type { FuzzInput } from './inputs.ts';
import {
  checkLocations,
  contentOf,
  expectEqual,
  isMeantForKubernetes,
  jsonReport,
  ruleFieldsOf,
  WORKSPACE_RULES,
  withoutPlaces,
} from './properties.ts';
import { isPlain, printTree } from './tree.ts';

/**
 * The properties of single inputs (`properties.ts`), checked on many inputs in a few runs: a run over a hundred files
 * costs much less than a hundred runs. Each throws an error that names a file where one does not hold.
 */
export const BATCH_PROPERTIES: ReadonlyMap<string, (inputs: readonly FuzzInput[]) => void> =
  new Map([
    ['no crash, locations in the file and in order', checkFindings],
    ['the same result each time', checkDeterminism],
    ['the same findings alone and between other files', checkBetweenFiles],
    ['the same findings alone and between other documents', checkBetweenDocuments],
    ['comments and the order of keys do not matter', checkSpelling],
  ]);

/** One of this many files is compared with a run over it alone. */
const ALONE = 10;

/** The inputs as files, named after their positions. */
export function sourcesOf(inputs: readonly FuzzInput[]): readonly Source[] {
  return inputs.map((input, index) => ({ name: nameOf(index), content: contentOf(input) }));
}

/** The name of the file of an input; the order of the names is that of the inputs. */
function nameOf(index: number): string {
  return `${String(index).padStart(6, '0')}.yaml`;
}

function checkFindings(inputs: readonly FuzzInput[]): void {
  const sources = sourcesOf(inputs);
  checkLocations(lint(sources, { pedantic: true }).findings, sources);
}

function checkDeterminism(inputs: readonly FuzzInput[]): void {
  const sources = sourcesOf(inputs);
  expectEqual(jsonReport(sources), jsonReport(sources));
}

function checkBetweenFiles(inputs: readonly FuzzInput[]): void {
  const sources = sourcesOf(inputs);
  const together = reportOn(sources);
  const findings = findingsByFile(together);
  for (const source of sources.filter((_, index) => index % ALONE === 0)) {
    if (dependsOnCrds(together, source.name)) continue;
    const alone = findingsByFile(reportOn([source])).get(source.name);
    const kept = comparable(together, source.name);
    expectSame(
      source.name,
      kept(findings.get(source.name)).map(withoutPlaces),
      kept(alone).map(withoutPlaces),
    );
  }
}

function checkBetweenDocuments(inputs: readonly FuzzInput[]): void {
  const trees = inputs.filter(({ kind }) => kind === 'tree');
  const sources = sourcesOf(trees);
  const apart = reportOn(sources);
  const findings = findingsByFile(apart);
  const texts = sources.map(({ content }) => `${content}---\n`);
  const together = findingsByFile(reportOn([{ name: nameOf(0), content: texts.join('') }]));
  const byDocument = grouped(together.get(nameOf(0)) ?? [], ({ index }) => index);
  let linesBefore = 0;
  for (const [index, text] of texts.entries()) {
    const moved = byDocument.get(index)?.map((finding) => ({
      ...finding,
      file: nameOf(index),
      index: 0,
      line: finding.line - linesBefore,
      endLine: finding.endLine - linesBefore,
    }));
    linesBefore += text.split('\n').length - 1;
    if (dependsOnCrds(apart, nameOf(index)) || !isMeantForKubernetes(apart, nameOf(index)))
      continue;
    const kept = comparable(apart, nameOf(index));
    expectSame(
      nameOf(index),
      kept(moved).map(withoutPlaces),
      kept(findings.get(nameOf(index))).map(withoutPlaces),
    );
  }
}

function checkSpelling(inputs: readonly FuzzInput[]): void {
  const trees = inputs.flatMap((input) =>
    input.kind === 'tree' && isPlain(input.tree) ? [input.tree] : [],
  );
  const reports = [{}, { comments: true }, { reversed: true }].map((style) =>
    reportOn(
      trees.map((tree, index) => ({ name: nameOf(index), content: printTree(tree, style) })),
    ),
  );
  const ruleFieldsByName = reports.map((report) => {
    const findings = findingsByFile(report);
    return (name: string) => ruleFieldsOf(comparable(report, name)(findings.get(name)));
  });
  for (const name of trees.map((_, index) => nameOf(index))) {
    const [expected = [], ...found] = ruleFieldsByName.map((ruleFields) => ruleFields(name));
    for (const actual of found) expectSame(name, actual, expected);
  }
}

/** A run without the rules that look at other files, and without merging what copies of an object have in common. */
function reportOn(sources: readonly Source[]): Report {
  return lint(sources, { pedantic: true, mergeRepetitions: false, skip: WORKSPACE_RULES });
}

function findingsByFile({ findings }: Report): ReadonlyMap<string, readonly Finding[]> {
  return grouped(findings, ({ file }) => file);
}

/**
 * Reports whether the findings in a file depend on the CRDs of other files, because it contains objects of kinds that
 * are not built in.
 */
function dependsOnCrds({ documents }: Report, name: string): boolean {
  return documents.some(
    ({ file, apiVersion }) =>
      file === name && apiVersion?.includes('/') && !isBuiltInGroup(apiVersion.replace(/\/.*/, '')),
  );
}

/**
 * The parts of the findings in a file that are compared. Advice that is the same on objects with the same name in
 * several files is reported once.
 */
function comparable(
  { documents }: Report,
  name: string,
): (findings: readonly Finding[] | undefined) => readonly Finding[] {
  const identities = (ofFile: boolean) =>
    documents.flatMap((document) =>
      (document.file === name) === ofFile
        ? JSON.stringify([document.apiVersion, document.kind, document.namespace, document.name])
        : [],
    );
  const others = new Set(identities(false));
  const isRepeated = identities(true).some((identity) => others.has(identity));
  return (findings = []) =>
    findings.filter(({ severity, cause }) => !isRepeated || severity === 'error' || cause !== null);
}

function grouped<K, T>(items: readonly T[], keyOf: (item: T) => K): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

function expectSame(file: string, actual: readonly unknown[], expected: readonly unknown[]): void {
  try {
    expectEqual(actual, expected);
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}
