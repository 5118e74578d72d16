import { count, printable, shownNames } from '../../../report/phrases.ts';
import { MEGABYTE } from '../../node/disk/reading.ts';
import type { SkippedFiles, SkipReason } from '../../node/disk/skipped-files.ts';

/** The messages of a run about the files that it found, and did not read. */
export function skippedLines(skipped: SkippedFiles, maxFileSize: number): readonly string[] {
  return [...skipped.names].map(([reason, names]) => {
    const shown = shownNames(names.map(printable));
    return `skipped ${describeSkipped(reason, names.length, maxFileSize)}: ${shown}`;
  });
}

function describeSkipped(reason: SkipReason, number: number, maxFileSize: number): string {
  switch (reason) {
    case 'link':
      return `${count(number, 'symbolic link')} out of the named folders (--follow-links follows them)`;
    case 'dangling':
      return `${count(number, 'symbolic link')} to no file`;
    case 'special':
      return `${count(number, 'path')} of no regular file`;
    case 'too-large':
      return `${count(number, 'file')} above ${maxFileSize / MEGABYTE} MB (--max-file-size raises the limit)`;
  }
}
