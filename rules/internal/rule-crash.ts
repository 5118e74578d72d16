import { defineRule } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'internal/rule-crash',
  on: 'run',
  severity: 'error',
  summary: 'No rule of kubeadmit crashes.',
  details: `
A rule crashed while it checked this object. This is a bug in kubeadmit, not in the manifest. All other rules were
run, and the exit status is 2. Please report the bug, with the part of the manifest that is needed to reproduce it.
`,
  reference: 'https://kubernetes.io/docs/reference/using-api/',
  messages: {
    crash: {
      text: 'the rule {rule} crashed on this object, which is a bug in kubeadmit: {error}',
      help: 'report the bug with this manifest',
      withoutExample: 'it would need a rule with a bug',
    },
  },
  examples: { bad: [], good: [] },
});
