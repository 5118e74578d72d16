import crashRule from '../../../rules/internal/rule-crash.ts';
import { RunEnded } from '../../base/run-ended.ts';
import type { Messages, RuleDescription } from '../../rule/description.ts';
import type { Location } from '../../rule/location.ts';
import type { CheckContext } from '../../rule/rule.ts';
import type { Minor } from '../../server/kubernetes/minors.ts';
import type { SourceText } from '../read/source-text.ts';
import type { RuleSelection } from '../rules/rule-selection.ts';
import type { Run } from '../run.ts';
import type { CheckSubject } from './check-subject.ts';
import { type Draft, keepsFromStorage, objectKey } from './draft.ts';
import { type AnyFinding, makeDraft, type ReportingRule } from './make-draft.ts';

/** A rule with a check of things of one type, and whether its findings are only counted for the verdict. */
export interface SelectedCheck<Thing> {
  readonly rule: RuleDescription & { check(thing: Thing, context: CheckContext<Messages>): void };
  readonly isMuted: boolean;
}

/** Runs checks on one part of a file and collects their findings. */
export class CheckRunner {
  readonly source: SourceText;
  readonly #run: Run;
  readonly #drafts: Draft[] = [];
  /** The objects for which some draft has a cause that refuses them, by minor and item. */
  readonly #refused = new Set<string>();

  constructor(source: SourceText, run: Run) {
    this.source = source;
    this.#run = run;
  }

  /** The rules that are selected for the file. */
  get rules(): RuleSelection {
    return this.#run.rulesFor(this.source);
  }

  /**
   * Runs the checks of some rules. An exception is a bug of kubeadmit; it must not hide the findings of other rules.
   */
  run<Thing>(rules: readonly SelectedCheck<Thing>[], thing: Thing, subject: CheckSubject): void {
    const { server } = subject;
    let current: ReportingRule;
    // One context serves all rules: making one for each took a tenth of the time on small files.
    const context: CheckContext<Messages> = {
      minor: server.minor,
      server,
      now: this.#run.now,
      report: (finding) => this.#report(current, finding, subject),
    };
    for (const selected of rules) {
      current = selected;
      try {
        selected.rule.check(thing, context);
      } catch (error) {
        const crash = { ...crashValues(selected.rule, error), at: subject.location };
        this.#report(CRASH, crash, { ...subject, undecodable: false });
      }
    }
  }

  /** Runs the checks of some rules for each minor of the run, on what is not an object of a List. */
  runInAllMinors<Thing>(
    rules: readonly SelectedCheck<Thing>[],
    thing: Thing,
    location: Location,
  ): void {
    for (const server of this.#run.servers) {
      this.run(rules, thing, { server, itemAt: () => null, location });
    }
  }

  get drafts(): readonly Draft[] {
    return this.#drafts;
  }

  add(draft: Draft): void {
    this.#drafts.push(draft);
    if (keepsFromStorage(draft) && !draft.isUnrendered) {
      this.#refused.add(objectKey(draft.minor, draft.item));
    }
  }

  /** Reports whether the server accepts an object, by the findings so far. */
  mayBeAccepted(minor: Minor, item: number | null): boolean {
    return !this.#refused.has(objectKey(minor, item));
  }

  #report(rule: ReportingRule, finding: AnyFinding, subject: CheckSubject): void {
    const draft = makeDraft(rule, finding, subject, this.source);
    if (draft !== undefined) this.add(draft);
  }
}

/** Reports crashes of other rules. */
export const CRASH: ReportingRule = { rule: crashRule, isMuted: false };

/**
 * The message of the finding about a check that has thrown an error.
 *
 * @throws the error if it ends the run
 */
export function crashValues({ id }: RuleDescription, error: unknown) {
  if (error instanceof RunEnded) throw error;
  return { message: 'crash', values: { rule: id, error: String(error) } } as const;
}
