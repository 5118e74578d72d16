import { requireFormat, VALUE_MESSAGES } from '../../src/analysis/fields/value-checks.ts';
import { isExtendedResource } from '../../src/analysis/quota/resource-names.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { hasGate } from '../../src/server/kubernetes/server.ts';

export default defineRule({
  id: 'device/extended-resource',
  on: 'object',
  kinds: ['DeviceClass'],
  severity: 'error',
  summary: 'The extended resource of a DeviceClass has a name with a domain.',
  details: `
With \`extendedResourceName\`, containers get devices of the class by a request for an extended resource, without a claim. Its name has a
domain that is not \`kubernetes.io\`, such as \`example.com/gpu\`.
`,
  reference:
    'https://kubernetes.io/docs/concepts/scheduling-eviction/dynamic-resource-allocation/#extended-resource',
  messages: { invalid: { ...VALUE_MESSAGES.invalid, rows: ['device-class-resource'] } },
  examples: {
    bad: [
      yaml`
        apiVersion: resource.k8s.io/v1
        kind: DeviceClass
        metadata: { name: gpu.example.com }
        spec:
          extendedResourceName: gpu
          #                     ^^^ expect: invalid
      `,
    ],
    good: [
      yaml`
        apiVersion: resource.k8s.io/v1
        kind: DeviceClass
        metadata: { name: gpu.example.com }
        spec:
          extendedResourceName: example.com/gpu
      `,
    ],
  },
  check({ root }, { report, server }) {
    if (!hasGate(server, 'DRAExtendedResource', true)) return;
    requireFormat(report, root.get('spec').get('extendedResourceName'), (name) =>
      isExtendedResource(name) ? undefined : 'use a domain and a name, as in example.com/gpu',
    );
  },
});
