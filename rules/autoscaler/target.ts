import { requireScaledObject } from '../../src/analysis/autoscalers/scaled-object.ts';
import { VALUE_MESSAGES } from '../../src/analysis/fields/value-checks.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'autoscaler/target',
  on: 'object',
  kinds: ['HorizontalPodAutoscaler'],
  severity: 'error',
  summary: 'An autoscaler names the object that it scales, with its API group.',
  details: `
\`scaleTargetRef\` has the \`kind\` and the \`name\` of the object that is scaled, and its \`apiVersion\` with the API group, such as
\`apps/v1\` for a Deployment. Only a ReplicationController belongs to the core group.
`,
  reference:
    'https://kubernetes.io/docs/tasks/run-application/horizontal-pod-autoscale/#api-object',
  messages: {
    required: { ...VALUE_MESSAGES.required, rows: ['autoscaler-target'] },
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['autoscaler-target-group'] },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: autoscaling/v2
        kind: HorizontalPodAutoscaler
        metadata: { name: web }
        spec:
          maxReplicas: 2
          scaleTargetRef: { apiVersion: apps/v1, kind: Deployment } # expect: required
      `,
      yaml`
        apiVersion: autoscaling/v2
        kind: HorizontalPodAutoscaler
        metadata: { name: web }
        spec:
          maxReplicas: 2
          scaleTargetRef:
            apiVersion: v1
            #           ^^ expect: invalid
            kind: Deployment
            name: web
      `,
    ],
    good: [
      yaml`
        apiVersion: autoscaling/v2
        kind: HorizontalPodAutoscaler
        metadata: { name: web }
        spec:
          maxReplicas: 2
          scaleTargetRef: { apiVersion: apps/v1, kind: StatefulSet, name: web }
      `,
    ],
  },
  check(resource, { report }) {
    const target = resource.root.get('spec').get('scaleTargetRef');
    const stored = resource.stored?.root.get('spec').get('scaleTargetRef').value;
    const { apiVersion, kind } = target.value ?? {};
    // In an update, the group counts only if the kind or the version changes.
    const isKept =
      resource.stored !== undefined && stored?.apiVersion === apiVersion && stored?.kind === kind;
    requireScaledObject(report, target, resource.minor, {
      allowsAnyGroup: isKept,
      allowsCoreGroup: kind === 'ReplicationController',
    });
  },
});
