import { asDeclared, hasOlderForm } from '../../src/analysis/devices/claims.ts';
import {
  checkAttributeName,
  namedValues,
  nameKeyPath,
  requireUniqueNames,
} from '../../src/analysis/devices/names.ts';
import {
  checkCounters,
  checkNodes,
  checksAllDevices,
  detailsOf,
  devicesOf,
  keepsCounters,
  keepsListAttributes,
  keepsTaints,
  LIST_ATTRIBUTES,
} from '../../src/analysis/devices/slices.ts';
import { DEVICE_TAINT_EFFECTS } from '../../src/analysis/devices/taints.ts';
import { checkTaint, checkTaintEffect } from '../../src/analysis/fields/taints.ts';
import {
  reportInvalid,
  reportTooLong,
  requireCount,
  requireFormat,
  requireUnique,
  requireValidText,
  requireValue,
  VALUE_MESSAGES,
  type ValueReport,
} from '../../src/analysis/fields/value-checks.ts';
import { labelKeyProblem } from '../../src/analysis/metadata/labels.ts';
import { labelProblem } from '../../src/analysis/metadata/names.ts';
import type { Field } from '../../src/rule/field.ts';
import type { Resource } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { byteLength } from '../../src/server/kubernetes/formats/dns.ts';
import { hasGate } from '../../src/server/kubernetes/server.ts';
import { serverHas } from '../../src/server/kubernetes/server-changes.ts';
import type { Device, DeviceAttribute } from '../../src/server/kubernetes/types.generated.ts';

const MOST_NAMES = 32;
const MOST_VALUES = 48;
const MOST_TAINTS = 16;
const MOST_COUNTER_SETS = 2;
const MOST_CONDITIONS = 4;
const LONGEST_VALUE = 64;

const SINGLE_ATTRIBUTES = ['bool', 'int', 'string', 'version'] as const;

const IDENTIFIERS = String.raw`[0-9a-zA-Z-]+(\.[0-9a-zA-Z-]+)*`;
const NUMBER = String.raw`(0|[1-9]\d*)`;
const PRERELEASE = String.raw`(0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)`;

/** A version, as on semver.org. */
const VERSION = new RegExp(
  String.raw`^${NUMBER}\.${NUMBER}\.${NUMBER}(-${PRERELEASE}(\.${PRERELEASE})*)?(\+${IDENTIFIERS})?$`,
);

