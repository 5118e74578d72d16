import {
  differencesFromFixed,
  MANDATORY_FLOW_SCHEMAS,
  MANDATORY_PRIORITY_LEVELS,
} from '../../src/analysis/flow-control/mandatory-flow-control.ts';
import { type Location, locationAt } from '../../src/rule/location.ts';
import { isOfKind, type Resource } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'flow-control/mandatory-objects',
  on: 'object',
  kinds: ['FlowSchema', 'PriorityLevelConfiguration'],
  severity: 'error',
  summary: "The objects 'exempt' and 'catch-all' have the specs that the API server requires.",
  details: `
Two FlowSchemas and two priority levels are mandatory in each cluster: \`exempt\` for requests of the group
\`system:masters\`, and \`catch-all\` for requests that no other FlowSchema matches. The API server creates and maintains
them. It refuses any other spec, even if only the order of a list differs. Only the fields of \`spec.exempt\` of the
priority level \`exempt\` can be changed.

Use another name for an object of your own. For requests that \`catch-all\` should not match, create a FlowSchema with a lower
\`matchingPrecedence\`.
`,
  reference:
    'https://kubernetes.io/docs/concepts/cluster-administration/flow-control/#mandatory-configuration-objects',
  messages: {
    flowSchema: {
      text: "the spec of the mandatory FlowSchema '{name}' cannot be changed, and {field} differs",
      help: 'remove the object, because the API server creates it, or use another name',
      cause: 'FieldValueInvalid',
      rows: ['fs-mandatory-fixed'],
    },
    priorityLevel: {
      text: "the spec of the mandatory priority level '{name}' cannot be changed, and {field} differs",
      help: 'remove the object, because the API server creates it, or use another name',
      cause: 'FieldValueInvalid',
      rows: ['plc-mandatory-catch-all-fixed', 'plc-mandatory-exempt-fixed'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: FlowSchema
        metadata: { name: catch-all }
        spec:
          matchingPrecedence: 9999
          #                   ^^^^ expect: flowSchema
          priorityLevelConfiguration: { name: catch-all }
          distinguisherMethod: { type: ByUser }
          rules:
            - subjects:
                - { kind: Group, group: { name: system:unauthenticated } }
                - { kind: Group, group: { name: system:authenticated } }
              resourceRules:
                - verbs: ["*"]
                  apiGroups: ["*"]
                  resources: ["*"]
                  namespaces: ["*"]
                  clusterScope: true
              nonResourceRules:
                - { verbs: ["*"], nonResourceURLs: ["*"] }
      `,
      yaml`
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: PriorityLevelConfiguration
        metadata: { name: catch-all }
        spec:
          type: Limited
          limited:
            nominalConcurrencyShares: 20
            #                         ^^ expect: priorityLevel
            limitResponse: { type: Reject }
      `,
    ],
    good: [
      yaml`
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: PriorityLevelConfiguration
        metadata: { name: exempt }
        spec:
          type: Exempt
          exempt: { nominalConcurrencyShares: 10, lendablePercent: 50 }
      `,
    ],
  },
  check(resource, { report }) {
    const name = resource.root.get('metadata').get('name').value ?? '';
    if (isOfKind(resource, 'FlowSchema')) {
      const fixed = MANDATORY_FLOW_SCHEMAS.get(name);
      if (fixed === undefined) return;
      const { value } = resource.root.get('spec');
      const [first] = differencesFromFixed('FlowSchemaSpec', value, fixed);
      if (first === undefined) return;
      report({
        message: 'flowSchema',
        at: locationOf(resource, first),
        values: { name, field: fieldOf(first) },
      });
    } else if (isOfKind(resource, 'PriorityLevelConfiguration')) {
      const fixed = MANDATORY_PRIORITY_LEVELS.get(name);
      if (fixed === undefined) return;
      const spec = resource.root.get('spec').value ?? {};
      const compared = name === 'exempt' ? { ...spec, exempt: undefined } : spec;
      const [first] = differencesFromFixed('PriorityLevelConfigurationSpec', compared, fixed);
      if (first === undefined) return;
      report({
        message: 'priorityLevel',
        at: locationOf(resource, first),
        values: { name, field: fieldOf(first) },
      });
    }
  },
});

type Path = readonly (string | number)[];

/** The location of the first difference; the server only reports that the spec differs. */
function locationOf({ origin }: Resource, path: Path): Location {
  return locationAt(origin, [...origin.path, 'spec', ...path], 'spec');
}

function fieldOf(path: Path): string {
  return path.reduce<string>(
    (text, segment) => (typeof segment === 'number' ? `${text}[${segment}]` : `${text}.${segment}`),
    'spec',
  );
}
