import { isEmptyText } from '../../src/analysis/emptiness.ts';
import { SUBDOMAIN_PROBLEMS } from '../../src/analysis/metadata/dns-name-messages.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { dns1123SubdomainProblems } from '../../src/server/kubernetes/formats/dns.ts';

export default defineRule({
  id: 'crd/group',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary: 'The group of a CRD is a DNS subdomain name with at least one dot.',
  details: `
\`spec.group\` is the part of \`apiVersion\` before the slash. The API server accepts a DNS subdomain name in lowercase with
at least one dot; names without a dot, such as \`apps\` and \`batch\`, are reserved for Kubernetes. Use a domain that you own.
`,
  reference:
    'https://kubernetes.io/docs/reference/kubernetes-api/extend-resources/custom-resource-definition-v1/#CustomResourceDefinitionSpec',
  messages: {
    required: {
      text: 'spec.group is required',
      help: 'add spec.group with a domain that you own, such as stable.example.com',
      cause: 'FieldValueRequired',
      rows: ['crd-group-required'],
      explains: ['crd/name#mismatch'],
    },
    format: {
      text: "spec.group '{group}' is not a valid DNS subdomain name: {problem}",
      help: 'use a name such as stable.example.com',
      cause: 'FieldValueInvalid',
      rows: ['crd-group-subdomain'],
      explains: ['crd/name#mismatch'],
    },
    dot: {
      text: "spec.group '{group}' has no dot; such groups are reserved for Kubernetes",
      help: 'use a domain that you own, such as {group}.example.com',
      cause: 'FieldValueInvalid',
      rows: ['crd-group-needs-dot'],
      explains: ['crd/name#mismatch'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: { name: crontabs.stable }
        spec:
          group: stable
          #      ^^^^^^ expect: dot
          names: { plural: crontabs, kind: CronTab }
          scope: Namespaced
          versions:
            - { name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }
      `,
      yaml`
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: { name: crontabs.Stable.example.com }
        spec:
          group: Stable.example.com
          #      ^^^^^^^^^^^^^^^^^^ expect: format
          names: { plural: crontabs, kind: CronTab }
          scope: Namespaced
          versions:
            - { name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }
      `,
      yaml`
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: { name: crontabs. }
        spec: # expect: required
          names: { plural: crontabs, kind: CronTab }
          scope: Namespaced
          versions:
            - { name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }
      `,
    ],
    good: [
      yaml`
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: { name: crontabs.stable.example.com }
        spec:
          group: stable.example.com
          names: { plural: crontabs, kind: CronTab }
          scope: Namespaced
          versions:
            - { name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }
      `,
    ],
  },
  check(resource, { report }) {
    const group = resource.root.get('spec').get('group');
    if (isEmptyText(group)) {
      report({ message: 'required', at: group });
      return;
    }
    const name = group.value ?? '';
    if (group.pruned) return;
    const problem = dns1123SubdomainProblems(name)[0];
    if (problem !== undefined) {
      report({
        message: 'format',
        at: group,
        values: { group: name, problem: SUBDOMAIN_PROBLEMS[problem] },
      });
    } else if (!name.includes('.')) {
      report({ message: 'dot', at: group, values: { group: name } });
    }
  },
});
