import type { Location } from '../../rule/location.ts';
import type { Minor } from '../../server/kubernetes/minors.ts';
import type { SourceText } from '../read/source-text.ts';
import type { RuleSelection } from '../rules/rule-selection.ts';
import type { Run } from '../run.ts';
import type { CheckSubject } from './check-subject.ts';
import { type Draft, isRefusal, objectKey } from './draft.ts';
import { makeDraft } from './make-draft.ts';
import { runRules, type SelectedCheck } from './run-rules.ts';

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

  get rules(): RuleSelection {
    return this.#run.rulesFor(this.source);
  }

  run<Thing>(rules: readonly SelectedCheck<Thing>[], thing: Thing, subject: CheckSubject): void {
    runRules(rules, thing, {
      server: subject.server,
      now: this.#run.now,
      crashAt: subject.location,
      report: (rule, finding) => {
        const draft = makeDraft(rule, finding, subject, this.source);
        if (draft !== undefined) this.add(draft);
      },
    });
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
    if (isRefusal(draft) && !draft.isUnrendered) {
      this.#refused.add(objectKey(draft.minor, draft.item));
    }
  }

  /** Reports whether the server accepts an object, by the findings so far. */
  mayBeAccepted(minor: Minor, item: number | null): boolean {
    return !this.#refused.has(objectKey(minor, item));
  }
}
