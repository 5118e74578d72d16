import { portProblem } from '../../src/analysis/fields/port-references.ts';
import { canBeProbed, handlersOf } from '../../src/analysis/pods/handlers.ts';
import { POD_KINDS, validatedPodOf } from '../../src/analysis/pods/pod-specs.ts';
import { nearestName } from '../../src/result/suggestion.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'pod/handler-port-names',
  on: 'object',
  kinds: POD_KINDS,
  severity: 'warning',
  summary: 'The port that a probe or hook names is a port of its container.',
  details: `
The \`port\` of \`httpGet\` and \`tcpSocket\` can be the name of an item of \`ports\`. The kubelet looks for it in the same container
only. If it finds none, the probe or hook fails each time: the pod never becomes ready, or its containers are restarted again and
again. The API server accepts the pod.
`,
  reference:
    'https://kubernetes.io/docs/tasks/configure-pod-container/configure-liveness-readiness-startup-probes/#use-a-named-port',
  messages: {
    missing: {
      text: "the container has no port named '{port}', so its {handler} always fails",
      help: 'use a number, or the name of an item of ports of the same container',
    },
    misspelled: {
      text: "the container has no port named '{port}', so its {handler} always fails; did you mean {meant}?",
      help: 'use {meant}',
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          containers:
            - name: web
              image: nginx
              ports: [{ name: http, containerPort: 8080 }]
              readinessProbe:
                httpGet: { path: /, port: htpp }
                #                         ^^^^ expect: misspelled
            - name: proxy
              image: envoy
              livenessProbe:
                tcpSocket: { port: http }
                #                  ^^^^ expect: missing
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          containers:
            - name: web
              image: nginx
              ports: [{ name: http, containerPort: 8080 }]
              readinessProbe:
                httpGet: { path: /, port: http }
      `,
    ],
  },
  check(resource, { report }) {
    const pod = validatedPodOf(resource);
    if (pod === undefined) return;
    for (const { field: container } of pod.containers.filter(canBeProbed)) {
      const ports = container.get('ports');
      const names = ports.items().flatMap((port) => port.get('name').value ?? []);
      for (const handler of handlersOf(container)) {
        for (const action of ['httpGet', 'tcpSocket'] as const) {
          const at = handler.get(action).get('port');
          const { value: port } = at;
          if (typeof port !== 'string' || names.includes(port)) continue;
          if (portProblem(at) !== undefined) continue;
          const meant = nearestName(port, names);
          const values = { port, handler: String(handler.segment) };
          const dependsOn = [ports.path];
          if (meant === undefined) report({ message: 'missing', at, values, dependsOn });
          else report({ message: 'misspelled', at, values: { ...values, meant }, dependsOn });
        }
      }
    }
  },
});
