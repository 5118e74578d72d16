import { defineRule, yaml } from '../../src/rule/rule.ts';

const HINTS = 'service.kubernetes.io/topology-aware-hints';
const MODE = 'service.kubernetes.io/topology-mode';

export default defineRule({
  id: 'service/topology',
  on: 'object',
  kinds: ['Service'],
  severity: 'error',
  summary: 'The two annotations for topology-aware routing do not contradict each other.',
  details: `
The annotation \`service.kubernetes.io/topology-mode\` has replaced \`service.kubernetes.io/topology-aware-hints\`. The server
refuses a Service that has both with different values.
`,
  reference: 'https://kubernetes.io/docs/concepts/services-networking/topology-aware-routing/',
  messages: {
    contradiction: {
      text: "the annotation is '{mode}', but service.kubernetes.io/topology-aware-hints is '{hints}'",
      help: 'remove service.kubernetes.io/topology-aware-hints',
      cause: 'FieldValueInvalid',
      rows: ['service-topology'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Service
        metadata:
          name: web
          annotations:
            service.kubernetes.io/topology-mode: Auto
            #                                    ^^^^ expect: contradiction
            service.kubernetes.io/topology-aware-hints: Disabled
        spec:
          ports: [{ port: 80 }]
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Service
        metadata:
          name: web
          annotations: { service.kubernetes.io/topology-mode: Auto }
        spec:
          ports: [{ port: 80 }]
      `,
    ],
  },
  check(resource, { report }) {
    const annotations = resource.root.get('metadata').get('annotations');
    const [mode, hints] = [annotations.entry(MODE), annotations.entry(HINTS)];
    if (mode === undefined || hints === undefined || mode.value === hints.value) return;
    const values = { mode: mode.value ?? '', hints: hints.value ?? '' };
    report({ message: 'contradiction', at: mode, values });
  },
});
