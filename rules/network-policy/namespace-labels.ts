import { networkPolicyPeers } from '../../src/analysis/network-policy/directed-rules.ts';
import { isMistakenForNameLabel } from '../../src/analysis/requests/namespace-reach.ts';
import type { Field } from '../../src/rule/field.ts';
import type { Installation, InstalledObject } from '../../src/rule/installation.ts';
import type { Side } from '../../src/rule/location.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import type { LabelSelector } from '../../src/server/kubernetes/types.generated.ts';

export default defineRule({
  id: 'network-policy/namespace-labels',
  on: 'installation',
  severity: 'warning',
  summary: 'Namespaces are selected by name with the label kubernetes.io/metadata.name.',
  details: `
A \`namespaceSelector\` selects namespaces by their labels. The API server sets the label \`kubernetes.io/metadata.name\` of each
namespace to its name. Namespaces such as \`kube-system\` and \`default\` have no label \`name\` unless somebody sets it. Without
it, the peer matches nothing. Nothing is reported if a Namespace of the input has the label, nor for namespaces such as
\`openshift-monitoring\`, to which OpenShift gives a label \`name\`.

If your namespaces have such a label, the policy works. But anybody who can change the labels of a namespace can then
give it access. The label that the API server sets cannot be changed.
`,
  reference:
    'https://kubernetes.io/docs/concepts/services-networking/network-policies/#targeting-a-namespace-by-its-name',
  messages: {
    label: {
      text: "namespaces do not have the label '{key}' by default, so this peer may match nothing",
      help: 'use kubernetes.io/metadata.name to select a namespace by its name',
      rows: ['lint-np-namespace-label'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: NetworkPolicy
        metadata: { name: web }
        spec:
          podSelector: { matchLabels: { app: web } }
          ingress:
            - from:
                - namespaceSelector:
                    matchLabels:
                      name: ingress-nginx
                    # ^^^^ expect: label
      `,
    ],
    good: [
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: NetworkPolicy
        metadata: { name: web }
        spec:
          podSelector: { matchLabels: { app: web } }
          ingress:
            - from:
                - namespaceSelector:
                    matchLabels:
                      kubernetes.io/metadata.name: ingress-nginx
      `,
      yaml`
        apiVersion: v1
        kind: Namespace
        metadata: { name: ingress-nginx, labels: { name: ingress-nginx } }
        ---
        apiVersion: networking.k8s.io/v1
        kind: NetworkPolicy
        metadata: { name: web }
        spec:
          podSelector: { matchLabels: { app: web } }
          ingress:
            - from:
                - namespaceSelector: { matchLabels: { name: ingress-nginx } }
                - namespaceSelector: { matchExpressions: [{ key: name, operator: Exists }] }
                - namespaceSelector: { matchLabels: { name: openshift-monitoring } }
      `,
    ],
  },
  check(installation, { report }) {
    for (const { object, resource } of installation.resources('NetworkPolicy')) {
      for (const peer of networkPolicyPeers(resource)) {
        for (const { key, values, at, side } of requiredLabels(peer.get('namespaceSelector'))) {
          if (!isMistakenForNameLabel(key)) continue;
          if (values.some((value) => value?.startsWith(OF_OPENSHIFT))) continue;
          if (values.some((value) => mayHaveLabel(installation, key, value))) continue;
          report({ message: 'label', at: { object, at, side }, values: { key } });
        }
      }
    }
  },
});

/**
 * The namespaces of OpenShift, many of which have a label with their name. Source: `manifests/` of
 * github.com/openshift/cluster-monitoring-operator
 */
const OF_OPENSHIFT = 'openshift-';

/** A label that a selector requires, and the values that it may have. One of them is undefined if it may have any. */
interface RequiredLabel {
  readonly key: string;
  readonly values: readonly (string | undefined)[];
  readonly at: Field;
  readonly side: Side;
}

function requiredLabels(selector: Field<LabelSelector | undefined>): readonly RequiredLabel[] {
  const labels = selector.get('matchLabels').entries();
  const expressions = selector.itemsOf('matchExpressions');
  return [
    ...labels.map(({ key, field: at }) => ({ key, values: [at.value], at, side: 'key' as const })),
    ...expressions.flatMap((expression) => {
      const at = expression.get('key');
      const { value: operator } = expression.get('operator');
      if (operator !== 'In' && operator !== 'Exists') return [];
      const values = operator === 'In' ? (expression.get('values').value ?? []) : [undefined];
      return [{ key: at.value ?? '', values, at, side: 'value' as const }];
    }),
  ];
}

/** Reports whether some Namespace of the input may have a label, also one that a kustomization adds. */
function mayHaveLabel(installation: Installation, key: string, value: string | undefined): boolean {
  const isSetIn = ({ labels }: InstalledObject) =>
    value === undefined ? labels.has(key) : labels.get(key) === value;
  return (
    installation.isNamespaceLabelInInput(key, value) ||
    installation
      .find('', 'Namespace')
      .some((namespace) => isSetIn(namespace) || namespace.mayChange('metadata.labels'))
  );
}
