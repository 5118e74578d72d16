import { requireObject } from '../../src/analysis/fields/references.ts';
import {
  forbid,
  requireFormat,
  requireOneOf,
  requireValue,
  VALUE_MESSAGES,
} from '../../src/analysis/fields/value-checks.ts';
import { labelProblem } from '../../src/analysis/metadata/names.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'ingress-class/parameters',
  on: 'object',
  kinds: ['IngressClass'],
  severity: 'error',
  summary: 'The parameters of an IngressClass refer to one object.',
  details: `
\`spec.parameters\` refers to an object with settings of the controller, by its \`apiGroup\` (absent for the core group),
\`kind\` and \`name\`. Its \`scope\` is \`Cluster\`, which is the default, or \`Namespace\`; only then it has a \`namespace\`.
`,
  reference: 'https://kubernetes.io/docs/concepts/services-networking/ingress/#ingressclass-scope',
  messages: {
    required: {
      ...VALUE_MESSAGES.required,
      rows: ['ingress-class-parameters-required', 'ingress-class-parameters-no-namespace'],
    },
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['ingress-class-parameters-format'] },
    unsupported: { ...VALUE_MESSAGES.unsupported, rows: ['ingress-class-parameters-scope'] },
    forbidden: { ...VALUE_MESSAGES.forbidden, rows: ['ingress-class-parameters-namespace'] },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: IngressClass
        metadata: { name: nginx }
        spec:
          controller: k8s.io/ingress-nginx
          parameters:
            apiGroup: Example
            #         ^^^^^^^ expect: invalid
            kind: Settings
            name: "" # expect: required
            scope: Namespaced
            #      ^^^^^^^^^^ expect: unsupported
      `,
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: IngressClass
        metadata: { name: nginx }
        spec:
          controller: k8s.io/ingress-nginx
          parameters: # expect: required
            kind: ConfigMap
            name: nginx
            scope: Namespace
      `,
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: IngressClass
        metadata: { name: nginx }
        spec:
          controller: k8s.io/ingress-nginx
          parameters:
            kind: ConfigMap
            name: nginx
            namespace: shop
            #          ^^^^ expect: forbidden
      `,
    ],
    good: [
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: IngressClass
        metadata: { name: nginx }
        spec:
          controller: k8s.io/ingress-nginx
          parameters:
            apiGroup: example.com
            kind: Settings
            name: public
            scope: Namespace
            namespace: shop
      `,
    ],
    fixed: [
      {
        before: yaml`
          apiVersion: networking.k8s.io/v1
          kind: IngressClass
          metadata: { name: shop }
          spec:
            controller: example.com/controller
            parameters:
              kind: IngressParameters
              name: shop
              scope: Namespaced # not for all
              namespace: shop
        `,
        after: yaml`
          apiVersion: networking.k8s.io/v1
          kind: IngressClass
          metadata: { name: shop }
          spec:
            controller: example.com/controller
            parameters:
              kind: IngressParameters
              name: shop
              scope: Namespace # not for all
              namespace: shop
        `,
      },
    ],
  },
  check(resource, { report }) {
    const parameters = resource.root.get('spec').get('parameters');
    if (parameters.value === undefined) return;
    requireObject(report, parameters);
    const scope = parameters.get('scope');
    requireOneOf(report, scope, ['Cluster', 'Namespace']);
    const namespace = parameters.get('namespace');
    if (scope.value === 'Cluster') forbid(report, namespace, 'the scope is Cluster');
    if (scope.value !== 'Namespace') return;
    requireValue(report, namespace, 'the namespace of the object');
    requireFormat(report, namespace, labelProblem);
  },
});
