import { readNames, type SuppressedName } from './comments.ts';

/** The annotation with suppressions for the object that has it. */
export const IGNORE_ANNOTATION = 'kubeadmit.dev/ignore';

/** A line of the annotation, such as `webhook/timeout: a fixture`. */
interface AnnotatedSuppression {
  /** With spans in the value of the annotation. Empty if the line does not have this form. */
  readonly names: readonly SuppressedName[];
  readonly reason: string;
  /** The line, in the value of the annotation. */
  readonly start: number;
  readonly end: number;
}

/** Reads the value of the annotation: rules and a reason on each line. */
export function readAnnotation(value: string): readonly AnnotatedSuppression[] {
  return [...value.matchAll(/[^\r\n]+/g)].flatMap(({ 0: line, index }) => {
    if (line.trim() === '') return [];
    const [, list = '', reason = ''] = /^([^:]*)(?::(.*))?$/.exec(line) ?? [];
    const names = readNames(list, index);
    return [{ names, reason: reason.trim(), start: index, end: index + line.length }];
  });
}
