import { isEmptyText } from '../../src/analysis/emptiness.ts';
import {
  reportInvalid,
  requireOneOf,
  VALUE_MESSAGES,
} from '../../src/analysis/fields/value-checks.ts';
import { POD_KINDS, validatedPodOf } from '../../src/analysis/pods/pod-specs.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { hasGate } from '../../src/server/kubernetes/server.ts';

export default defineRule({
  id: 'pod/resize-policy',
  on: 'object',
  kinds: POD_KINDS,
  severity: 'error',
  summary: 'The resize policies of a container are for cpu and memory, each once.',
  details: `
An item of \`resizePolicy\` says whether the container restarts when its \`cpu\` or \`memory\` is resized: \`NotRequired\`, which is the
default, or \`RestartContainer\`. In a pod with \`restartPolicy: Never\` no container can be restarted.

The API server reports all errors but a duplicate at the list, without the index of the item.
`,
  reference: 'https://kubernetes.io/docs/tasks/configure-pod-container/resize-container-resources/',
  messages: {
    required: { ...VALUE_MESSAGES.required, rows: ['pod-resize-required'] },
    unsupported: { ...VALUE_MESSAGES.unsupported, rows: ['pod-resize-value'] },
    duplicate: {
      text: "the container has another policy for '{name}'",
      help: 'keep one of them',
      cause: 'FieldValueDuplicate',
      rows: ['pod-resize-duplicate'],
    },
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['pod-resize-never'] },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          restartPolicy: Never
          containers:
            - name: web
              image: nginx
              resizePolicy:
                - resourceName: disk
                  #             ^^^^ expect: unsupported
                  restartPolicy: NotRequired
                - resourceName: cpu
                  restartPolicy: RestartContainer
                  #              ^^^^^^^^^^^^^^^^ expect: invalid
                - resourceName: cpu # expect: duplicate
                  restartPolicy: NotRequired
                - restartPolicy: NotRequired # expect: required
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
              resizePolicy:
                - { resourceName: cpu, restartPolicy: NotRequired }
                - { resourceName: memory, restartPolicy: RestartContainer }
      `,
    ],
  },
  check(resource, { report, server }) {
    if (!hasGate(server, 'InPlacePodVerticalScaling', true)) return;
    const pod = validatedPodOf(resource);
    if (pod === undefined) return;
    const { spec, containers } = pod;
    const neverRestarts = spec.get('restartPolicy').value === 'Never';
    for (const { field: container } of containers) {
      const list = container.get('resizePolicy');
      const place = { path: list.path };
      const names = new Set<string>();
      for (const policy of list.items()) {
        const { value: name = '' } = policy.get('resourceName');
        if (names.has(name)) report({ message: 'duplicate', at: policy, values: { name } });
        names.add(name);
        for (const [field, allowed] of VALUES) {
          const at = policy.get(field);
          if (isEmptyText(at)) {
            const values = { field, value: '', problem: `one of ${allowed.join(' and ')}` };
            report({ message: 'required', at, values, ...place });
          } else requireOneOf(report, at, allowed, place);
        }
        const restart = policy.get('restartPolicy');
        if (neverRestarts && restart.value !== 'NotRequired' && !restart.pruned) {
          const reason = 'use NotRequired, because restartPolicy of the pod is Never';
          reportInvalid(report, restart, reason, place);
        }
      }
    }
  },
});

const VALUES = [
  ['resourceName', ['cpu', 'memory']],
  ['restartPolicy', ['NotRequired', 'RestartContainer']],
] as const;
