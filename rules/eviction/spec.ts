import { reportDeclared } from '../../src/analysis/declared/declared-errors.ts';
import { isEmptyText } from '../../src/analysis/emptiness.ts';
import { reportInvalid, VALUE_MESSAGES } from '../../src/analysis/fields/value-checks.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'eviction/spec',
  on: 'object',
  kinds: ['EvictionRequest', 'Eviction'],
  severity: 'error',
  summary: 'A request for an eviction names a pod with its UID, who requests it, and what for.',
  details: `
An EvictionRequest asks for the graceful eviction of the pod in \`target\`, which has a name and a UID: a new pod of the same name is
not evicted. The \`requester\` is a name with a domain, such as \`example.com/drain\`. The \`intent\` is Eviction, or Withdrawn if
the requester is no longer interested.

A controller makes an Eviction of all requests for a pod. Both kinds are alpha since Kubernetes 1.37: a server needs the feature
gate \`EvictionRequestAPI\` and an entry in \`--runtime-config\` for them.
`,
  reference: 'https://kubernetes.io/docs/concepts/scheduling-eviction/',
  messages: {
    required: { ...VALUE_MESSAGES.required, rows: ['eviction-required'] },
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['eviction-format', 'eviction-target'] },
    unsupported: { ...VALUE_MESSAGES.unsupported, rows: ['eviction-intent'] },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: lifecycle.k8s.io/v1alpha1
        kind: EvictionRequest
        metadata: { name: drain-web-0, namespace: shop }
        spec: # expect: required
          intent: Evict
          #       ^^^^^ expect: unsupported
          target:
            pod:
              name: web-0
              uid: web-0
              #    ^^^^^ expect: invalid
      `,
      yaml`
        apiVersion: lifecycle.k8s.io/v1alpha1
        kind: Eviction
        metadata: { name: drain-web-0, namespace: shop }
        spec:
          target: {}
          #       ^^ expect: invalid
      `,
    ],
    good: [
      yaml`
        apiVersion: lifecycle.k8s.io/v1alpha1
        kind: EvictionRequest
        metadata: { name: drain-web-0, namespace: shop }
        spec:
          requester: example.com/drain
          intent: Eviction
          target:
            pod: { name: web-0, uid: 8a1b2c3d-0000-4000-8000-000000000000 }
      `,
    ],
  },
  check(resource, { report }) {
    reportDeclared<'required' | 'invalid' | 'unsupported'>(resource, report);
    const { root } = resource;
    const [name, prefix] = [
      root.get('metadata').get('name'),
      root.get('metadata').get('generateName'),
    ];
    if (isEmptyText(name) && isEmptyText(prefix)) {
      // The server checks the format of a name that is absent, too.
      reportInvalid(report, name, 'it must be a DNS name');
    }
  },
});
