import {
  reportInvalid,
  requireFormat,
  VALUE_MESSAGES,
} from '../../src/analysis/fields/value-checks.ts';
import {
  annotatedTolerations,
  annotationsPath,
  TOLERATIONS,
} from '../../src/analysis/pods/annotations.ts';
import { relativePathProblem } from '../../src/analysis/pods/paths.ts';
import { POD_KINDS, podOf } from '../../src/analysis/pods/pod-specs.ts';
import { SECCOMP_OF_CONTAINER, SECCOMP_OF_POD } from '../../src/analysis/pods/profiles.ts';
import { INT32_MAX } from '../../src/base/go/integers.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { APP_ARMOR_OF_CONTAINER } from '../../src/server/kubernetes/formats/app-armor-profile.ts';

const MIRROR = 'kubernetes.io/config.mirror';
const DELETION_COST = 'controller.kubernetes.io/pod-deletion-cost';

export default defineRule({
  id: 'pod/annotations',
  on: 'object',
  kinds: POD_KINDS,
  severity: 'error',
  summary: 'Annotations that Kubernetes reads have values that it understands.',
  details: `
\`controller.kubernetes.io/pod-deletion-cost\` is an integer of 32 bits: of the pods of a ReplicaSet, those with the lowest cost
are deleted first. \`kubernetes.io/config.mirror\` marks the API object of a static pod, which has a \`nodeName\`; the kubelet
writes it. \`scheduler.alpha.kubernetes.io/tolerations\` is JSON, and has been replaced by \`spec.tolerations\`.
`,
  reference: 'https://kubernetes.io/docs/reference/labels-annotations-taints/#pod-deletion-cost',
  messages: { invalid: { ...VALUE_MESSAGES.invalid, rows: ['pod-annotations-invalid'] } },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata:
          name: shop
          annotations:
            controller.kubernetes.io/pod-deletion-cost: high
            #                                           ^^^^ expect: invalid
        spec:
          containers: [{ name: web, image: nginx }]
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata:
          name: shop
          annotations: { controller.kubernetes.io/pod-deletion-cost: "-10" }
        spec:
          containers: [{ name: web, image: nginx }]
      `,
    ],
  },
  check(resource, { report }) {
    const { spec, metadata, containers } = podOf(resource);
    const path = annotationsPath(resource);
    for (const { key, field } of metadata.get('annotations').entries()) {
      const place = { path: `${path}[${key}]` };
      if (key === MIRROR && !spec.value?.nodeName && !spec.get('nodeName').pruned) {
        reportInvalid(report, field, 'the pod needs a nodeName', place);
      }
      if (key === TOLERATIONS && field.value && annotatedTolerations(resource) === undefined) {
        reportInvalid(report, field, 'use a list of tolerations in JSON', { path });
      }
      if (key === DELETION_COST) requireFormat(report, field, costProblem, place);
      if (key === SECCOMP_OF_POD || key.startsWith(SECCOMP_OF_CONTAINER)) {
        requireFormat(report, field, seccompProblem, { path: `${path}.${key}` });
      }
      if (key.startsWith(APP_ARMOR_OF_CONTAINER)) {
        requireFormat(report, field, appArmorProblem, place);
        const name = key.slice(APP_ARMOR_OF_CONTAINER.length);
        if (!containers.some((container) => container.field.value?.name === name)) {
          reportInvalid(report, field, `the pod has no container '${name}'`, place);
        }
      }
    }
  },
});

function costProblem(text: string): string | undefined {
  const value = /^(?:0|[1-9][0-9]*|-[0-9]+)$/.test(text) ? Number(text) : Number.NaN;
  return value >= -INT32_MAX - 1 && value <= INT32_MAX ? undefined : 'use an integer of 32 bits';
}

/** Source: `ValidateSeccompProfile` in `pkg/apis/core/validation/validation.go` of Kubernetes. */
function seccompProblem(profile: string): string | undefined {
  if (['runtime/default', 'docker/default', 'unconfined'].includes(profile)) return undefined;
  return profile.startsWith('localhost/')
    ? relativePathProblem(profile.slice('localhost/'.length))
    : 'use runtime/default, unconfined or localhost/PATH';
}

function appArmorProblem(profile: string): string | undefined {
  return profile === '' ||
    profile === 'runtime/default' ||
    profile === 'unconfined' ||
    profile.startsWith('localhost/')
    ? undefined
    : 'use runtime/default, unconfined or localhost/NAME';
}
