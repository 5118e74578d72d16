import type { RequestReport } from '../../lint/decide/decide-request.ts';
import { jsonText } from '../../server/crd/values/json-text.ts';
import { decoderPath } from '../../server/decode/index.ts';
import type { Value } from '../../server/kubernetes/value.ts';
import { isMapping, type Path } from '../../yaml/tree.ts';
import type { Expectation } from './test-file.ts';

/** The differences between a request and its expected result. */
export function differences(expected: Expectation, request: RequestReport): readonly string[] {
  const failures: string[] = [];
  const { outcome, denial, unknown, warnings, annotations, mutation } = request;
  const said = denial?.message ?? unknown ?? '';
  if (outcome !== expected.decision) {
    failures.push(`expected ${expected.decision}, but it is ${outcome}${said && `: ${said}`}`);
  } else if (expected.message !== undefined && !said.includes(expected.message)) {
    failures.push(`expected a message with '${expected.message}', but it is '${said}'`);
  }
  failures.push(...warningDifferences(expected.warnings, warnings));
  for (const [key, value] of expected.audit ?? []) {
    const found = annotations.find((one) => one.key === key)?.value;
    if (found === value) continue;
    const is = found === undefined ? 'there is none' : `it is '${found}'`;
    failures.push(`expected the audit annotation ${key} '${value}', but ${is}`);
  }
  if (expected.mutated !== undefined) {
    if (mutation === undefined) failures.push('expected a mutated object, but nothing changes it');
    else failures.push(...missingParts(expected.mutated, mutation.after, []));
  }
  return failures;
}

function warningDifferences(
  expected: readonly string[] | undefined,
  warnings: readonly string[],
): readonly string[] {
  if (expected === undefined) return [];
  const left = [...warnings];
  const failures: string[] = [];
  for (const part of expected) {
    const at = left.findIndex((warning) => warning.includes(part));
    if (at < 0) failures.push(`expected a warning with '${part}', but there is none`);
    else left.splice(at, 1);
  }
  return [...failures, ...left.map((warning) => `unexpected warning '${warning}'`)];
}

/** The parts of a value that another one lacks. Lists are compared as a whole, their elements as parts. */
export function missingParts(part: Value, whole: Value | undefined, path: Path): readonly string[] {
  if (isMapping(part) && isMapping(whole)) {
    return Object.entries(part).flatMap(([key, value]) =>
      missingParts(value, whole[key], [...path, key]),
    );
  }
  if (Array.isArray(part) && Array.isArray(whole) && part.length === whole.length) {
    return part.flatMap((value, index) => missingParts(value, whole[index], [...path, index]));
  }
  const expected = jsonText(part, 'as written');
  const found = whole === undefined ? 'absent' : jsonText(whole, 'as written');
  return expected === found
    ? []
    : [`expected ${decoderPath(path)} to be ${expected}, but it is ${found}`];
}
