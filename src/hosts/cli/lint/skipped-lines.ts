import { count, printable } from '../../../report/phrases.ts';
import { MEGABYTE } from '../../node/reading.ts';
import type { SkippedFiles, SkipReason } from '../../node/skipped-files.ts';

/** The number of names that are shown for each reason. */
const MOST_SHOWN = 3;

/** The messages of a run about the files that it found, and did not read. */
export function skippedLines(skipped: SkippedFiles, maxFileSize: number): readonly string[] {
  return [...skipped.names].map(([reason, names]) => {
    const shown = names.slice(0, MOST_SHOWN).map(printable).join(', ');
    const more = names.length > MOST_SHOWN ? ` and ${names.length - MOST_SHOWN} more` : '';
    return `skipped ${describeSkipped(reason, names.length, maxFileSize)}: ${shown}${more}`;
  });
}

function describeSkipped(reason: SkipReason, number: number, maxFileSize: number): string {
  switch (reason) {
    case 'link':
      return `${count(number, 'symbolic link')} out of the named folders (--follow-links follows them)`;
    case 'special':
      return `${count(number, 'path')} of no regular file`;
    case 'too-large':
      return `${count(number, 'file')} above ${maxFileSize / MEGABYTE} MB (--max-file-size raises the limit)`;
  }
}
