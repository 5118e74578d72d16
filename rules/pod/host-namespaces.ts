import { forbid, reportInvalid, VALUE_MESSAGES } from '../../src/analysis/fields/value-checks.ts';
import { POD_KINDS, podOf } from '../../src/analysis/pods/pod-specs.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { hasGate } from '../../src/server/kubernetes/server.ts';
import { serverHas } from '../../src/server/kubernetes/server-changes.ts';

export default defineRule({
  id: 'pod/host-namespaces',
  on: 'object',
  kinds: POD_KINDS,
  severity: 'error',
  summary: 'A pod with users of its own does not share namespaces of its node.',
  details: `
With \`hostUsers: false\` a pod has users of its own. It then cannot share the network, the processes or the IPC of the node
(\`hostNetwork\`, \`hostPID\`, \`hostIPC\`).

With \`shareProcessNamespace: true\` the containers of a pod see the processes of each other, so that the pod cannot have
\`hostPID\`.
`,
  reference: 'https://kubernetes.io/docs/concepts/workloads/pods/user-namespaces/',
  messages: {
    forbidden: { ...VALUE_MESSAGES.forbidden, rows: ['pod-host-namespaces-forbidden'] },
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['pod-host-namespaces-invalid'] },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          hostUsers: false
          hostPID: true
          #        ^^^^ expect: forbidden
          containers: [{ name: web, image: nginx }]
      `,
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          hostPID: true
          shareProcessNamespace: true
          #                      ^^^^ expect: invalid
          containers: [{ name: web, image: nginx }]
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          hostUsers: false
          shareProcessNamespace: true
          containers: [{ name: web, image: nginx }]
      `,
    ],
  },
  check(resource, { report, minor, server }) {
    const { spec } = podOf(resource);
    const shares = spec.get('shareProcessNamespace');
    if (shares.value === true && spec.get('hostPID').value === true) {
      const owner = serverHas('pod-fields-in-spec', minor) ? spec : spec.get('securityContext');
      const path = `${owner.path}.shareProcessNamespace`;
      reportInvalid(report, shares, 'it must not be true if hostPID is true', { path });
    }
    const hasUsers = hasGate(server, 'UserNamespacesSupport', true);
    if (!hasUsers || spec.get('hostUsers').value !== false) return;
    for (const [name, reported] of HOST_FIELDS) {
      if (name === 'hostNetwork' && hasGate(server, 'UserNamespacesHostNetworkSupport', true)) {
        continue;
      }
      const field = spec.get(name);
      if (field.value !== true) continue;
      forbid(report, field, 'hostUsers is false', { path: `${spec.path}.${reported}` });
    }
  },
});

/** The fields that share a namespace of the node, with their names in the errors of the server. */
const HOST_FIELDS = [
  ['hostNetwork', 'hostNetwork'],
  ['hostPID', 'HostPID'],
  ['hostIPC', 'HostIPC'],
] as const;
