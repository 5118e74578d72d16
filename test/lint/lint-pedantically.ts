import { lint } from '../../src/lint/lint.ts';
import type { LintOptions } from '../../src/lint/options.ts';
import type { Source } from '../../src/lint/read/source.ts';
import type { Report } from '../../src/result/report.ts';

/** Lints with infos, for tests of the rules that report them. */
export function lintPedantically(sources: Iterable<Source>, options: LintOptions = {}): Report {
  return lint(sources, { pedantic: true, ...options });
}
