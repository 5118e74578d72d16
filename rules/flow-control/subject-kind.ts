import { flowSchemaSubjects } from '../../src/analysis/flow-control/flow-schema-rules.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

/** The kinds of subjects, and the field of each. */
const FIELDS = { Group: 'group', ServiceAccount: 'serviceAccount', User: 'user' } as const;

export default defineRule({
  id: 'flow-control/subject-kind',
  on: 'object',
  kinds: ['FlowSchema'],
  severity: 'error',
  summary:
    'A subject of a FlowSchema is a User, Group or ServiceAccount, and has only the field of its kind.',
  details: `
The \`kind\` of a subject determines its other field: \`user\` for a User, \`group\` for a Group, and \`serviceAccount\` for a
ServiceAccount. This field is required, and the other two are not allowed, even if they are empty. (Subjects of RBAC
differ: there, \`name\` is next to \`kind\`.)

Write several subjects as several items of the list.
`,
  reference: 'https://kubernetes.io/docs/concepts/cluster-administration/flow-control/#flowschema',
  messages: {
    unsupported: {
      text: "the kind of the subject is '{kind}'; it must be User, Group or ServiceAccount",
      help: 'use User, Group or ServiceAccount',
      cause: 'FieldValueNotSupported',
      rows: ['fs-subject-kind'],
    },
    missing: {
      text: 'the kind of a subject is required',
      help: 'add kind: User, Group or ServiceAccount',
      cause: 'FieldValueNotSupported',
      rows: ['fs-subject-kind'],
    },
    required: {
      text: '{field} is required for a subject of the kind {kind}',
      help: 'add {field} with a name',
      cause: 'FieldValueRequired',
      rows: ['fs-subject-sa-required', 'fs-subject-user-required', 'fs-subject-group-required'],
    },
    mismatch: {
      text: '{field} is required for a subject of the kind {kind}, but it has {other}',
      help: 'use kind: {otherKind}, or replace {other} with {field}',
      cause: 'FieldValueRequired',
      rows: ['fs-subject-sa-required', 'fs-subject-user-required', 'fs-subject-group-required'],
      explains: ['flow-control/subject-kind#mismatched'],
    },
    mismatched: {
      text: '{field} is not allowed for a subject of the kind {kind}',
      help: 'use another kind, or another field',
      cause: 'FieldValueForbidden',
      rows: [
        'fs-subject-user-forbidden',
        'fs-subject-group-forbidden',
        'fs-subject-serviceaccount-forbidden',
      ],
    },
    forbidden: {
      text: '{field} is not allowed for a subject of the kind {kind}',
      help: 'remove {field}, or move it to another subject',
      cause: 'FieldValueForbidden',
      rows: [
        'fs-subject-user-forbidden',
        'fs-subject-group-forbidden',
        'fs-subject-serviceaccount-forbidden',
      ],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: FlowSchema
        metadata: { name: backups }
        spec:
          priorityLevelConfiguration: { name: workload-low }
          rules:
            - subjects:
                - kind: SystemGroup
                  #     ^^^^^^^^^^^ expect: unsupported
                  group: { name: system:masters }
                - user: { name: backup } # expect: missing
                - kind: User # expect: required
                - kind: User # expect: mismatch
                  group: { name: backups }
                  #      ^^^^^^^^^^^^^^^^^ expect: mismatched
                - kind: Group
                  group: { name: backups }
                  user: { name: backup }
                  #     ^^^^^^^^^^^^^^^^ expect: forbidden
              nonResourceRules:
                - verbs: ["*"]
                  nonResourceURLs: ["*"]
      `,
    ],
    good: [
      yaml`
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: FlowSchema
        metadata: { name: backups }
        spec:
          priorityLevelConfiguration: { name: workload-low }
          rules:
            - subjects:
                - kind: User
                  user: { name: backup }
                - kind: ServiceAccount
                  serviceAccount: { name: backup, namespace: shop }
              nonResourceRules:
                - verbs: ["*"]
                  nonResourceURLs: ["*"]
      `,
    ],
  },
  check(resource, { report }) {
    for (const subject of flowSchemaSubjects(resource)) {
      const kind = subject.get('kind');
      if (kind.pruned) continue;
      const text = kind.value ?? '';
      if (!isSubjectKind(text)) {
        if (text === '') report({ message: 'missing', at: kind });
        else report({ message: 'unsupported', at: kind, values: { kind: text } });
        continue;
      }
      const field = FIELDS[text];
      const isMissing = subject.get(field).absent;
      const others = KINDS.filter((other) => other !== text).flatMap((otherKind) => {
        const member = subject.get(FIELDS[otherKind]);
        return member.value === undefined ? [] : [{ otherKind, member, other: FIELDS[otherKind] }];
      });
      const [first] = others;
      if (isMissing && first !== undefined) {
        const { otherKind, other } = first;
        report({
          message: 'mismatch',
          at: subject.get(field),
          values: { kind: text, field, other, otherKind },
        });
      } else if (isMissing)
        report({ message: 'required', at: subject.get(field), values: { kind: text, field } });
      for (const { member, other } of others) {
        report({
          message: isMissing ? 'mismatched' : 'forbidden',
          at: member,
          values: { kind: text, field: other },
        });
      }
    }
  },
});

const KINDS = ['Group', 'ServiceAccount', 'User'] as const;

function isSubjectKind(text: string): text is keyof typeof FIELDS {
  return Object.hasOwn(FIELDS, text);
}
