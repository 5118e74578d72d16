import { forbid, VALUE_MESSAGES } from '../../src/analysis/fields/value-checks.ts';
import { canBeProbed, keepsStopSignals } from '../../src/analysis/pods/handlers.ts';
import { POD_KINDS, validatedPodOf } from '../../src/analysis/pods/pod-specs.ts';
import { securityContextsOf } from '../../src/analysis/pods/profiles.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { hasGate, type Server } from '../../src/server/kubernetes/server.ts';

export default defineRule({
  id: 'pod/os-fields',
  on: 'object',
  kinds: POD_KINDS,
  severity: 'error',
  summary: 'A pod for an operating system has no settings of another one.',
  details: `
\`os.name\` says for which system a pod is. A pod for \`linux\` has no \`windowsOptions\`. A pod for \`windows\` has no settings of the
Linux kernel in its security contexts, such as \`runAsUser\`, \`capabilities\` or \`seccompProfile\`, and no namespaces of the host but
the network. A \`stopSignal\` needs \`os.name\`.
`,
  reference: 'https://kubernetes.io/docs/concepts/workloads/pods/#pod-os',
  messages: {
    forbidden: {
      ...VALUE_MESSAGES.forbidden,
      rows: ['pod-os-linux', 'pod-os-windows', 'pod-stop-signal'],
      explainsInField: ['pod/host-namespaces'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          os: { name: windows }
          hostPID: true
          #        ^^^^ expect: forbidden
          securityContext:
            runAsUser: 1000
            #          ^^^^ expect: forbidden
          containers:
            - name: web
              image: nginx
              securityContext:
                privileged: false
                #           ^^^^^ expect: forbidden
      `,
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          os: { name: linux }
          securityContext:
            windowsOptions: {} # expect: forbidden
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
          os: { name: windows }
          securityContext:
            windowsOptions: { runAsUserName: ContainerUser }
          containers:
            - { name: web, image: nginx }
      `,
    ],
  },
  check(resource, { report, server }) {
    const pod = validatedPodOf(resource);
    if (pod === undefined) return;
    const { spec, containers } = pod;
    const context = spec.get('securityContext');
    const contexts = containers.map(({ field }) => field.get('securityContext'));
    if (spec.get('os').absent && keepsStopSignals(server)) {
      for (const container of containers.filter(canBeProbed)) {
        const signal = container.field.get('lifecycle').get('stopSignal');
        forbid(report, signal, 'the pod does not name its operating system');
      }
    }
    switch (spec.get('os').get('name').value) {
      case 'linux':
        for (const each of securityContextsOf(pod)) {
          forbid(report, each.get('windowsOptions'), 'the pod is for linux');
        }
        break;
      case 'windows':
        for (const name of OF_POD) {
          if (isKept(name, server)) forbid(report, context.get(name), FOR_WINDOWS);
        }
        if ((context.get('sysctls').value ?? []).length > 0) {
          forbid(report, context.get('sysctls'), FOR_WINDOWS);
        }
        for (const name of ['hostPID', 'hostIPC'] as const) {
          if (spec.get(name).value === true) forbid(report, spec.get(name), FOR_WINDOWS);
        }
        forbid(report, spec.get('shareProcessNamespace'), FOR_WINDOWS);
        if (hasGate(server, 'UserNamespacesSupport', true)) {
          forbid(report, spec.get('hostUsers'), FOR_WINDOWS);
        }
        for (const each of contexts) {
          for (const name of OF_CONTAINER) forbid(report, each.get(name), FOR_WINDOWS);
        }
    }
  },
});

const FOR_WINDOWS = 'the pod is for windows';

/** The gates of fields that the server drops before it validates a pod, if they are disabled. */
const GATES: ReadonlyMap<string, string> = new Map([
  ['seLinuxChangePolicy', 'SELinuxChangePolicy'],
  ['supplementalGroupsPolicy', 'SupplementalGroupsPolicy'],
]);

function isKept(name: string, server: Server): boolean {
  const gate = GATES.get(name);
  return gate === undefined || hasGate(server, gate, true);
}

const OF_POD = [
  'appArmorProfile',
  'fsGroup',
  'fsGroupChangePolicy',
  'runAsGroup',
  'runAsUser',
  'seLinuxChangePolicy',
  'seLinuxOptions',
  'seccompProfile',
  'supplementalGroups',
  'supplementalGroupsPolicy',
] as const;

const OF_CONTAINER = [
  'allowPrivilegeEscalation',
  'appArmorProfile',
  'capabilities',
  'privileged',
  'procMount',
  'readOnlyRootFilesystem',
  'runAsGroup',
  'runAsUser',
  'seLinuxOptions',
  'seccompProfile',
] as const;
