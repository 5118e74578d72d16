import { findSimilar, namedPlace } from '../../src/analysis/installations/expected-objects.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'reference/governing-service',
  on: 'installation',
  severity: 'warning',
  summary: 'The Service that a StatefulSet names exists.',
  details: `
The pods of a StatefulSet get names in the DNS from the headless Service that \`serviceName\` names. Without it, none of the names
can be resolved, although the pods start. The API server does not look for the Service.

It is reported as missing only if the input has one with nearly the same name.
`,
  reference:
    'https://kubernetes.io/docs/concepts/workloads/controllers/statefulset/#stable-network-id',
  messages: {
    similar: {
      text: "the input has no Service '{name}', but it has '{similar}'; without it, the pods have no names in the DNS",
      help: 'use the name {similar} if that is meant',
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Service
        metadata: { name: db-headless }
        spec:
          clusterIP: None
          selector: { app: db }
          ports: [{ port: 5432 }]
        ---
        apiVersion: apps/v1
        kind: StatefulSet
        metadata: { name: db }
        spec:
          serviceName: db-headles
          #            ^^^^^^^^^^ expect: similar
          selector: { matchLabels: { app: db } }
          template:
            metadata: { labels: { app: db } }
            spec:
              containers: [{ name: db, image: postgres }]
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Service
        metadata: { name: db-headless }
        spec:
          clusterIP: None
          selector: { app: db }
          ports: [{ port: 5432 }]
        ---
        apiVersion: apps/v1
        kind: StatefulSet
        metadata: { name: db }
        spec:
          serviceName: db-headless
          selector: { matchLabels: { app: db } }
          template:
            metadata: { labels: { app: db } }
            spec:
              containers: [{ name: db, image: postgres }]
      `,
    ],
  },
  check(installation, { report }) {
    for (const { object, root } of installation.ofKind('StatefulSet')) {
      const at = root.get('spec').get('serviceName');
      const { value: name = '' } = at;
      if (name === '') continue;
      const { namespace } = object;
      const reference = { from: object, group: '', kind: 'Service', namespace, name };
      const similar = findSimilar(installation, reference);
      if (similar === undefined || object.mayChange(at.path)) continue;
      report({
        message: 'similar',
        at: { object, at },
        values: { name, similar: similar.name },
        related: [namedPlace('Service', similar)],
      });
    }
  },
});
