import { forbid, VALUE_MESSAGES, valueTexts } from '../../src/analysis/fields/value-checks.ts';
import { allocationOf } from '../../src/analysis/services/allocation.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'service/node-ports',
  on: 'object',
  kinds: ['Service'],
  severity: 'error',
  summary: 'Only Services that are reached from outside have node ports, from 30000 to 32767.',
  details: `
A Service of type \`NodePort\` or \`LoadBalancer\` is also reached at a port of each node. The server chooses it if the manifest
has no \`nodePort\`. A fixed one must be in the range of node ports, which is 30000-32767 by default
(\`--service-node-port-range\` of the server), and no other port of the Service can have it. A Service of type \`ClusterIP\` has none.

The server allocates node ports before it validates the rest. It then reports only a port that it cannot allocate. For a
\`healthCheckNodePort\` out of the range it answers with an internal error, and so it does for an update in which two ports of a
protocol have the same node port.
`,
  reference: 'https://kubernetes.io/docs/concepts/services-networking/service/#type-nodeport',
  messages: {
    range: {
      text: '{field} is {value}, which a Service cannot have: {problem}',
      help: 'use a free port of the range, or remove {field}',
      cause: 'FieldValueInvalid',
      rows: ['service-node-port-range'],
      step: 'before-validation',
    },
    healthCheck: {
      text: '{field} is {value}, and the server cannot store the Service: {problem}',
      help: 'use a free port of the range, or remove {field}',
      crashesServer: true,
      rows: ['service-health-check-range'],
    },
    shared: {
      text: '{field} is {value}, and the server cannot update the Service: {problem}',
      help: 'use a free port of the range, or remove {field}',
      cause: 'Status',
      rows: ['service-node-port-shared'],
      step: 'before-validation',
      ofUpdates: true,
    },
    forbidden: {
      ...VALUE_MESSAGES.forbidden,
      dependsOn: ['spec.type'],
      rows: ['service-node-port-type'],
    },
    duplicate: { ...VALUE_MESSAGES.duplicate, rows: ['service-node-port-twice'] },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Service
        metadata: { name: web }
        spec:
          type: NodePort
          ports:
            - port: 80
              nodePort: 8080
              #         ^^^^ expect: range
      `,
      yaml`
        apiVersion: v1
        kind: Service
        metadata: { name: web }
        spec:
          ports:
            - port: 80
              nodePort: 30080
              #         ^^^^^ expect: forbidden
      `,
      yaml`
        apiVersion: v1
        kind: Service
        metadata: { name: web }
        spec:
          type: LoadBalancer
          externalTrafficPolicy: Local
          healthCheckNodePort: 8080
          #                    ^^^^ expect: healthCheck
          ports: [{ port: 80 }]
      `,
      yaml`
        apiVersion: v1
        kind: Service
        metadata: { name: web }
        spec:
          ports:
            - name: http
              port: 80
              nodePort: 30080
              #         ^^^^^ expect: forbidden
            - name: other
              port: 8080
              nodePort: 30080
              #         ^^^^^ expect: forbidden, duplicate
      `,
    ],
    updates: [
      {
        stored: yaml`
          apiVersion: v1
          kind: Service
          metadata: { name: web }
          spec:
            type: NodePort
            ports:
              - name: http
                port: 80
                nodePort: 30080
        `,
        changed: yaml`
          apiVersion: v1
          kind: Service
          metadata: { name: web }
          spec:
            type: NodePort
            ports:
              - name: http
                port: 80
                nodePort: 30080
              - name: other
                port: 8080
                nodePort: 30080
                #         ^^^^^ expect: shared, duplicate
        `,
      },
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Service
        metadata: { name: web }
        spec:
          type: NodePort
          ports:
            - port: 80
              nodePort: 30080
      `,
    ],
  },
  check(resource, { report }) {
    const { faults, nodePorts } = allocationOf(resource);
    for (const { subject, kind, at, path, problem } of faults) {
      if (subject !== 'port') continue;
      const values = valueTexts(at, problem);
      if (kind === 'crash') report({ message: 'healthCheck', at, path, values });
      else if (kind === 'duplicate') report({ message: 'shared', at, path: '', values });
      else report({ message: 'range', at, path, values });
    }
    const spec = resource.root.get('spec');
    const isInternal = spec.get('type').value === 'ClusterIP';
    const seen = new Set<string>();
    for (const [index, port] of spec.itemsOf('ports').entries()) {
      const number = nodePorts[index] ?? 0;
      if (number === 0) continue;
      const nodePort = port.get('nodePort');
      if (isInternal) forbid(report, nodePort, 'the type of the Service is ClusterIP');
      const key = `${port.get('protocol').value} ${number}`;
      // The server chooses one node port for ports with the same number and protocol, and then refuses it as well.
      if (seen.has(key)) {
        const values = valueTexts(nodePort, 'two ports of a protocol need different node ports');
        report({ message: 'duplicate', at: nodePort, values });
      }
      seen.add(key);
    }
  },
});
