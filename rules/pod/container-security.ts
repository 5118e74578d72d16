import {
  reportInvalid,
  requireRange,
  VALUE_MESSAGES,
} from '../../src/analysis/fields/value-checks.ts';
import { MAX_ID } from '../../src/analysis/pods/ids.ts';
import { POD_KINDS, validatedPodOf } from '../../src/analysis/pods/pod-specs.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { hasGate } from '../../src/server/kubernetes/server.ts';

/** The largest id of a user or group. */

export default defineRule({
  id: 'pod/container-security',
  on: 'object',
  kinds: POD_KINDS,
  severity: 'error',
  summary: 'The security context of a container does not contradict itself.',
  details: `
\`runAsUser\` and \`runAsGroup\` are numbers from 0 to 2147483647. A privileged container, or one with the capability
\`CAP_SYS_ADMIN\`, can always escalate its privileges, so that \`allowPrivilegeEscalation: false\` contradicts it.

\`procMount: Unmasked\` needs \`hostUsers: false\` in the spec of the pod.
`,
  reference: 'https://kubernetes.io/docs/tasks/configure-pod-container/security-context/',
  messages: {
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['pod-run-as-range', 'pod-proc-mount-host-users'] },
    escalation: {
      text: 'allowPrivilegeEscalation is false, but {reason}',
      help: 'remove allowPrivilegeEscalation, or what contradicts it',
      cause: 'FieldValueInvalid',
      rows: ['pod-privileged-without-escalation', 'pod-sys-admin-without-escalation'],
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
              securityContext:
                runAsUser: -1
                #          ^^ expect: invalid
                privileged: true
                allowPrivilegeEscalation: false
                #                         ^^^^^ expect: escalation
                procMount: Unmasked
                #          ^^^^^^^^ expect: invalid
            - name: mounter
              image: busybox
              securityContext:
                capabilities: { add: [CAP_SYS_ADMIN] }
                allowPrivilegeEscalation: false
                #                         ^^^^^ expect: escalation
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          hostUsers: false
          containers:
            - name: web
              image: nginx
              securityContext:
                runAsUser: 1000
                allowPrivilegeEscalation: false
                procMount: Unmasked
      `,
    ],
  },
  check(resource, { report, server }) {
    const pod = validatedPodOf(resource);
    if (pod === undefined) return;
    const { spec, containers } = pod;
    const sharesUsers = spec.get('hostUsers').value !== false;
    const hasProcMount = hasGate(server, 'ProcMountType', true);
    for (const { field: container } of containers) {
      const context = container.get('securityContext');
      requireRange(report, context.get('runAsUser'), { least: 0, most: MAX_ID });
      requireRange(report, context.get('runAsGroup'), { least: 0, most: MAX_ID });
      const procMount = context.get('procMount');
      if (hasProcMount && sharesUsers && procMount.value === 'Unmasked') {
        reportInvalid(report, procMount, 'it needs hostUsers: false in the spec of the pod');
      }
      const at = context.get('allowPrivilegeEscalation');
      if (at.value !== false) continue;
      const { path } = context;
      if (context.get('privileged').value === true) {
        report({ message: 'escalation', at, path, values: { reason: 'privileged is true' } });
      }
      if (context.get('capabilities').get('add').value?.includes('CAP_SYS_ADMIN')) {
        const reason = 'the capability CAP_SYS_ADMIN is added';
        report({ message: 'escalation', at, path, values: { reason } });
      }
    }
  },
});
