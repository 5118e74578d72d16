import { matchesAll } from '../../src/analysis/flow-control/flow-schema-coverage.ts';
import { flowSchemaRules } from '../../src/analysis/flow-control/flow-schema-rules.ts';
import { MANDATORY_FLOW_SCHEMAS } from '../../src/analysis/flow-control/mandatory-flow-control.ts';
import { SUGGESTED_FLOW_SCHEMAS } from '../../src/analysis/flow-control/suggested-flow-control.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'flow-control/shadowed',
  on: 'object',
  kinds: ['FlowSchema'],
  severity: 'warning',
  summary: 'Each rule of a FlowSchema matches requests that no built-in FlowSchema matches first.',
  details: `
The API server uses the first FlowSchema that matches a request, in the order of \`matchingPrecedence\` (1000 by default) and
then of the names. So a rule has no effect if a FlowSchema before it matches all its requests.

Each cluster has \`exempt\` (1) for the group \`system:masters\`, and \`catch-all\` (10000) for all requests. Unless they were
changed, it also has \`probes\` (2), \`system-leader-election\` (100), \`system-node-high\` (400), \`system-nodes\` (500),
\`kube-controller-manager\` and \`kube-scheduler\` (800), \`kube-system-service-accounts\` (900), \`service-accounts\` (9000) and
\`global-default\` (9900), which matches all requests too.

Use a lower \`matchingPrecedence\`.
`,
  reference: 'https://kubernetes.io/docs/concepts/cluster-administration/flow-control/#flowschema',
  messages: {
    exempt: {
      text: "this rule never matches, because 'exempt' matches all requests of the group system:masters first",
      help: 'remove the rule, or list other subjects',
      rows: ['lint-fs-shadowed-by-exempt'],
    },
    catchAll: {
      text: "this rule never matches: with this name and the precedence {own}, 'catch-all' comes before it",
      help: 'use a matchingPrecedence below 9900',
      rows: ['lint-fs-below-catch-all'],
      explainsInField: ['effect/shadowed-flow-schema'],
      dependsOn: ['spec.matchingPrecedence'],
    },
    suggested: {
      text: "this rule never matches: the built-in FlowSchema '{name}' (precedence {theirs}) matches its requests first",
      help: 'use a matchingPrecedence below {theirs}; it is {own}',
      dependsOn: ['spec.matchingPrecedence'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: FlowSchema
        metadata: { name: backups }
        spec:
          matchingPrecedence: 9500
          priorityLevelConfiguration: { name: workload-low }
          distinguisherMethod: { type: ByUser }
          rules:
            - subjects:
            # ^^^^^^^^ expect: suggested
                - kind: ServiceAccount
                  serviceAccount: { name: backup, namespace: shop }
              resourceRules:
                - { verbs: [list], apiGroups: [""], resources: [pods], namespaces: ["*"] }
            - subjects:
            # ^^^^^^^^ expect: exempt
                - { kind: Group, group: { name: system:masters } }
              resourceRules:
                - { verbs: [list], apiGroups: [""], resources: [pods], namespaces: ["*"] }
      `,
      yaml`
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: FlowSchema
        metadata: { name: last }
        spec:
          matchingPrecedence: 10000
          priorityLevelConfiguration: { name: workload-low }
          distinguisherMethod: { type: ByUser }
          rules:
            - subjects:
            # ^^^^^^^^ expect: catchAll
                - { kind: Group, group: { name: system:authenticated } }
              resourceRules:
                - { verbs: [list], apiGroups: [""], resources: [pods], namespaces: ["*"] }
      `,
    ],
    good: [
      yaml`
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: FlowSchema
        metadata: { name: backups }
        spec:
          matchingPrecedence: 8000
          priorityLevelConfiguration: { name: workload-low }
          rules:
            - subjects:
                - kind: ServiceAccount
                  serviceAccount: { name: backup, namespace: shop }
              resourceRules:
                - { verbs: [list], apiGroups: [""], resources: [pods], namespaces: ["*"] }
      `,
    ],
  },
  check(resource, { report }) {
    // An absent field may be one of a wrong type.
    if (resource.undecodable) return;
    const ownName = resource.root.get('metadata').get('name').value ?? '';
    const own = Number(resource.root.get('spec').get('matchingPrecedence').value);
    const builtIn = new Map([...MANDATORY_FLOW_SCHEMAS, ...SUGGESTED_FLOW_SCHEMAS]);
    if (builtIn.has(ownName)) return;
    const before = [...builtIn].filter(([name, { matchingPrecedence = 0 }]) => {
      return matchingPrecedence < own || (matchingPrecedence === own && name < ownName);
    });
    for (const rule of flowSchemaRules(resource)) {
      const { value } = rule;
      // The server refuses such rules.
      if (value === undefined || (value.subjects ?? []).length === 0) continue;
      const [name, first] =
        before.find(([, { rules = [] }]) =>
          rules.some((candidate) => matchesAll(candidate, value)),
        ) ?? [];
      if (name === 'exempt') report({ message: 'exempt', at: rule });
      else if (name === 'catch-all') report({ message: 'catchAll', at: rule, values: { own } });
      else if (name !== undefined) {
        report({
          message: 'suggested',
          at: rule,
          values: { name, theirs: first?.matchingPrecedence ?? 0, own },
        });
      }
    }
  },
});
