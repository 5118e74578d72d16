import type { Field } from '../../src/rule/field.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import type { ObjectMeta } from '../../src/server/kubernetes/types.generated.ts';

/** The metadata that the server refuses in an access review. It ignores all other fields. */
const REFUSED = [
  'name',
  'generateName',
  'labels',
  'annotations',
  'finalizers',
  'ownerReferences',
  'resourceVersion',
  'generation',
] as const satisfies readonly (keyof ObjectMeta)[];

export default defineRule({
  id: 'request/review-metadata',
  on: 'object',
  kinds: ['SubjectAccessReview', 'LocalSubjectAccessReview', 'SelfSubjectAccessReview'],
  severity: 'error',
  summary: 'An access review has no metadata.',
  details: `
The server answers an access review, and does not store it. So it refuses a name, labels and the like. A LocalSubjectAccessReview
has only \`metadata.namespace\`.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/authorization/#checking-api-access',
  messages: {
    metadata: {
      text: 'a {kind} is not stored, so its metadata cannot have {field}',
      help: 'remove {field}',
      cause: 'FieldValueInvalid',
      rows: ['access-review-metadata'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: authorization.k8s.io/v1
        kind: SubjectAccessReview
        metadata:
          name: may-jane-list # expect: metadata
        spec:
          user: jane
          resourceAttributes: { verb: list, resource: pods, namespace: shop }
      `,
    ],
    good: [
      yaml`
        apiVersion: authorization.k8s.io/v1
        kind: LocalSubjectAccessReview
        metadata: { namespace: shop }
        spec:
          user: jane
          resourceAttributes: { verb: list, resource: pods, namespace: shop }
      `,
    ],
  },
  check({ kind, root }, { report }) {
    const metadata = root.get('metadata');
    for (const field of REFUSED) {
      const at = metadata.get(field);
      if (isGiven(at))
        report({ message: 'metadata', at, values: { kind, field }, path: 'metadata' });
    }
  },
});

/** Reports whether a field has another value than an absent one. */
function isGiven({ value }: Field): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value === 'object') return Object.keys(value).length > 0;
  return typeof value === 'string' ? value !== '' : Number(value) !== 0;
}
