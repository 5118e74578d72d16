import { takesAll } from '../../src/analysis/flow-control/flow-schema-coverage.ts';
import { flowSchemaRules } from '../../src/analysis/flow-control/flow-schema-rules.ts';
import { MANDATORY_FLOW_SCHEMAS } from '../../src/analysis/flow-control/mandatory-flow-control.ts';
import { SUGGESTED_FLOW_SCHEMAS } from '../../src/analysis/flow-control/suggested-flow-control.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'flow-control/shadowed',
  kinds: ['FlowSchema'],
  severity: 'warning',
  summary: 'No built-in FlowSchema takes the requests of a rule first.',
  details: `
A request goes to the first FlowSchema that matches it, in the order of \`matchingPrecedence\` (1000 where not
said) and, where that is equal, of their names. So a rule behind a schema that matches the same requests and
more never gets any.

Every cluster has \`exempt\` (1), which takes all requests of the group \`system:masters\`, and \`catch-all\` (10000),
which takes everything. Unless somebody has changed them, there are \`probes\` (2), \`system-leader-election\` (100),
\`system-node-high\` (400), \`system-nodes\` (500), \`kube-controller-manager\` and \`kube-scheduler\` (800),
\`kube-system-service-accounts\` (900), \`service-accounts\` (9000) and \`global-default\` (9900), which takes
everything too.

Choose a smaller \`matchingPrecedence\`.
`,
  reference: 'https://kubernetes.io/docs/concepts/cluster-administration/flow-control/#flowschema',
  messages: {
    exempt: {
      text: "requests of the group system:masters never come here: 'exempt' takes all of them first",
      help: 'leave the rule out, or name other subjects',
      rows: ['lint-fs-shadowed-by-exempt'],
    },
    catchAll: {
      text: "with precedence {own} and this name the schema comes after 'catch-all', which takes everything",
      help: 'write a smaller matchingPrecedence, below 9900',
      rows: ['lint-fs-below-catch-all'],
    },
    suggested: {
      text: "the built-in FlowSchema '{name}' (precedence {theirs}) takes all requests of this rule first",
      help: 'write a matchingPrecedence below {theirs}; it is {own}',
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
    // What is missing may only be ill-typed.
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
      // Such rules are refused.
      if (value === undefined || (value.subjects ?? []).length === 0) continue;
      const [name, taker] = before.find(([, schema]) => takesAll(schema, value)) ?? [];
      if (name === 'exempt') report('exempt', rule);
      else if (name === 'catch-all') report('catchAll', rule, { own });
      else if (name !== undefined) {
        report('suggested', rule, { name, theirs: taker?.matchingPrecedence ?? 0, own });
      }
    }
  },
});
