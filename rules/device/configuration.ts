import {
  CLAIM_KINDS,
  checkRequestNames,
  configurationsOf,
  deviceClaimOf,
  itemsWithin,
  MOST_ITEMS,
  SELECTING_KINDS,
} from '../../src/analysis/devices/claims.ts';
import { requireDriverName } from '../../src/analysis/fields/driver-name.ts';
import {
  reportInvalid,
  reportTooLong,
  requireCount,
  requireValue,
  VALUE_MESSAGES,
  type ValueReport,
} from '../../src/analysis/fields/value-checks.ts';
import { jsonOf } from '../../src/base/json.ts';
import type { Field } from '../../src/rule/field.ts';
import { isOfKind } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { hasNumberOutOfRange } from '../../src/server/decode/scalars.ts';
import { byteLength } from '../../src/server/kubernetes/formats/dns.ts';
import { isMapping } from '../../src/yaml/index.ts';

/** In bytes of JSON. */
const LONGEST_PARAMETERS = 10 * 1024;

export default defineRule({
  id: 'device/configuration',
  on: 'object',
  kinds: SELECTING_KINDS,
  severity: 'error',
  summary: 'A configuration of devices names a driver, and has an object with its parameters.',
  details: `
\`config\` of a claim or a class has settings that the driver of the devices gets: the name of the driver, and \`parameters\`, an object
with an \`apiVersion\` and a \`kind\` of the driver, of at most 10 KiB. In a claim, \`requests\` says to which requests they apply.
`,
  reference:
    'https://kubernetes.io/docs/reference/kubernetes-api/resource/resource-claim-v1/#ResourceClaimSpec',
  messages: {
    required: { ...VALUE_MESSAGES.required, rows: ['device-config-required'] },
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['device-config-invalid'] },
    duplicate: { ...VALUE_MESSAGES.duplicate, rows: ['device-config-request'] },
    tooLong: { ...VALUE_MESSAGES.tooLong, rows: ['device-config-length'] },
    tooMany: {
      ...VALUE_MESSAGES.tooMany,
      withoutExample: 'the example would have more than 32 configurations',
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: resource.k8s.io/v1
        kind: DeviceClass
        metadata: { name: gpu.example.com }
        spec:
          config:
            - {} # expect: required
            - opaque: # expect: required
                driver: gpu_driver
                #       ^^^^^^^^^^ expect: invalid
            - opaque:
                driver: gpu.example.com
                parameters: [sharing] # expect: invalid
            - opaque:
                driver: driver-of-the-gpus-of-the-third-generation.hardware.shop.example.com # expect: tooLong
                parameters: {}
      `,
      yaml`
        apiVersion: resource.k8s.io/v1
        kind: ResourceClaim
        metadata: { name: gpu }
        spec:
          devices:
            requests:
              - name: gpu
                exactly: { deviceClassName: gpu.example.com }
            config:
              - requests: [gpu, gpu] # expect: duplicate
                opaque:
                  driver: gpu.example.com
                  parameters: { apiVersion: gpu.example.com/v1, kind: Sharing }
      `,
    ],
    good: [
      yaml`
        apiVersion: resource.k8s.io/v1
        kind: ResourceClaim
        metadata: { name: gpu }
        spec:
          devices:
            requests:
              - name: gpu
                exactly: { deviceClassName: gpu.example.com }
            config:
              - requests: [gpu]
                opaque:
                  driver: gpu.example.com
                  parameters: { apiVersion: gpu.example.com/v1, kind: Sharing }
      `,
    ],
  },
  check(resource, { report, server }) {
    const configurations = configurationsOf(resource);
    requireCount(report, configurations, MOST_ITEMS);
    if (isOfKind(resource, ...CLAIM_KINDS)) {
      const claim = deviceClaimOf(resource);
      for (const configuration of itemsWithin(claim.get('config'), MOST_ITEMS, server.minor)) {
        checkRequestNames(report, configuration.get('requests'), claim, server);
      }
    }
    for (const configuration of itemsWithin(configurations, MOST_ITEMS, server.minor)) {
      const opaque = configuration.get('opaque');
      if (!requireValue(report, opaque, 'the name of a driver and parameters')) continue;
      requireDriverName(report, opaque.get('driver'), server.minor);
      requireParameters(report, opaque.get('parameters'));
    }
  },
});

function requireParameters(
  report: ValueReport<'required' | 'invalid' | 'tooLong'>,
  parameters: Field,
): void {
  if (!requireValue(report, parameters, 'an object with the parameters of the driver')) return;
  const size = byteLength(jsonOf(parameters.value));
  if (size > LONGEST_PARAMETERS) {
    reportTooLong(report, parameters, `at most ${LONGEST_PARAMETERS} bytes of JSON are allowed`);
  } else if (!isMapping(parameters.value)) {
    reportInvalid(report, parameters, 'it must be an object');
  } else if (hasNumberOutOfRange(parameters.value)) {
    reportInvalid(report, parameters, 'it has a number that is too large');
  }
}
