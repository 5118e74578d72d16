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

/** Says whether the server keeps an object as it suggests it. */
const ANNOTATION = 'apf.kubernetes.io/autoupdate-spec';

export default defineRule({
  id: 'flow-control/kept-objects',
  kinds: ['FlowSchema', 'PriorityLevelConfiguration'],
  severity: 'warning',
  summary: 'Objects that the server creates and keeps are left to it, or it is told to leave them.',
  details: `
The API server creates its suggested FlowSchemas and priority levels (\`service-accounts\`, \`workload-low\` and so
on) with the annotation \`apf.kubernetes.io/autoupdate-spec: "true"\`, and restores their specs whenever they
differ from its own. An object of that name in a file is applied, and some minutes later the change is gone.
To keep a change, set the annotation to \`"false"\`; then upgrades leave it alone too.

The two mandatory ones, \`exempt\` and \`catch-all\`, cannot be changed at all but for labels, annotations, and the
numbers below \`exempt\` of the priority level \`exempt\`. So there is hardly a reason to have them in a file.
`,
  reference:
    'https://kubernetes.io/docs/concepts/cluster-administration/flow-control/#maintenance-of-the-mandatory-and-suggested-configuration-objects',
  messages: {
    mandatory: {
      text: "the server creates and keeps '{name}' itself; only its labels and annotations can differ",
      help: 'leave it to the server',
      severity: 'info',
      rows: ['lint-fs-mandatory-edited', 'lint-plc-mandatory'],
    },
    suggested: {
      text: "the server keeps '{name}' as it suggests it, and will undo what differs here",
      help: 'add the annotation apf.kubernetes.io/autoupdate-spec: "false", or choose another name',
      rows: ['lint-fs-suggested-overwritten'],
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
    // What is missing may only be ill-typed.
    if (resource.undecodable) return;
    const metadata = resource.root.get('metadata');
    const name = metadata.get('name');
    const text = name.value ?? '';
    const specs = specsOf(resource, text);
    // Of a mandatory one with another spec the server says so itself.
    if (specs.mandatory === 'same') report('mandatory', name, { name: text });
    const annotation = metadata.get('annotations').value?.[ANNOTATION];
    if (specs.suggested === 'other' && annotation !== 'false') {
      report('suggested', name, { name: text });
    }
  },
});

type Comparison = 'same' | 'other' | undefined;

/** How a spec compares with those that the server has for the name. */
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
  // Only these may be set, and zero is what they are anyway.
  const isTuned = (exempt?.nominalConcurrencyShares || exempt?.lendablePercent || 0) !== 0;
  const compared = name === 'exempt' && !isTuned ? { ...spec, exempt: undefined } : spec;
  return {
    mandatory: compare('PriorityLevelConfigurationSpec', compared, MANDATORY_PRIORITY_LEVELS),
    suggested: compare('PriorityLevelConfigurationSpec', spec, SUGGESTED_PRIORITY_LEVELS),
  };
}
