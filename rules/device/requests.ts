import {
  alternativesOf,
  asDeclared,
  CLAIM_KINDS,
  checksAllIn,
  deviceClaimOf,
  exactlyOf,
  hasTolerations,
  isWithin,
  itemsWithin,
  MOST_ALTERNATIVES,
  MOST_ITEMS,
  requestsOf,
  wantedDevices,
} from '../../src/analysis/devices/claims.ts';
import { requireUniqueNames } from '../../src/analysis/devices/names.ts';
import { DEVICE_TAINT_EFFECTS } from '../../src/analysis/devices/taints.ts';
import {
  reportInvalid,
  requireCount,
  requireFormat,
  requireOneOf,
  requireRange,
  requireText,
  requireValidText,
  VALUE_MESSAGES,
  type ValueReport,
} from '../../src/analysis/fields/value-checks.ts';
import { labelKeyProblem, labelValueProblem } from '../../src/analysis/metadata/labels.ts';
import { labelProblem, subdomainProblem } from '../../src/analysis/metadata/names.ts';
import type { Field } from '../../src/rule/field.ts';
import type { ApiObject } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { hasGate, type Server } from '../../src/server/kubernetes/server.ts';
import { serverHas } from '../../src/server/kubernetes/server-changes.ts';
import type {
  DeviceRequest,
  DeviceSubRequest,
  DeviceToleration,
  ExactDeviceRequest,
} from '../../src/server/kubernetes/types.generated.ts';

