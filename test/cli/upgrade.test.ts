import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { crdYaml } from '../crd-yaml.ts';
import { suiteFolder } from '../temporary-folder.ts';
import { runIn } from './fake-host.ts';

const LEVEL = `apiVersion: flowcontrol.apiserver.k8s.io/VERSION
kind: PriorityLevelConfiguration
metadata: { name: shop-VERSION }
spec: { type: Limited, limited: { limitResponse: { type: Reject } } }
`;

const BINDING = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: a }
spec: { policyName: a.example.com, validationActions: [Deny] }
`;

/** `format` is new in Kubernetes 1.32. */
const POLICY = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: a.example.com }
spec:
  matchConstraints:
    resourceRules:
      - { apiGroups: [''], apiVersions: [v1], resources: [pods], operations: [CREATE] }
  validations:
    - expression: format.named('dns1123Label').hasValue()
`;

/** Warned about since Kubernetes 1.33. */
const NETWORK = `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: out }
spec:
  podSelector: {}
  egress: [{ to: [{ ipBlock: { cidr: '2001:db8:0:0::/32' } }] }]
`;

/** Served since Kubernetes 1.32, if the beta versions are enabled. */
const DEVICE_CLASS = `apiVersion: resource.k8s.io/v1beta1
kind: DeviceClass
metadata: { name: gpu.example.com }
spec: { selectors: [] }
`;

/** A CRD with two formats that the server warns about since Kubernetes 1.34. */
const definition = (kind: string) =>
  crdYaml(
    '{ type: object, properties: { a: { type: string, format: color }, b: { type: string, format: color } } }',
    { kind },
  );

/** Refused with different errors before and since {@link CHANGED}. */
const OWNED = `apiVersion: v1
kind: ConfigMap
metadata:
  name: a
  ownerReferences: [{ apiVersion: v1, kind: Pod, name: b, uid: "" }]
`;

/** The minor that sets maxUnavailable of StatefulSets by default. */
const CHANGED = '1.37';

/** A policy that denies what this minor sets by default, and one that needs it. */
const DECISIONS = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: sets.example.com }
spec:
  matchConstraints:
    resourceRules:
      - { apiGroups: [apps], apiVersions: [v1], resources: [statefulsets], operations: [CREATE] }
  validations:
    - expression: has(object.spec.updateStrategy.rollingUpdate.maxUnavailable) == (object.metadata.name == "new")
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: sets }
spec: { policyName: sets.example.com, validationActions: [Deny] }
`;

const statefulSet = (name: string) => `---
apiVersion: apps/v1
kind: StatefulSet
metadata: { name: ${name}, namespace: shop }
spec:
  serviceName: db
  selector: { matchLabels: { app: db } }
  template:
    metadata: { labels: { app: db } }
    spec: { containers: [{ name: db, image: example.com/db:1.0 }] }
`;

const cwd = suiteFolder({
  'old.yaml': LEVEL.replaceAll('VERSION', 'v1beta3'),
  'new.yaml': `${LEVEL.replaceAll('VERSION', 'v1')}---\n${BINDING}`,
  'later.yaml': POLICY,
  'network.yaml': NETWORK,
  'definitions.yaml': `${definition('Widget')}---\n${definition('Gadget')}`,
  'suppressed.yaml': `# kubeadmit: ignore[kind/unserved] a test\n${LEVEL.replaceAll('VERSION', 'v1beta3')}`,
  'decisions.yaml': `${DECISIONS}${statefulSet('old')}${statefulSet('new')}`,
  'policies/sets.yaml': DECISIONS,
  'set.yaml': statefulSet('old'),
  'other.yaml': 'a: 1\n',
  'owner.yaml': OWNED,
  'range.yaml': POLICY.replace(/(?<=expression: ).*/, '"lists.range(-3) == []"'),
  'served/.kubeadmit.yaml': 'runtimeConfig: { api/beta: true }\n',
  'served/device.yaml': DEVICE_CLASS,
});

