import {
  canBeSeveralUsers,
  pathPrefix,
} from '../../src/analysis/flow-control/flow-schema-coverage.ts';
import { flowSchemaRules } from '../../src/analysis/flow-control/flow-schema-rules.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import type { PolicyRulesWithSubjects } from '../../src/server/kubernetes/types.generated.ts';

/** Requests that are cheap, and that must not wait, because servers are restarted if they fail. */
const HEALTH_PATHS: readonly string[] = ['/healthz', '/livez', '/readyz'];

export default defineRule({
  id: 'flow-control/exempt-requests',
  on: 'object',
  kinds: ['FlowSchema'],
  severity: 'warning',
  summary: 'Only health checks and requests of single users are exempt from limits.',
  details: `
The API server executes requests of the priority level \`exempt\` immediately: they are never queued or rejected. If many
users can send such requests, they can overload the API server, which priority and fairness is meant to prevent. So use
this level only for health checks and for single components that the cluster cannot work without. The built-in
FlowSchema \`exempt\` uses it for the group \`system:masters\`.

For a group, or for all service accounts of a namespace, create a priority level with shares of its own.
`,
  reference:
    'https://kubernetes.io/docs/concepts/cluster-administration/flow-control/#exempt-requests',
  messages: {
    many: {
      text: 'requests that match this rule are never limited, although its subjects can be many users',
      help: 'use a priority level of type Limited, or list single users',
      rows: ['lint-fs-exempt-level'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: FlowSchema
        metadata: { name: team-a }
        spec:
          priorityLevelConfiguration: { name: exempt }
          rules:
            - subjects:
            # ^^^^^^^^ expect: many
                - { kind: Group, group: { name: team-a } }
              resourceRules:
                - { verbs: [get], apiGroups: [""], resources: [pods], namespaces: ["*"] }
      `,
    ],
    good: [
      yaml`
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: FlowSchema
        metadata: { name: health-for-strangers }
        spec:
          matchingPrecedence: 1000
          priorityLevelConfiguration: { name: exempt }
          rules:
            - subjects:
                - { kind: Group, group: { name: system:unauthenticated } }
              nonResourceRules:
                - { verbs: ["*"], nonResourceURLs: [/healthz, /livez, /readyz] }
      `,
    ],
  },
  check(resource, { report }) {
    // An absent field may be one of a wrong type.
    if (resource.undecodable) return;
    const name = resource.root.get('metadata').get('name').value;
    const level = resource.root.get('spec').get('priorityLevelConfiguration').get('name').value;
    if (level !== 'exempt' || name === 'exempt' || name === 'probes') return;
    for (const rule of flowSchemaRules(resource)) {
      const { value } = rule;
      if (value === undefined || areHealthChecks(value)) continue;
      if ((value.subjects ?? []).some(canBeSeveralUsers)) report({ message: 'many', at: rule });
    }
  },
});

function areHealthChecks({
  resourceRules = [],
  nonResourceRules = [],
}: PolicyRulesWithSubjects): boolean {
  const paths = nonResourceRules.flatMap(({ nonResourceURLs = [] }) => nonResourceURLs);
  const isHealth = (path: string): boolean =>
    HEALTH_PATHS.some((health) => pathPrefix(path).startsWith(`${health}/`));
  return resourceRules.length === 0 && paths.every(isHealth);
}
