import { requireText, VALUE_MESSAGES } from '../../src/analysis/fields/value-checks.ts';
import { hasBacksteps } from '../../src/analysis/pods/paths.ts';
import { POD_KINDS, validatedPodOf } from '../../src/analysis/pods/pod-specs.ts';
import { mountableVolumes } from '../../src/analysis/pods/volumes.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { serverHas } from '../../src/server/kubernetes/server-changes.ts';

export default defineRule({
  id: 'pod/volume-devices',
  on: 'object',
  kinds: POD_KINDS,
  severity: 'error',
  summary: 'A container uses claims of its pod as devices, each once.',
  details: `
An item of \`volumeDevices\` gives a container the block device of a volume of the pod, which is a \`persistentVolumeClaim\` or
\`ephemeral\`. Its \`name\` and its \`devicePath\` are not used by another device or mount of the container.

With \`hostUsers: false\` a pod cannot have devices.
`,
  reference:
    'https://kubernetes.io/docs/concepts/storage/persistent-volumes/#raw-block-volume-support',
  messages: {
    required: { ...VALUE_MESSAGES.required, rows: ['pod-device-required'] },
    volume: {
      text: "the pod has no valid volume '{name}'",
      help: 'use the name of an item of volumes, or correct that item',
      cause: 'FieldValueNotFound',
      rows: ['pod-device-volume'],
    },
    source: {
      text: "the volume '{name}' has no block device",
      help: 'use a volume with persistentVolumeClaim or ephemeral',
      cause: 'FieldValueInvalid',
      rows: ['pod-device-source'],
    },
    used: {
      text: "the container uses the {what} '{value}' already",
      help: 'use another {what}',
      cause: 'FieldValueInvalid',
      rows: ['pod-device-unique', 'pod-mount-and-device'],
    },
    backsteps: {
      text: "devicePath is '{path}'; it must not contain '..'",
      help: 'use a path such as /dev/disk',
      cause: 'FieldValueInvalid',
      rows: ['pod-device-path'],
    },
    hostUsers: {
      text: 'a pod with hostUsers: false cannot have devices',
      help: 'remove volumeDevices, or hostUsers',
      cause: 'FieldValueForbidden',
      rows: ['pod-device-host-users'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          containers:
            - name: web
              image: nginx
              volumeDevices:
                - name: disc
                  #     ^^^^ expect: volume
                  devicePath: /dev/../disk
                  #           ^^^^^^^^^^^^ expect: backsteps
                - name: data # expect: required
                  #     ^^^^ expect: source
                - { name: disk, devicePath: /dev/disk }
                - { name: disk, devicePath: /dev/other }
                #         ^^^^ expect: used
          volumes:
            - { name: data, emptyDir: {} }
            - { name: disk, persistentVolumeClaim: { claimName: disk } }
      `,
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          hostUsers: false
          containers:
            - name: web
              image: nginx
              volumeDevices: # expect: hostUsers
                - { name: disk, devicePath: /dev/disk }
          volumes:
            - { name: disk, persistentVolumeClaim: { claimName: disk } }
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          containers:
            - name: web
              image: nginx
              volumeDevices:
                - { name: disk, devicePath: /dev/disk }
          volumes:
            - { name: disk, persistentVolumeClaim: { claimName: disk } }
      `,
    ],
  },
  check(resource, { report, server }) {
    const volumes = mountableVolumes(resource);
    const pod = validatedPodOf(resource);
    if (pod === undefined) return;
    const { spec, containers } = pod;
    const sharesUsers = spec.get('hostUsers').value !== false;
    for (const { field: container } of containers) {
      const list = container.get('volumeDevices');
      const devices = list.items();
      if (devices.length > 0 && !sharesUsers && serverHas('host-users-of-devices', server.minor)) {
        report({ message: 'hostUsers', at: list, side: 'key' });
      }
      // The server looks at the last mount of each volume.
      const mounted = new Map(
        container
          .itemsOf('volumeMounts')
          .map((mount) => [mount.get('name').value ?? '', mount.get('mountPath').value ?? '']),
      );
      const mountPaths = new Set(mounted.values());
      const names = new Set<string>();
      const paths = new Set<string>();
      for (const device of devices) {
        const at = device.get('name');
        const { value: name = '' } = at;
        requireText(report, at, 'the name of an item of volumes');
        if (names.has(name) || mounted.has(name)) {
          report({ message: 'used', at, values: { what: 'volume', value: name } });
        }
        if (name !== '') names.add(name);
        const volume = volumes.get(name)?.value;
        if (!volumes.has(name)) {
          if (!at.pruned) report({ message: 'volume', at, values: { name } });
        } else if (
          volume !== undefined &&
          DEVICES.every((source) => volume[source] === undefined)
        ) {
          report({ message: 'source', at, values: { name } });
        }
        const devicePath = device.get('devicePath');
        const { value: path = '' } = devicePath;
        requireText(report, devicePath, 'the path in the container, such as /dev/xvda');
        if (paths.has(path) || mountPaths.has(path)) {
          report({ message: 'used', at: devicePath, values: { what: 'path', value: path } });
        }
        if (hasBacksteps(path)) report({ message: 'backsteps', at: devicePath, values: { path } });
        else paths.add(path);
      }
    }
  },
});

/** The sources of volumes with a block device. */
const DEVICES = ['persistentVolumeClaim', 'ephemeral'] as const;
