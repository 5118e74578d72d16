import { isEmptyText } from '../../src/analysis/emptiness.ts';
import { SUBDOMAIN_PROBLEMS } from '../../src/analysis/metadata/dns-name-messages.ts';
import { dns1123SubdomainProblems } from '../../src/kubernetes/formats/dns.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'crd/group',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary: 'The group of a CRD is a DNS name with at least one dot.',
  details: `
\`spec.group\` is the part of \`apiVersion\` before the slash. The API server takes a DNS name in lower case
with at least one dot, because names without a dot are those of Kubernetes itself (\`apps\`,
\`batch\`). Use a domain that you own.
`,
  reference:
    'https://kubernetes.io/docs/reference/kubernetes-api/extend-resources/custom-resource-definition-v1/#CustomResourceDefinitionSpec',
  messages: {
    required: {
      text: 'the CRD has no group',
      help: 'add spec.group with a domain of yours, such as stable.example.com',
      cause: 'FieldValueRequired',
      rows: ['crd-group-required'],
    },
    format: {
      text: "the group '{group}' is no DNS name: {problem}",
      help: 'write a name such as stable.example.com',
      cause: 'FieldValueInvalid',
      rows: ['crd-group-subdomain'],
    },
    dot: {
      text: "the group '{group}' has no dot; such names are kept for Kubernetes itself",
      help: 'write a domain of yours, such as {group}.example.com',
      cause: 'FieldValueInvalid',
      rows: ['crd-group-needs-dot'],
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
      report('required', group);
      return;
    }
    const name = group.value ?? '';
    if (group.pruned) return;
    const problem = dns1123SubdomainProblems(name)[0];
    if (problem !== undefined) {
      report('format', group, { group: name, problem: SUBDOMAIN_PROBLEMS[problem] });
    } else if (!name.includes('.')) {
      report('dot', group, { group: name });
    }
  },
});
