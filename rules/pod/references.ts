import {
  forbid,
  reportInvalid,
  requireFormat,
  VALUE_MESSAGES,
} from '../../src/analysis/fields/value-checks.ts';
import { subdomainProblem } from '../../src/analysis/metadata/names.ts';
import { POD_KINDS, podOf } from '../../src/analysis/pods/pod-specs.ts';
import type { Field } from '../../src/rule/field.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { hasGate } from '../../src/server/kubernetes/server.ts';
import type { PodSpec } from '../../src/server/kubernetes/types.generated.ts';

export default defineRule({
  id: 'pod/references',
  on: 'object',
  kinds: POD_KINDS,
  severity: 'error',
  summary:
    'The names of the node, the ServiceAccount, the classes and the PodGroup of a pod are valid.',
  details: `
\`nodeName\`, \`serviceAccountName\`, \`priorityClassName\` and \`runtimeClassName\` refer to objects by their names, which are DNS
names: lowercase letters, digits, dashes and dots. The objects may be created later.

A Pod with \`schedulingGates\` cannot have a \`nodeName\`, because the gates keep it from being scheduled.
`,
  reference:
    'https://kubernetes.io/docs/concepts/overview/working-with-objects/names/#dns-subdomain-names',
  messages: {
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['pod-references-invalid'] },
    forbidden: { ...VALUE_MESSAGES.forbidden, rows: ['pod-references-forbidden'] },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          serviceAccountName: shop_account
          #                   ^^^^^^^^^^^^ expect: invalid
          containers: [{ name: web, image: nginx }]
      `,
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          serviceAccount: shop_account
          #               ^^^^^^^^^^^^ expect: invalid
          containers: [{ name: web, image: nginx }]
      `,
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          nodeName: node-1
          #         ^^^^^^ expect: forbidden
          schedulingGates: [{ name: example.com/quota }]
          containers: [{ name: web, image: nginx }]
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          serviceAccountName: shop-account
          priorityClassName: system-cluster-critical
          containers: [{ name: web, image: nginx }]
      `,
    ],
  },
  check(resource, { report, server }) {
    const { spec, isTemplate } = podOf(resource);
    for (const name of [spec.get('nodeName'), accountOf(spec), spec.get('priorityClassName')]) {
      if (name.value) requireFormat(report, name, subdomainProblem);
    }
    requireFormat(report, spec.get('runtimeClassName'), subdomainProblem);
    const node = spec.get('nodeName');
    const isGated = (spec.get('schedulingGates').value ?? []).length > 0;
    if (node.value && isGated && !isTemplate) forbid(report, node, 'the Pod has schedulingGates');
    // Without the gate, the server removes the field.
    const group = spec.get('schedulingGroup');
    if (group.value === undefined || hasGate(server, 'GenericWorkload', false)) return;
    const podGroup = group.get('podGroupName');
    if (podGroup.value === undefined) reportInvalid(report, podGroup, 'it names a PodGroup');
    requireFormat(report, podGroup, subdomainProblem);
    const responders = spec.get('evictionResponders').value ?? [];
    if (responders.length > 0 && hasGate(server, 'EvictionRequestAPI', true)) {
      forbid(report, group, 'the pod has evictionResponders');
    }
  },
});

/** The name of the ServiceAccount. The server takes it from the older field where the file has only that. */
function accountOf(spec: Field<PodSpec | undefined>): Field<string | undefined> {
  const account = spec.get('serviceAccountName');
  return account.isWritten ? account : spec.get('serviceAccount').withPath(account.path);
}
