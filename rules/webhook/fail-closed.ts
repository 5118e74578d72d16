import { isScaffolded } from '../../src/analysis/admission/scaffolded-webhooks.ts';
import { surelySelects } from '../../src/analysis/requests/namespace-reach.ts';
import {
  asksForLabels,
  type RequestFilter,
  requestFilters,
} from '../../src/analysis/requests/request-filters.ts';
import { entryFor } from '../../src/analysis/requests/rule-requests.ts';
import type { Field } from '../../src/rule/field.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { CRITICAL_REQUESTS } from './fail-closed/critical-requests.ts';

const SYSTEM = 'kube-system';

const POD_CREATION = {
  operation: 'CREATE',
  group: '',
  version: 'v1',
  resource: 'pods',
  subresource: '',
  namespaced: true,
} as const;

/** What decides which requests a webhook gets, and what happens to them while it is down. */
const REQUEST_FIELDS = [
  'webhooks[*].failurePolicy',
  'webhooks[*].matchConditions',
  'webhooks[*].namespaceSelector',
  'webhooks[*].objectSelector',
  'webhooks[*].rules',
];

export default defineRule({
  id: 'webhook/fail-closed',
  kinds: ['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration'],
  severity: 'warning',
  summary: 'A webhook that is down does not keep the cluster, or itself, from starting.',
  details: `
With \`failurePolicy: Fail\`, the default, the API server refuses all requests that a webhook matches while it
cannot be reached. If those are the pods of the webhook itself, it never comes back: no pod of it may be
created until it answers. If they are the pods of \`kube-system\`, then neither do the network, DNS and proxies
that the webhook needs. If they are leases, the status of nodes or tokens, nodes are given up and the control
plane stops.

Leave out \`kube-system\` and the namespace of the webhook by \`namespaceSelector\`:

    namespaceSelector:
      matchExpressions:
        - key: kubernetes.io/metadata.name
          operator: NotIn
          values: [kube-system, hooks]

or narrow the rules, or set \`failurePolicy: Ignore\`. Webhooks with an \`objectSelector\` or \`matchConditions\`, or
whose \`namespaceSelector\` asks for other labels, are not judged: whom they leave out cannot be seen here.
`,
  reference:
    'https://kubernetes.io/docs/concepts/cluster-administration/admission-webhooks-good-practices/',
  messages: {
    everything: {
      text: 'this webhook is asked about everything, so while it is down, the control plane and the nodes are refused too',
      help: 'narrow the rules, leave out kube-system by namespaceSelector, or set failurePolicy: Ignore',
      rows: ['lint-fail-closed-cluster-critical'],
      dependsOn: REQUEST_FIELDS,
    },
    critical: {
      text: 'while this webhook is down, {effect}, because it is asked about {request}',
      help: 'leave the resource out, or set failurePolicy: Ignore',
      rows: ['lint-fail-closed-cluster-critical'],
      dependsOn: REQUEST_FIELDS,
    },
    ownNamespace: {
      text: "while this webhook is down, no pod starts in '{namespace}', so it cannot come back",
      help: "leave out '{namespace}' (and kube-system) by namespaceSelector",
      rows: ['lint-fail-closed-own-namespace'],
      dependsOn: REQUEST_FIELDS,
    },
    kubeSystem: {
      text: 'while this webhook is down, no pod starts in kube-system: no network, no DNS, no proxies',
      help: 'leave out kube-system by namespaceSelector, or set failurePolicy: Ignore',
      rows: ['lint-fail-closed-kube-system'],
      dependsOn: REQUEST_FIELDS,
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingWebhookConfiguration
        metadata: { name: hooks.example.com }
        webhooks:
          - name: pods.example.com
            clientConfig:
              service: { name: hooks, namespace: shop }
            sideEffects: None
            admissionReviewVersions: [v1]
            rules:
              - operations: [CREATE]
                apiGroups: [""]
                apiVersions: [v1]
                resources: [pods]
                #           ^^^^ expect: ownNamespace
          - name: images.example.com
            clientConfig:
              service: { name: hooks, namespace: shop }
            sideEffects: None
            admissionReviewVersions: [v1]
            namespaceSelector:
              matchExpressions:
                - { key: kubernetes.io/metadata.name, operator: NotIn, values: [shop] }
            rules:
              - operations: [CREATE]
                apiGroups: [""]
                apiVersions: [v1]
                resources: [pods]
                #           ^^^^ expect: kubeSystem
          - name: nodes.example.com
            clientConfig:
              service: { name: hooks, namespace: shop }
            sideEffects: None
            admissionReviewVersions: [v1]
            rules:
              - operations: [UPDATE]
                apiGroups: [""]
                apiVersions: [v1]
                resources: [nodes/status]
                #           ^^^^^^^^^^^^ expect: critical
          - name: everything.example.com
            clientConfig:
              service: { name: hooks, namespace: shop }
            sideEffects: None
            admissionReviewVersions: [v1]
            rules:
              - operations: ["*"]
                apiGroups: ["*"]
                apiVersions: ["*"]
                resources: ["*/*"]
                #           ^^^^^ expect: everything
      `,
    ],
    good: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingWebhookConfiguration
        metadata: { name: hooks.example.com }
        webhooks:
          - name: pods.example.com
            clientConfig:
              service: { name: hooks, namespace: shop }
            sideEffects: None
            admissionReviewVersions: [v1]
            namespaceSelector:
              matchExpressions:
                - { key: kubernetes.io/metadata.name, operator: NotIn, values: [kube-system, shop] }
            rules:
              - operations: [CREATE]
                apiGroups: [""]
                apiVersions: [v1]
                resources: [pods]
          - name: nodes.example.com
            clientConfig:
              service: { name: hooks, namespace: shop }
            sideEffects: None
            admissionReviewVersions: [v1]
            failurePolicy: Ignore
            rules:
              - operations: [UPDATE]
                apiGroups: [""]
                apiVersions: [v1]
                resources: [nodes/status]
      `,
    ],
  },
  check(resource, { report }) {
    const filters = requestFilters(resource);
    for (const [index, webhook] of resource.root.get('webhooks').items().entries()) {
      const filter = filters[index];
      const client = webhook.get('clientConfig');
      const isOpen =
        webhook.get('failurePolicy').value !== 'Fail' ||
        webhook.get('matchConditions').items().length > 0 ||
        isScaffolded(client);
      if (filter === undefined || isOpen || asksForLabels(filter.objectSelector)) continue;
      const everything = wholeClusterIn(filter);
      if (everything !== undefined) {
        report('everything', everything);
        continue;
      }
      for (const { entry, effect, request } of criticalEntries(filter)) {
        report('critical', entry, { effect, request });
      }
      const [pods] = filter.rules.flatMap((rule) => entryFor(rule, POD_CREATION) ?? []);
      if (pods === undefined) continue;
      const { value: namespace } = client.get('service').get('namespace');
      if (namespace !== undefined && surelySelects(filter.namespaceSelector, namespace)) {
        report('ownNamespace', pods, { namespace });
      } else if (surelySelects(filter.namespaceSelector, SYSTEM)) {
        report('kubeSystem', pods);
      }
    }
  },
});

