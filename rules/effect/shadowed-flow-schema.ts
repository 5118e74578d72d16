import { FlowSchemaOrder } from '../../src/analysis/flow-control/flow-schema-order.ts';
import { flowSchemaRules } from '../../src/analysis/flow-control/flow-schema-rules.ts';
import { getOrCompute } from '../../src/base/get-or-compute.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'effect/shadowed-flow-schema',
  on: 'installation',
  severity: 'warning',
  summary: 'No other FlowSchema takes all requests of a rule.',
  details: `
The API server assigns each request to the FlowSchema with the least \`matchingPrecedence\` among those that match it; if
several have the same, the name decides. If another FlowSchema that comes first matches all requests that a rule matches,
the rule never gets a request.

\`flow-control/shadowed\` compares with the FlowSchemas that each cluster has; this rule with the others of the input.
`,
  reference: 'https://kubernetes.io/docs/concepts/cluster-administration/flow-control/#flowschema',
  messages: {
    shadowed: {
      text: "the FlowSchema '{other}' with matchingPrecedence {theirs} gets all requests that this rule matches",
      help: 'use a matchingPrecedence less than {theirs}, or remove the rule',
      rows: ['lint-fs-shadowed'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: FlowSchema
        metadata: { name: accounts }
        spec:
          priorityLevelConfiguration: { name: workload-low }
          matchingPrecedence: 800
          distinguisherMethod: { type: ByUser }
          rules:
            - subjects:
                - kind: ServiceAccount
                  serviceAccount: { name: "*", namespace: shop }
              resourceRules:
                - verbs: ["*"]
                  apiGroups: ["*"]
                  resources: ["*"]
                  namespaces: ["*"]
        ---
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: FlowSchema
        metadata: { name: backups }
        spec:
          priorityLevelConfiguration: { name: workload-low }
          matchingPrecedence: 900
          distinguisherMethod: { type: ByUser }
          rules:
            - subjects: # expect: shadowed
                - kind: ServiceAccount
                  serviceAccount: { name: backup, namespace: shop }
              resourceRules:
                - verbs: [list]
                  apiGroups: [""]
                  resources: [pods]
                  namespaces: ["*"]
      `,
    ],
    good: [
      yaml`
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: FlowSchema
        metadata: { name: accounts }
        spec:
          priorityLevelConfiguration: { name: workload-low }
          matchingPrecedence: 900
          distinguisherMethod: { type: ByUser }
          rules:
            - subjects:
                - kind: ServiceAccount
                  serviceAccount: { name: "*", namespace: shop }
              resourceRules:
                - verbs: ["*"]
                  apiGroups: ["*"]
                  resources: ["*"]
                  namespaces: ["*"]
        ---
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: FlowSchema
        metadata: { name: backups }
        spec:
          priorityLevelConfiguration: { name: workload-low }
          matchingPrecedence: 800
          distinguisherMethod: { type: ByUser }
          rules:
            - subjects:
                - kind: ServiceAccount
                  serviceAccount: { name: backup, namespace: shop }
              resourceRules:
                - verbs: [list]
                  apiGroups: [""]
                  resources: [pods]
                  namespaces: ["*"]
      `,
    ],
  },
  check(installation, { report }) {
    const schemas = installation
      .resources('FlowSchema')
      .filter(({ object, resource }) => !resource.undecodable && !object.mayChange('spec'))
      .map(({ object, resource }) => ({
        object,
        resource,
        precedence: Number(resource.root.get('spec').get('matchingPrecedence').value),
      }))
      .sort((a, b) => a.precedence - b.precedence || (a.object.name < b.object.name ? -1 : 1));
    // A FlowSchema may be there several times, for several environments.
    const added = new Set<string>();
    const orders = new Map<string, FlowSchemaOrder<(typeof schemas)[number]>>();
    for (const schema of schemas) {
      const { object, resource } = schema;
      const unit = installation.unitOf(object);
      const earlier = getOrCompute(orders, unit, () => new FlowSchemaOrder());
      for (const rule of flowSchemaRules(resource)) {
        const { value } = rule;
        if (value === undefined || (value.subjects ?? []).length === 0) continue;
        const first = earlier.firstForAll(
          value,
          (candidate) => candidate.object.name !== object.name,
        );
        if (first === undefined) continue;
        const other = first.object.name;
        const at = first.resource.root.get('spec').get('matchingPrecedence');
        report({
          message: 'shadowed',
          at: { object, at: rule },
          values: { other, theirs: first.precedence },
          related: [{ object: first.object, at, message: `the FlowSchema '${other}'` }],
        });
      }
      const { value: spec } = resource.root.get('spec');
      const key = JSON.stringify([unit, object.name, spec?.rules]);
      if (spec !== undefined && !added.has(key)) earlier.add(spec, schema);
      added.add(key);
    }
  },
});
