import { rules } from '../../../rules/index.ts';
import { ruleUrl } from '../../result/document-urls.ts';
import type { Finding, Range } from '../../result/finding.ts';
import { formatMessage, type MessageParameters } from '../../result/message-text.ts';
import type { Message } from '../../rule/description.ts';
import type { Rule, RuleEntry } from '../../rule/rule.ts';
import type { Minor } from '../../server/kubernetes/minors.ts';

let byId: ReadonlyMap<string, RuleEntry> | undefined;

/**
 * Loads a rule.
 *
 * @throws Error if there is no rule with that id
 */
export function ruleOf(id: string): Rule {
  byId ??= new Map(rules.map((rule) => [rule.id, rule]));
  const entry = byId.get(id);
  if (entry === undefined) throw new Error(`there is no rule ${id}`);
  return entry.load();
}

/** A message of a rule, both of which must exist. */
export function messageOf(ruleId: string, messageId: string): Message {
  const message = ruleOf(ruleId).messages[messageId];
  if (message === undefined) throw new Error(`rule ${ruleId} has no message ${messageId}`);
  return message;
}

/** The place of a finding that is about a text, not about one of its objects. */
interface PlaceInText extends Range {
  readonly file: string;
  readonly index: number;
  readonly minors: readonly Minor[];
}

/** A finding about a text, with the severity of its rule. */
export function findingInText(
  rule: string,
  messageId: string,
  values: MessageParameters,
  { file, index, minors, line, column, endLine, endColumn }: PlaceInText,
): Finding {
  return {
    ...describeMessage(rule, messageId, values),
    file,
    index,
    item: null,
    line,
    column,
    endLine,
    endColumn,
    field: null,
    cause: null,
    causedBy: null,
    minors,
    related: [],
    fix: null,
  };
}

/** The parts of a finding that come from its rule, independent of its location. */
export function describeMessage(
  rule: string,
  messageId: string,
  values: MessageParameters,
): Pick<Finding, 'rule' | 'messageId' | 'message' | 'severity' | 'plugin' | 'help' | 'docs'> {
  const { text, help, severity, plugin } = messageOf(rule, messageId);
  return {
    rule,
    messageId,
    message: formatMessage(text, values),
    severity: severity ?? ruleOf(rule).severity,
    ...(plugin && { plugin }),
    help: help === undefined ? null : formatMessage(help, values),
    docs: ruleUrl(rule),
  };
}
