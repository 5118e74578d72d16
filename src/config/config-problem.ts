import { describeMessage } from '../engine/rule-registry.ts';
import { NEWEST_MINOR } from '../kubernetes/minors.ts';
import type { Finding, Range } from '../result/finding.ts';
import type { MessageParameters } from '../result/message-text.ts';

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
