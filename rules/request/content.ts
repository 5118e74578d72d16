import { isEmptyText } from '../../src/analysis/emptiness.ts';
import type { Field } from '../../src/rule/field.ts';
import { isOfKind } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'request/content',
  on: 'object',
  kinds: ['TokenReview', 'SelfSubjectRulesReview'],
  severity: 'error',
  summary: 'A TokenReview has a token, and a SelfSubjectRulesReview a namespace.',
  details: `
The server answers a TokenReview with the user of \`spec.token\`, and a SelfSubjectRulesReview with the rules that apply to its user in
\`spec.namespace\`. It stores neither.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/authorization/#checking-api-access',
  messages: {
    required: {
      text: 'spec.{field} of a {kind} is required',
      help: 'add {field} to spec',
      cause: 'Status',
      rows: ['token-review-token', 'rules-review-namespace'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: authentication.k8s.io/v1
        kind: TokenReview
        spec: # expect: required
          audiences: [https://shop.example.com]
      `,
      yaml`
        apiVersion: authorization.k8s.io/v1
        kind: SelfSubjectRulesReview
        spec:
          namespace: ""
          #          ^^ expect: required
      `,
    ],
    good: [
      yaml`
        apiVersion: authentication.k8s.io/v1
        kind: TokenReview
        spec:
          token: abc.def.ghi
          audiences: [https://shop.example.com]
      `,
      yaml`
        apiVersion: authorization.k8s.io/v1
        kind: SelfSubjectRulesReview
        spec:
          namespace: shop
      `,
    ],
  },
  check(resource, { report }) {
    const { kind } = resource;
    const require = (field: string, at: Field<string | undefined>) => {
      if (isEmptyText(at)) report({ message: 'required', at, values: { kind, field }, path: '' });
    };
    if (isOfKind(resource, 'TokenReview')) require('token', resource.root.get('spec').get('token'));
    if (isOfKind(resource, 'SelfSubjectRulesReview')) {
      require('namespace', resource.root.get('spec').get('namespace'));
    }
  },
});
