import { type LintOptions, lint, type Source } from '../../src/lint/lint.ts';
import type { Report } from '../../src/result/report.ts';

/** Lints with infos, for tests of the rules that report them. */
export function lintPedantically(sources: Iterable<Source>, options: LintOptions = {}): Report {
  return lint(sources, { pedantic: true, ...options });
}
