import { loadRules } from '../../rules/index.ts';
import { getOrCompute } from '../../src/base/get-or-compute.ts';
import type { KnownMessage } from '../../src/features/explain/error-index.ts';
import { readServerMessage, type ServerMessage } from '../../src/features/explain/features.ts';
import { knownMessages } from '../../src/features/explain/known-messages.ts';
import { lint } from '../../src/lint/lint.ts';
import type { Cause, Finding } from '../../src/result/finding.ts';
import { MINORS, NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';
import { readCases, VERDICTS } from '../conformance/cases.ts';
import {
  type GoldenLine,
  linesByFile,
  readJsonLines,
  type ServerError,
} from '../conformance/golden.ts';
import type { LintedCase } from '../conformance/linted-cases.ts';
import { levelPath, renameServerPath } from '../conformance/paths.ts';
import { badExamples, exampleSource } from '../rules/bad-examples.ts';
import { exampleServer } from '../rules/example-options.ts';

const rules = loadRules();

/** An error of the server on a case, and the rules that report it. */
export interface ReportedMessage extends KnownMessage {
  /** The check of the server that the case is about. */
  readonly row: string;
}

/** The errors of all cases that some rule reports, in the oldest and the newest minor. */
export function messagesOfCases(linted: readonly LintedCase[]): readonly ReportedMessage[] {
  const reports = new Map(linted.map((one) => [one.case.file, one.report]));
  return errorsOfCases()
    .map(({ error, line, row }) => ({
      row,
      ...messageOf(error, line.kind),
      rules: rulesOf(error, line, reports.get(line.file)?.findings ?? []),
    }))
    .filter(({ rules: found }) => found.length > 0);
}

/** The same errors, with the rules of all errors that differ only in their values. Nothing is linted for it. */
export function knownMessagesOfCases(): readonly ReportedMessage[] {
  const known = new Map<string, Set<string>>();
  for (const message of knownMessages()) {
    const ids = getOrCompute(known, JSON.stringify(textsOf(message)), () => new Set<string>());
    for (const id of message.rules) ids.add(id);
  }
  return errorsOfCases().flatMap(({ error, line, row }) => {
    const message = messageOf(error, line.kind);
    const ids = known.get(JSON.stringify(textsOf(message)));
    return ids === undefined ? [] : [{ row, ...message, rules: [...ids] }];
  });
}

/** An error of the server about a document of a case. */
interface CaseError {
  readonly error: ServerError;
  readonly line: GoldenLine;
  readonly row: string;
}

/** The errors about all cases, in the oldest and the newest minor. */
function errorsOfCases(): readonly CaseError[] {
  const golden = linesByFile(readJsonLines<GoldenLine>(VERDICTS));
  return readCases().flatMap(({ file, row }) =>
    (golden.get(file) ?? []).flatMap((line) =>
      line.verdicts
        .filter(({ minors }) => minors.some(isOldestOrNewest))
        .flatMap(({ errors = [] }) => errors.map((error) => ({ error, line, row }))),
    ),
  );
}

function isOldestOrNewest(minor: string): boolean {
  return minor === MINORS[0] || minor === NEWEST_MINOR;
}

function messageOf({ field, message = '' }: ServerError, kind: string | undefined) {
  return { ...readServerMessage(`${field}: ${message}`), kind };
}

function rulesOf(
  { type, field }: ServerError,
  { kind, document, item }: GoldenLine,
  findings: readonly Finding[],
): readonly string[] {
  const path = renameServerPath(kind, field);
  const found = findings.filter(
    (finding) =>
      finding.index === document &&
      finding.item === (item ?? null) &&
      finding.cause === type &&
      finding.minors.some(isOldestOrNewest) &&
      levelPath(finding.field ?? '') === path,
  );
  return [...new Set(found.map(({ rule }) => rule))];
}

/** The names of the types of field errors in the messages of the server. */
const PRINTED: Readonly<Partial<Record<Cause, string>>> = {
  FieldValueDuplicate: 'Duplicate value',
  FieldValueForbidden: 'Forbidden',
  FieldValueInvalid: 'Invalid value',
  FieldValueNotFound: 'Not found',
  FieldValueNotSupported: 'Unsupported value',
  FieldValueRequired: 'Required value',
  FieldValueTooLong: 'Too long',
  FieldValueTooMany: 'Too many',
  FieldValueTypeInvalid: 'Invalid value',
  InternalError: 'Internal error',
};

/** The messages of the rules on their own bad examples, in the form of messages of the server, with the fields. */
export function messagesOfExamples(): readonly KnownMessage[] {
  return rules.flatMap((rule) =>
    badExamples(rule).flatMap(({ marked, options }) => {
      const { id } = rule;
      const report = lint([exampleSource('example.yaml', marked)], {
        only: [id],
        ...exampleServer(rule),
        ...options,
      });
      return report.findings.flatMap(({ index, item, cause, field, message, help }) => {
        const type = cause === null ? undefined : PRINTED[cause];
        if (type === undefined) return [];
        const document = report.documents.find(
          (candidate) => candidate.index === index && candidate.item === item,
        );
        const detail = help === null ? message : `${message} ${help}`;
        return [
          { kind: document?.kind ?? undefined, field: field ?? '', type, detail, rules: [id] },
        ];
      });
    }),
  );
}

/** The file of the messages, from the root of the repository. */
export const MESSAGES = 'src/features/explain/messages.generated.json';

/**
 * The text of that file: each message once, without the values and numbers of its case. A message is the numbers of its
 * texts: rules, field, type, detail, and the kinds that it is known of.
 */
export function renderMessages(messages: readonly KnownMessage[]): string {
  const texts = new Map<string, number>();
  const numberOf = (text: string) => getOrCompute(texts, text, () => texts.size);
  const known = new Map<string, Set<string>>();
  for (const message of messages) {
    const { kind, field, type, detail } = textsOf(message);
    const row = [[...message.rules].sort().join(' '), field, type, detail];
    const key = JSON.stringify(row.map(numberOf));
    known.set(key, (known.get(key) ?? new Set()).add(kind));
  }
  const rows = [...known].map(([key, kinds]) => {
    const numbers: readonly number[] = JSON.parse(key);
    return [...numbers, ...[...kinds].map(numberOf)];
  });
  const lines = [...texts.keys()].map((text) => JSON.stringify(text));
  return `{"texts":[\n${lines.join(',\n')}\n],"messages":${JSON.stringify(rows)}}\n`;
}

/** The texts of a message without its values: all that the generated file keeps of it, apart from the rules. */
function textsOf({ kind = '', field, type = '', detail }: ServerMessage) {
  return { kind, field: withoutKeys(field), type, detail: withoutValues(detail) };
}

function withoutKeys(field: string): string {
  return field.replace(/\[[^\]]*\]/g, '[]');
}

/** The longest detail that is kept: longer ones repeat themselves. */
const LONGEST = 120;

function withoutValues(detail: string): string {
  return detail
    .replace(/"(?:[^"\\]|\\.)*"/g, '""')
    .replace(/\d+/g, '0')
    .replace(/\s+/g, ' ')
    .slice(0, LONGEST);
}