describe('upgrade', () => {
  it('reports what is refused, and since when', async () => {
    const { code, stdout } = await runIn(
      { cwd },
      'upgrade',
      '1.30',
      '1.33',
      'old.yaml',
      'new.yaml',
    );
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^change {3}since {2}location {7}object {35}finding\nrefused {2}1\.32 {3}old\.yaml:1:\d+ {2}PriorityLevelConfiguration\/shop-v1beta3 {2}.*\[kind\/unserved\]\n/,
    );
    expect(stdout.trimEnd().split('\n').at(-1)).toBe(
      'Kubernetes 1.30 to 1.33: 1 refused, 0 warned, 0 different, 0 accepted of 3 documents',
    );
  });

  it('uses the settings of the configuration', async () => {
    const { code, stdout } = await runIn(
      { cwd: join(cwd, 'served') },
      'upgrade',
      '1.31',
      '1.32',
      '.',
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^accepted +1\.32 +device\.yaml:1:\d+ +DeviceClass\/gpu\.example\.com /m,
    );
  });

  it('reports what is warned about', async () => {
    const { code, stdout } = await runIn({ cwd }, 'upgrade', '1.30', '1.35', 'network.yaml');
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(
        /^warned +1\.33 +network\.yaml:6:\d+ +NetworkPolicy\/out .*range-form\]$/m,
      ),
    ]);
  });

  it('reports the same warning once for each object', async () => {
    const { stdout } = await runIn({ cwd }, 'upgrade', '1.33', '1.34', 'definitions.yaml');
    expect(stdout.match(/^warned .*Definition\/\S+/gm)).toEqual([
      expect.stringMatching(/\/widgets\.shop\.example\.com$/),
      expect.stringMatching(/\/gadgets\.shop\.example\.com$/),
    ]);
  });

  it('reports a refused document whose errors are suppressed', async () => {
    const { code, stdout } = await runIn({ cwd }, 'upgrade', '1.31', '1.32', 'suppressed.yaml');
    expect([code, stdout]).toEqual([
      1,
      expect.stringMatching(
        /^refused +1\.32 +suppressed\.yaml:2 +PriorityLevelConfiguration\/shop-v1beta3 +\(not reported\)$/m,
      ),
    ]);
  });

  it.each([
    ['of the input', ['decisions.yaml'], 'decisions.yaml'],
    ['of --policies', ['--policies', 'policies', 'set.yaml'], 'set.yaml'],
  ])('reports what a policy %s denies', async (_, args, file) => {
    const { code, stdout } = await runIn({ cwd }, 'upgrade', '1.36', CHANGED, ...args);
    expect([code, stdout]).toEqual([
      1,
      expect.stringMatching(
        new RegExp(
          `^refused +${CHANGED} +${file}:\\d+:\\d+ +StatefulSet/old +denied by policy`,
          'm',
        ),
      ),
    ]);
  });

  it('reports what a policy denies no more', async () => {
    const { stdout } = await runIn({ cwd }, 'upgrade', '1.36', CHANGED, 'decisions.yaml');
    expect(stdout).toMatch(
      new RegExp(
        `^accepted +${CHANGED} +decisions\\.yaml:\\d+:\\d+ +StatefulSet/new +denied by policy`,
        'm',
      ),
    );
  });

  it('reports the errors that only one minor has for what both refuse', async () => {
    const { code, stdout } = await runIn({ cwd }, 'upgrade', '1.36', CHANGED, 'owner.yaml');
    expect([code, stdout]).toEqual([
      0,
      `both refuse, with other errors:
owner.yaml:1  ConfigMap/a
  only 1.36, 5:64: uid is required in an owner reference [metadata/owner-references] (FieldValueInvalid metadata.ownerReferences.uid)
  only ${CHANGED}, 5:64: uid is required in an owner reference [metadata/owner-references] (FieldValueRequired metadata.ownerReferences[0].uid)
Kubernetes 1.36 to ${CHANGED}: 0 refused, 0 warned, 0 different, 0 accepted of 1 document; both refuse 1 (kubeadmit says why)
`,
    ]);
    const json = await runIn({ cwd }, 'upgrade', '1.36', CHANGED, '-f', 'json', 'owner.yaml');
    expect(JSON.parse(json.stdout)).toMatchObject({
      changes: [],
      otherErrors: [
        {
          document: { file: 'owner.yaml', kind: 'ConfigMap', name: 'a' },
          before: [{ cause: 'FieldValueInvalid' }],
          after: [{ cause: 'FieldValueRequired' }],
        },
      ],
    });
  });

  it('reports expressions with another result', async () => {
    const { code, stdout } = await runIn({ cwd }, 'upgrade', '1.36', CHANGED, 'range.yaml');
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(
        /^different +\S+ +range\.yaml:9:26 +ValidatingAdmissionPolicy\/a\.example\.com +this fails with /m,
      ),
    ]);
    const json = await runIn({ cwd }, 'upgrade', '1.36', CHANGED, '-f', 'json', 'range.yaml');
    expect(JSON.parse(json.stdout).changes).toEqual([
      {
        change: 'different',
        since: CHANGED,
        document: expect.objectContaining({ file: 'range.yaml', name: 'a.example.com' }),
        finding: null,
        difference: {
          message: expect.stringContaining('; before, it was []'),
          field: 'spec.validations[0].expression',
          line: 9,
          column: 26,
          endLine: 9,
          endColumn: 31,
        },
      },
    ]);
  });

  it('counts what both minors refuse', async () => {
    const { code, stdout } = await runIn({ cwd }, 'upgrade', '1.34', '1.35', 'old.yaml');
    expect([code, stdout]).toEqual([
      0,
      'Kubernetes 1.34 to 1.35: 0 refused, 0 warned, 0 different, 0 accepted of 1 document; both refuse 1 (kubeadmit says why)\n',
    ]);
  });

  it('reports nothing where nothing changes', async () => {
    const args = ['upgrade', '1.30', '1.31', '-f', 'json', 'old.yaml', 'new.yaml'];
    const { code, stdout } = await runIn({ cwd }, ...args);
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      { version: 1, from: '1.30', to: '1.31', documents: 3, changes: [], otherErrors: [] },
    ]);
  });

  it('reports what is newly accepted, as JSON', async () => {
    const { code, stdout } = await runIn(
      { cwd },
      'upgrade',
      'v1.30.2',
      '1.35',
      '-f',
      'json',
      'later.yaml',
    );
    expect(code).toBe(0);
    const { changes, ...rest } = JSON.parse(stdout);
    expect(rest).toEqual({ version: 1, from: '1.30', to: '1.35', documents: 1, otherErrors: [] });
    expect(changes.length).toBeGreaterThan(0);
    for (const change of changes) {
      expect(change).toMatchObject({
        change: 'accepted',
        since: '1.32',
        document: {
          file: 'later.yaml',
          kind: 'ValidatingAdmissionPolicy',
          name: 'a.example.com',
        },
        finding: { rule: 'cel/compilation' },
      });
    }
  });

  it.each<[string[], string]>([
    [['1.30'], "missing required argument 'to'"],
    [['1.33', '1.30'], '1.30 must be newer than 1.33'],
    [['1.33', '1.33'], '1.33 must be newer than 1.33'],
    [['1.30..1.31', '1.33'], '1.30..1.31 must be one minor, such as 1.30'],
    [['1.30', '1.99'], 'Kubernetes 1.99 is not known'],
  ])('refuses %j', async (args, message) => {
    const { code, stderr } = await runIn({ cwd }, 'upgrade', ...args);
    expect([code, stderr.split('\n')[0]]).toEqual([2, expect.stringContaining(message)]);
  });
});
