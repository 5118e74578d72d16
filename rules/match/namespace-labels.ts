import {
  INITIAL_NAMESPACES,
  isMistakenForNameLabel,
} from '../../src/analysis/requests/namespace-reach.ts';
import { requestFilters } from '../../src/analysis/requests/request-filters.ts';
import { KINDS_WITH_RESOURCE_RULES } from '../../src/analysis/requests/resource-rules.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'match/namespace-labels',
  on: 'object',
  kinds: KINDS_WITH_RESOURCE_RULES,
  severity: 'warning',
  summary: 'Namespaces are selected by name with the label kubernetes.io/metadata.name.',
  details: `
A \`namespaceSelector\` matches the labels of namespaces. The API server adds the label \`kubernetes.io/metadata.name\` with
the name of the namespace to all namespaces. They have a label \`name\` only if someone adds it, which is unusual for
\`kube-system\`. So \`name NotIn [kube-system]\` excludes nothing, because \`NotIn\` also matches namespaces without the
label.

A selector on a label that you add yourself works, but anyone who can label namespaces can add the label to any of
them. The value of \`kubernetes.io/metadata.name\` cannot be changed.
`,
  reference:
    'https://kubernetes.io/docs/reference/labels-annotations-taints/#kubernetes-io-metadata-name',
  messages: {
    initial: {
      text: "'{namespace}' has no label '{key}' by default, so it is not {effect}",
      help: 'use the label kubernetes.io/metadata.name to select namespaces by name',
      rows: ['lint-selector-well-known-label'],
    },
    label: {
      text: "namespaces have no label '{key}' by default",
      help: 'use the label kubernetes.io/metadata.name to select namespaces by name',
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
                  #    ^^^^ expect: initial
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
        if (INITIAL_NAMESPACES.has(namespace)) {
          report({
            message: 'initial',
            at: field,
            values: { key, namespace, effect: 'selected' },
            side: 'key',
          });
        } else report({ message: 'label', at: field, values: { key }, side: 'key' });
      }
      for (const expression of namespaceSelector.itemsOf('matchExpressions')) {
        const field = expression.get('key');
        const { value: key = '' } = field;
        if (!isMistakenForNameLabel(key)) continue;
        const namespace = expression
          .get('values')
          .value?.find((value) => INITIAL_NAMESPACES.has(value));
        if (namespace === undefined) report({ message: 'label', at: field, values: { key } });
        else {
          const effect = expression.get('operator').value === 'In' ? 'selected' : 'excluded';
          report({ message: 'initial', at: field, values: { key, namespace, effect } });
        }
      }
    }
  },
});
