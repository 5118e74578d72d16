// Asks the API servers the questions of fixtures/cel and fixtures/mutants, and writes their answers into these files:
//   node scripts/run.mjs scripts/freeze/answers.ts ORACLES [MINOR...] [FILE...]
// ORACLES is the folder of the programs oracle-1.30, oracle-1.31 and so on. FILE is a name without the extension, such
// as libraries. Without MINOR, all minors are asked, and without FILE the questions of all files; other answers are
// kept. A file with answers is not given those of minors that it left out.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { StructuralSchema } from '../../src/server/crd/structural.ts';
import { MINORS, type Minor } from '../../src/server/kubernetes/minors.ts';
import {
  type Answer,
  answerOf,
  answerOfOracle,
  type Question,
} from '../../test/cel/checker-answer.ts';
import type { CostAnswer } from '../../test/cel/cost-answer.ts';
import { type BriefQuestion, inFull } from '../../test/cel/evaluation-values.ts';
import { type EvaluationAnswer, evaluationOfOracle } from '../../test/cel/evaluator-answer.ts';
import { hashOf, headOf, type KeptQuestion } from '../../test/cel/kept-answers.ts';
import type { ExpressionWarning } from '../../test/cel/type-checker-warnings.ts';
import { readJsonLines, type ServerVerdict } from '../../test/conformance/golden.ts';
import { MUTANTS, type Mutant, readMutants } from '../../test/conformance/mutant.ts';
import { jsonWithBigints } from '../fuzz/cel/json.ts';
import { askCel, askOracle } from '../fuzz/cel/oracle.ts';
import { oracleLines } from '../fuzz/oracle-lines.ts';
import { minorsOfFile } from './kept-answers.ts';
import { bareVerdict, verdictsOn } from './manifest-verdicts.ts';

const CEL = 'fixtures/cel';

type Group<A> = readonly [minors: readonly Minor[], answer: A];

/** A file with a question and its answers on each line. */
interface KeptFile<L, A> {
  readonly path: string;
  /** A line that is not a question, before all others. */
  readonly head?: string;
  readonly lines: readonly L[];
  groupsOf(line: L): readonly Group<A>[];
  /** The answers in the order of the lines; undefined if a minor has none. */
  ask(oracle: string, minor: Minor): readonly (A | undefined)[];
  print(line: L, groups: readonly Group<A>[]): string;
}

function renew<L, A>(file: KeptFile<L, A>, oracles: string, minors: readonly Minor[]): void {
  const { path, head, lines } = file;
  const answers = lines.map(
    (line) =>
      new Map(
        file.groupsOf(line).flatMap(([of, answer]) => of.map((question) => [question, answer])),
      ),
  );
  const answered = new Set(answers.flatMap((byMinor) => [...byMinor.keys()]));
  let changed = 0;
  for (const minor of minorsOfFile(minors, answered)) {
    for (const [index, answer] of file.ask(join(oracles, `oracle-${minor}`), minor).entries()) {
      const known = answers[index];
      const before = known?.get(minor);
      if (!isDeepStrictEqual(before, answer)) changed++;
      if (answer === undefined) known?.delete(minor);
      else known?.set(minor, answer);
    }
  }
  const written = lines.map((line, index) =>
    file.print(line, grouped(answers[index] ?? new Map())),
  );
  writeFileSync(path, [...(head === undefined ? [] : [head]), ...written, ''].join('\n'));
  console.log(`${path}: ${changed} answers differ`);
}

function grouped<A>(answers: ReadonlyMap<Minor, A>): readonly Group<A>[] {
  const groups = new Map<string, readonly [Minor[], A]>();
  for (const minor of MINORS) {
    const answer = answers.get(minor);
    if (answer === undefined) continue;
    const key = jsonWithBigints(answer);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [[minor], answer]);
    else group[0].push(minor);
  }
  return [...groups.values()];
}

function expressions(): KeptFile<KeptQuestion, readonly [hash: string, head: string]> {
  const path = join(CEL, 'expressions.jsonl');
  const [head = '', ...rest] = readFileSync(path, 'utf8').trimEnd().split('\n');
  const { schema }: { readonly schema: StructuralSchema } = JSON.parse(head);
  const lines = rest.map((line): KeptQuestion => JSON.parse(line));
  const questions = lines.map(({ answers: _, ...question }): Question => {
    return question.env.startsWith('crd') ? { ...question, schema } : question;
  });
  return {
    path,
    head,
    lines,
    groupsOf: ({ answers }) => answers.map(([minors, hash, start]) => [minors, [hash, start]]),
    ask: (oracle, minor) =>
      askOracle(oracle, questions, false).map((reply, index) => {
        const question = questions[index];
        if (reply === undefined || question === undefined || isUnplanned(question, minor)) {
          return undefined;
        }
        const answer = answerOfOracle(reply, minor);
        return [hashOf(answer), headOf(answer)] as const;
      }),
    print: (line, groups) =>
      JSON.stringify({
        ...line,
        answers: groups.map(([minors, [hash, start]]) => [minors, hash, start] as const),
      }),
  };
}

