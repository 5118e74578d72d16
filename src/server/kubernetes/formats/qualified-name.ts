import { byteLength, DNS_LABEL_MAX_LENGTH, dns1123SubdomainProblems } from './dns.ts';

/** The problem of a qualified name, as a clause of a message. A name can have several problems. */
type QualifiedNameProblem =
  | "it has more than one '/'"
  | 'its prefix is empty'
  | 'its prefix is longer than 253 bytes'
  | 'its prefix is not a lowercase DNS name'
  | 'its name is empty'
  | 'its name is longer than 63 bytes'
  | "use only letters, digits, '-', '_' and '.', and start and end with a letter or digit";

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
  if (parts.length > 2) return ["it has more than one '/'"];
  const prefix = second === undefined ? undefined : first;
  const name = second ?? first;
  const problems: QualifiedNameProblem[] = [];
  if (prefix === '') problems.push('its prefix is empty');
  else if (prefix !== undefined) {
    for (const problem of dns1123SubdomainProblems(prefix)) {
      problems.push(
        problem === 'format'
          ? 'its prefix is not a lowercase DNS name'
          : 'its prefix is longer than 253 bytes',
      );
    }
  }
  if (name === '') problems.push('its name is empty');
  else if (byteLength(name) > DNS_LABEL_MAX_LENGTH)
    problems.push('its name is longer than 63 bytes');
  if (!NAME.test(name)) {
    problems.push(
      "use only letters, digits, '-', '_' and '.', and start and end with a letter or digit",
    );
  }
  return problems;
}

/** Reports whether a string is a qualified name. */
export function isQualifiedName(text: string): boolean {
  return qualifiedNameProblems(text).length === 0;
}

/** The problem of the value of a label. A value can have both. */
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

/** Reports whether a string is a valid value of a label. */
export function isLabelValue(text: string): boolean {
  return labelValueProblems(text).length === 0;
}
