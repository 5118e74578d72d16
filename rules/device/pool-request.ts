import { reportDeclared } from '../../src/analysis/declared/declared-errors.ts';
import { VALUE_MESSAGES } from '../../src/analysis/fields/value-checks.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'device/pool-request',
  on: 'object',
  kinds: ['ResourcePoolStatusRequest'],
  severity: 'error',
  summary: 'A request for the status of pools of devices names a driver.',
  details: `
A ResourcePoolStatusRequest asks for the state of the pools of a driver of devices. \`poolName\` selects one of them: DNS names with
slashes between them. \`limit\` is the largest number of pools, 1 to 1000; it is 100 by default. \`defaultPartitionTypeAttribute\` is an
attribute with a domain, such as \`gpu.example.com/profile\`.

No server serves the kind by default: it needs an entry in \`--runtime-config\`. Kubernetes 1.36 introduced it.
`,
  reference: 'https://kubernetes.io/docs/concepts/scheduling-eviction/dynamic-resource-allocation/',
  messages: {
    required: { ...VALUE_MESSAGES.required, rows: ['pool-request-driver'] },
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['pool-request-driver', 'pool-request-values'] },
    tooLong: {
      ...VALUE_MESSAGES.tooLong,
      rows: ['pool-request-values'],
      withoutExample: 'it needs a name of 254 bytes',
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: resource.k8s.io/v1alpha3
        kind: ResourcePoolStatusRequest
        metadata: { name: gpus }
        spec: # expect: required
          poolName: Node_A
          #         ^^^^^^ expect: invalid
          limit: 0
          #      ^ expect: invalid
      `,
    ],
    good: [
      yaml`
        apiVersion: resource.k8s.io/v1alpha3
        kind: ResourcePoolStatusRequest
        metadata: { name: gpus }
        spec: { driver: gpu.example.com, poolName: rack-1/node-a, limit: 10 }
      `,
    ],
  },
  check(resource, { report }) {
    reportDeclared<'required' | 'invalid' | 'tooLong'>(resource, report);
  },
});