/** The entry that stands for all resources of all groups, where `kube-system` is not left out. */
function wholeClusterIn({ rules, namespaceSelector }: RequestFilter): Field<string> | undefined {
  if (!surelySelects(namespaceSelector, SYSTEM)) return undefined;
  const wide = rules.find((rule) => {
    const operations = rule.get('operations').value ?? [];
    return (
      rule.get('scope').value !== 'Cluster' &&
      rule.get('apiGroups').value?.includes('*') &&
      rule.get('apiVersions').value?.includes('*') &&
      ['*', 'CREATE', 'UPDATE'].some((operation) => operations.includes(operation))
    );
  });
  return wide
    ?.get('resources')
    .items()
    .find(({ value }) => value === '*' || value === '*/*');
}

/** The entries that match what a cluster cannot do without, each once. */
function criticalEntries({ rules, namespaceSelector }: RequestFilter): readonly {
  readonly entry: Field<string>;
  readonly effect: string;
  readonly request: string;
}[] {
  return rules.flatMap((rule) => {
    const found = new Map<string, { entry: Field<string>; effect: string; request: string }>();
    for (const { request, effect, namespace } of CRITICAL_REQUESTS) {
      if (namespace !== undefined && !surelySelects(namespaceSelector, namespace)) continue;
      const entry = entryFor(rule, request);
      if (entry === undefined || found.has(entry.path)) continue;
      const { resource, subresource } = request;
      const name = subresource === '' ? resource : `${resource}/${subresource}`;
      found.set(entry.path, { entry, effect, request: name });
    }
    return [...found.values()];
  });
}
