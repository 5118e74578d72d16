import { defineRule, yaml } from '../../src/rule/rule.ts';

const APPROVED = 'api-approved.kubernetes.io';

export default defineRule({
  id: 'crd/unapproved',
  kinds: ['CustomResourceDefinition'],
  severity: 'info',
  summary: 'An API in a group of Kubernetes has been approved.',
  details: `
Groups that end in \`k8s.io\` and \`kubernetes.io\` are those of the Kubernetes project, and a CRD in one of them says in
an annotation where its API was approved. With a text that begins with \`unapproved\` the API server takes the
CRD, but sets its condition \`KubernetesAPIApprovalPolicyConformant\` to False.

Fine for an experiment. For an API of your own choose a group that you own.
`,
  reference:
    'https://kubernetes.io/docs/reference/labels-annotations-taints/#api-approved-kubernetes-io',
  messages: {
    unapproved: {
      text: "the group '{group}' belongs to Kubernetes, and the annotation says that the API is not approved",
      help: 'choose a group that you own, or have the API approved',
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
    const annotations = resource.root.get('metadata').get('annotations').entries();
    const approval = annotations.find(({ key }) => key === APPROVED)?.field;
    if (approval?.value?.startsWith('unapproved')) report('unapproved', approval, { group });
  },
});
