import {
  reportInvalid,
  requireOneOf,
  requireRange,
  requireUnique,
  VALUE_MESSAGES,
} from '../../src/analysis/fields/value-checks.ts';
import { semanticText } from '../../src/analysis/semantic-text.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { hasGate } from '../../src/server/kubernetes/server.ts';

const SHORTEST_TOKEN = 600;
const LONGEST_TOKEN = 2 ** 32;

export default defineRule({
  id: 'storage/csi-driver',
  on: 'object',
  kinds: ['CSIDriver'],
  severity: 'error',
  summary: 'The settings of a CSIDriver have known values.',
  details: `
\`fsGroupPolicy\` is \`ReadWriteOnceWithFSType\`, which is the default, \`File\` or \`None\`. \`volumeLifecycleModes\` are
\`Persistent\`, which is the default, and \`Ephemeral\`. The \`tokenRequests\` have different audiences, and expire after at least
600 seconds. \`nodeAllocatableUpdatePeriodSeconds\` is at least 10. \`serviceAccountTokenInSecrets\` needs \`tokenRequests\`.
`,
  reference:
    'https://kubernetes.io/docs/reference/kubernetes-api/config-and-storage-resources/csi-driver-v1/',
  messages: {
    unsupported: {
      ...VALUE_MESSAGES.unsupported,
      rows: ['csi-driver-group-policy', 'csi-driver-lifecycle'],
    },
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['csi-driver-token', 'csi-driver-period'] },
    duplicate: { ...VALUE_MESSAGES.duplicate, rows: ['csi-driver-audience'] },
    tokens: {
      text: 'the driver gets tokens among the attributes of volumes, which may be logged',
      help: 'set serviceAccountTokenInSecrets: true if the driver supports it',
      severity: 'warning',
      cause: 'Warning',
      rows: ['csi-driver-secrets'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: storage.k8s.io/v1
        kind: CSIDriver
        metadata: { name: disk.example.com }
        spec:
          fsGroupPolicy: Never
          #              ^^^^^ expect: unsupported
          volumeLifecycleModes: [Inline]
          #                      ^^^^^^ expect: unsupported
          nodeAllocatableUpdatePeriodSeconds: 5
          #                                   ^ expect: invalid
          tokenRequests:
            - audience: vault
              expirationSeconds: 60
              #                  ^^ expect: invalid
            - audience: vault
              #         ^^^^^ expect: duplicate
          serviceAccountTokenInSecrets: true
      `,
      yaml`
        apiVersion: storage.k8s.io/v1
        kind: CSIDriver
        metadata: { name: disk.example.com }
        spec: # expect: tokens
          tokenRequests: [{ audience: vault }]
      `,
    ],
    good: [
      yaml`
        apiVersion: storage.k8s.io/v1
        kind: CSIDriver
        metadata: { name: disk.example.com }
        spec:
          fsGroupPolicy: File
          volumeLifecycleModes: [Persistent, Ephemeral]
      `,
    ],
  },
  check(resource, { report, server }) {
    const spec = resource.root.get('spec');
    const policy = spec.get('fsGroupPolicy');
    requireOneOf(report, policy, ['ReadWriteOnceWithFSType', 'File', 'None']);
    const modes = spec.get('volumeLifecycleModes');
    for (const mode of modes.items()) {
      requireOneOf(report, mode, ['Persistent', 'Ephemeral'], { path: modes.path });
    }
    const requests = spec.itemsOf('tokenRequests');
    const audiences = requests.map((request) => request.get('audience'));
    requireUnique(report, audiences, ({ value = '' }) => value, 'each audience can occur once');
    for (const [index, request] of requests.entries()) {
      const audience = request.get('audience').value ?? '';
      // The server does not look at the rest of a repeated request.
      if (audiences.findIndex(({ value = '' }) => value === audience) < index) continue;
      requireRange(report, request.get('expirationSeconds'), {
        least: SHORTEST_TOKEN,
        most: LONGEST_TOKEN,
      });
    }
    // Without their gates, the server drops these fields.
    if (hasGate(server, 'MutableCSINodeAllocatableCount', true)) {
      requireRange(report, spec.get('nodeAllocatableUpdatePeriodSeconds'), { least: 10 });
    }
    const inSecrets = spec.get('serviceAccountTokenInSecrets');
    const isKept = hasGate(server, 'CSIServiceAccountTokenSecrets', true);
    const before = resource.stored?.root.get('spec').get('tokenRequests').value;
    const isChanged = semanticText(before) !== semanticText(spec.get('tokenRequests').value);
    if (isKept && inSecrets.absent && requests.length > 0 && isChanged) {
      report({ message: 'tokens', at: inSecrets });
    }
    if (isKept && inSecrets.value !== undefined && requests.length === 0) {
      reportInvalid(report, inSecrets, 'there are no tokenRequests');
    }
  },
});
