import { shownValue, VALUE_MESSAGES, valueTexts } from '../../src/analysis/fields/value-checks.ts';
import { labelFaults } from '../../src/analysis/metadata/labels.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'service/selector',
  on: 'object',
  kinds: ['Service'],
  severity: 'error',
  summary: 'The selector of a Service consists of valid labels.',
  details: `
\`spec.selector\` of a Service has the labels of its pods, as keys and values. Unlike the selector of a Deployment, it has no
\`matchLabels\` and \`matchExpressions\`. A key or value that no label can have is refused.
`,
  reference: 'https://kubernetes.io/docs/concepts/services-networking/service/#defining-a-service',
  messages: { invalid: { ...VALUE_MESSAGES.invalid, rows: ['service-selector'] } },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Service
        metadata: { name: web }
        spec:
          selector:
            app: web server
            #    ^^^^^^^^^^ expect: invalid
          ports: [{ port: 80 }]
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Service
        metadata: { name: web }
        spec:
          selector: { app: web }
          ports: [{ port: 80 }]
      `,
    ],
  },
  check(resource, { report }) {
    const selector = resource.root.get('spec').get('selector');
    for (const { field, side, text, problem } of labelFaults(selector)) {
      const values = { ...valueTexts(field, problem), value: shownValue(text) };
      report({ message: 'invalid', at: field, side, path: selector.path, values });
    }
  },
});
