import { describeMessage } from '../lint/rules/rule-registry.ts';
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
  return {
    ...describeMessage('config/invalid', messageId, values),
    file,
    index: 0,
    item: null,
    ...range,
    field: null,
    cause: null,
    causedBy: null,
    minors: [NEWEST_MINOR],
    related: [],
    fix: null,
  };
}
