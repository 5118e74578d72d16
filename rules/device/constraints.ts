import {
  CLAIM_KINDS,
  checkRequestNames,
  checksAllIn,
  deviceClaimOf,
  itemsWithin,
  MOST_ITEMS,
} from '../../src/analysis/devices/claims.ts';
import { checkFullAttributeName } from '../../src/analysis/devices/names.ts';
import { requireCount, VALUE_MESSAGES } from '../../src/analysis/fields/value-checks.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { hasGate } from '../../src/server/kubernetes/server.ts';
import { serverHas } from '../../src/server/kubernetes/server-changes.ts';

export default defineRule({
  id: 'device/constraints',
  on: 'object',
  kinds: CLAIM_KINDS,
  severity: 'error',
  summary: 'A constraint of a claim names one attribute, which its devices share or do not share.',
  details: `
A constraint is about the devices of the \`requests\` that it names, or of all requests. With \`matchAttribute\` all of them have the
same value of an attribute, with \`distinctAttribute\` different ones. The name of the attribute has a domain:
\`example.com/model\`. The domain is that of the driver if the attribute has no other one.
`,
  reference:
    'https://kubernetes.io/docs/reference/kubernetes-api/resource/resource-claim-v1/#ResourceClaimSpec',
  messages: {
    neither: {
      text: 'the constraint names no attribute',
      help: 'add matchAttribute or distinctAttribute',
      cause: 'FieldValueRequired',
      rows: ['device-constraint-neither'],
    },
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['device-constraint-attribute'] },
    tooLong: { ...VALUE_MESSAGES.tooLong, rows: ['device-constraint-length'] },
    duplicate: { ...VALUE_MESSAGES.duplicate, rows: ['device-constraint-request'] },
    tooMany: {
      ...VALUE_MESSAGES.tooMany,
      withoutExample: 'the example would have more than 32 constraints',
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: resource.k8s.io/v1
        kind: ResourceClaim
        metadata: { name: gpus }
        spec:
          devices:
            requests:
              - name: gpus
                exactly: { deviceClassName: gpu.example.com, count: 2 }
            constraints:
              - requests: [gpus] # expect: neither
              - requests: [gpus, gpu, gpus] # expect: invalid, duplicate
                matchAttribute: model
                #               ^^^^^ expect: invalid
              - matchAttribute: example.com/model-of-the-device # expect: invalid
              - matchAttribute: example.com/model_of_the_device_with_all_its_parts # expect: tooLong
      `,
    ],
    good: [
      yaml`
        apiVersion: resource.k8s.io/v1
        kind: ResourceClaim
        metadata: { name: gpus }
        spec:
          devices:
            requests:
              - name: gpus
                exactly: { deviceClassName: gpu.example.com, count: 2 }
            constraints:
              - requests: [gpus]
                matchAttribute: example.com/model
      `,
    ],
  },
  check(resource, { report, minor, server }) {
    const claim = deviceClaimOf(resource);
    const constraints = claim.get('constraints');
    requireCount(report, constraints, MOST_ITEMS);
    const knowsDistinct = hasGate(server, 'DRAConsumableCapacity', true);
    const keepsDistinct = knowsDistinct || !serverHas('dropped-distinct-attributes', minor);
    const checksAll = checksAllIn('constraints', resource);
    for (const constraint of itemsWithin(constraints, MOST_ITEMS, minor)) {
      checkRequestNames(report, constraint.get('requests'), claim, server);
      const match = constraint.get('matchAttribute');
      const distinct = constraint.get('distinctAttribute');
      checkFullAttributeName(report, match, minor);
      if (keepsDistinct && (match.absent || checksAll))
        checkFullAttributeName(report, distinct, minor);
      if (!match.absent || (keepsDistinct && !distinct.absent)) continue;
      const path = knowsDistinct ? constraint.path : match.path;
      report({ message: 'neither', at: constraint, path });
    }
  },
});
