import {
  reportTooLong,
  requireFormat,
  requireOneOf,
  requireText,
  VALUE_MESSAGES,
  valueTexts,
} from '../../src/analysis/fields/value-checks.ts';
import { labelKeyProblem } from '../../src/analysis/metadata/labels.ts';
import { toLower } from '../../src/base/go/lower-case.ts';
import { isOfKind } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { byteLength } from '../../src/server/kubernetes/formats/dns.ts';

const MOST_PARAMETERS = 512;
const MOST_BYTES = 256 * 1024;

export default defineRule({
  id: 'storage/class',
  on: 'object',
  kinds: ['StorageClass', 'VolumeAttributesClass'],
  severity: 'error',
  summary: 'A class of volumes names its driver, and has valid policies and parameters.',
  details: `
A StorageClass names its \`provisioner\`, and a VolumeAttributesClass its \`driverName\`: a qualified name such as
\`ebs.csi.aws.com\`. \`parameters\` are at most 512 strings of at most 256 KiB together; a VolumeAttributesClass needs at least one.

\`reclaimPolicy\` is \`Delete\`, which is the default, or \`Retain\`. \`volumeBindingMode\` is \`Immediate\`, which is the default,
or \`WaitForFirstConsumer\`. The server accepts any name of a driver: it does not know which drivers there are.
`,
  reference: 'https://kubernetes.io/docs/concepts/storage/storage-classes/#storageclass-objects',
  messages: {
    required: {
      ...VALUE_MESSAGES.required,
      rows: ['storage-class-provisioner', 'volume-attributes-parameters'],
    },
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['storage-class-provisioner-format'] },
    unsupported: {
      ...VALUE_MESSAGES.unsupported,
      rows: ['storage-class-reclaim-policy', 'storage-class-binding-mode'],
    },
    tooLong: {
      ...VALUE_MESSAGES.tooLong,
      withoutExample: 'the example would be larger than 256 KiB',
    },
    emptyKey: {
      text: 'a parameter has an empty name',
      help: 'write the name of the parameter',
      cause: 'FieldValueInvalid',
      rows: ['storage-class-parameter-key'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: storage.k8s.io/v1
        kind: StorageClass # expect: required
        metadata: { name: fast }
        reclaimPolicy: Recycle
        #              ^^^^^^^ expect: unsupported
        volumeBindingMode: Later
        #                  ^^^^^ expect: unsupported
        parameters: { "": ssd } # expect: emptyKey
      `,
      yaml`
        apiVersion: storage.k8s.io/v1
        kind: StorageClass
        metadata: { name: fast }
        provisioner: ebs csi
        #            ^^^^^^^ expect: invalid
      `,
      yaml`
        apiVersion: storage.k8s.io/v1
        kind: VolumeAttributesClass # expect: required
        metadata: { name: fast }
        driverName: ebs.csi.aws.com
      `,
    ],
    good: [
      yaml`
        apiVersion: storage.k8s.io/v1
        kind: StorageClass
        metadata: { name: fast }
        provisioner: ebs.csi.aws.com
        volumeBindingMode: WaitForFirstConsumer
        parameters: { type: gp3 }
      `,
      yaml`
        apiVersion: storage.k8s.io/v1
        kind: VolumeAttributesClass
        metadata: { name: fast }
        driverName: ebs.csi.aws.com
        parameters: { iops: "4000" }
      `,
    ],
    fixed: [
      {
        before: yaml`
          apiVersion: storage.k8s.io/v1
          kind: StorageClass
          metadata: { name: fast }
          provisioner: example.com/disks
          reclaimPolicy: retain # backups
          volumeBindingMode: waitForFirstConsumer
        `,
        after: yaml`
          apiVersion: storage.k8s.io/v1
          kind: StorageClass
          metadata: { name: fast }
          provisioner: example.com/disks
          reclaimPolicy: Retain # backups
          volumeBindingMode: WaitForFirstConsumer
        `,
      },
    ],
  },
  check(resource, { report }) {
    const { root } = resource;
    const driver = isOfKind(resource, 'StorageClass')
      ? resource.root.get('provisioner')
      : isOfKind(resource, 'VolumeAttributesClass')
        ? resource.root.get('driverName')
        : undefined;
    if (driver !== undefined && requireText(report, driver, 'the name of the CSI driver')) {
      requireFormat(report, driver, (name) => labelKeyProblem(toLower(name)));
    }
    const parameters = root.get('parameters');
    const entries = parameters.entries();
    if (entries.length > MOST_PARAMETERS) {
      reportTooLong(report, parameters, `at most ${MOST_PARAMETERS} parameters are allowed`);
    } else {
      let size = 0;
      for (const { key, field } of entries) {
        if (key === '') {
          report({ message: 'emptyKey', at: field, side: 'key', path: parameters.path });
        }
        size += byteLength(key) + byteLength(field.value ?? '');
      }
      if (size > MOST_BYTES) {
        reportTooLong(report, parameters, `at most ${MOST_BYTES} bytes are allowed`);
      }
      if (entries.length === 0 && resource.kind === 'VolumeAttributesClass' && !parameters.pruned) {
        const values = valueTexts(parameters, 'the parameters of the driver');
        report({ message: 'required', at: parameters, values });
      }
    }
    if (!isOfKind(resource, 'StorageClass')) return;
    const policy = resource.root.get('reclaimPolicy');
    if (policy.value) requireOneOf(report, policy, ['Delete', 'Retain']);
    const mode = resource.root.get('volumeBindingMode');
    requireOneOf(report, mode, ['Immediate', 'WaitForFirstConsumer']);
  },
});
