import type { Issue } from './ast.ts';
import { Source } from './source.ts';

/** Collects the errors in an expression. */
export class IssueList {
  readonly issues: Issue[] = [];
  readonly #text: string;
  readonly #lineStartsBelongToLineBefore: boolean;
  #source: Source | undefined;

  constructor(text: string, lineStartsBelongToLineBefore: boolean) {
    this.#text = text;
    this.#lineStartsBelongToLineBefore = lineStartsBelongToLineBefore;
  }

  report(offset: number, message: string): void {
    this.#source ??= new Source(this.#text);
    const issue = this.#source.issue(offset, message);
    if (!this.#lineStartsBelongToLineBefore || issue.column > 0 || issue.line <= 1) {
      this.issues.push(issue);
      return;
    }
    const before = this.#source.issue(offset - 1, message);
    this.issues.push({ ...before, offset, column: before.column + 1 });
  }
}
