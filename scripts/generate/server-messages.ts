// Writes src/features/explain/messages.generated.json, for `kubeadmit explain`: the messages of the API server on the
// conformance cases, and what the rules report on their own examples.
import { writeFileSync } from 'node:fs';
import { lintCases } from '../../test/conformance/linted-cases.ts';
import {
  MESSAGES,
  messagesOfCases,
  messagesOfExamples,
  renderMessages,
} from '../../test/explain/reported-messages.ts';

writeFileSync(MESSAGES, renderMessages([...messagesOfCases(lintCases()), ...messagesOfExamples()]));
