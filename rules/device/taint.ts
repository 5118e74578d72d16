import { requirePoolName } from '../../src/analysis/devices/names.ts';
import { DEVICE_TAINT_EFFECTS } from '../../src/analysis/devices/taints.ts';
import { requireDriverName } from '../../src/analysis/fields/driver-name.ts';
import { checkTaint } from '../../src/analysis/fields/taints.ts';
import { requireFormat, VALUE_MESSAGES } from '../../src/analysis/fields/value-checks.ts';
import { labelProblem } from '../../src/analysis/metadata/names.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'device/taint',
  on: 'object',
  kinds: ['DeviceTaintRule'],
  severity: 'error',
  summary: 'A DeviceTaintRule has a taint, and selects devices by valid names.',
  details: `
The key and the value of the taint have the form of those of a label. The effect is \`NoSchedule\`, \`NoExecute\` or \`None\`.
\`deviceSelector\` limits the devices to those of a driver, of a pool, or with a name.
`,
  reference:
    'https://kubernetes.io/docs/concepts/scheduling-eviction/dynamic-resource-allocation/#device-taints-and-tolerations',
  messages: {
    required: { ...VALUE_MESSAGES.required, rows: ['device-taint-effect'] },
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['device-taint-key', 'device-taint-device'] },
    unsupported: { ...VALUE_MESSAGES.unsupported, rows: ['device-taint-effect'] },
    tooLong: { ...VALUE_MESSAGES.tooLong, rows: ['device-taint-driver'] },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: resource.k8s.io/v1
        kind: DeviceTaintRule
        metadata: { name: broken }
        spec:
          deviceSelector:
            driver: driver-of-the-gpus-of-the-third-generation.hardware.shop.example.com # expect: tooLong
            pool: node_1
            #     ^^^^^^ expect: invalid
            device: GPU
            #       ^^^ expect: invalid
          taint: # expect: required
            key: is broken
            #    ^^^^^^^^^ expect: invalid
      `,
      yaml`
        apiVersion: resource.k8s.io/v1
        kind: DeviceTaintRule
        metadata: { name: broken }
        spec:
          taint:
            key: example.com/broken
            effect: PreferNoSchedule
            #       ^^^^^^^^^^^^^^^^ expect: unsupported
      `,
    ],
    good: [
      yaml`
        apiVersion: resource.k8s.io/v1
        kind: DeviceTaintRule
        metadata: { name: broken }
        spec:
          deviceSelector: { driver: gpu.example.com, pool: node-1 }
          taint: { key: example.com/broken, effect: NoExecute }
      `,
    ],
  },
  check({ root, minor }, { report }) {
    const spec = root.get('spec');
    const selector = spec.get('deviceSelector');
    const [driver, pool] = [selector.get('driver'), selector.get('pool')];
    if (!driver.absent) requireDriverName(report, driver, minor);
    if (!pool.absent) requirePoolName(report, pool);
    requireFormat(report, selector.get('device'), labelProblem);
    const taint = spec.get('taint');
    checkTaint(report, taint, DEVICE_TAINT_EFFECTS, taint.path);
  },
});