/**
 * Reports whether kubeadmit refuses the expression when it is planned. The oracle does not report this unless it
 * evaluates the expression.
 */
function isUnplanned(question: Question, minor: Minor): boolean {
  return /^program instantiation/.test(answerOf(question, minor).typeError ?? '');
}

interface ConstantQuestion {
  readonly answers: readonly {
    readonly minors: readonly Minor[];
    readonly answer: EvaluationAnswer;
  }[];
}

function constantEvaluations(name: string): KeptFile<ConstantQuestion, EvaluationAnswer> {
  const path = join(CEL, `${name}.jsonl`);
  const lines = readJsonLines<ConstantQuestion>(path);
  return {
    path,
    lines,
    groupsOf: ({ answers }) => answers.map(({ minors, answer }) => [minors, answer]),
    ask: (oracle) =>
      evaluations(
        oracle,
        lines.map(({ answers: _, ...question }) => ({ ...question, stored: true, value: {} })),
      ),
    print: (line, groups) =>
      JSON.stringify({
        ...line,
        answers: groups.map(([minors, answer]) => ({ minors, answer })),
      }),
  };
}

type EvaluationByMinor = BriefQuestion & {
  readonly answers: Readonly<Partial<Record<Minor, EvaluationAnswer>>>;
};

function evaluationsByMinor(name: string): KeptFile<EvaluationByMinor, EvaluationAnswer> {
  const path = join(CEL, `${name}.jsonl`);
  const lines = readJsonLines<EvaluationByMinor>(path);
  return {
    path,
    lines,
    groupsOf: ({ answers }) =>
      MINORS.flatMap((minor): readonly Group<EvaluationAnswer>[] => {
        const answer = answers[minor];
        return answer === undefined ? [] : [[[minor], answer]];
      }),
    ask: (oracle) =>
      evaluations(
        oracle,
        lines.map(({ answers: _, ...question }) => inFull(question)),
      ),
    print: (line, groups) =>
      JSON.stringify({
        ...line,
        answers: Object.fromEntries(
          MINORS.flatMap((minor) =>
            groups
              .filter(([minors]) => minors.includes(minor))
              .map(([, answer]) => [minor, answer]),
          ),
        ),
      }),
  };
}

/** The random questions of one minor about values. */
function ownEvaluations(minor: Minor): KeptFile<OwnEvaluation, EvaluationAnswer> {
  const path = join(CEL, `evaluate-${minor}.jsonl`);
  const lines = readJsonLines<OwnEvaluation>(path);
  return {
    path,
    lines,
    groupsOf: ({ answer }) => [[[minor], answer]],
    ask: (oracle) =>
      evaluations(
        oracle,
        lines.map(({ answer: _, ...question }) => inFull(question)),
      ),
    print: (line, [group]) => jsonWithBigints({ ...line, answer: group?.[1] }),
  };
}

type OwnEvaluation = BriefQuestion & { readonly answer: EvaluationAnswer };

/** The random questions of one minor about types. */
function ownChecks(minor: Minor): KeptFile<OwnCheck, Answer> {
  const path = join(CEL, `checker-${minor}.jsonl`);
  const [head = '', ...rest] = readFileSync(path, 'utf8').trimEnd().split('\n');
  const { schema }: { readonly schema: StructuralSchema } = JSON.parse(head);
  const lines = rest.map((line): OwnCheck => JSON.parse(line));
  const questions = lines.map(({ answer: _, ...question }): Question => {
    return question.env.startsWith('crd') ? { schema, ...question } : question;
  });
  return {
    path,
    head,
    lines,
    groupsOf: ({ answer }) => [[[minor], answer]],
    ask: (oracle) =>
      askOracle(oracle, questions).map((reply) => reply && answerOfOracle(reply, minor)),
    print: (line, [group]) => JSON.stringify({ ...line, answer: group?.[1] }),
  };
}

type OwnCheck = Question & { readonly answer: Answer };

/** The results of expressions. Undefined if an expression does not compile. */
function evaluations(
  oracle: string,
  questions: readonly object[],
): readonly (EvaluationAnswer | undefined)[] {
  const requests = questions.map((question) => jsonWithBigints({ ...question, noAst: true }));
  return askCel(oracle, requests).map((line) => {
    const answer = line === undefined ? undefined : evaluationOfOracle(JSON.parse(line));
    return answer?.refused === undefined ? answer : undefined;
  });
}

type KeptCost = CostAnswer & { readonly minors: readonly Minor[] };

