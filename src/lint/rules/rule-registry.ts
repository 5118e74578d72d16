import { rules } from '../../../rules/index.ts';
import { ruleUrl } from '../../result/document-urls.ts';
import type { Finding } from '../../result/finding.ts';
import { formatMessage, type MessageParameters } from '../../result/message-text.ts';
import type { Message } from '../../rule/description.ts';
import type { Rule, RuleEntry } from '../../rule/rule.ts';

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
