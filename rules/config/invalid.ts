import { documentationUrl } from '../../src/result/document-urls.ts';
import { defineRule } from '../../src/rule/rule.ts';

const WITHOUT_EXAMPLE = 'the examples of rules are manifests, and this is about .kubeadmit.yaml';

export default defineRule({
  id: 'config/invalid',
  on: 'run',
  severity: 'error',
  summary: 'The configuration `.kubeadmit.yaml` is valid.',
  details: `
kubeadmit reads \`.kubeadmit.yaml\` of the folder of each file, or of the nearest folder above it, up to the root of the
git repository. A key that it does not know has no effect, so a misspelled key would turn off what it is for.
Therefore nothing is checked until the configuration is valid, and the exit status is 2.

\`kubeadmit config init\` writes a configuration with all keys as comments, \`kubeadmit config show\` prints the values
that are in effect and where each of them comes from, and \`kubeadmit schema config\` prints a JSON Schema for
editors.
`,
  reference: documentationUrl('configuration'),
  messages: {
    syntax: {
      text: 'the configuration is not valid YAML: {problem}',
      withoutExample: WITHOUT_EXAMPLE,
    },
    documents: {
      text: 'the configuration has more than one document',
      help: 'remove the second document; use overrides for rules that are for some files only',
      withoutExample: WITHOUT_EXAMPLE,
    },
    duplicateKey: { text: 'duplicate key {key}', withoutExample: WITHOUT_EXAMPLE },
    unknownKey: { text: 'unknown key {key}{suggestion}', withoutExample: WITHOUT_EXAMPLE },
    value: { text: '{problem}', withoutExample: WITHOUT_EXAMPLE },
    unknownRule: { text: '{problem}', withoutExample: WITHOUT_EXAMPLE },
    extends: { text: 'cannot extend {name}: {problem}', withoutExample: WITHOUT_EXAMPLE },
  },
  examples: { bad: [], good: [] },
});
