import { isEmptyList, isEmptyText } from '../../src/analysis/emptiness.ts';
import { reportInvalid, VALUE_MESSAGES } from '../../src/analysis/fields/value-checks.ts';
import { isOfKind } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { serverHas } from '../../src/server/kubernetes/server-changes.ts';

export default defineRule({
  id: 'request/access-review',
  on: 'object',
  kinds: ['SubjectAccessReview', 'LocalSubjectAccessReview', 'SelfSubjectAccessReview'],
  severity: 'error',
  summary: 'An access review asks about one request of one user.',
  details: `
A SubjectAccessReview asks whether somebody may do something. It is about a request for a resource (\`resourceAttributes\`), or about one
for another path of the server (\`nonResourceAttributes\`): exactly one of the two. \`user\` or \`groups\` say who sends the request; a
SelfSubjectAccessReview is about the user who creates it.

A LocalSubjectAccessReview is about a request for a resource in its own namespace. Without \`metadata.namespace\`, the namespace
\`default\` is assumed.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/authorization/#checking-api-access',
  messages: {
    nothing: {
      text: 'the {kind} asks about no request',
      help: 'add resourceAttributes or nonResourceAttributes',
      cause: 'FieldValueInvalid',
      rows: ['access-review-attributes'],
    },
    both: {
      text: 'resourceAttributes and nonResourceAttributes cannot both be given',
      help: 'remove one of them',
      cause: 'FieldValueInvalid',
      rows: ['access-review-attributes'],
    },
    nobody: {
      text: 'the {kind} names no user and no groups',
      help: 'add user or groups',
      cause: 'FieldValueInvalid',
      rows: ['access-review-user'],
    },
    path: {
      text: 'a LocalSubjectAccessReview cannot ask about nonResourceAttributes',
      help: 'use a SubjectAccessReview',
      cause: 'FieldValueInvalid',
      rows: ['access-review-local'],
    },
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['access-review-local'] },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: authorization.k8s.io/v1
        kind: SubjectAccessReview
        spec: {} # expect: nothing, nobody
      `,
      yaml`
        apiVersion: authorization.k8s.io/v1
        kind: SelfSubjectAccessReview
        spec:
          resourceAttributes: { verb: get, resource: pods, namespace: shop }
          nonResourceAttributes: { verb: get, path: /healthz } # expect: both
      `,
      yaml`
        apiVersion: authorization.k8s.io/v1
        kind: LocalSubjectAccessReview
        metadata: { namespace: shop }
        spec:
          user: jane
          resourceAttributes:
            verb: get
            resource: pods
            namespace: blog
            #          ^^^^ expect: invalid
      `,
      yaml`
        apiVersion: authorization.k8s.io/v1
        kind: LocalSubjectAccessReview
        metadata: { namespace: shop }
        spec:
          user: jane
          nonResourceAttributes: { verb: get, path: /healthz } # expect: path
      `,
    ],
    good: [
      yaml`
        apiVersion: authorization.k8s.io/v1
        kind: SubjectAccessReview
        spec:
          user: jane
          groups: [developers]
          resourceAttributes: { verb: list, group: apps, resource: deployments, namespace: shop }
      `,
      yaml`
        apiVersion: authorization.k8s.io/v1
        kind: SelfSubjectAccessReview
        spec:
          nonResourceAttributes: { verb: get, path: /metrics }
      `,
    ],
  },
  check(resource, { report, minor }) {
    const { kind, root } = resource;
    const spec = root.get('spec');
    const ofResource = spec.get('resourceAttributes');
    const ofPath = spec.get('nonResourceAttributes');
    // The server reports some errors at `spec` instead of one of the two fields.
    const union = serverHas('review-attributes-as-union', minor) ? { path: 'spec' } : {};
    if (ofResource.absent && ofPath.absent) {
      report({ message: 'nothing', at: ofResource, values: { kind }, ...union });
    }
    if (ofResource.value !== undefined && ofPath.value !== undefined) {
      report({ message: 'both', at: ofPath, side: 'key', ...union });
    }
    if (isOfKind(resource, 'SubjectAccessReview', 'LocalSubjectAccessReview')) {
      const subject = resource.root.get('spec');
      const user = subject.get('user');
      if (isEmptyText(user) && isEmptyList(subject.get('groups'))) {
        report({ message: 'nobody', at: user, values: { kind } });
      }
    }
    if (!isOfKind(resource, 'LocalSubjectAccessReview')) return;
    const own = root.get('metadata').get('namespace').value || 'default';
    const namespace = ofResource.get('namespace');
    if (ofResource.value !== undefined && (namespace.value ?? '') !== own) {
      reportInvalid(report, namespace, `the namespace of the review is '${own}'`);
    }
    if (ofPath.value !== undefined) report({ message: 'path', at: ofPath, side: 'key' });
  },
});
