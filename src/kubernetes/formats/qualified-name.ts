import { byteLength, DNS_LABEL_MAX_LENGTH, dns1123SubdomainProblems } from './dns.ts';

/** What is wrong with a qualified name, as part of a message; several at once are possible. */
export type QualifiedNameProblem =
  | 'more than one slash'
  | 'nothing before the slash'
  | 'a prefix longer than 253 bytes'
  | 'a prefix that is no DNS name'
  | 'an empty name'
  | 'a name longer than 63 bytes'
  | 'a name of other characters than letters, digits, -, _ and ., or one at an end of it';

const NAME = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;
const LABEL_VALUE = /^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$/;

/**
 * The server's errors about a qualified name (`app`, `example.com/app`), such as the key of a
 * label, or the name of a resource, finalizer or match condition; empty if it is valid.
 * https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#syntax-and-character-set
 */
export function qualifiedNameProblems(text: string): readonly QualifiedNameProblem[] {
  const parts = text.split('/');
  const [first = '', second] = parts;
  if (parts.length > 2) return ['more than one slash'];
  const prefix = second === undefined ? undefined : first;
  const name = second ?? first;
  const problems: QualifiedNameProblem[] = [];
  if (prefix === '') problems.push('nothing before the slash');
  else if (prefix !== undefined) {
    for (const problem of dns1123SubdomainProblems(prefix)) {
      problems.push(
        problem === 'format' ? 'a prefix that is no DNS name' : 'a prefix longer than 253 bytes',
      );
    }
  }
  if (name === '') problems.push('an empty name');
  else if (byteLength(name) > DNS_LABEL_MAX_LENGTH) problems.push('a name longer than 63 bytes');
  if (!NAME.test(name)) {
    problems.push(
      'a name of other characters than letters, digits, -, _ and ., or one at an end of it',
    );
  }
  return problems;
}

/** Whether a string is a qualified name. */
export function isQualifiedName(text: string): boolean {
  return qualifiedNameProblems(text).length === 0;
}

/** What is wrong with the value of a label; both are possible at once. */
export type LabelValueProblem = 'too-long' | 'format';

/**
 * The server's errors about the value of a label: at most 63 bytes; empty, or letters, digits, `-`,
 * `_` and `.` with a letter or digit at both ends.
 * https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#syntax-and-character-set
 */
export function labelValueProblems(text: string): readonly LabelValueProblem[] {
  const problems: LabelValueProblem[] = [];
  if (byteLength(text) > DNS_LABEL_MAX_LENGTH) problems.push('too-long');
  if (!LABEL_VALUE.test(text)) problems.push('format');
  return problems;
}

/** Whether a string is a valid value of a label. */
export function isLabelValue(text: string): boolean {
  return labelValueProblems(text).length === 0;
}
