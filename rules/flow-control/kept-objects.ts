import {
  differencesFromFixed,
  MANDATORY_FLOW_SCHEMAS,
  MANDATORY_PRIORITY_LEVELS,
} from '../../src/analysis/flow-control/mandatory-flow-control.ts';
import {
  SUGGESTED_FLOW_SCHEMAS,
  SUGGESTED_PRIORITY_LEVELS,
} from '../../src/analysis/flow-control/suggested-flow-control.ts';
import { isOfKind, type Resource } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

/** The annotation that decides whether the server restores the suggested spec of an object. */
const ANNOTATION = 'apf.kubernetes.io/autoupdate-spec';

export default defineRule({
  id: 'flow-control/kept-objects',
  on: 'object',
  kinds: ['FlowSchema', 'PriorityLevelConfiguration'],
  severity: 'warning',
  summary: 'Changes to FlowSchemas and priority levels that the API server maintains are kept.',
  details: `
The API server creates the suggested FlowSchemas and priority levels, such as \`service-accounts\` and \`workload-low\`, with
the annotation \`apf.kubernetes.io/autoupdate-spec: "true"\`. If their specs differ from the suggested ones, it restores
them, so a change that you apply is lost after some minutes. To keep the change, set the annotation to \`"false"\`.
Upgrades then do not update the object either.

The mandatory objects \`exempt\` and \`catch-all\` can only have other labels and annotations, and the priority level
\`exempt\` other values below \`spec.exempt\`. The API server creates them, so a manifest for them is rarely useful.
`,
  reference:
    'https://kubernetes.io/docs/concepts/cluster-administration/flow-control/#maintenance-of-the-mandatory-and-suggested-configuration-objects',
  messages: {
    mandatory: {
      text: "the API server creates and maintains '{name}'; only its labels and annotations can be changed",
      help: 'remove the object from the manifest',
      severity: 'info',
      rows: ['lint-fs-mandatory-edited', 'lint-plc-mandatory'],
    },
    suggested: {
      text: "the API server maintains '{name}' and restores its suggested spec, so the changes in this spec are lost",
      help: 'add the annotation apf.kubernetes.io/autoupdate-spec: "false", or use another name',
      rows: ['lint-fs-suggested-overwritten'],
      dependsOn: ['metadata.annotations'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: PriorityLevelConfiguration
        metadata:
          name: workload-low
          #     ^^^^^^^^^^^^ expect: suggested
        spec:
          type: Limited
          limited:
            nominalConcurrencyShares: 20
            limitResponse: { type: Reject }
      `,
      yaml`
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: PriorityLevelConfiguration
        metadata:
          name: exempt
          #     ^^^^^^ expect: mandatory
        spec:
          type: Exempt
      `,
    ],
    good: [
      yaml`
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: PriorityLevelConfiguration
        metadata:
          name: workload-low
          annotations: { apf.kubernetes.io/autoupdate-spec: "false" }
        spec:
          type: Limited
          limited:
            nominalConcurrencyShares: 20
            limitResponse: { type: Queue, queuing: { queues: 64 } }
      `,
    ],
  },
  check(resource, { report }) {
    // An absent field may be one of a wrong type.
    if (resource.undecodable) return;
    const metadata = resource.root.get('metadata');
    const name = metadata.get('name');
    const text = name.value ?? '';
    const specs = specsOf(resource, text);
    // The server refuses another spec of a mandatory object.
    if (specs.mandatory === 'same')
      report({ message: 'mandatory', at: name, values: { name: text } });
    const annotation = metadata.get('annotations').value?.[ANNOTATION];
    if (specs.suggested === 'other' && annotation !== 'false') {
      report({ message: 'suggested', at: name, values: { name: text } });
    }
  },
});

type Comparison = 'same' | 'other' | undefined;

/** The comparison of a spec with the mandatory and the suggested specs of the same name. */
function specsOf(
  resource: Resource<'FlowSchema' | 'PriorityLevelConfiguration'>,
  name: string,
): { readonly mandatory: Comparison; readonly suggested: Comparison } {
  const compare = (
    definition: 'FlowSchemaSpec' | 'PriorityLevelConfigurationSpec',
    spec: unknown,
    table: ReadonlyMap<string, unknown>,
  ): Comparison => {
    if (!table.has(name)) return undefined;
    return differencesFromFixed(definition, spec, table.get(name)).length === 0 ? 'same' : 'other';
  };
  if (isOfKind(resource, 'FlowSchema')) {
    const spec = resource.root.get('spec').value;
    return {
      mandatory: compare('FlowSchemaSpec', spec, MANDATORY_FLOW_SCHEMAS),
      suggested: compare('FlowSchemaSpec', spec, SUGGESTED_FLOW_SCHEMAS),
    };
  }
  if (!isOfKind(resource, 'PriorityLevelConfiguration')) {
    return { mandatory: undefined, suggested: undefined };
  }
  const spec = resource.root.get('spec').value;
  const exempt = spec?.exempt;
  // Only these can be set, and the default of both is 0.
  const isTuned = (exempt?.nominalConcurrencyShares || exempt?.lendablePercent || 0) !== 0;
  const compared = name === 'exempt' && !isTuned ? { ...spec, exempt: undefined } : spec;
  return {
    mandatory: compare('PriorityLevelConfigurationSpec', compared, MANDATORY_PRIORITY_LEVELS),
    suggested: compare('PriorityLevelConfigurationSpec', spec, SUGGESTED_PRIORITY_LEVELS),
  };
}
