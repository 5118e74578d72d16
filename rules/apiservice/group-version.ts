import { isEmptyText } from '../../src/analysis/emptiness.ts';
import { SUBDOMAIN_PROBLEMS } from '../../src/analysis/metadata/dns-name-messages.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import {
  dns1035LabelProblems,
  dns1123SubdomainProblems,
} from '../../src/server/kubernetes/formats/dns.ts';

export default defineRule({
  id: 'apiservice/group-version',
  on: 'object',
  kinds: ['APIService'],
  severity: 'error',
  summary: 'An APIService has a group that is a DNS name, and a version that starts with a letter.',
  details: `
\`group\` is the API group that the extension server serves: a DNS name such as \`metrics.k8s.io\`. Only the core
group of Kubernetes is empty, and only with the version \`v1\`. \`version\` is a DNS label that starts with a letter,
such as \`v1\` or \`v2beta1\`. Both are part of the path for clients: \`/apis/GROUP/VERSION\`.
`,
  reference:
    'https://kubernetes.io/docs/reference/kubernetes-api/cluster-resources/api-service-v1/',
  messages: {
    groupRequired: {
      text: 'spec.group is required',
      help: 'add the API group that the extension server serves, such as metrics.k8s.io',
      cause: 'FieldValueRequired',
      rows: ['as-group-required'],
      explains: ['apiservice/name#invalidSpec'],
    },
    group: {
      text: "'{group}' is not a valid API group: {problem}",
      help: 'use the API group that the extension server serves, such as metrics.k8s.io',
      cause: 'FieldValueInvalid',
      rows: ['as-group-format'],
      explains: ['apiservice/name#invalidSpec'],
    },
    versionRequired: {
      text: 'spec.version is required',
      help: 'add the version that the extension server serves, such as v1',
      cause: 'FieldValueInvalid',
      rows: ['as-version-format'],
      explains: ['apiservice/name#invalidSpec'],
    },
    version: {
      text: "'{version}' is not a valid version: {problem}",
      help: 'use the version that the extension server serves, such as v1 or v2beta1',
      cause: 'FieldValueInvalid',
      rows: ['as-version-format', 'as-version-length'],
      explains: ['apiservice/name#invalidSpec'],
      explainsInField: ['apiservice/discovery-order'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: apiregistration.k8s.io/v1
        kind: APIService
        metadata: { name: 1beta1.Metrics.example.com }
        spec:
          group: Metrics.example.com
          #      ^^^^^^^^^^^^^^^^^^^ expect: group
          version: 1beta1
          #        ^^^^^^ expect: version
          groupPriorityMinimum: 100
          versionPriority: 100
      `,
      yaml`
        apiVersion: apiregistration.k8s.io/v1
        kind: APIService
        metadata: { name: v1.metrics.example.com }
        spec: # expect: groupRequired, versionRequired
          groupPriorityMinimum: 100
          versionPriority: 100
      `,
    ],
    good: [
      yaml`
        apiVersion: apiregistration.k8s.io/v1
        kind: APIService
        metadata: { name: v1beta1.metrics.example.com }
        spec:
          group: metrics.example.com
          version: v1beta1
          groupPriorityMinimum: 100
          versionPriority: 100
      `,
    ],
  },
  check(resource, { report }) {
    const spec = resource.root.get('spec');
    const group = spec.get('group');
    const version = spec.get('version');
    if (isEmptyText(group) && version.value !== 'v1' && !version.pruned) {
      report({ message: 'groupRequired', at: group });
    }
    const { value: groupText = '' } = group;
    for (const problem of groupText === '' ? [] : dns1123SubdomainProblems(groupText)) {
      report({
        message: 'group',
        at: group,
        values: { group: groupText, problem: SUBDOMAIN_PROBLEMS[problem] },
      });
    }
    const { value: versionText = '' } = version;
    if (isEmptyText(version)) report({ message: 'versionRequired', at: version });
    for (const problem of versionText === '' ? [] : dns1035LabelProblems(versionText)) {
      report({
        message: 'version',
        at: version,
        values: { version: versionText, problem: VERSION_PROBLEMS[problem] },
      });
    }
  },
});

const VERSION_PROBLEMS = {
  'too-long': 'it is longer than 63 characters',
  format:
    "use only lowercase letters, digits and '-', start with a letter and end with a letter or digit",
} as const;
