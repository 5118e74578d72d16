import { forbid, VALUE_MESSAGES } from '../../src/analysis/fields/value-checks.ts';
import { POD_KINDS, validatedPodOf } from '../../src/analysis/pods/pod-specs.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { hasGate } from '../../src/server/kubernetes/server.ts';

export default defineRule({
  id: 'pod/ephemeral-containers',
  on: 'object',
  kinds: POD_KINDS,
  severity: 'error',
  summary: 'A manifest has no ephemeral containers, which are only added to a running Pod.',
  details: `
Ephemeral containers are for debugging. \`kubectl debug\` adds them to a running Pod, through the subresource
\`ephemeralcontainers\`. The API server refuses a new Pod with such containers, and the template of a workload. It also validates
them: they have no ports, probes or resources, and no \`subPath\`, and \`targetContainerName\` is another container of the pod.
`,
  reference: 'https://kubernetes.io/docs/concepts/workloads/pods/ephemeral-containers/',
  messages: {
    forbidden: {
      ...VALUE_MESSAGES.forbidden,
      rows: ['pod-ephemeral-container', 'pod-ephemeral-container-field'],
    },
    target: {
      text: "the pod has no container '{name}'",
      help: 'use the name of an item of containers or initContainers',
      cause: 'FieldValueNotFound',
      rows: ['pod-ephemeral-container-target'],
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
            - { name: web, image: nginx }
          ephemeralContainers: # expect: forbidden
            - name: debug
              image: busybox
              targetContainerName: app
              #                    ^^^ expect: target
              ports: [{ containerPort: 80 }] # expect: forbidden
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          containers:
            - { name: web, image: nginx }
      `,
    ],
  },
  check(resource, { report, server }) {
    const pod = validatedPodOf(resource);
    if (pod === undefined) return;
    const { spec } = pod;
    const list = spec.get('ephemeralContainers');
    const containers = list.items();
    if (containers.length === 0) return;
    forbid(report, list, 'kubectl debug adds such containers to a running Pod');
    const others = [...spec.itemsOf('containers'), ...spec.itemsOf('initContainers')];
    const names = new Set(others.map((other) => other.get('name').value));
    for (const container of containers) {
      for (const name of FORBIDDEN) forbid(report, container.get(name), REASON);
      for (const [name, gate] of GATED) {
        if (hasGate(server, gate, true)) forbid(report, container.get(name), REASON);
      }
      // A server that knows the feature and has it disabled drops the policy first; an older one does not.
      if (!hasGate(server, 'ContainerRestartRules', false)) {
        forbid(report, container.get('restartPolicy'), REASON);
      }
      // An empty struct is not a value to the server. It drops claims without their feature.
      const resources = container.get('resources');
      const { limits, requests, claims } = resources.value ?? {};
      const keptClaims = hasGate(server, 'DynamicResourceAllocation', true) ? claims : undefined;
      if ((limits ?? requests ?? keptClaims) !== undefined) forbid(report, resources, REASON);
      for (const mount of container.itemsOf('volumeMounts')) {
        for (const name of ['subPath', 'subPathExpr'] as const) {
          if (mount.get(name).value) forbid(report, mount.get(name), REASON);
        }
      }
      const target = container.get('targetContainerName');
      const { value: name = '' } = target;
      if (name !== '' && !names.has(name)) {
        report({ message: 'target', at: target, values: { name } });
      }
    }
  },
});

const FORBIDDEN = [
  'ports',
  'livenessProbe',
  'readinessProbe',
  'startupProbe',
  'lifecycle',
] as const;

/** The forbidden fields that a server drops if it has the feature disabled, with the feature gate. */
const GATED = [
  ['resizePolicy', 'InPlacePodVerticalScaling'],
  ['restartPolicyRules', 'ContainerRestartRules'],
] as const;

const REASON = 'an ephemeral container has no such field';
