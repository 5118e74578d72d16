import {
  reportInvalid,
  requireFormat,
  requireText,
  VALUE_MESSAGES,
  valueTexts,
} from '../../src/analysis/fields/value-checks.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import {
  compareSemvers,
  parseSemver,
  type Semver,
} from '../../src/server/kubernetes/formats/semver.ts';

const NO_VERSION: Semver = { major: 0n, minor: 0n, patch: 0n, prerelease: [], build: [] };
const STRATEGY = 'OldestEmulationVersion';

export default defineRule({
  id: 'lease/candidate',
  on: 'object',
  kinds: ['LeaseCandidate'],
  severity: 'error',
  summary: 'A LeaseCandidate names its Lease, its versions and a strategy.',
  details: `
A LeaseCandidate takes part in the coordinated election of the holder of the Lease \`leaseName\`. \`binaryVersion\` and
\`emulationVersion\` are semantic versions such as \`1.37.0\`; the binary is at least as new as the version that it emulates.
The strategy \`OldestEmulationVersion\` compares the emulated versions, so it needs one.

Components write these objects themselves. No server serves the kind by default: it needs an entry in \`--runtime-config\`.
`,
  reference:
    'https://kubernetes.io/docs/concepts/cluster-administration/coordinated-leader-election/',
  messages: {
    required: { ...VALUE_MESSAGES.required, rows: ['lease-candidate-required'] },
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['lease-candidate-versions'] },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: coordination.k8s.io/v1beta1
        kind: LeaseCandidate
        metadata: { name: manager-a, namespace: kube-system }
        spec: # expect: required
          leaseName: manager
          binaryVersion: v1.37.0
          #              ^^^^^^^ expect: invalid
          strategy: OldestEmulationVersion
      `,
      yaml`
        apiVersion: coordination.k8s.io/v1beta1
        kind: LeaseCandidate
        metadata: { name: manager-a, namespace: kube-system }
        spec:
          leaseName: manager
          binaryVersion: 1.36.0
          #              ^^^^^^ expect: invalid
          emulationVersion: 1.37.0
          strategy: OldestEmulationVersion
      `,
    ],
    good: [
      yaml`
        apiVersion: coordination.k8s.io/v1beta1
        kind: LeaseCandidate
        metadata: { name: manager-a, namespace: kube-system }
        spec:
          leaseName: manager
          binaryVersion: 1.37.0
          emulationVersion: 1.36.0
          strategy: OldestEmulationVersion
      `,
    ],
  },
  check({ root, apiVersion }, { report }) {
    const spec = root.get('spec');
    const [binary, emulated] = [spec.get('binaryVersion'), spec.get('emulationVersion')];
    const [strategy, strategies] = [spec.get('strategy'), spec.get('preferredStrategies')];
    const isFirstVersion = apiVersion.endsWith('/v1alpha1');
    requireText(report, spec.get('leaseName'), 'the name of the Lease');
    for (const version of [binary, emulated]) {
      if (version.value !== '') requireFormat(report, version, versionProblem);
    }
    if (!isFirstVersion) {
      requireText(report, binary, 'the version of the program, such as 1.37.0');
      requireText(report, strategy, STRATEGY);
    }
    if (isGiven(binary.value) && isGiven(emulated.value) && isOlder(binary.value, emulated.value)) {
      reportInvalid(report, binary, 'it is older than emulationVersion');
    }
    const compared = isFirstVersion ? [binary, emulated] : [emulated];
    const isCompared = strategy.value === STRATEGY || strategies.value?.includes(STRATEGY) === true;
    for (const version of isCompared ? compared : []) {
      if (version.pruned || compareSemvers(versionOf(version.value), NO_VERSION) !== 0) continue;
      const values = valueTexts(version, `which ${STRATEGY} compares`);
      report({ message: 'required', at: version, values });
    }
  },
});

function isGiven(version: string | undefined): version is string {
  return (version ?? '') !== '';
}

function versionProblem(text: string): string | undefined {
  return parseSemver(text).ok ? undefined : 'it is not a semantic version such as 1.37.0';
}

/** The version that the server compares: of a text that is none, it has only zeros. */
function versionOf(text = ''): Semver {
  const result = parseSemver(text);
  return result.ok ? result.version : NO_VERSION;
}

function isOlder(text: string, other: string): boolean {
  return compareSemvers(versionOf(text), versionOf(other)) < 0;
}
