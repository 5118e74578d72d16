import { requireText, VALUE_MESSAGES } from '../../src/analysis/fields/value-checks.ts';
import { relativePathProblem } from '../../src/analysis/pods/paths.ts';
import { POD_KINDS, validatedPodOf } from '../../src/analysis/pods/pod-specs.ts';
import { droppedVolumes, mountableVolumes } from '../../src/analysis/pods/volumes.ts';
import { nearestName } from '../../src/result/suggestion.ts';
import type { Field } from '../../src/rule/field.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { hasGate } from '../../src/server/kubernetes/server.ts';
import type { Container, VolumeMount } from '../../src/server/kubernetes/types.generated.ts';

export default defineRule({
  id: 'pod/volume-mounts',
  on: 'object',
  kinds: POD_KINDS,
  severity: 'error',
  summary: 'A container mounts volumes of its pod, each at a path of its own.',
  details: `
An item of \`volumeMounts\` has the \`name\` of a volume of the pod and a \`mountPath\`, which no other mount or device of the
container has. A volume that the API server refuses counts as missing, so that it reports its mounts too.

\`subPath\` and \`subPathExpr\` are relative paths in the volume, and a mount has at most one of them. Only privileged containers can
use \`mountPropagation: Bidirectional\`. \`recursiveReadOnly\` needs \`readOnly: true\`, and no propagation.
`,
  reference: 'https://kubernetes.io/docs/concepts/storage/volumes/',
  messages: {
    required: { ...VALUE_MESSAGES.required, rows: ['pod-mount-required'] },
    volume: {
      text: "the pod has no valid volume '{name}'",
      help: 'use the name of an item of volumes (or, in a StatefulSet, of volumeClaimTemplates), or correct that item',
      cause: 'FieldValueNotFound',
      rows: ['pod-mount-volume'],
    },
    misspelled: {
      text: "the pod has no valid volume '{name}'; did you mean {meant}?",
      help: 'use {meant}, or add a volume',
      cause: 'FieldValueNotFound',
      rows: ['pod-mount-volume'],
    },
    mountPath: {
      text: "another mount or device of the container has the path '{path}'",
      help: 'use another mountPath',
      cause: 'FieldValueInvalid',
      rows: ['pod-mount-path-unique', 'pod-mount-and-device'],
    },
    device: {
      text: "the volume '{name}' is also in volumeDevices",
      help: 'remove one of the two',
      cause: 'FieldValueInvalid',
      rows: ['pod-mount-and-device'],
    },
    subPath: {
      text: "{field} is '{value}': {problem}",
      help: 'use a path within the volume, such as data/logs',
      cause: 'FieldValueInvalid',
      rows: ['pod-mount-sub-path'],
    },
    bothSubPaths: {
      text: 'the mount has both subPath and subPathExpr',
      help: 'keep one of them',
      cause: 'FieldValueInvalid',
      rows: ['pod-mount-sub-path-both'],
    },
    bidirectional: {
      text: 'only a privileged container can have Bidirectional mounts',
      help: 'use HostToContainer or None, or set privileged: true in the securityContext',
      cause: 'FieldValueForbidden',
      rows: ['pod-mount-bidirectional'],
    },
    recursiveReadOnly: {
      text: 'recursiveReadOnly {value} needs {condition}',
      help: 'set {condition}, or remove recursiveReadOnly',
      cause: 'FieldValueForbidden',
      rows: ['pod-mount-recursive-read-only'],
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
                - { name: disk, devicePath: /dev/disk }
              volumeMounts:
                - name: dta
                  #     ^^^ expect: misspelled
                  mountPath: /data
                - { name: cache, mountPath: /cache }
                #         ^^^^^ expect: volume
                - { name: data, mountPath: /data }
                #                          ^^^^^ expect: mountPath
                - name: data # expect: required
                  subPath: ../secret
                  #        ^^^^^^^^^ expect: subPath
                  subPathExpr: $(POD) # expect: bothSubPaths
                - name: disk
                  #     ^^^^ expect: device
                  mountPath: /disk
                - name: data
                  mountPath: /logs
                  mountPropagation: Bidirectional
                  #                 ^^^^^^^^^^^^^ expect: bidirectional
                  recursiveReadOnly: Enabled
                  #                  ^^^^^^^ expect: recursiveReadOnly
                  readOnly: true
          volumes:
            - { name: data, emptyDir: {} }
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
              volumeMounts:
                - { name: data, mountPath: /data }
                - { name: data, mountPath: /logs, subPath: logs, readOnly: true }
          volumes:
            - { name: data, emptyDir: {} }
      `,
    ],
  },
  check(resource, { report, server }) {
    const volumes = mountableVolumes(resource);
    const dropped = droppedVolumes(resource);
    const pod = validatedPodOf(resource);
    if (pod === undefined) return;
    for (const { field: container } of pod.containers) {
      // The server looks at the last device of each volume.
      const devices = new Map(
        container
          .itemsOf('volumeDevices')
          .map((device) => [device.get('name').value ?? '', device.get('devicePath').value ?? '']),
      );
      const paths = new Set(devices.values());
      for (const mount of container.itemsOf('volumeMounts')) {
        const name = mount.get('name');
        requireText(report, name, 'the name of an item of volumes');
        const { value: volume = '' } = name;
        if (dropped.has(volume)) continue;
        if (!volumes.has(volume) && !name.pruned) reportMissing(name, `${pod.spec.path}.volumes`);
        if (devices.has(volume)) report({ message: 'device', at: name, values: { name: volume } });
        const mountPath = mount.get('mountPath');
        const { value: path = '' } = mountPath;
        requireText(report, mountPath, 'the path in the container, such as /data');
        if (paths.has(path)) report({ message: 'mountPath', at: mountPath, values: { path } });
        paths.add(path);
        checkSubPaths(mount);
        checkPropagation(mount, container);
      }
    }

    function reportMissing(at: Field<string | undefined>, list: string): void {
      const { value: name = '' } = at;
      const meant = nearestName(name, [...volumes.keys()]);
      const dependsOn = [list];
      if (meant === undefined) report({ message: 'volume', at, values: { name }, dependsOn });
      else report({ message: 'misspelled', at, values: { name, meant }, dependsOn });
    }

    function checkSubPaths(mount: Field<VolumeMount>): void {
      for (const field of ['subPath', 'subPathExpr'] as const) {
        const at = mount.get(field);
        const { value = '' } = at;
        const problem = relativePathProblem(value);
        if (problem === undefined) continue;
        const path = withoutIndex(mount, field);
        report({ message: 'subPath', at, path, values: { field, value, problem } });
      }
      const expression = mount.get('subPathExpr');
      if (expression.value && mount.get('subPath').value) {
        report({ message: 'bothSubPaths', at: expression, side: 'key' });
      }
    }

    function checkPropagation(mount: Field<VolumeMount>, container: Field<Container>): void {
      const propagation = mount.get('mountPropagation');
      const isPrivileged = container.get('securityContext').get('privileged').value === true;
      if (propagation.value === 'Bidirectional' && !isPrivileged) {
        const path = withoutIndex(mount, 'mountPropagation');
        report({ message: 'bidirectional', at: propagation, path });
      }
      if (!hasGate(server, 'RecursiveReadOnlyMounts', true)) return;
      const at = mount.get('recursiveReadOnly');
      const { value = '' } = at;
      if (value !== 'Enabled' && value !== 'IfPossible') return;
      const path = withoutIndex(mount, 'recursiveReadOnly');
      const { value: isReadOnly = false } = mount.get('readOnly');
      if (!isReadOnly) {
        report({
          message: 'recursiveReadOnly',
          at,
          path,
          values: { value, condition: 'readOnly: true' },
        });
      }
      if ((propagation.value ?? 'None') !== 'None') {
        const condition = 'mountPropagation: None';
        report({ message: 'recursiveReadOnly', at, path, values: { value, condition } });
      }
    }
  },
});

/** The path of a field of a mount as the server reports it: without the index of the mount. */
function withoutIndex(mount: Field<VolumeMount>, field: string): string {
  return `${mount.path.replace(/\[\d+\]$/, '')}.${field}`;
}
