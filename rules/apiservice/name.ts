import { defineRule, yaml } from '../../src/rule/rule.ts';
import { isDns1035Label, isDns1123Subdomain } from '../../src/server/kubernetes/formats/dns.ts';
import { pathSegmentProblems } from '../../src/server/kubernetes/formats/path-segment.ts';

export default defineRule({
  id: 'apiservice/name',
  on: 'object',
  kinds: ['APIService'],
  severity: 'error',
  summary: 'The name of an APIService consists of its version and its group.',
  details: `
There is one APIService for each version of an API group. Its name is the version, a dot and the group, such as
\`v1beta1.metrics.k8s.io\`. The API server refuses any other name, and therefore any \`generateName\`. The core
group is empty, so the name of its APIService is \`v1.\`, with a dot at the end.

If name and spec differ, check which of them is wrong.
`,
  reference:
    'https://kubernetes.io/docs/reference/kubernetes-api/cluster-resources/api-service-v1/',
  messages: {
    mismatch: {
      text: "the name '{name}' does not match spec.version and spec.group, which require '{expected}'",
      help: 'use the name {expected}, or change spec.version or spec.group',
      cause: 'FieldValueInvalid',
      rows: ['as-name-mismatch', 'as-name-mismatch-legacy', 'as-update-name'],
      dependsOn: ['spec.group', 'spec.version'],
    },
    invalidSpec: {
      text: "the name '{name}' does not match spec.version and spec.group, which are invalid",
      help: 'fix spec.version and spec.group first',
      cause: 'FieldValueInvalid',
      rows: ['as-name-mismatch', 'as-name-mismatch-legacy'],
      dependsOn: ['spec.group', 'spec.version'],
    },
    prefix: {
      text: "generateName cannot be used for an APIService: the name must be '{expected}'",
      help: 'use name: {expected}, and remove generateName',
      cause: 'FieldValueInvalid',
      rows: ['as-generate-name'],
      dependsOn: ['spec.group', 'spec.version'],
    },
    generated: {
      text: "the name generated from '{prefix}' is not '{expected}', which spec.version and spec.group require",
      help: 'use name: {expected}, and remove generateName',
      cause: 'FieldValueInvalid',
      rows: ['as-generate-name'],
      explains: ['apiservice/name#prefix', 'metadata/generate-name'],
      dependsOn: ['spec.group', 'spec.version'],
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
      yaml`
        apiVersion: apiregistration.k8s.io/v1
        kind: APIService
        metadata:
          name: v1.metrics.k8s.io
          #     ^^^^^^^^^^^^^^^^^ expect: invalidSpec
        spec:
          version: v1beta1
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
    const isKnown = isGroupVersion(group.value ?? '', version.value ?? '');

    const metadata = resource.root.get('metadata');
    const name = metadata.get('name');
    const generateName = metadata.get('generateName');
    const { value: text = '' } = name;
    const { value: prefix = '' } = generateName;
    if (text !== '' && text !== expected && pathSegmentProblems(text).length === 0) {
      if (isKnown) report({ message: 'mismatch', at: name, values: { name: text, expected } });
      else report({ message: 'invalidSpec', at: name, values: { name: text } });
    }
    if (prefix === '') return;
    if (prefix !== expected && pathSegmentProblems(prefix).length === 0) {
      report({ message: 'prefix', at: generateName, values: { expected } });
    }
    if (text === '' && !name.pruned) {
      report({
        message: 'generated',
        at: generateName,
        values: { prefix, expected },
        path: name.path,
      });
    }
  },
});

/** Reports whether the server accepts a group and a version. The core group has only v1. */
function isGroupVersion(group: string, version: string): boolean {
  if (group === '') return version === 'v1';
  return isDns1123Subdomain(group) && isDns1035Label(version);
}
