import { isEmptyText } from '../../src/analysis/emptiness.ts';
import {
  reportInvalid,
  requireOneOf,
  requireRange,
  shownValue,
  VALUE_MESSAGES,
} from '../../src/analysis/fields/value-checks.ts';
import { MAX_ID } from '../../src/analysis/pods/ids.ts';
import { POD_KINDS, podOf } from '../../src/analysis/pods/pod-specs.ts';
import { sharedSysctls } from '../../src/analysis/pods/sysctls.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { byteLength } from '../../src/server/kubernetes/formats/dns.ts';
import { hasGate } from '../../src/server/kubernetes/server.ts';

export default defineRule({
  id: 'pod/security-context',
  on: 'object',
  kinds: POD_KINDS,
  severity: 'error',
  summary:
    'The ids in the security context of a pod are in range, and its sysctls are unique and belong to the pod.',
  details: `
The ids of users and groups (\`runAsUser\`, \`runAsGroup\`, \`fsGroup\`, \`supplementalGroups\`) are from 0 to 2147483647.

Sysctls have names such as \`net.core.somaxconn\`, and are set once. A pod that shares the network or the IPC namespace of its
node (\`hostNetwork\`, \`hostIPC\`) cannot set sysctls of that namespace, because they
would be those of the node.
`,
  reference: 'https://kubernetes.io/docs/tasks/configure-pod-container/security-context/',
  messages: {
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['pod-security-context-invalid'] },
    unsupported: { ...VALUE_MESSAGES.unsupported, rows: ['pod-security-context-unsupported'] },
    sysctl: {
      text: 'the sysctl has no name',
      help: 'write a name such as net.core.somaxconn',
      cause: 'FieldValueRequired',
      rows: ['pod-security-context-sysctl'],
    },
    duplicate: { ...VALUE_MESSAGES.duplicate, rows: ['pod-security-context-duplicate'] },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          hostNetwork: true
          securityContext:
            runAsUser: -1
            #          ^^ expect: invalid
            fsGroupChangePolicy: Never
            #                    ^^^^^ expect: unsupported
            sysctls:
              - value: "1" # expect: sysctl
              - name: net.core.somaxconn
                #     ^^^^^^^^^^^^^^^^^^ expect: invalid
                value: "1024"
          containers: [{ name: web, image: nginx }]
      `,
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          securityContext:
            sysctls:
              - { name: net.core.somaxconn, value: "1024" }
              - { name: net.core.somaxconn, value: "2048" }
              #         ^^^^^^^^^^^^^^^^^^ expect: duplicate
          containers: [{ name: web, image: nginx }]
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          securityContext:
            runAsUser: 1000
            fsGroup: 2000
            fsGroupChangePolicy: OnRootMismatch
            sysctls: [{ name: net.core.somaxconn, value: "1024" }]
          containers: [{ name: web, image: nginx }]
      `,
    ],
    fixed: [
      {
        before: yaml`
          apiVersion: v1
          kind: Pod
          metadata: { name: shop }
          spec:
            securityContext:
              fsGroup: 1000
              fsGroupChangePolicy: onRootMismatch # it has many files
            containers: [{ name: web, image: nginx }]
        `,
        after: yaml`
          apiVersion: v1
          kind: Pod
          metadata: { name: shop }
          spec:
            securityContext:
              fsGroup: 1000
              fsGroupChangePolicy: OnRootMismatch # it has many files
            containers: [{ name: web, image: nginx }]
        `,
      },
    ],
  },
  check(resource, { report, server }) {
    const { spec } = podOf(resource);
    const context = spec.get('securityContext');
    for (const name of ['fsGroup', 'runAsUser', 'runAsGroup'] as const) {
      requireRange(report, context.get(name), { least: 0, most: MAX_ID });
    }
    for (const group of context.itemsOf('supplementalGroups')) {
      requireRange(report, group, { least: 0, most: MAX_ID });
    }
    const policies = [
      [context.get('fsGroupChangePolicy'), ['Always', 'OnRootMismatch'], true],
      [
        context.get('supplementalGroupsPolicy'),
        ['Merge', 'Strict'],
        hasGate(server, 'SupplementalGroupsPolicy', true),
      ],
      [
        context.get('seLinuxChangePolicy'),
        hasGate(server, 'SELinuxMount', true) ? ['MountOption', 'Recursive'] : ['Recursive'],
        hasGate(server, 'SELinuxChangePolicy', true),
      ],
    ] as const;
    for (const [policy, allowed, isKept] of policies) {
      if (policy.value !== undefined && isKept) requireOneOf(report, policy, allowed);
    }
    const names = new Set<string>();
    for (const sysctl of context.itemsOf('sysctls')) {
      const field = sysctl.get('name');
      const { value: name = '' } = field;
      if (isEmptyText(field)) report({ message: 'sysctl', at: field });
      else if (!isSysctlName(name)) {
        const problem =
          "use lowercase letters, digits, '-', '_', '.' and '/', as in net.core.somaxconn";
        if (!field.pruned) reportInvalid(report, field, problem);
      } else if (names.has(name)) {
        const values = {
          field: 'name',
          value: shownValue(name),
          problem: 'each sysctl is set once',
        };
        report({ message: 'duplicate', at: field, values });
      }
      names.add(name);
    }
    for (const { sysctl, shared } of sharedSysctls(spec)) {
      const problem = `a pod with ${shared.segment}: true cannot set it, because it would change the node`;
      reportInvalid(report, sysctl.get('name'), problem);
    }
  },
});

const SYSCTL = /^(?:[a-z0-9](?:[-_a-z0-9]*[a-z0-9])?[./])*[a-z0-9](?:[-_a-z0-9]*[a-z0-9])?$/;

function isSysctlName(name: string): boolean {
  return byteLength(name) <= 253 && SYSCTL.test(name);
}
