import { canBeSeveral, pathPrefix } from '../../src/analysis/flow-control/flow-schema-coverage.ts';
import { flowSchemaRules } from '../../src/analysis/flow-control/flow-schema-rules.ts';
import type { PolicyRulesWithSubjects } from '../../src/kubernetes/types.generated.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

/** What everybody may ask for without a limit: it is cheap, and answers decide whether servers are restarted. */
const HEALTH_PATHS: readonly string[] = ['/healthz', '/livez', '/readyz'];

export default defineRule({
  id: 'flow-control/exempt-requests',
  kinds: ['FlowSchema'],
  severity: 'warning',
  summary: 'Only single components, and the checks of health, are exempt from all limits.',
  details: `
Requests at the priority level \`exempt\` are never queued, limited or counted. Whoever may send them without
end can take the API server down for everybody, which flow control is there to prevent. So it is for what the
cluster cannot do without: its administrators (the built-in schema \`exempt\`), the checks of its health, and
perhaps the calls of one component.

For a group, or for all service accounts of a namespace, use a level with shares of its own, which nobody can
take away.
`,
  reference:
    'https://kubernetes.io/docs/concepts/cluster-administration/flow-control/#exempt-requests',
  messages: {
    many: {
      text: 'requests of this rule are never limited, and its subjects can be many users',
      help: 'use a priority level with shares of its own, or name single users',
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
    // What is missing may only be ill-typed.
    if (resource.undecodable) return;
    const name = resource.root.get('metadata').get('name').value;
    const level = resource.root.get('spec').get('priorityLevelConfiguration').get('name').value;
    if (level !== 'exempt' || name === 'exempt' || name === 'probes') return;
    for (const rule of flowSchemaRules(resource)) {
      const { value } = rule;
      if (value === undefined || isOfHealth(value)) continue;
      if ((value.subjects ?? []).some(canBeSeveral)) report('many', rule);
    }
  },
});

function isOfHealth({
  resourceRules = [],
  nonResourceRules = [],
}: PolicyRulesWithSubjects): boolean {
  const paths = nonResourceRules.flatMap(({ nonResourceURLs = [] }) => nonResourceURLs);
  const isHealth = (path: string): boolean =>
    HEALTH_PATHS.some((health) => pathPrefix(path).startsWith(`${health}/`));
  return resourceRules.length === 0 && paths.every(isHealth);
}
