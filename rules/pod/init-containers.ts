import { forbid, reportInvalid, VALUE_MESSAGES } from '../../src/analysis/fields/value-checks.ts';
import { hasLifecycle, PROBES } from '../../src/analysis/pods/handlers.ts';
import { POD_KINDS, validatedPodOf } from '../../src/analysis/pods/pod-specs.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { serverHas } from '../../src/server/kubernetes/server-changes.ts';

export default defineRule({
  id: 'pod/init-containers',
  on: 'object',
  kinds: POD_KINDS,
  severity: 'error',
  summary: 'Init containers have no probes and no lifecycle, unless they are sidecars.',
  details: `
An init container runs until it is done, before the containers of the pod start. So it has no probes, no \`lifecycle\`, and no
resource that is resized by a restart. With \`restartPolicy: Always\` it is a sidecar, which runs as long as the pod and can have
all of them.
`,
  reference: 'https://kubernetes.io/docs/concepts/workloads/pods/init-containers/',
  messages: {
    forbidden: {
      ...VALUE_MESSAGES.forbidden,
      help: 'remove {field}, or set restartPolicy: Always to make the container a sidecar',
      rows: ['pod-init-container-probe', 'pod-init-container-lifecycle'],
    },
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['pod-init-container-resize'] },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          initContainers:
            - name: prepare
              image: busybox
              lifecycle: # expect: forbidden
                preStop: { exec: { command: [sync] } }
              resizePolicy:
                - resourceName: cpu
                  restartPolicy: RestartContainer
                  #              ^^^^^^^^^^^^^^^^ expect: invalid
          containers:
            - { name: web, image: nginx }
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          initContainers:
            - name: proxy
              image: envoy
              restartPolicy: Always
              startupProbe: { tcpSocket: { port: 9901 } }
          containers:
            - { name: web, image: nginx }
      `,
    ],
  },
  check(resource, { report, server }) {
    const pod = validatedPodOf(resource);
    if (pod === undefined) return;
    const containers = pod.containers.filter(({ list }) => list === 'initContainers');
    for (const { field: container, isSidecar } of containers) {
      if (isSidecar) continue;
      for (const name of PROBES) forbid(report, container.get(name), REASON);
      if (hasLifecycle(container, server)) forbid(report, container.get('lifecycle'), REASON);
      if (!serverHas('no-resize-restarts-of-init-containers', server.minor)) continue;
      for (const policy of container.itemsOf('resizePolicy')) {
        const restart = policy.get('restartPolicy');
        if (restart.value === 'RestartContainer') {
          reportInvalid(report, restart, 'an init container is not restarted, so use NotRequired');
        }
      }
    }
  },
});

const REASON = 'an init container runs only until it is done';
