import {
  type LabelValueProblem,
  labelValueProblems,
  qualifiedNameProblems,
} from '../../kubernetes/formats/qualified-name.ts';
import type { Field } from '../../rule/field.ts';

/** A key or a value that no label can have. */
export interface LabelFault {
  /** The pair, whose key or value is at fault. */
  readonly field: Field<string>;
  readonly side: 'key' | 'value';
  readonly text: string;
  readonly problem: string;
}

type Labels = { readonly [key: string]: string } | undefined;

const VALUE_PROBLEMS: Readonly<Record<LabelValueProblem, string>> = {
  'too-long': 'it is longer than 63 bytes',
  format: 'values have letters, digits, -, _ and ., with a letter or digit at both ends',
};

/** What the server has against a map of labels: `metadata.labels`, or `matchLabels` of a selector. */
export function labelFaults(labels: Field<Labels>): readonly LabelFault[] {
  return labels.entries().flatMap(({ key, field }) => {
    const faults: LabelFault[] = [];
    const keyProblem = labelKeyProblem(key);
    if (keyProblem !== undefined) {
      faults.push({ field, side: 'key', text: key, problem: keyProblem });
    }
    const value = field.value ?? '';
    const problem = labelValueProblem(value);
    if (problem !== undefined) faults.push({ field, side: 'value', text: value, problem });
    return faults;
  });
}

/** What the server has against the key of a label, in words; the first thing, where there are several. */
export function labelKeyProblem(key: string): string | undefined {
  return qualifiedNameProblems(key)[0];
}

/** What the server has against the value of a label, in words. */
export function labelValueProblem(value: string): string | undefined {
  const [problem] = labelValueProblems(value);
  return problem && VALUE_PROBLEMS[problem];
}
