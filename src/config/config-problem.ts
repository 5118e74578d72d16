import { findingInText } from '../lint/rules/rule-registry.ts';
import type { Finding, Range } from '../result/finding.ts';
import type { MessageParameters } from '../result/message-text.ts';
import { NEWEST_MINOR } from '../server/kubernetes/minors.ts';

/** Makes a finding of something that is wrong with a configuration file. */
export function configProblem(
  file: string,
  range: Range,
  messageId: string,
  values: MessageParameters,
): Finding {
  const place = { ...range, file, index: 0, minors: [NEWEST_MINOR] };
  return findingInText('config/invalid', messageId, values, place);
}
