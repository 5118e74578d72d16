import { KINDS_WITH_ADMISSION_RULES } from '../../src/analysis/requests/admission-rules.ts';
import { isMistakenForNameLabel } from '../../src/analysis/requests/namespace-reach.ts';
import { requestFilters } from '../../src/analysis/requests/request-filters.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

/** The namespaces that Kubernetes makes by itself; nobody gives them labels. */
const OWN_NAMESPACES: ReadonlySet<string> = new Set([
  'default',
  'kube-node-lease',
  'kube-public',
  'kube-system',
]);

export default defineRule({
  id: 'match/namespace-labels',
  kinds: KINDS_WITH_ADMISSION_RULES,
  severity: 'warning',
  summary: 'Namespaces are selected by name through the label kubernetes.io/metadata.name.',
  details: `
A \`namespaceSelector\` looks at the labels of namespaces. The API server puts one on each of them that holds its
name: \`kubernetes.io/metadata.name\`. A label \`name\` is there only if somebody has set it, which nothing does
for \`kube-system\`. So \`name NotIn [kube-system]\` leaves out nothing: a namespace without the label passes.

If your namespaces do have such a label, it works, but whoever may label namespaces may give it to any of them.
The one of the API server cannot be forged.
`,
  reference:
    'https://kubernetes.io/docs/reference/labels-annotations-taints/#kubernetes-io-metadata-name',
  messages: {
    own: {
      text: "'{namespace}' has no label '{key}' unless somebody sets it, so this does not tell it apart",
      help: 'to go by the name of a namespace, write kubernetes.io/metadata.name',
      rows: ['lint-selector-well-known-label'],
    },
    label: {
      text: "no namespace has the label '{key}' unless somebody sets it",
      help: 'to go by the name of a namespace, write kubernetes.io/metadata.name',
      severity: 'info',
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: names }
        spec:
          matchConstraints:
            namespaceSelector:
              matchLabels:
                metadata.name: shop
              # ^^^^^^^^^^^^^ expect: label
              matchExpressions:
                - key: name
                  #    ^^^^ expect: own
                  operator: NotIn
                  values: [kube-system]
            resourceRules:
              - operations: [CREATE]
                apiGroups: [""]
                apiVersions: [v1]
                resources: [pods]
          validations:
            - expression: object.metadata.name != 'test'
              message: do not call it test
      `,
    ],
    good: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: names }
        spec:
          matchConstraints:
            namespaceSelector:
              matchExpressions:
                - { key: kubernetes.io/metadata.name, operator: NotIn, values: [kube-system] }
            resourceRules:
              - operations: [CREATE]
                apiGroups: [""]
                apiVersions: [v1]
                resources: [pods]
          validations:
            - expression: object.metadata.name != 'test'
              message: do not call it test
      `,
    ],
  },
  check(resource, { report }) {
    for (const { namespaceSelector } of requestFilters(resource)) {
      for (const { key, field } of namespaceSelector.get('matchLabels').entries()) {
        if (!isMistakenForNameLabel(key)) continue;
        const { value: namespace = '' } = field;
        if (OWN_NAMESPACES.has(namespace))
          report('own', field, { key, namespace }, { side: 'key' });
        else report('label', field, { key }, { side: 'key' });
      }
      for (const expression of namespaceSelector.get('matchExpressions').items()) {
        const field = expression.get('key');
        const { value: key = '' } = field;
        if (!isMistakenForNameLabel(key)) continue;
        const own = expression.get('values').value?.find((value) => OWN_NAMESPACES.has(value));
        if (own === undefined) report('label', field, { key });
        else report('own', field, { key, namespace: own });
      }
    }
  },
});
