import type { Field } from '../../rule/field.ts';
import {
  type LabelValueProblem,
  labelValueProblems,
  qualifiedNameProblems,
} from '../../server/kubernetes/formats/qualified-name.ts';

/** An invalid key or value of a label. */
interface LabelFault {
  /** The label whose key or value is invalid. */
  readonly field: Field<string>;
  readonly side: 'key' | 'value';
  readonly text: string;
  readonly problem: string;
}

type Labels = { readonly [key: string]: string } | undefined;

const VALUE_PROBLEMS: Readonly<Record<LabelValueProblem, string>> = {
  'too-long': 'it is longer than 63 bytes',
  format: "use only letters, digits, '-', '_' and '.', and start and end with a letter or digit",
};

/** The server's errors about a map of labels: `metadata.labels`, or `matchLabels` of a selector. */
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

/**
 * The error of a label key, as a clause. Undefined for a valid key. Of several errors, it is the one that the server
 * reports first.
 */
export function labelKeyProblem(key: string): string | undefined {
  return qualifiedNameProblems(key)[0];
}

/**
 * The error of a label value, as a clause. Undefined for a valid value. Of several errors, it is the one that the
 * server reports first.
 */
export function labelValueProblem(value: string): string | undefined {
  const [problem] = labelValueProblems(value);
  return problem && VALUE_PROBLEMS[problem];
}
