import {
  forbid,
  requireCount,
  requireOneOf,
  requireValue,
  VALUE_MESSAGES,
  type ValueReport,
} from '../../src/analysis/fields/value-checks.ts';
import {
  POD_KINDS,
  type PodContainer,
  type PodKind,
  validatedPodOf,
} from '../../src/analysis/pods/pod-specs.ts';
import type { Resource } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { hasGate } from '../../src/server/kubernetes/server.ts';
import { serverHas } from '../../src/server/kubernetes/server-changes.ts';

/** The largest number of rules of a container. */
const MOST_RULES = 20;

/** The largest number of exit codes of a rule. */
const MOST_CODES = 255;

export default defineRule({
  id: 'pod/container-restart',
  on: 'object',
  kinds: POD_KINDS,
  severity: 'error',
  summary: 'A container has a restart policy of its own only where the server knows one.',
  details: `
An init container with \`restartPolicy: Always\` is a sidecar. Since Kubernetes 1.35 all containers can have the policies \`Always\`,
\`OnFailure\` and \`Never\`, and with them \`restartPolicyRules\`: at most 20 rules, each with an \`action\` for some exit codes.
`,
  reference: 'https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#restart-policy',
  messages: {
    required: {
      ...VALUE_MESSAGES.required,
      rows: ['pod-container-restart-required', 'pod-container-restart-exit-codes'],
    },
    unsupported: {
      ...VALUE_MESSAGES.unsupported,
      rows: ['pod-container-restart-policy', 'pod-container-restart-rule'],
    },
    tooMany: { ...VALUE_MESSAGES.tooMany, rows: ['pod-container-restart-count'] },
    forbidden: {
      ...VALUE_MESSAGES.forbidden,
      rows: ['pod-container-restart-policy'],
      withoutExample: 'examples are judged for the newest minor, which does not refuse it',
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
              restartPolicy: Sometimes
              #              ^^^^^^^^^ expect: unsupported
              restartPolicyRules:
                - action: Stop
                  #       ^^^^ expect: unsupported
                  exitCodes: { operator: In, values: [1] }
                - action: Restart # expect: required
            - name: logs # expect: required
              image: fluent-bit
              restartPolicyRules: [${Array.from({ length: 21 }, () => '{ action: Restart, exitCodes: { operator: In } }').join(', ')}] # expect: tooMany
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
              restartPolicy: Never
              restartPolicyRules:
                - action: Restart
                  exitCodes: { operator: In, values: [1] }
      `,
    ],
  },
  check(resource, { report, server }) {
    if (!hasGate(server, 'ContainerRestartRules', true)) {
      // In between, the server drops the policies of containers.
      if (!serverHas('container-restart-policies-known', server.minor))
        checkSidecars(resource, report);
      return;
    }
    const canRestartAll = hasGate(server, 'RestartAllContainersOnContainerExits', true);
    const pod = validatedPodOf(resource);
    if (pod === undefined) return;
    const cause = serverHas('restart-rules-are-counted', server.minor)
      ? 'FieldValueTooMany'
      : 'FieldValueTooLong';
    const reportCount: ValueReport<'tooMany'> = (finding) => report({ ...finding, cause });
    for (const container of pod.containers) {
      if (container.list !== 'ephemeralContainers') checkContainer(container);
    }

    function checkContainer({ field: container, list, isSidecar }: PodContainer): void {
      const policy = container.get('restartPolicy');
      const rules = container.get('restartPolicyRules');
      const { value: given = [] } = rules;
      if (policy.value !== undefined) requireOneOf(report, policy, POLICIES);
      else if (given.length > 0) {
        requireValue(report, policy, 'for the exit codes that restartPolicyRules do not cover');
        if (list === 'initContainers') return;
      }
      if (isSidecar && !canRestartAll) {
        if (given.length > 0) forbid(report, rules, 'the container is a sidecar');
        return;
      }
      requireCount(reportCount, rules, MOST_RULES);
      for (const rule of rules.items()) {
        requireOneOf(report, rule.get('action'), canRestartAll ? ALL_ACTIONS : ACTIONS);
        const codes = rule.get('exitCodes');
        if (!requireValue(report, codes, 'the exit codes for which the action is taken')) continue;
        requireOneOf(report, codes.get('operator'), ['In', 'NotIn']);
        requireCount(reportCount, codes.get('values'), MOST_CODES);
      }
    }
  },
});

/** Servers without restart policies of containers know only sidecars. */
function checkSidecars(
  resource: Resource<PodKind>,
  report: ValueReport<'forbidden' | 'unsupported'>,
): void {
  for (const { field, list } of validatedPodOf(resource)?.containers ?? []) {
    const policy = field.get('restartPolicy');
    if (list === 'containers') forbid(report, policy, 'only init containers can have one');
    if (list === 'initContainers' && policy.value !== undefined) {
      requireOneOf(report, policy, ['Always']);
    }
  }
}

const POLICIES = ['Always', 'Never', 'OnFailure'];
const ACTIONS = ['Restart'];
const ALL_ACTIONS = ['Restart', 'RestartAllContainers'];
