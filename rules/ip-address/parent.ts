import {
  requireFormat,
  requireText,
  requireValue,
  VALUE_MESSAGES,
} from '../../src/analysis/fields/value-checks.ts';
import { segmentProblem, subdomainProblem } from '../../src/analysis/metadata/names.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'ip-address/parent',
  on: 'object',
  kinds: ['IPAddress'],
  severity: 'error',
  summary: 'An IPAddress names the object that has the address.',
  details: `
The name of an IPAddress is the address in canonical form. \`spec.parentRef\` refers to the object that has it, by its
\`resource\` (the plural, such as \`services\`) and its \`name\`. The control plane creates these objects for Services.
`,
  reference: 'https://kubernetes.io/docs/reference/networking/virtual-ips/#ip-address-objects',
  messages: {
    required: { ...VALUE_MESSAGES.required, rows: ['ip-address-parent', 'ip-address-parent-name'] },
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['ip-address-parent-format'] },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: IPAddress
        metadata: { name: 10.96.0.7 }
        spec: {} # expect: required
      `,
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: IPAddress
        metadata: { name: 10.96.0.7 }
        spec:
          parentRef: { resource: services, namespace: shop } # expect: required
      `,
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: IPAddress
        metadata: { name: 10.96.0.7 }
        spec:
          parentRef:
            resource: services/status
            #         ^^^^^^^^^^^^^^^ expect: invalid
            name: web
      `,
    ],
    good: [
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: IPAddress
        metadata: { name: 10.96.0.7 }
        spec:
          parentRef: { resource: services, namespace: shop, name: web }
      `,
    ],
  },
  check(resource, { report }) {
    const parent = resource.root.get('spec').get('parentRef');
    if (!requireValue(report, parent, 'the object that has the address')) return;
    const group = parent.get('group');
    if (group.value) requireFormat(report, group, subdomainProblem);
    for (const part of ['resource', 'name'] as const) {
      const field = parent.get(part);
      if (requireText(report, field, `the ${part} of the object`)) {
        requireFormat(report, field, segmentProblem);
      }
    }
    requireFormat(report, parent.get('namespace'), segmentProblem);
  },
});