export default defineRule({
  id: 'device/devices',
  on: 'object',
  kinds: ['ResourceSlice'],
  severity: 'error',
  summary:
    'The devices of a ResourceSlice have different names, and attributes with one value each.',
  details: `
The name of a device is a DNS label. Attributes and capacities are named by an identifier such as \`model\`, with or without a domain
(\`example.com/model\`), and a device has at most 32 of them. An attribute has exactly one of \`bool\`, \`int\`, \`string\` and
\`version\`; texts have at most 64 bytes, and a version is a semantic version such as \`1.2.3\`.

With \`perDeviceNodeSelection\` in the slice, each device has exactly one of \`nodeName\`, \`nodeSelector\` and \`allNodes: true\`;
otherwise, it has none. \`bindingConditions\` and \`bindingFailureConditions\` are given together, and have no condition in common.
`,
  reference:
    'https://kubernetes.io/docs/concepts/scheduling-eviction/dynamic-resource-allocation/#resourceslice',
  messages: {
    value: {
      text: "the attribute '{name}' has {count} values",
      help: 'write exactly one of bool, int, string and version',
      cause: 'FieldValueInvalid',
      rows: ['device-devices-value'],
    },
    size: {
      text: 'the device has {count} {what}; at most {most} are allowed',
      help: 'remove some of them',
      cause: 'FieldValueInvalid',
      rows: ['device-devices-size'],
    },
    noNodes: {
      text: 'the device does not say which nodes have it',
      help: 'add nodeName, nodeSelector or allNodes: true',
      cause: 'FieldValueRequired',
      rows: ['device-devices-nodes'],
    },
    nodes: {
      text: 'the device says which nodes have it, {problem}',
      help: 'keep one of nodeName, nodeSelector and allNodes with perDeviceNodeSelection, and none without it',
      cause: 'FieldValueInvalid',
      rows: ['device-devices-nodes-twice'],
    },
    required: { ...VALUE_MESSAGES.required, rows: ['device-devices-required'] },
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['device-devices-invalid'] },
    unsupported: { ...VALUE_MESSAGES.unsupported, rows: ['device-devices-taint'] },
    duplicate: { ...VALUE_MESSAGES.duplicate, rows: ['device-devices-twice'] },
    tooLong: { ...VALUE_MESSAGES.tooLong, rows: ['device-devices-length'] },
    tooMany: { ...VALUE_MESSAGES.tooMany, rows: ['device-devices-count'] },
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
              attributes:
                model: {} # expect: value
                firmware: { version: v1 } # expect: invalid
                vendor:
                  string: The Example Company for Accelerators and Network Devices, Limited # expect: tooLong
              taints:
                - key: example.com/broken
                  effect: PreferNoSchedule
                  #       ^^^^^^^^^^^^^^^^ expect: unsupported
              consumesCounters:
                - counterSet: gpu-0 # expect: required
            - name: gpu-0 # expect: duplicate, nodes
              nodeName: node-1
              bindingConditions: [a, b, c, d, e] # expect: tooMany
              bindingFailureConditions: [example.com/failed]
      `,
      yaml`
        apiVersion: resource.k8s.io/v1
        kind: ResourceSlice
        metadata: { name: gpu }
        spec:
          driver: gpu.example.com
          pool: { name: gpu, generation: 1, resourceSliceCount: 1 }
          perDeviceNodeSelection: true
          devices:
            - name: gpu-0 # expect: noNodes, size
              attributes:
                {
                  a0: { int: 0 }, a1: { int: 1 }, a2: { int: 2 }, a3: { int: 3 }, a4: { int: 4 },
                  a5: { int: 5 }, a6: { int: 6 }, a7: { int: 7 }, a8: { int: 8 }, a9: { int: 9 },
                  b0: { int: 0 }, b1: { int: 1 }, b2: { int: 2 }, b3: { int: 3 }, b4: { int: 4 },
                  b5: { int: 5 }, b6: { int: 6 }, b7: { int: 7 }, b8: { int: 8 }, b9: { int: 9 },
                  c0: { int: 0 }, c1: { int: 1 }, c2: { int: 2 }, c3: { int: 3 }, c4: { int: 4 },
                  c5: { int: 5 }, c6: { int: 6 }, c7: { int: 7 }, c8: { int: 8 }, c9: { int: 9 },
                  d0: { int: 0 }, d1: { int: 1 }, d2: { int: 2 },
                }
      `,
    ],
    good: [
      yaml`
        apiVersion: resource.k8s.io/v1
        kind: ResourceSlice
        metadata: { name: gpu }
        spec:
          driver: gpu.example.com
          pool: { name: gpu, generation: 1, resourceSliceCount: 2 }
          perDeviceNodeSelection: true
          devices:
            - name: gpu-0
              nodeName: node-1
              attributes: { example.com/model: { string: Example 80 }, firmware: { version: 1.2.3 } }
              capacity: { memory: { value: 80Gi } }
              consumesCounters:
                - { counterSet: gpu-0, counters: { memory: { value: 80Gi } } }
      `,
    ],
  },
  check(resource, { report, server }) {
    const spec = resource.root.get('spec');
    const hasCounters = keepsCounters(server);
    const choosesNodes = hasCounters && spec.get('perDeviceNodeSelection').value === true;
    const hasConditions =
      hasGate(server, 'DRADeviceBindingConditions', true) &&
      hasGate(server, 'DRAResourceClaimDeviceStatus', true);
    const lists = keepsListAttributes(server) ? LIST_ATTRIBUTES : [];
    const devices = devicesOf(resource, server);
    requireUniqueNames(report, devices, server.minor);
    for (const named of devices) {
      requireValidText(report, named.get('name'), labelProblem);
      const device = detailsOf(named, resource);
      if (hasOlderForm(resource.apiVersion) && !serverHas('devices-converted', server.minor)) {
        requireValue(report, device, 'the attributes and capacities of the device');
      }
      checkAttributes(device);
      if (keepsTaints(server)) checkTaints(report, device, resource);
      if (hasCounters) {
        checkConsumed(report, device, resource);
        checkPlace(device);
      }
      if (hasConditions) checkConditions(report, device, resource);
    }
    if (devices.length === 0 && checksAllDevices(resource)) {
      for (const named of spec.itemsOf('devices')) checkDeclared(detailsOf(named, resource));
    }

    /** Reports what the server declares of a device, which it checks even if the slice has too many devices. */
    function checkDeclared(device: Field<Device | undefined>): void {
      const attributes = device.get('attributes');
      for (const { key, field } of attributes.entries()) {
        checkOneValue(attributes, key, field);
        checkStrings(report, field, resource);
      }
      if (keepsTaints(server)) checkEffects(report, device, resource);
      if (hasCounters) checkConsumed(report, device, resource, { countsCounters: false });
      if (!hasConditions) return;
      for (const list of conditionsOf(device)) checkCount(report, list, resource);
    }

    function checkAttributes(device: Field<Device | undefined>): void {
      const attributes = device.get('attributes');
      const capacity = device.get('capacity');
      const entries = namedValues(attributes);
      checkSize(
        device,
        entries.length + capacity.entries().length,
        'attributes and capacities',
        MOST_NAMES,
      );
      const lengths = entries.map(({ field }) =>
        lists.reduce((sum, list) => sum + (field.get(list).value?.length ?? 0), 0),
      );
      const total = lengths.reduce((sum, length) => sum + Math.max(1, length), 0);
      checkSize(device, total, 'values of attributes', MOST_VALUES);
      for (const { key, field } of entries) {
        const path = nameKeyPath(attributes, field, server.minor);
        checkAttributeName(report, field, key, server.minor, { path });
        checkValues(report, field, lists);
        checkStrings(report, field, resource);
        checkOneValue(attributes, key, field);
      }
    }

    function checkOneValue(attributes: Field, key: string, value: Field<DeviceAttribute>): void {
      const given = [...SINGLE_ATTRIBUTES, ...lists].filter((name) => !value.get(name).absent);
      if (given.length === 1 || value.pruned) return;
      const isAbsent = given.length === 0 && !serverHas('device-attributes-invalid', server.minor);
      for (const path of pathsOfValue(attributes, key, value, resource)) {
        report({
          message: 'value',
          at: value,
          path,
          ...(isAbsent && { cause: 'FieldValueRequired' }),
          values: { name: key, count: String(given.length) },
        });
      }
    }

    function checkSize(
      device: Field<Device | undefined>,
      count: number,
      what: string,
      most: number,
    ): void {
      if (count <= most) return;
      const values = { count: String(count), what, most: String(most) };
      report({ message: 'size', at: device, values });
    }

    function checkPlace(device: Field<Device | undefined>): void {
      const [nodeName, nodeSelector] = [device.get('nodeName'), device.get('nodeSelector')];
      const allNodes = device.get('allNodes');
      if (!choosesNodes) {
        const isGiven = [nodeName, nodeSelector, allNodes].some(({ value }) => value !== undefined);
        const problem = 'although the slice has no perDeviceNodeSelection';
        if (isGiven) report({ message: 'nodes', at: device, values: { problem } });
        return;
      }
      const ways = checkNodes(report, nodeName, nodeSelector, [allNodes]);
      if (ways === 0) report({ message: 'noNodes', at: device });
      const problem = 'in more than one way';
      if (ways > 1) report({ message: 'nodes', at: device, values: { problem } });
    }
  },
});

type Slice = Resource<'ResourceSlice'>;
type TaintReport = ValueReport<'required' | 'invalid' | 'unsupported' | 'tooMany'>;

/**
 * The paths of an error of a value. Since 1.37 the server declares the check, and shortens no names in the path. It
 * then reports the error of a value with a long name twice.
 */
function pathsOfValue(
  attributes: Field,
  key: string,
  value: Field,
  slice: Slice,
): Iterable<string> {
  if (!serverHas('all-device-values-checked', slice.server.minor)) return [value.path];
  const declared = `${asDeclared(attributes, slice).path}[${key}]`;
  return value.path.endsWith(`[${key}]`) ? [declared] : [value.path, declared];
}

function checkTaints(report: TaintReport, device: Field<Device | undefined>, slice: Slice): void {
  const taints = device.get('taints');
  if (requireCount(report, taints, MOST_TAINTS)) {
    for (const taint of taints.items()) {
      const pathOfEffect = asDeclared(taint, slice).path;
      checkTaint(report, taint, DEVICE_TAINT_EFFECTS, taint.path, pathOfEffect);
    }
  } else if (serverHas('all-device-values-checked', slice.server.minor)) {
    checkEffects(report, device, slice);
  }
}

function checkEffects(report: TaintReport, device: Field<Device | undefined>, slice: Slice): void {
  for (const taint of device.itemsOf('taints')) {
    checkTaintEffect(report, taint, DEVICE_TAINT_EFFECTS, asDeclared(taint, slice).path);
  }
}

function checkConsumed(
  report: ValueReport<'required' | 'invalid' | 'duplicate' | 'tooMany'>,
  device: Field<Device | undefined>,
  slice: Slice,
  { countsCounters } = { countsCounters: true },
): void {
  const consumed = asDeclared(device.get('consumesCounters'), slice);
  if (!requireCount(report, consumed, MOST_COUNTER_SETS)) return;
  const sets = 'each set of counters can occur once';
  requireUnique(report, consumed.items(), ({ value }) => value?.counterSet ?? '', sets);
  for (const [index, set] of consumed.items().entries()) {
    // The number of counters is the only check of them that is not declared.
    const path = `${device.path}.consumesCounters[${index}].counters`;
    const counters = set.get('counters');
    const counted = countsCounters ? counters.withPath(path) : undefined;
    checkCounters(report, set.get('counterSet'), counters, slice.server.minor, counted);
  }
}

function checkConditions(
  report: ValueReport<'invalid' | 'duplicate' | 'tooMany'>,
  device: Field<Device | undefined>,
  slice: Slice,
): void {
  const [binding, failure] = conditionsOf(device);
  for (const list of [binding, failure]) {
    if (checkCount(report, list, slice)) {
      for (const condition of list.items()) requireFormat(report, condition, labelKeyProblem);
    }
    const rule = 'each condition can occur once';
    requireUnique(report, list.items(), ({ value = '' }) => value, rule);
  }
  for (const condition of failure.items()) {
    const { value = '' } = condition;
    if (!binding.value?.includes(value)) continue;
    reportInvalid(report, condition, 'it is one of bindingConditions, too');
  }
  const pairs = [
    [binding, failure, 'bindingFailureConditions'],
    [failure, binding, 'bindingConditions'],
  ] as const;
  for (const [list, other, name] of pairs) {
    const isNeeded = (list.value ?? []).length === 0 && (other.value ?? []).length > 0;
    if (isNeeded && !list.pruned) {
      reportInvalid(report, list, `${name} need a condition here, too`);
    }
  }
}

function checkCount(
  report: ValueReport<'tooMany'>,
  conditions: Field<readonly string[] | undefined>,
  slice: Slice,
): boolean {
  return requireCount(report, asDeclared(conditions, slice), MOST_CONDITIONS);
}

function checkValues(
  report: ValueReport<'invalid' | 'tooLong'>,
  attribute: Field<DeviceAttribute>,
  lists: readonly (typeof LIST_ATTRIBUTES)[number][],
): void {
  const isList = lists.length > 0;
  for (const list of lists) {
    const field = attribute.get(list);
    if (field.value?.length === 0)
      reportInvalid(report, field, 'write a value, or remove the field');
  }
  const versions = [attribute.get('version'), ...(isList ? attribute.itemsOf('versions') : [])];
  for (const version of versions) {
    requireFormat(report, version, (text) =>
      VERSION.test(text) ? undefined : 'write a semantic version, such as 1.2.3',
    );
  }
  for (const text of [attribute.get('string'), ...versions]) checkLength(report, text);
}

function checkStrings(
  report: ValueReport<'tooLong'>,
  attribute: Field<DeviceAttribute>,
  slice: Slice,
): void {
  if (!keepsListAttributes(slice.server)) return;
  const texts = asDeclared(attribute.get('strings'), slice);
  for (const text of texts.items()) checkLength(report, text);
}

function checkLength(report: ValueReport<'tooLong'>, text: Field<string | undefined>): void {
  if (byteLength(text.value ?? '') <= LONGEST_VALUE) return;
  reportTooLong(report, text, `at most ${LONGEST_VALUE} bytes are allowed`);
}

function conditionsOf(device: Field<Device | undefined>) {
  return [device.get('bindingConditions'), device.get('bindingFailureConditions')] as const;
}
