import {
  reportInvalid,
  requireFormat,
  VALUE_MESSAGES,
} from '../../src/analysis/fields/value-checks.ts';
import { subdomainProblem } from '../../src/analysis/metadata/names.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { serverHas } from '../../src/server/kubernetes/server-changes.ts';

export default defineRule({
  id: 'event/namespace',
  on: 'object',
  kinds: ['Event'],
  severity: 'error',
  summary: 'An Event is in the namespace of the object that it is about.',
  details: `
The namespace of an Event is that of its object: \`involvedObject.namespace\`, or \`regarding.namespace\` in events.k8s.io/v1.
An Event about an object without a namespace is in the namespace \`default\`, or in \`kube-system\` if it has an \`eventTime\`.

Without \`metadata.namespace\`, the namespace \`default\` is assumed.
`,
  reference: 'https://kubernetes.io/docs/reference/kubernetes-api/cluster-resources/event-v1/',
  messages: {
    invalid: {
      ...VALUE_MESSAGES.invalid,
      rows: ['event-namespace', 'event-namespace-cluster', 'event-namespace-format'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Event
        metadata: { name: web.1, namespace: shop }
        involvedObject:
          kind: Pod
          name: web
          namespace: blog
          #          ^^^^ expect: invalid
      `,
      yaml`
        apiVersion: v1
        kind: Event
        metadata: { name: node.1, namespace: shop }
        involvedObject: # expect: invalid
          kind: Node
          name: node
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Event
        metadata: { name: web.1, namespace: shop }
        involvedObject: { kind: Pod, name: web, namespace: shop }
        reason: Started
        message: The container has started.
        type: Normal
      `,
    ],
  },
  check({ root, apiVersion, minor }, { report }) {
    const own = root.get('metadata').get('namespace');
    const namespace = own.value || 'default';
    if (own.value !== '' && !serverHas('event-namespace-as-of-others', minor)) {
      requireFormat(report, own, subdomainProblem, { path: 'namespace' });
    }
    const object = root.get(apiVersion === 'v1' ? 'involvedObject' : 'regarding').get('namespace');
    const path = 'involvedObject.namespace';
    if ((object.value ?? '') === '') {
      const isNew = root.get('eventTime').value !== undefined;
      if (namespace === 'default' || (isNew && namespace === 'kube-system')) return;
      reportInvalid(report, object, `it must be '${namespace}', the namespace of the Event`, {
        path,
      });
    } else if (object.value !== namespace && root.get('eventTime').value === undefined) {
      reportInvalid(report, object, `it must be '${namespace}', the namespace of the Event`, {
        path,
      });
    }
  },
});
