// Writes src/features/explain/messages.generated.ts: the messages of the API server on the conformance cases, and what
// the rules report on their own examples, for `kubeadmit explain`.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderMessages } from '../../test/explain/reported-messages.ts';

writeFileSync(
  join(import.meta.dirname, '../../src/features/explain/messages.generated.ts'),
  renderMessages(),
);
