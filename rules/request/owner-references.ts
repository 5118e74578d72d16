import { distinctOwners } from '../../src/analysis/metadata/owner-references.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'request/owner-references',
  on: 'object',
  kinds: [
    'Binding',
    'SubjectAccessReview',
    'LocalSubjectAccessReview',
    'SelfSubjectAccessReview',
    'SelfSubjectRulesReview',
    'TokenReview',
    'SelfSubjectReview',
  ],
  severity: 'warning',
  summary: 'A request that the server answers has no owner reference twice.',
  details: `
The server stores neither a Binding nor a review, so nothing is done with \`metadata.ownerReferences\`. It still removes references that are
repeated, and warns of them.

Remove the field.
`,
  reference: 'https://kubernetes.io/docs/concepts/overview/working-with-objects/owners-dependents/',
  messages: {
    duplicate: {
      text: 'the reference equals an earlier one, so the server removes it',
      help: 'remove metadata.ownerReferences',
      cause: 'Warning',
      step: 'before-validation',
      rows: ['request-repeated-owners'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: authentication.k8s.io/v1
        kind: SelfSubjectReview
        metadata:
          ownerReferences:
            - { apiVersion: v1, kind: Pod, name: web, uid: 77c0e1f3 }
            - { apiVersion: v1, kind: Pod, name: web, uid: 77c0e1f3 } # expect: duplicate
      `,
    ],
    good: [
      yaml`
        apiVersion: authentication.k8s.io/v1
        kind: SelfSubjectReview
      `,
    ],
  },
  check({ root }, { report }) {
    const list = root.get('metadata').get('ownerReferences');
    for (const duplicate of distinctOwners(list).duplicates)
      report({ message: 'duplicate', at: duplicate, path: list.path });
  },
});
