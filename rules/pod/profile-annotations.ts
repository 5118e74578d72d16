import { POD_KINDS, podOf } from '../../src/analysis/pods/pod-specs.ts';
import { SECCOMP_OF_CONTAINER, SECCOMP_OF_POD } from '../../src/analysis/pods/profiles.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import {
  APP_ARMOR_OF_CONTAINER,
  isSameProfile,
  profileOfAnnotation,
} from '../../src/server/kubernetes/formats/app-armor-profile.ts';

export default defineRule({
  id: 'pod/profile-annotations',
  on: 'object',
  kinds: POD_KINDS,
  severity: 'warning',
  summary: 'Profiles of seccomp and AppArmor are fields, and not annotations.',
  details: `
Since Kubernetes 1.27 the annotations for seccomp have no effect, and since 1.30 those for AppArmor are deprecated. The fields
\`seccompProfile\` and \`appArmorProfile\` of a security context replaced them. The API server warns about an annotation without
the field.
`,
  reference: 'https://kubernetes.io/docs/concepts/security/linux-kernel-security-constraints/',
  messages: {
    seccomp: {
      text: 'the annotation {annotation} has no effect since Kubernetes 1.27',
      help: 'use the field seccompProfile of the securityContext',
      cause: 'Warning',
      rows: ['pod-seccomp-annotation-alone'],
    },
    appArmor: {
      text: 'the annotation {annotation} is deprecated since Kubernetes 1.30',
      help: 'use the field appArmorProfile of the securityContext',
      cause: 'Warning',
      rows: ['pod-app-armor-annotation-alone'],
    },
    appArmorOfPod: {
      text: 'the annotation {annotation} is deprecated since Kubernetes 1.30',
      help: 'use the field appArmorProfile of the securityContext',
      cause: 'Warning',
      step: 'before-validation',
      rows: ['pod-app-armor-annotation-alone'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata:
          name: shop
          annotations:
            seccomp.security.alpha.kubernetes.io/pod: runtime/default # expect: seccomp
            container.apparmor.security.beta.kubernetes.io/web: runtime/default # expect: appArmorOfPod
        spec:
          containers:
            - { name: web, image: nginx }
      `,
      yaml`
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: shop }
        spec:
          selector: { matchLabels: { app: shop } }
          template:
            metadata:
              labels: { app: shop }
              annotations:
                container.apparmor.security.beta.kubernetes.io/web: runtime/default # expect: appArmor
            spec:
              containers:
                - { name: web, image: nginx }
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          securityContext:
            seccompProfile: { type: RuntimeDefault }
            appArmorProfile: { type: RuntimeDefault }
          containers:
            - { name: web, image: nginx }
      `,
    ],
  },
  check(resource, { report }) {
    const { metadata, spec, containers, isTemplate } = podOf(resource);
    const annotations = metadata.get('annotations');
    const { value: given } = annotations;
    if (given === undefined) return;
    const fields = new Map(annotations.entries().map(({ key, field }) => [key, field]));
    const context = spec.get('securityContext');
    if (context.value?.seccompProfile === undefined) warn('seccomp', SECCOMP_OF_POD);
    const isWindows = spec.get('os').get('name').value === 'windows';
    for (const { field: container } of containers) {
      const { value: name = '' } = container.get('name');
      const { value: own } = container.get('securityContext');
      if (own?.seccompProfile === undefined) warn('seccomp', `${SECCOMP_OF_CONTAINER}${name}`);
      if (own?.appArmorProfile !== undefined) continue;
      const key = `${APP_ARMOR_OF_CONTAINER}${name}`;
      const profile = profileOfAnnotation(given[key]);
      if (isSameProfile(context.value?.appArmorProfile, profile)) continue;
      if (isTemplate) warn('appArmor', key);
      else if (!isWindows) warn('appArmorOfPod', key);
    }

    function warn(message: 'seccomp' | 'appArmor' | 'appArmorOfPod', annotation: string): void {
      const at = fields.get(annotation);
      if (at !== undefined) report({ message, at, side: 'key', values: { annotation } });
    }
  },
});
