import type { Finding } from '../../result/finding.ts';
import { messageOf } from '../rules/rule-registry.ts';
import { namesOfField } from './fields-around.ts';

/** The part of a finding, or of a draft of one, that says what follows from it. */
type Explaining = Pick<Finding, 'rule' | 'messageId' | 'field' | 'explainsFields'>;

/** The name of the findings of all rules in a field. */
const ANY = '';

/** The names by which the message of a finding refers to its consequences. */
export function explainedNames(finding: Explaining): readonly string[] {
  const { rule, messageId, field, explainsFields = [] } = finding;
  const { explains = [], explainsInField = [] } = messageOf(rule, messageId);
  return [
    ...explains,
    ...explainsInField.map((name) => nameInField(name, field)),
    ...explainsFields.map((one) => nameInField(ANY, one)),
  ];
}

/**
 * The names by which other messages may refer to a finding: its rule, its message, both with its field, and its field
 * and those around it.
 *
 * @param lengths of the fields that messages explain with all that is below them
 */
export function namesOf(
  { rule, messageId, field }: Explaining,
  lengths: ReadonlySet<number>,
): readonly string[] {
  const names = [rule, `${rule}#${messageId}`];
  return [
    ...names,
    ...(field === null ? [] : names.map((name) => nameInField(name, field))),
    ...namesOfField(field, lengths).map((one) => nameInField(ANY, one)),
  ];
}

/** The name of a rule or message, if it is about the field of the finding that explains it. */
function nameInField(name: string, field: string | null): string {
  return JSON.stringify([name, field]);
}
