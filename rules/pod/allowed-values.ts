import { requireOneOf, VALUE_MESSAGES } from '../../src/analysis/fields/value-checks.ts';
import {
  actionsOf,
  canBeProbed,
  handlersOf,
  keepsStopSignals,
} from '../../src/analysis/pods/handlers.ts';
import { POD_KINDS, type PodContainer, validatedPodOf } from '../../src/analysis/pods/pod-specs.ts';
import type { Field } from '../../src/rule/field.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { hasGate, type Server } from '../../src/server/kubernetes/server.ts';

export default defineRule({
  id: 'pod/allowed-values',
  on: 'object',
  kinds: POD_KINDS,
  severity: 'error',
  summary:
    'Policies, protocols and similar fields of a container have values that the server knows.',
  details: `
Some fields of a container have one of few values, such as \`imagePullPolicy\`, the \`protocol\` of a port or the \`scheme\` of a probe.
They are case-sensitive: \`TCP\` and \`HTTP\` are upper case, \`Always\` and \`IfNotPresent\` are not.
`,
  reference:
    'https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/#Container',
  messages: {
    unsupported: {
      ...VALUE_MESSAGES.unsupported,
      rows: [
        'pod-image-pull-policy',
        'pod-termination-message-policy',
        'pod-port-protocol',
        'pod-handler-scheme',
        'pod-mount-propagation',
        'pod-mount-recursive-read-only-value',
        'pod-proc-mount',
      ],
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
              imagePullPolicy: always
              #                ^^^^^^ expect: unsupported
              ports:
                - { containerPort: 53, protocol: udp }
                #                                ^^^ expect: unsupported
              livenessProbe:
                httpGet: { port: 8080, scheme: http }
                #                              ^^^^ expect: unsupported
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
              imagePullPolicy: Always
              ports:
                - { containerPort: 53, protocol: UDP }
              livenessProbe:
                httpGet: { port: 8080, scheme: HTTPS }
      `,
    ],
    fixed: [
      {
        before: yaml`
          apiVersion: v1
          kind: Pod
          metadata: { name: shop }
          spec:
            containers:
              - name: web
                image: nginx
                imagePullPolicy: always # the tag is moved every night
                ports:
                  - { containerPort: 53, protocol: udp }
                livenessProbe:
                  httpGet: { port: 8080, scheme: http }
        `,
        after: yaml`
          apiVersion: v1
          kind: Pod
          metadata: { name: shop }
          spec:
            containers:
              - name: web
                image: nginx
                imagePullPolicy: Always # the tag is moved every night
                ports:
                  - { containerPort: 53, protocol: UDP }
                livenessProbe:
                  httpGet: { port: 8080, scheme: HTTP }
        `,
      },
    ],
  },
  check(resource, { report, server }) {
    const pod = validatedPodOf(resource);
    if (pod === undefined) return;
    const { spec, containers } = pod;
    const { value: os } = spec.get('os').get('name');
    for (const container of containers) {
      for (const { field, allowed, path } of valuesOf(container, os, server)) {
        if (field.value === undefined) continue;
        requireOneOf(report, field, allowed, path === undefined ? {} : { path });
      }
    }
  },
});

/** A field that has one of few values, if it has any. */
interface Enumeration {
  readonly field: Field<string | undefined>;
  readonly allowed: readonly string[];
  /** The path that the server reports, if it is not the path of the field. */
  readonly path?: string;
}

function valuesOf(
  container: PodContainer,
  os: string | undefined,
  server: Server,
): readonly Enumeration[] {
  const { field } = container;
  const handlers = canBeProbed(container) ? handlersOf(field) : [];
  const requests = handlers.filter((handler) => actionsOf(handler)[0] === 'httpGet');
  const mounts = field.get('volumeMounts');
  const procMount = field.get('securityContext').get('procMount');
  const stopSignal = field.get('lifecycle').get('stopSignal');
  const signals = canBeProbed(container) && keepsStopSignals(server) ? signalsOf(os) : undefined;
  return [
    { field: field.get('imagePullPolicy'), allowed: ['Always', 'IfNotPresent', 'Never'] },
    { field: field.get('terminationMessagePolicy'), allowed: ['FallbackToLogsOnError', 'File'] },
    ...field
      .itemsOf('ports')
      .map((port) => ({ field: port.get('protocol'), allowed: ['SCTP', 'TCP', 'UDP'] })),
    ...requests.map((handler) => ({
      field: handler.get('httpGet').get('scheme'),
      allowed: ['HTTP', 'HTTPS'],
    })),
    // The server reports the fields of a mount without its index.
    ...mounts.items().map((mount) => ({
      field: mount.get('mountPropagation'),
      allowed: ['Bidirectional', 'HostToContainer', 'None'],
      path: `${mounts.path}.mountPropagation`,
    })),
    ...(hasGate(server, 'RecursiveReadOnlyMounts', true) ? mounts.items() : []).map((mount) => ({
      field: mount.get('recursiveReadOnly'),
      allowed: ['Disabled', 'Enabled', 'IfPossible'],
      path: `${mounts.path}.recursiveReadOnly`,
    })),
    ...(hasGate(server, 'ProcMountType', true)
      ? [{ field: procMount, allowed: ['Default', 'Unmasked'] }]
      : []),
    ...(signals === undefined ? [] : [{ field: stopSignal, allowed: signals }]),
  ];
}

/** The signals that can stop a container on an operating system; undefined if the server does not validate them. */
function signalsOf(os: string | undefined): readonly string[] | undefined {
  if (os === 'windows') return ['SIGKILL', 'SIGTERM'];
  return os === 'linux' ? LINUX_SIGNALS : undefined;
}

const LINUX_SIGNALS = [
  ...'ABRT ALRM BUS CHLD CLD CONT FPE HUP ILL INT IO IOT KILL PIPE POLL PROF PWR QUIT SEGV'.split(
    ' ',
  ),
  ...'STKFLT STOP SYS TERM TRAP TSTP TTIN TTOU URG USR1 USR2 VTALRM WINCH XCPU XFSZ RTMIN'.split(
    ' ',
  ),
  ...Array.from({ length: 15 }, (_, index) => `RTMIN+${index + 1}`),
  ...Array.from({ length: 14 }, (_, index) => `RTMAX-${14 - index}`),
  'RTMAX',
].map((name) => `SIG${name}`);
