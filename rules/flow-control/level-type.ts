import { isEmptyText } from '../../src/analysis/emptiness.ts';
import { causeOfMissingType } from '../../src/analysis/flow-control/priority-levels.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'flow-control/level-type',
  kinds: ['PriorityLevelConfiguration'],
  severity: 'error',
  summary: 'A priority level is Limited and has limited; only the level exempt is Exempt.',
  details: `
The \`type\` of a PriorityLevelConfiguration decides what its requests are subject to: of a \`Limited\` level a
number of requests run at once, as \`limited\` says, and the others wait or are turned away. Requests of an
\`Exempt\` level always run at once. There is one such level, \`exempt\`, and the API server keeps it: no other
may be \`Exempt\`, and that one not \`Limited\`.

Write \`type: Limited\` with \`limited\` below \`spec\`, and no \`exempt\`.
`,
  reference:
    'https://kubernetes.io/docs/concepts/cluster-administration/flow-control/#prioritylevelconfiguration',
  messages: {
    exemptElsewhere: {
      text: "only the priority level named 'exempt' may be of type Exempt",
      help: "write type: Limited, or send the requests to the level 'exempt'",
      cause: 'FieldValueInvalid',
      rows: ['plc-type-exempt-iff-name'],
    },
    exemptLimited: {
      text: "the priority level 'exempt' must be of type Exempt",
      help: 'give the level another name',
      cause: 'FieldValueInvalid',
      rows: ['plc-type-exempt-iff-name'],
    },
    required: {
      text: 'the priority level has no type',
      help: 'write type: Limited',
      cause: 'FieldValueRequired',
      rows: ['plc-type-required'],
    },
    unsupported: {
      text: "there is no type '{type}'; a priority level is Limited or Exempt",
      cause: 'FieldValueNotSupported',
      rows: ['plc-type-unsupported'],
    },
    limitedForbidden: {
      text: 'the level is of type Exempt, so limited must not be there',
      help: 'leave limited out',
      cause: 'FieldValueForbidden',
      rows: ['plc-exempt-limited-forbidden'],
    },
    exemptForbidden: {
      text: 'the level is of type Limited, so exempt must not be there',
      help: 'leave exempt out; limited has the same fields and more',
      cause: 'FieldValueForbidden',
      rows: ['plc-limited-exempt-forbidden'],
    },
    limitedRequired: {
      text: 'the level is of type Limited and has no limited',
      help: 'add limited, and in it a limitResponse of type Queue or Reject',
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
          limited:
            limitResponse: { type: Reject }
      `,
      yaml`
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: PriorityLevelConfiguration
        metadata: { name: backups }
        spec:
          type: limited
          #     ^^^^^^^ expect: unsupported
          limited:
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
    if (isNamedExempt && text !== 'Exempt') report('exemptLimited', type);
    if (!isNamedExempt && text === 'Exempt') report('exemptElsewhere', type);

    const limited = spec.get('limited');
    const exempt = spec.get('exempt');
    if (text === 'Exempt') {
      if (limited.value !== undefined) report('limitedForbidden', limited);
    } else if (text === 'Limited') {
      if (exempt.value !== undefined) report('exemptForbidden', exempt);
      if (limited.absent) report('limitedRequired', limited);
    } else if (isEmptyText(type)) {
      report('required', type, {}, { cause: causeOfMissingType(minor) });
    } else {
      report('unsupported', type, { type: text });
    }
  },
});
