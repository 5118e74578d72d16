import { pathSegmentProblems } from '../../src/kubernetes/formats/path-segment.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'apiservice/name',
  kinds: ['APIService'],
  severity: 'error',
  summary: 'An APIService is named after its version and group.',
  details: `
There is one APIService for each version of an API group, and its name says which: the version, a dot, the
group, as in \`v1beta1.metrics.k8s.io\`. The API server refuses any other name, and with it any \`generateName\`.
The core group is empty, so its name ends in the dot: \`v1.\`.

Where name and spec differ, look which of them has the slip.
`,
  reference:
    'https://kubernetes.io/docs/reference/kubernetes-api/cluster-resources/api-service-v1/',
  messages: {
    mismatch: {
      text: "the name is '{name}', and version and group make it '{expected}'",
      help: 'write name: {expected}, or mend spec.version or spec.group',
      cause: 'FieldValueInvalid',
      rows: ['as-name-mismatch', 'as-name-mismatch-legacy', 'as-update-name'],
      dependsOn: ['spec.version', 'spec.group'],
    },
    prefix: {
      text: "generateName cannot work: the name must be '{expected}'",
      help: 'write name: {expected}, and leave generateName out',
      cause: 'FieldValueInvalid',
      rows: ['as-generate-name'],
      dependsOn: ['spec.version', 'spec.group'],
    },
    generated: {
      text: "the server makes up a name of generateName '{prefix}', and the name must be '{expected}'",
      help: 'write name: {expected}, and leave generateName out',
      cause: 'FieldValueInvalid',
      rows: ['as-generate-name'],
      dependsOn: ['spec.version', 'spec.group'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: apiregistration.k8s.io/v1
        kind: APIService
        metadata:
          name: v1beta1.metrics.k8s.io
          #     ^^^^^^^^^^^^^^^^^^^^^^ expect: mismatch
        spec:
          group: metrics.k8s.io
          version: v1
          groupPriorityMinimum: 100
          versionPriority: 100
      `,
      yaml`
        apiVersion: apiregistration.k8s.io/v1
        kind: APIService
        metadata:
          generateName: v1.metrics-
          #             ^^^^^^^^^^^ expect: prefix, generated
        spec:
          group: metrics.k8s.io
          version: v1
          groupPriorityMinimum: 100
          versionPriority: 100
      `,
    ],
    good: [
      yaml`
        apiVersion: apiregistration.k8s.io/v1
        kind: APIService
        metadata:
          name: v1beta1.metrics.k8s.io
        spec:
          group: metrics.k8s.io
          version: v1beta1
          groupPriorityMinimum: 100
          versionPriority: 100
      `,
    ],
  },
  check(resource, { report }) {
    const spec = resource.root.get('spec');
    const version = spec.get('version');
    const group = spec.get('group');
    if (version.pruned || group.pruned) return;
    const expected = `${version.value ?? ''}.${group.value ?? ''}`;

    const metadata = resource.root.get('metadata');
    const name = metadata.get('name');
    const generateName = metadata.get('generateName');
    const { value: text = '' } = name;
    const { value: prefix = '' } = generateName;
    if (text !== '' && text !== expected && pathSegmentProblems(text).length === 0) {
      report('mismatch', name, { name: text, expected });
    }
    if (prefix === '') return;
    if (prefix !== expected && pathSegmentProblems(prefix).length === 0) {
      report('prefix', generateName, { expected });
    }
    if (text === '' && !name.pruned) {
      report('generated', generateName, { prefix, expected }, { path: name.path });
    }
  },
});
