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
  kinds: ['FlowSchema', 'PriorityLevelConfiguration'],
  severity: 'error',
  summary: 'The specs of the objects exempt and catch-all are the ones that the server gives them.',
  details: `
Two FlowSchemas and two PriorityLevelConfigurations are the floor that flow control stands on: \`exempt\`,
which lets the administrators through at all times, and \`catch-all\`, which takes what nothing else does.
Every API server creates them and keeps them as they are; it refuses any other spec for these names, down
to the order of the lists. Only the numbers below \`exempt\` of the priority level \`exempt\` may be set.

Give an object of your own another name. To have something done before \`catch-all\`, write a FlowSchema with a
smaller \`matchingPrecedence\`.
`,
  reference:
    'https://kubernetes.io/docs/concepts/cluster-administration/flow-control/#mandatory-configuration-objects',
  messages: {
    flowSchema: {
      text: "the FlowSchema '{name}' has a spec that the server keeps, and {field} is not what it has there",
      help: 'give the FlowSchema another name, or leave it to the server',
      cause: 'FieldValueInvalid',
      rows: ['fs-mandatory-fixed'],
    },
    priorityLevel: {
      text: "the priority level '{name}' has a spec that the server keeps, and {field} is not what it has there",
      help: 'give the priority level another name, or leave it to the server',
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
      report('flowSchema', locationOf(resource, first), { name, field: fieldOf(first) });
    } else if (isOfKind(resource, 'PriorityLevelConfiguration')) {
      const fixed = MANDATORY_PRIORITY_LEVELS.get(name);
      if (fixed === undefined) return;
      const spec = resource.root.get('spec').value ?? {};
      const compared = name === 'exempt' ? { ...spec, exempt: undefined } : spec;
      const [first] = differencesFromFixed('PriorityLevelConfigurationSpec', compared, fixed);
      if (first === undefined) return;
      report('priorityLevel', locationOf(resource, first), { name, field: fieldOf(first) });
    }
  },
});

type Path = readonly (string | number)[];

/** The first difference is where to look; the server only says that there is one in the spec. */
function locationOf({ origin }: Resource, path: Path): Location {
  return locationAt(origin, [...origin.path, 'spec', ...path], 'spec');
}

function fieldOf(path: Path): string {
  return path.reduce<string>(
    (text, segment) => (typeof segment === 'number' ? `${text}[${segment}]` : `${text}.${segment}`),
    'spec',
  );
}
