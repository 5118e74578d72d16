import { defineRule } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'internal/rule-crash',
  severity: 'error',
  summary: 'No rule of kubeadmit fails on an object.',
  details: `
A rule has failed on this object. That is a bug of kubeadmit, not of the manifest: everything else was
still checked, and the exit status is 2. Please report it with the manifest, or as much of it as is
needed to see the failure.
`,
  reference: 'https://kubernetes.io/docs/reference/using-api/',
  messages: {
    crash: {
      text: 'rule {rule} failed on this object: {error}',
      withoutExample: 'a rule that fails would have to be shipped for it',
    },
  },
  examples: { bad: [], good: [] },
});
