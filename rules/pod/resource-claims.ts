import {
  reportInvalid,
  requireFormat,
  requireText,
  shownValue,
  VALUE_MESSAGES,
} from '../../src/analysis/fields/value-checks.ts';
import { labelProblem, subdomainProblem } from '../../src/analysis/metadata/names.ts';
import { POD_KINDS, podOf } from '../../src/analysis/pods/pod-specs.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { hasGate } from '../../src/server/kubernetes/server.ts';

/** The annotation of the API object of a static pod. */
const MIRROR = 'kubernetes.io/config.mirror';

export default defineRule({
  id: 'pod/resource-claims',
  on: 'object',
  kinds: POD_KINDS,
  severity: 'error',
  summary:
    'Each resource claim of a pod has a name, and refers to a claim or to a template of claims.',
  details: `
An item of \`resourceClaims\` gives a ResourceClaim a name that containers use. It has either \`resourceClaimName\`, of a claim that
pods share, or \`resourceClaimTemplateName\`, from which each pod gets a claim of its own.
`,
  reference:
    'https://kubernetes.io/docs/concepts/scheduling-eviction/dynamic-resource-allocation/#resourceclaims-templates',
  messages: {
    required: { ...VALUE_MESSAGES.required, rows: ['pod-resource-claims-required'] },
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['pod-resource-claims-invalid'] },
    source: {
      text: 'the claim refers to no ResourceClaim',
      help: 'write resourceClaimName or resourceClaimTemplateName',
      cause: 'FieldValueInvalid',
      rows: ['pod-resource-claims-source'],
    },
    duplicate: { ...VALUE_MESSAGES.duplicate, rows: ['pod-resource-claims-duplicate'] },
    static: {
      text: 'a static pod cannot have resource claims',
      help: 'remove resourceClaims',
      cause: 'FieldValueForbidden',
      rows: ['pod-resource-claims-static'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          containers: [{ name: web, image: nginx }]
          resourceClaims:
            - resourceClaimName: gpu # expect: required
            - name: gpu # expect: source
            - name: gpu
              #     ^^^ expect: duplicate
              resourceClaimTemplateName: GPU
              #                          ^^^ expect: invalid
      `,
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop, annotations: { kubernetes.io/config.mirror: "1" } }
        spec:
          nodeName: node-1
          containers: [{ name: web, image: nginx }]
          resourceClaims:
            - name: gpu # expect: static
              resourceClaimName: gpu
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          containers:
            - name: web
              image: nginx
              resources: { claims: [{ name: gpu }] }
          resourceClaims: [{ name: gpu, resourceClaimTemplateName: one-gpu }]
      `,
    ],
  },
  check(resource, { report, server }) {
    if (!hasGate(server, 'DynamicResourceAllocation', true)) return;
    const { spec, metadata, isTemplate } = podOf(resource);
    const isStatic = !isTemplate && metadata.value?.annotations?.[MIRROR] !== undefined;
    const names = new Set<string>();
    for (const claim of spec.itemsOf('resourceClaims')) {
      if (isStatic) {
        report({ message: 'static', at: claim, path: '[]' });
        continue;
      }
      const name = claim.get('name');
      const { value = '' } = name;
      if (requireText(report, name, 'the name that containers use')) {
        if (names.has(value)) {
          const problem = 'each claim needs a name of its own';
          report({
            message: 'duplicate',
            at: name,
            values: { field: 'name', value: shownValue(value), problem },
          });
        } else {
          requireFormat(report, name, labelProblem);
        }
        names.add(value);
      }
      const direct = claim.get('resourceClaimName');
      const template = claim.get('resourceClaimTemplateName');
      if (direct.absent && template.absent) {
        report({ message: 'source', at: direct, path: claim.path });
      } else if (direct.value !== undefined && template.value !== undefined) {
        const problem = 'resourceClaimName is there too';
        reportInvalid(report, template, problem, { path: claim.path });
      }
      requireFormat(report, direct, subdomainProblem);
      requireFormat(report, template, subdomainProblem);
    }
  },
});
