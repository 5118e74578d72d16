import { requirePoolName } from '../../src/analysis/devices/names.ts';
import {
  checkCounters,
  checkNodes,
  keepsCounters,
  mostDevices,
} from '../../src/analysis/devices/slices.ts';
import { requireDriverName } from '../../src/analysis/fields/driver-name.ts';
import {
  reportInvalid,
  requireCount,
  requireRange,
  requireUnique,
  VALUE_MESSAGES,
} from '../../src/analysis/fields/value-checks.ts';
import { toLower } from '../../src/base/go/lower-case.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { minorsWith } from '../../src/server/kubernetes/server-changes.ts';

const MOST_COUNTER_SETS = 8;

export default defineRule({
  id: 'device/slice',
  on: 'object',
  kinds: ['ResourceSlice'],
  severity: 'error',
  summary: 'A ResourceSlice belongs to a driver and a pool, and says which nodes have its devices.',
  details: `
A driver publishes its devices in ResourceSlices. \`pool.resourceSliceCount\` is the number of slices of the pool, at least 1.
Exactly one of \`nodeName\`, \`nodeSelector\`, \`allNodes: true\` and \`perDeviceNodeSelection: true\` says where the devices are, and a
\`nodeSelector\` has exactly one term.

A slice has either \`devices\`, at most 128 of them, or \`sharedCounters\`, at most 8 sets with different names. If a device has taints
or uses counters, at most 64 devices are allowed.
`,
  reference:
    'https://kubernetes.io/docs/concepts/scheduling-eviction/dynamic-resource-allocation/#resourceslice',
  messages: {
    noNodes: {
      text: 'the slice does not say which nodes have the devices',
      help: 'add nodeName, nodeSelector, allNodes: true or perDeviceNodeSelection: true',
      cause: 'FieldValueRequired',
      rows: ['device-slice-nodes'],
    },
    severalNodes: {
      text: 'the slice has more than one field for the nodes that have the devices',
      help: 'keep one of nodeName, nodeSelector, allNodes and perDeviceNodeSelection',
      cause: 'FieldValueInvalid',
      rows: ['device-slice-nodes-twice'],
    },
    both: {
      text: 'the slice has both devices and sharedCounters',
      help: 'move the counters to another ResourceSlice of the pool',
      cause: 'FieldValueInvalid',
      rows: ['device-slice-both'],
    },
    uppercase: {
      text: "driver is '{name}', but names of drivers should be lowercase",
      help: 'use {lowercase}, if the driver has this name',
      severity: 'warning',
      cause: 'Warning',
      rows: ['device-slice-uppercase'],
      range: minorsWith('driver-case-warnings'),
    },
    required: { ...VALUE_MESSAGES.required, rows: ['device-slice-required'] },
    invalid: {
      ...VALUE_MESSAGES.invalid,
      rows: ['device-slice-invalid'],
      explainsInField: ['pod/node-affinity'],
    },
    duplicate: { ...VALUE_MESSAGES.duplicate, rows: ['device-slice-twice'] },
    tooLong: { ...VALUE_MESSAGES.tooLong, rows: ['device-slice-length'] },
    tooMany: { ...VALUE_MESSAGES.tooMany, rows: ['device-slice-count'] },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: resource.k8s.io/v1
        kind: ResourceSlice
        metadata: { name: node-1-gpu }
        spec: # expect: noNodes
          driver: driver-of-the-gpus-of-the-third-generation.hardware.shop.example.com # expect: tooLong
          pool:
            name: node_1
            #     ^^^^^^ expect: invalid
            generation: 1
            resourceSliceCount: 1
      `,
      yaml`
        apiVersion: resource.k8s.io/v1
        kind: ResourceSlice
        metadata: { name: node-1-gpu }
        spec: # expect: severalNodes, both
          driver: gpu.example.com
          pool: { name: node-1, generation: 1, resourceSliceCount: 1 }
          nodeName: node-1
          allNodes: true
          devices: []
          sharedCounters:
            - name: gpu-0 # expect: required
            - name: gpu-0 # expect: duplicate
              counters: { memory: { value: 80Gi } }
      `,
      yaml`
        apiVersion: resource.k8s.io/v1
        kind: ResourceSlice
        metadata: { name: node-1-gpu }
        spec:
          driver: GPU.example.com # expect: uppercase
          pool: { name: node-1, generation: 1, resourceSliceCount: 1 }
          nodeName: node-1
          sharedCounters: # expect: tooMany
            - { name: gpu-0, counters: { memory: { value: 80Gi } } }
            - { name: gpu-1, counters: { memory: { value: 80Gi } } }
            - { name: gpu-2, counters: { memory: { value: 80Gi } } }
            - { name: gpu-3, counters: { memory: { value: 80Gi } } }
            - { name: gpu-4, counters: { memory: { value: 80Gi } } }
            - { name: gpu-5, counters: { memory: { value: 80Gi } } }
            - { name: gpu-6, counters: { memory: { value: 80Gi } } }
            - { name: gpu-7, counters: { memory: { value: 80Gi } } }
            - { name: gpu-8, counters: { memory: { value: 80Gi } } }
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
              attributes: { model: { string: Example 80 } }
              capacity: { memory: { value: 80Gi } }
      `,
    ],
  },
  check(resource, { report, server }) {
    // The first version has no spec. Its own fields are only decoded.
    if (resource.apiVersion === 'resource.k8s.io/v1alpha2') return;
    const spec = resource.root.get('spec');
    const driver = spec.get('driver');
    requireDriverName(report, driver, server.minor);
    const { value: name = '' } = driver;
    const lowercase = toLower(name);
    if (name !== lowercase)
      report({ message: 'uppercase', at: driver, values: { name, lowercase } });
    const pool = spec.get('pool');
    requirePoolName(report, pool.get('name'));
    const count = pool.get('resourceSliceCount');
    if (count.absent) reportInvalid(report, count, 'it must be at least 1');
    requireRange(report, count, { least: 1 });
    requireRange(report, pool.get('generation'), { least: 0 });
    const nodeSelector = spec.get('nodeSelector');
    const flags = [spec.get('allNodes')];
    const hasCounters = keepsCounters(server);
    if (hasCounters) flags.push(spec.get('perDeviceNodeSelection'));
    const ways = checkNodes(report, spec.get('nodeName'), nodeSelector, flags);
    if (ways === 0 && !spec.pruned) report({ message: 'noNodes', at: spec });
    else if (ways > 1) report({ message: 'severalNodes', at: spec });
    const terms = nodeSelector.get('nodeSelectorTerms');
    const isOne = terms.pruned || terms.value?.length === 1;
    if (nodeSelector.value !== undefined && !isOne) {
      reportInvalid(report, terms, 'write exactly one term');
    }
    const devices = spec.get('devices');
    requireCount(report, devices, mostDevices(resource, server));
    if (!hasCounters) return;
    const sets = spec.get('sharedCounters');
    if (devices.value !== undefined && sets.value !== undefined) {
      report({ message: 'both', at: spec });
    }
    if (!requireCount(report, sets, MOST_COUNTER_SETS)) return;
    const names = 'each set of counters can occur once';
    requireUnique(report, sets.items(), ({ value }) => value?.name ?? '', names);
    for (const set of sets.items()) {
      const counters = set.get('counters');
      checkCounters(report, set.get('name'), counters, server.minor, counters);
    }
  },
});
