import { POD_KINDS, validatedPodOf } from '../../src/analysis/pods/pod-specs.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'pod/root-user',
  on: 'object',
  kinds: POD_KINDS,
  severity: 'warning',
  summary: 'A container that must not run as root has no user 0.',
  details: `
With \`runAsNonRoot: true\`, the kubelet does not start a container whose user is 0: the pod stays in CreateContainerConfigError.
The API server accepts it. The \`securityContext\` of a container takes precedence over that of its pod, field by field.
`,
  reference: 'https://kubernetes.io/docs/tasks/configure-pod-container/security-context/',
  messages: {
    refused: {
      text: "runAsUser is 0 and runAsNonRoot is true, so the container '{container}' does not start",
      help: 'use another runAsUser, such as 1000, or remove runAsNonRoot',
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          securityContext: { runAsNonRoot: true }
          containers:
            - name: web
              image: nginx
              securityContext:
                runAsUser: 0
                #          ^ expect: refused
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          securityContext: { runAsNonRoot: true, runAsUser: 1000 }
          containers:
            - name: web
              image: nginx
            - name: permissions
              image: busybox
              securityContext: { runAsNonRoot: false, runAsUser: 0 }
      `,
    ],
  },
  check(resource, { report }) {
    const pod = validatedPodOf(resource);
    if (pod === undefined || pod.spec.get('os').get('name').value === 'windows') return;
    const ofPod = pod.spec.get('securityContext');
    const reported = new Set<string>();
    for (const { field: container } of pod.containers) {
      const own = container.get('securityContext');
      const policy = own.get('runAsNonRoot').absent
        ? ofPod.get('runAsNonRoot')
        : own.get('runAsNonRoot');
      const user = own.get('runAsUser').absent ? ofPod.get('runAsUser') : own.get('runAsUser');
      if (policy.value !== true || user.value !== 0 || reported.has(user.path)) continue;
      reported.add(user.path);
      report({
        message: 'refused',
        at: user,
        values: { container: container.get('name').value ?? '' },
        related: [
          { span: policy.location().span, message: 'user 0 is not allowed because of this' },
        ],
        dependsOn: [own.path, ofPod.path],
      });
    }
  },
});