/** The lines stay strings: their schemas contain integers that a double cannot represent. */
function costs(): KeptFile<string, CostAnswer> {
  const path = join(CEL, 'costs.jsonl');
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  const questions = lines.map((line) => line.replace(COSTS, ''));
  const requests = questions.map((question) =>
    question.startsWith('{"env"')
      ? `${question},"noAst":true}`
      : `{"env":"crd",${question.slice(1)},"noAst":true}`,
  );
  return {
    path,
    lines,
    groupsOf: (line) => {
      const groups: readonly KeptCost[] = JSON.parse(COSTS.exec(line)?.[1] ?? '[]');
      return groups.map(({ minors, ...answer }) => [minors, answer]);
    },
    ask: (oracle) =>
      askCel(oracle, requests).map((line = '') => {
        // Costs can exceed the range in which a double is exact.
        const cost = /"cost":\{"min":\d+,"max":(\d+)\}/.exec(line)?.[1];
        const cardinality = /"maxCardinality":(\d+)/.exec(line)?.[1];
        if (cost === undefined || cardinality === undefined || !/"ok":true/.test(line)) {
          return undefined;
        }
        return { cost, cardinality: Number(cardinality) };
      }),
    print: (line, groups) => {
      const kept = groups.map(([minors, answer]): KeptCost => ({ minors, ...answer }));
      return `${line.replace(COSTS, '')},"costs":${JSON.stringify(kept)}}`;
    },
  };
}

/** The end of a line of costs.jsonl. */
const COSTS = /,\s*"costs":\s*(\[.*\])\s*\}\s*$/;

interface TypeCheckedPolicy {
  readonly policy: object;
  readonly answers: readonly {
    readonly minors: readonly Minor[];
    readonly warnings: readonly ExpressionWarning[];
  }[];
}

function typeChecks(): KeptFile<TypeCheckedPolicy, readonly ExpressionWarning[]> {
  const path = join(CEL, 'typecheck.jsonl');
  const lines = readJsonLines<TypeCheckedPolicy>(path);
  const files = lines.map(({ policy }, index) => ({
    file: `${index}.json`,
    content: JSON.stringify(policy),
  }));
  return {
    path,
    lines,
    groupsOf: ({ answers }) => answers.map(({ minors, warnings }) => [minors, warnings]),
    ask: (oracle) => {
      const options = ['-isolate', '-typecheck', '-crds', resolve(CEL, 'typecheck-crd.json')];
      const warnings = new Map<string, readonly ExpressionWarning[]>();
      for (const line of oracleLines(oracle, options, files)) {
        const { file, typeWarnings = [] }: TypeCheckVerdict = JSON.parse(line);
        warnings.set(
          file,
          // The server adds random numbers to the names of types.
          typeWarnings.map(({ field, message }) => ({
            field,
            message: message.replaceAll(/(?<=\b[A-Z][A-Za-z]*)\d+(?=\b)/g, ''),
          })),
        );
      }
      return files.map(({ file }) => warnings.get(file));
    },
    print: (line, groups) =>
      JSON.stringify({
        ...line,
        answers: groups.map(([minors, warnings]) => ({ minors, warnings })),
      }),
  };
}

interface TypeCheckVerdict {
  readonly file: string;
  readonly typeWarnings?: readonly ExpressionWarning[];
}

function mutants(family: string, lines: readonly Mutant[]) {
  const files = lines.map(({ file, text }) => ({ file, content: text }));
  return {
    path: join(MUTANTS, `${family}.jsonl`),
    lines,
    groupsOf: ({ verdicts }) => verdicts.map(({ minors, ...verdict }) => [minors, verdict]),
    ask: (oracle) => {
      const verdicts = verdictsOn(oracle, files);
      return lines.map(({ file }) => {
        const verdict = verdicts.get(file);
        return verdict === undefined ? undefined : bareVerdict(verdict);
      });
    },
    print: (line, groups) =>
      JSON.stringify({
        ...line,
        verdicts: groups.map(([minors, verdict]) => ({ minors, ...verdict })),
      }),
  } satisfies KeptFile<Mutant, Omit<ServerVerdict, 'minors'>>;
}

const USAGE = 'usage: answers.ts ORACLES [MINOR...] [FILE...]';

const [oracles, ...names] = process.argv.slice(2);
if (oracles === undefined) throw new Error(USAGE);
const named = MINORS.filter((minor) => names.includes(minor));
const minors = named.length === 0 ? MINORS : named;
const files: ReadonlyMap<string, () => void> = new Map([
  ['expressions', () => renew(expressions(), oracles, minors)],
  ...['libraries', 'patch-fields'].map(
    (name) => [name, () => renew(constantEvaluations(name), oracles, minors)] as const,
  ),
  ...['evaluate-rules', 'evaluate-wrong-types'].map(
    (name) => [name, () => renew(evaluationsByMinor(name), oracles, minors)] as const,
  ),
  ...minors.flatMap(
    (minor) =>
      [
        [`checker-${minor}`, () => renew(ownChecks(minor), oracles, [minor])],
        [`evaluate-${minor}`, () => renew(ownEvaluations(minor), oracles, [minor])],
      ] as const,
  ),
  ['costs', () => renew(costs(), oracles, minors)],
  ['typecheck', () => renew(typeChecks(), oracles, minors)],
  ...readMutants().map(
    ({ family, mutants: lines }) =>
      [family, () => renew(mutants(family, lines), oracles, minors)] as const,
  ),
]);
const chosen = names.filter((name) => files.has(name));
if (named.length + chosen.length < names.length) throw new Error(USAGE);
for (const [name, renewFile] of files)
  if (chosen.length === 0 || chosen.includes(name)) renewFile();
