import { defineRule, yaml } from '../../src/rule/rule.ts';

const APPROVED = 'api-approved.kubernetes.io';

export default defineRule({
  id: 'crd/unapproved',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'info',
  summary: 'An API in an API group of the Kubernetes project is approved.',
  details: `
API groups that end in \`k8s.io\` or \`kubernetes.io\` belong to the Kubernetes project. A CRD in such a group has the
annotation \`api-approved.kubernetes.io\` with the URL of the approval. If its value starts with \`unapproved\`, the API
server accepts the CRD, but sets the condition \`KubernetesAPIApprovalPolicyConformant\` to False.

This is for experiments. For your own API, choose a group in a domain that you own.
`,
  reference:
    'https://kubernetes.io/docs/reference/labels-annotations-taints/#api-approved-kubernetes-io',
  messages: {
    unapproved: {
      text: "the group '{group}' belongs to the Kubernetes project, and the API is marked as unapproved",
      help: 'choose a group in a domain that you own, or get the API approved',
      rows: ['crd-lint-unapproved'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata:
          name: crontabs.batch.k8s.io
          annotations:
            api-approved.kubernetes.io: unapproved, experimental-only
            #                           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: unapproved
        spec:
          group: batch.k8s.io
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
    const group = resource.root.get('spec').get('group').value ?? '';
    if (!/(?:^|\.)(?:k8s|kubernetes)\.io$/.test(group)) return;
    const approval = resource.root.get('metadata').get('annotations').entry(APPROVED);
    if (approval?.value?.startsWith('unapproved'))
      report({ message: 'unapproved', at: approval, values: { group } });
  },
});
