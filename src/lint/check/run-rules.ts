import crashRule from '../../../rules/internal/rule-crash.ts';
import { RunEnded } from '../../base/run-ended.ts';
import type { MessageParameters } from '../../result/message-text.ts';
import type { Messages, RuleDescription } from '../../rule/description.ts';
import type { Field } from '../../rule/field.ts';
import type { Location, RelatedSpan } from '../../rule/location.ts';
import type { CheckContext, ReportedFinding } from '../../rule/rule.ts';
import type { Server } from '../../server/kubernetes/server.ts';

/** The rule of a finding, and whether its findings are only counted for the verdict. */
export interface ReportingRule {
  readonly rule: RuleDescription;
  readonly isMuted: boolean;
}

/** A rule with a check of things of one type. */
export interface SelectedCheck<Thing, At = Field | Location, Related = RelatedSpan>
  extends ReportingRule {
  readonly rule: RuleDescription & {
    check(thing: Thing, context: CheckContext<Messages, At, Related>): void;
  };
}

/** A finding of a rule whose messages are not known to the compiler. */
export type AnyFinding<At = Field | Location, Related = RelatedSpan> = ReportedFinding<
  string,
  At,
  Related
> & { readonly values?: MessageParameters };

/** The surroundings in which rules run, and the receiver of their findings. */
interface RuleRun<At, Related> {
  readonly server: Server;
  readonly now: Date | undefined;
  /** The place where a crash of a check is reported. */
  readonly crashAt: At | undefined;
  readonly report: (rule: ReportingRule, finding: AnyFinding<At, Related>) => void;
}

/** Reports crashes of other rules. */
export const CRASH: ReportingRule = { rule: crashRule, isMuted: false };

/**
 * Runs the checks of some rules on a thing. An exception is a bug of kubeadmit; it must not hide the findings of other
 * rules.
 */
export function runRules<Thing, At, Related>(
  rules: readonly SelectedCheck<Thing, At, Related>[],
  thing: Thing,
  { server, now, crashAt, report }: RuleRun<At, Related>,
): void {
  let current: ReportingRule;
  // One context serves all rules: making one for each took a tenth of the time on small files.
  const context: CheckContext<Messages, At, Related> = {
    minor: server.minor,
    server,
    now,
    report: (finding) => report(current, finding),
  };
  for (const selected of rules) {
    current = selected;
    try {
      selected.rule.check(thing, context);
    } catch (error) {
      if (error instanceof RunEnded) throw error;
      const values = { rule: selected.rule.id, error: String(error) };
      if (crashAt !== undefined) report(CRASH, { message: 'crash', at: crashAt, values });
    }
  }
}
