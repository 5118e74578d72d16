import { checkAttributeName, namedValues, nameKeyPath } from '../../src/analysis/devices/names.ts';
import { detailsOf, devicesOf } from '../../src/analysis/devices/slices.ts';
import {
  forbid,
  reportInvalid,
  requireCount,
  requireUnique,
  requireValue,
  VALUE_MESSAGES,
  type ValueReport,
} from '../../src/analysis/fields/value-checks.ts';
import type { Field } from '../../src/rule/field.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import {
  compareQuantities,
  parseQuantity,
  type QuantityValue,
  signOfQuantity,
  toInt64,
} from '../../src/server/kubernetes/formats/quantity-value.ts';
import { hasGate } from '../../src/server/kubernetes/server.ts';
import { serverHas } from '../../src/server/kubernetes/server-changes.ts';
import type {
  CapacityRequestPolicy,
  CapacityRequestPolicyRange,
  Quantity,
} from '../../src/server/kubernetes/types.generated.ts';

const MOST_VALUES = 10;

export default defineRule({
  id: 'device/capacity',
  on: 'object',
  kinds: ['ResourceSlice'],
  severity: 'error',
  summary: 'A device allows requests only for amounts within its capacity.',
  details: `
Several claims can share a device with \`allowMultipleAllocations: true\`. The \`requestPolicy\` of a capacity then limits the amounts
that can be requested: either \`validValues\`, at most 10 in ascending order, or \`validRange\` with \`min\`, \`max\` and \`step\`. Both
need a \`default\`, which is one of the allowed amounts. No amount is larger than the capacity.
`,
  reference:
    'https://kubernetes.io/docs/concepts/scheduling-eviction/dynamic-resource-allocation/#consumable-capacity',
  messages: {
    required: { ...VALUE_MESSAGES.required, rows: ['device-capacity-required'] },
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['device-capacity-invalid'] },
    duplicate: { ...VALUE_MESSAGES.duplicate, rows: ['device-capacity-twice'] },
    forbidden: { ...VALUE_MESSAGES.forbidden, rows: ['device-capacity-forbidden'] },
    tooLong: { ...VALUE_MESSAGES.tooLong, rows: ['device-capacity-length'] },
    tooMany: { ...VALUE_MESSAGES.tooMany, rows: ['device-capacity-count'] },
    crash: {
      text: 'the API server crashes on a step of {step} (HTTP 500), which it reads as 0',
      help: 'use a step of at least 1, or remove step',
      crashesServer: true,
      rows: ['device-capacity-step-zero'],
      withoutExample: 'examples are checked for the newest minor',
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: resource.k8s.io/v1
        kind: ResourceSlice
        metadata: { name: node-1-gpu }
        spec:
          driver: gpu.example.com
          pool: { name: node-1, generation: 1, resourceSliceCount: 1 }
          nodeName: node-1
          devices:
            - name: gpu-0
              capacity:
                memory-of-all-cards-and-the-board: { value: 80Gi } # expect: tooLong, invalid
                cores:
                  value: '8'
                  requestPolicy: # expect: forbidden
                    default: '1'
            - name: gpu-1
              allowMultipleAllocations: true
              capacity:
                memory:
                  value: 80Gi
                  requestPolicy: # expect: required
                    validValues: [10Gi, 20Gi]
                cores:
                  value: '8'
                  requestPolicy:
                    default: '1'
                    validValues: ['1', '2', '3', '4', '5', '6', '7', '8', '8', '8', '8'] # expect: tooMany, invalid
                queues:
                  value: '8'
                  requestPolicy:
                    default: '1'
                    validValues: ['1', '2', '2'] # expect: duplicate
      `,
    ],
    good: [
      yaml`
        apiVersion: resource.k8s.io/v1
        kind: ResourceSlice
        metadata: { name: node-1-gpu }
        spec:
          driver: gpu.example.com
          pool: { name: node-1, generation: 1, resourceSliceCount: 1 }
          nodeName: node-1
          devices:
            - name: gpu-0
              allowMultipleAllocations: true
              capacity:
                cores:
                  value: '8'
                  requestPolicy: { default: '1', validValues: ['1', '2', '8'] }
                memory:
                  value: 80Gi
                  requestPolicy: { default: 1Gi, validRange: { min: 1Gi, max: 40Gi, step: 1Gi } }
      `,
    ],
  },
  check(resource, { report, minor, server }) {
    const hasPolicies = hasGate(server, 'DRAConsumableCapacity', true);
    for (const named of devicesOf(resource, server)) {
      const device = detailsOf(named, resource);
      const capacity = device.get('capacity');
      const isShared = device.get('allowMultipleAllocations').value === true;
      for (const { key, field } of namedValues(capacity)) {
        checkAttributeName(report, field, key, minor, {
          path: nameKeyPath(capacity, field, minor),
        });
        const policy = field.get('requestPolicy');
        if (!hasPolicies) continue;
        const most = amount(field.get('value').value ?? 0);
        if (isShared) checkPolicy(policy, most);
        else forbid(report, policy, 'the device has no allowMultipleAllocations: true');
      }
    }

    function checkPolicy(
      policy: Field<CapacityRequestPolicy | undefined>,
      most: QuantityValue,
    ): void {
      const [values, range] = [policy.get('validValues'), policy.get('validRange')];
      const hasValues = (values.value ?? []).length > 0;
      if (hasValues && range.value !== undefined) {
        forbid(report, policy, 'only one of validValues and validRange can limit the amounts');
      } else if (hasValues || range.value !== undefined) {
        const usual = policy.get('default');
        requireValue(report, usual, 'one of the allowed amounts');
        if (usual.value === undefined) return;
        if (hasValues) checkAmounts(report, values, amount(usual.value), most);
        else checkRange(range, usual, most);
      }
    }

    function checkRange(
      range: Field<CapacityRequestPolicyRange | undefined>,
      usual: Field<Quantity | undefined>,
      most: QuantityValue,
    ): void {
      const [min, max, step] = [range.get('min'), range.get('max'), range.get('step')];
      requireValue(report, min, 'the smallest amount');
      if (min.value === undefined) return;
      const least = amount(min.value);
      const usualAmount = amount(usual.value ?? 0);
      const isNew = serverHas('steps-of-capacity-checked', minor);
      const placeOf = (name: string) => ({ path: `${range.path}.${isNew ? 'default' : name}` });
      if (compareQuantities(least, most) > 0) reportInvalid(report, min, LARGER);
      if (compareQuantities(usualAmount, least) < 0) {
        reportInvalid(report, usual, 'it is less than min', placeOf('min'));
      }
      if (max.value !== undefined) {
        const greatest = amount(max.value);
        if (compareQuantities(least, greatest) > 0)
          reportInvalid(report, max, 'it is less than min');
        if (compareQuantities(greatest, most) > 0) reportInvalid(report, max, LARGER);
        if (compareQuantities(usualAmount, greatest) > 0) {
          reportInvalid(report, usual, 'it is more than max', placeOf('max'));
        }
      }
      if (step.value !== undefined) checkStep(range, usual, most);
    }

    function checkStep(
      range: Field<CapacityRequestPolicyRange | undefined>,
      usual: Field<Quantity | undefined>,
      most: QuantityValue,
    ): void {
      const [min, max, step] = [range.get('min'), range.get('max'), range.get('step')];
      const [least, size] = [amount(min.value ?? 0), amount(step.value ?? 0)];
      const isNew = serverHas('steps-of-capacity-checked', minor);
      if (isNew && signOfQuantity(size) <= 0) {
        reportInvalid(report, step, 'it must be more than 0');
        return;
      }
      if (compareQuantities(sum(least, size), most) > 0) {
        reportInvalid(report, step, 'one step from min is more than the capacity');
      }
      const unsafe = [usual, min, max, step].filter(
        ({ value }) => isNew && value !== undefined && !fitsInt64(amount(value)),
      );
      for (const field of unsafe) {
        const problem = 'it must be between 0 and 9223372036854775807';
        reportInvalid(report, field, problem, { path: `${range.path}.${field.segment}` });
      }
      if (unsafe.length > 0) return;
      if (toInt64(size, 'units') === 0n) {
        report({ message: 'crash', at: step, values: { step: String(step.value) } });
        return;
      }
      for (const { value } of [usual, max]) {
        if (value === undefined || isMultiple(amount(value), least, size)) continue;
        reportInvalid(report, step, `${value} is not a number of steps from min`);
      }
    }
  },
});

const LARGER = 'it is more than the capacity';

function amount(quantity: Quantity): QuantityValue {
  return parseQuantity(quantity);
}

function checkAmounts(
  report: ValueReport<'invalid' | 'duplicate' | 'tooMany'>,
  values: Field<readonly Quantity[] | undefined>,
  usual: QuantityValue,
  most: QuantityValue,
): void {
  const items = values.items();
  const amounts = items.map(({ value }) => amount(value ?? 0));
  for (const [index, item] of items.entries()) {
    const [before, own] = [amounts[index - 1], amounts[index]];
    if (before !== undefined && own !== undefined && compareQuantities(before, own) > 0) {
      reportInvalid(report, item, 'it is less than the amount before it');
    }
  }
  let hasUsual = false;
  if (requireCount(report, values, MOST_VALUES)) {
    for (const [index, item] of items.entries()) {
      const own = amounts[index];
      if (own === undefined) continue;
      if (compareQuantities(own, most) > 0) reportInvalid(report, item, LARGER);
      if (compareQuantities(own, usual) === 0) hasUsual = true;
    }
    const rounded = ({ value }: Field<Quantity>) => String(toInt64(amount(value ?? 0), 'units'));
    requireUnique(report, items, rounded, 'each amount can occur once');
  }
  if (!hasUsual) reportInvalid(report, values, 'the default is none of these amounts');
}

/** The exact sum of two amounts. */
function sum(a: QuantityValue, b: QuantityValue): QuantityValue {
  const exponent = Math.min(a.exponent, b.exponent);
  const scaled = (quantity: QuantityValue) =>
    quantity.unscaled * 10n ** BigInt(quantity.exponent - exponent);
  return { ...a, unscaled: scaled(a) + scaled(b), exponent };
}

function fitsInt64(value: QuantityValue): boolean {
  const greatest = parseQuantity('9223372036854775807');
  return signOfQuantity(value) >= 0 && compareQuantities(value, greatest) <= 0;
}

/** Reports whether an amount is a number of steps away from another, in whole units as the server counts them. */
function isMultiple(value: QuantityValue, from: QuantityValue, step: QuantityValue): boolean {
  const [whole, start, size] = [value, from, step].map((quantity) => toInt64(quantity, 'units'));
  if (whole === undefined || start === undefined || size === undefined) return true;
  return BigInt.asIntN(64, whole - start) % size === 0n;
}
