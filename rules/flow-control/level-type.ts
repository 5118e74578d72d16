import { isEmptyText } from '../../src/analysis/emptiness.ts';
import { causeOfMissingType } from '../../src/analysis/flow-control/priority-levels.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { serverHas } from '../../src/server/kubernetes/server-changes.ts';

export default defineRule({
  id: 'flow-control/level-type',
  on: 'object',
  kinds: ['PriorityLevelConfiguration'],
  severity: 'error',
  summary:
    "A priority level has the type Limited and the field limited; only 'exempt' has the type Exempt.",
  details: `
A priority level of the type \`Limited\` has a limited number of seats, which \`limited\` configures. Further requests wait in
a queue, or are rejected. Requests of a level of the type \`Exempt\` are never limited. The only such level is the
built-in \`exempt\`: it must be \`Exempt\`, and all others must be \`Limited\`.

Set \`type: Limited\` with \`limited\` in \`spec\`, and no \`exempt\`.
`,
  reference:
    'https://kubernetes.io/docs/concepts/cluster-administration/flow-control/#prioritylevelconfiguration',
  messages: {
    exemptElsewhere: {
      text: "the type Exempt is allowed only for the priority level 'exempt'",
      help: "use type: Limited, or refer to the priority level 'exempt' in the FlowSchema",
      cause: 'FieldValueInvalid',
      rows: ['plc-type-exempt-iff-name'],
      explains: [
        'flow-control/level-type#limitedForbidden',
        'flow-control/mandatory-objects#priorityLevel',
      ],
    },
    exemptLimited: {
      text: "the priority level 'exempt' must have the type Exempt",
      help: 'use another name for the priority level',
      cause: 'FieldValueInvalid',
      rows: ['plc-type-exempt-iff-name'],
      explains: [
        'flow-control/level-type#required',
        'flow-control/level-type#unsupported',
        'flow-control/level-type#exemptForbidden',
        'flow-control/mandatory-objects#priorityLevel',
      ],
    },
    required: {
      text: 'spec.type is required',
      help: 'add type: Limited',
      cause: 'FieldValueRequired',
      rows: ['plc-type-required'],
      explains: [
        'flow-control/level-type#limitedForbidden',
        'flow-control/level-type#exemptForbidden',
      ],
    },
    unsupported: {
      text: "type is '{type}'; it must be Limited",
      help: 'use type: Limited',
      cause: 'FieldValueNotSupported',
      rows: ['plc-type-unsupported'],
      explains: [
        'flow-control/level-type#limitedForbidden',
        'flow-control/level-type#exemptForbidden',
      ],
    },
    limitedForbidden: {
      text: 'limited is allowed only with the type Limited',
      help: 'remove limited, or use type: Limited',
      cause: 'FieldValueForbidden',
      rows: ['plc-exempt-limited-forbidden'],
      explains: ['flow-control/mandatory-objects#priorityLevel'],
    },
    exemptForbidden: {
      text: 'exempt is allowed only with the type Exempt',
      help: 'remove exempt; limited has the same fields and more',
      cause: 'FieldValueForbidden',
      rows: ['plc-limited-exempt-forbidden'],
    },
    limitedRequired: {
      text: 'limited is required with the type Limited',
      help: 'add limited with a limitResponse of type Queue or Reject',
      cause: 'FieldValueRequired',
      rows: ['plc-limited-required'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: PriorityLevelConfiguration
        metadata: { name: backups }
        spec:
          type: Exempt
          #     ^^^^^^ expect: exemptElsewhere
          limited: # expect: limitedForbidden
            limitResponse: { type: Reject }
      `,
      yaml`
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: PriorityLevelConfiguration
        metadata: { name: exempt }
        spec:
          type: Limited
          #     ^^^^^^^ expect: exemptLimited
          limited:
            limitResponse: { type: Reject }
      `,
      yaml`
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: PriorityLevelConfiguration
        metadata: { name: backups }
        spec: # expect: required
          limited: # expect: limitedForbidden
            limitResponse: { type: Reject }
      `,
      yaml`
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: PriorityLevelConfiguration
        metadata: { name: backups }
        spec:
          type: limited
          #     ^^^^^^^ expect: unsupported
          limited: # expect: limitedForbidden
            limitResponse: { type: Reject }
      `,
      yaml`
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: PriorityLevelConfiguration
        metadata: { name: backups }
        spec: # expect: limitedRequired
          type: Limited
          exempt: { nominalConcurrencyShares: 10 }
          #       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: exemptForbidden
      `,
    ],
    good: [
      yaml`
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: PriorityLevelConfiguration
        metadata: { name: backups }
        spec:
          type: Limited
          limited:
            nominalConcurrencyShares: 10
            limitResponse: { type: Reject }
      `,
    ],
  },
  check(resource, { report, minor }) {
    const spec = resource.root.get('spec');
    const type = spec.get('type');
    if (type.pruned) return;
    const { value: text = '' } = type;
    const isNamedExempt = resource.root.get('metadata').get('name').value === 'exempt';
    if (isNamedExempt && text !== 'Exempt') report({ message: 'exemptLimited', at: type });
    if (!isNamedExempt && text === 'Exempt') report({ message: 'exemptElsewhere', at: type });

    const limited = spec.get('limited');
    const exempt = spec.get('exempt');
    if (text === 'Limited') {
      if (limited.absent) report({ message: 'limitedRequired', at: limited });
    } else if (isEmptyText(type)) {
      report({ message: 'required', at: type, cause: causeOfMissingType(minor) });
    } else if (text !== 'Exempt') {
      report({ message: 'unsupported', at: type, values: { type: text } });
    }
    const needsType = serverHas('priority-level-limited-needs-type', minor);
    if (limited.value !== undefined && (needsType ? text !== 'Limited' : text === 'Exempt')) {
      report({ message: 'limitedForbidden', at: limited });
    }
    if (exempt.value !== undefined && (needsType ? text !== 'Exempt' : text === 'Limited')) {
      report({ message: 'exemptForbidden', at: exempt });
    }
  },
});