export default defineRule({
  id: 'device/requests',
  on: 'object',
  kinds: CLAIM_KINDS,
  severity: 'error',
  summary: 'A request of a claim says which devices are wanted, and how many.',
  details: `
A ResourceClaim asks for devices by requests with different names. A request has either \`exactly\`, or \`firstAvailable\` with
at most 8 alternatives, of which the first is used for which there are devices. Each of them names a DeviceClass.
\`allocationMode\` is \`ExactCount\`, which is the default, with a \`count\` of at least 1, or \`All\` without a count.

A toleration has the operator \`Equal\`, or \`Exists\` without a value, and the effect \`NoSchedule\`, \`NoExecute\`, \`None\` or none.

The server forbids \`adminAccess: true\` in a namespace without the label \`resource.kubernetes.io/admin-access: "true"\`. Namespaces
do not have it by default, so a claim with \`adminAccess\` counts as refused. That is reported as an info, because the namespace of
your cluster may have the label.
`,
  reference:
    'https://kubernetes.io/docs/concepts/scheduling-eviction/dynamic-resource-allocation/#resourceclaims-templates',
  messages: {
    neither: {
      text: 'the request names no device class',
      help: 'add exactly with a deviceClassName, or firstAvailable',
      cause: 'FieldValueRequired',
      rows: ['device-request-neither'],
    },
    both: {
      text: 'the request has both exactly and firstAvailable',
      help: 'remove one of them',
      cause: 'FieldValueInvalid',
      rows: ['device-request-both'],
    },
    required: { ...VALUE_MESSAGES.required, rows: ['device-request-class'] },
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['device-request-name', 'device-request-count'] },
    unsupported: { ...VALUE_MESSAGES.unsupported, rows: ['device-request-mode'] },
    duplicate: { ...VALUE_MESSAGES.duplicate, rows: ['device-request-twice'] },
    tooMany: { ...VALUE_MESSAGES.tooMany, rows: ['device-request-alternatives'] },
    admin: {
      text: 'adminAccess is forbidden in a namespace without the label resource.kubernetes.io/admin-access',
      help: "add the label resource.kubernetes.io/admin-access: 'true' to the namespace",
      severity: 'info',
      cause: 'FieldValueForbidden',
      rows: ['device-request-admin'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: resource.k8s.io/v1
        kind: ResourceClaim
        metadata: { name: monitor }
        spec:
          devices:
            requests:
              - name: all
                exactly:
                  deviceClassName: gpu.example.com
                  allocationMode: All
                  adminAccess: true
                  #            ^^^^ expect: admin
      `,
      yaml`
        apiVersion: resource.k8s.io/v1
        kind: ResourceClaim
        metadata: { name: gpu }
        spec:
          devices:
            requests:
              - name: gpu # expect: neither
              - name: large # expect: both
                exactly: { deviceClassName: gpu.example.com }
                firstAvailable:
                  - { name: small, deviceClassName: gpu.example.com }
      `,
      yaml`
        apiVersion: resource.k8s.io/v1
        kind: ResourceClaim
        metadata: { name: gpu }
        spec:
          devices:
            requests:
              - name: GPU
                #     ^^^ expect: invalid
                exactly: { count: 1 } # expect: required
              - name: all
                exactly:
                  deviceClassName: gpu.example.com
                  allocationMode: All
                  count: 2
                  #      ^ expect: invalid
              - name: all # expect: duplicate
                exactly:
                  deviceClassName: gpu.example.com
                  allocationMode: Every
                  #               ^^^^^ expect: unsupported
      `,
      yaml`
        apiVersion: resource.k8s.io/v1
        kind: ResourceClaim
        metadata: { name: gpu }
        spec:
          devices:
            requests:
              - name: gpu
                firstAvailable: # expect: tooMany
                  - { name: a, deviceClassName: gpu.example.com }
                  - { name: b, deviceClassName: gpu.example.com }
                  - { name: c, deviceClassName: gpu.example.com }
                  - { name: d, deviceClassName: gpu.example.com }
                  - { name: e, deviceClassName: gpu.example.com }
                  - { name: f, deviceClassName: gpu.example.com }
                  - { name: g, deviceClassName: gpu.example.com }
                  - { name: h, deviceClassName: gpu.example.com }
                  - { name: i, deviceClassName: gpu.example.com }
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
                firstAvailable:
                  - { name: large, deviceClassName: large.example.com }
                  - { name: small, deviceClassName: small.example.com, count: 2 }
              - name: nic
                exactly: { deviceClassName: nic.example.com }
      `,
    ],
    fixed: [
      {
        before: yaml`
          apiVersion: resource.k8s.io/v1
          kind: ResourceClaim
          metadata: { name: gpu }
          spec:
            devices:
              requests:
                - name: gpu
                  exactly:
                    deviceClassName: gpu.example.com
                    allocationMode: all # of them
        `,
        after: yaml`
          apiVersion: resource.k8s.io/v1
          kind: ResourceClaim
          metadata: { name: gpu }
          spec:
            devices:
              requests:
                - name: gpu
                  exactly:
                    deviceClassName: gpu.example.com
                    allocationMode: All # of them
        `,
      },
    ],
  },
  check(resource, { report, minor, server }) {
    const { apiVersion } = resource;
    const claim = deviceClaimOf(resource);
    requireCount(report, claim.get('requests'), MOST_ITEMS);
    const requests = requestsOf(claim, minor);
    if (resource.stored === undefined && hasGate(server, 'DRAAdminAccess', true)) {
      checkAdminAccess(claim.itemsOf('requests'));
    }
    requireUniqueNames(report, requests, minor);
    const checksAll = checksAllIn('requests', resource);
    for (const request of requests) {
      requireValidText(report, request.get('name'), labelProblem);
      const exactly = exactlyOf(request, apiVersion, minor);
      const alternatives = alternativesOf(request, server);
      if (alternatives.length === 0 && exactly.absent) report({ message: 'neither', at: request });
      const hasOneForm = alternatives.length === 0 || exactly.absent;
      if (!hasOneForm) report({ message: 'both', at: request });
      const isValidated = hasOneForm || !serverHas('only-one-form-of-requests', minor);
      if (isValidated) requireCount(report, request.get('firstAvailable'), MOST_ALTERNATIVES);
      if (isValidated && isWithin(alternatives, MOST_ALTERNATIVES, minor)) {
        for (const alternative of alternatives)
          requireValidText(report, alternative.get('name'), labelProblem);
        requireUniqueNames(report, alternatives, minor);
      }
      for (const devices of wantedDevices(request, apiVersion, server)) {
        checkClass(report, devices);
        checkCount(report, devices);
        checkValues(report, devices, resource, server);
        if (!hasTolerations(server)) continue;
        for (const toleration of devices.itemsOf('tolerations')) {
          checkTolerationValue(report, toleration);
        }
      }
      const isBoth = alternatives.length > 0 && exactly.value !== undefined;
      if (!isBoth || !checksAll) continue;
      requireCount(report, request.get('firstAvailable'), MOST_ALTERNATIVES);
      checkValues(report, exactly as Field<ExactDeviceRequest>, resource, server);
      requireUniqueNames(report, alternatives, minor);
      for (const alternative of itemsWithin(
        request.get('firstAvailable'),
        MOST_ALTERNATIVES,
        minor,
      )) {
        checkClass(report, alternative);
        checkValues(report, alternative, resource, server);
      }
    }

    /** The server only names the first request. */
    function checkAdminAccess(all: readonly Field<DeviceRequest>[]): void {
      for (const [index, request] of all.entries()) {
        const at = exactlyOf(request, apiVersion, minor).get('adminAccess');
        if (at.value !== true) continue;
        report({ message: 'admin', at, path: `spec.devices.requests[${index}].adminAccess` });
        return;
      }
    }
  },
});

type Devices = Field<DeviceSubRequest | ExactDeviceRequest>;

function checkClass(report: ValueReport<'required' | 'invalid'>, devices: Devices): void {
  const className = devices.get('deviceClassName');
  if (requireText(report, className, 'the name of a DeviceClass')) {
    requireFormat(report, className, subdomainProblem);
  }
}

function checkCount(report: ValueReport<'invalid'>, devices: Devices): void {
  const { value: mode } = devices.get('allocationMode');
  const count = devices.get('count');
  if (mode === 'ExactCount') requireRange(report, count, { least: 1 });
  else if (mode === 'All' && Number(count.value ?? 0) !== 0) {
    reportInvalid(report, count, 'with allocationMode All it must be absent');
  }
}

/** Reports the values that are one of some, and the keys of tolerations. */
function checkValues(
  report: ValueReport<'invalid' | 'unsupported'>,
  devices: Devices,
  resource: ApiObject,
  server: Server,
): void {
  const mode = devices.get('allocationMode');
  // Declared checks skip an empty mode.
  requireOneOf(report, mode.value ? asDeclared(mode, resource) : mode, ['ExactCount', 'All']);
  const tolerations = hasTolerations(server) ? devices.itemsOf('tolerations') : [];
  for (const toleration of tolerations) {
    const [key, effect] = [toleration.get('key'), toleration.get('effect')];
    if (key.value) requireFormat(report, asDeclared(key, resource), labelKeyProblem);
    const operator = toleration.get('operator');
    requireOneOf(report, asDeclared(operator, resource), ['Equal', 'Exists']);
    if (effect.value) requireOneOf(report, asDeclared(effect, resource), DEVICE_TAINT_EFFECTS);
  }
}

function checkTolerationValue(
  report: ValueReport<'invalid'>,
  toleration: Field<DeviceToleration>,
): void {
  const { value: operator } = toleration.get('operator');
  const value = toleration.get('value');
  if (operator === 'Equal') requireFormat(report, value, labelValueProblem);
  if (operator === 'Exists' && value.value) {
    reportInvalid(report, value, 'the operator Exists has no value');
  }
}
