import { flowSchemaSubjects } from '../../src/analysis/flow-control/flow-schema-rules.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

/** The kinds of subjects, and the field that says more of each. */
const FIELDS = { Group: 'group', ServiceAccount: 'serviceAccount', User: 'user' } as const;

export default defineRule({
  id: 'flow-control/subject-kind',
  kinds: ['FlowSchema'],
  severity: 'error',
  summary:
    'A subject of a FlowSchema is a User, a Group or a ServiceAccount, and has the field of that kind only.',
  details: `
The \`kind\` of a subject says which one of its other fields counts: \`user\` of a User, \`group\` of a Group,
\`serviceAccount\` of a ServiceAccount. The API server wants that field and refuses the other two, empty
ones included. (Subjects of RBAC are written otherwise: there \`name\` stands right beside \`kind\`.)

Two subjects are two entries of the list.
`,
  reference: 'https://kubernetes.io/docs/concepts/cluster-administration/flow-control/#flowschema',
  messages: {
    unsupported: {
      text: "there is no kind of subject '{kind}'; there are User, Group and ServiceAccount",
      cause: 'FieldValueNotSupported',
      rows: ['fs-subject-kind'],
    },
    missing: {
      text: 'the subject has no kind; it is User, Group or ServiceAccount',
      cause: 'FieldValueNotSupported',
      rows: ['fs-subject-kind'],
    },
    required: {
      text: 'a subject of kind {kind} needs the field {field}, and there is none',
      help: 'add {field} with the name below it',
      cause: 'FieldValueRequired',
      rows: ['fs-subject-sa-required', 'fs-subject-user-required', 'fs-subject-group-required'],
    },
    forbidden: {
      text: 'the subject is of kind {kind}, so {field} must not be there',
      help: 'leave {field} out, or make it another subject of the list',
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
        if (text === '') report('missing', kind);
        else report('unsupported', kind, { kind: text });
        continue;
      }
      for (const field of Object.values(FIELDS)) {
        const member = subject.get(field);
        const isWanted = field === FIELDS[text];
        if (isWanted && member.absent) report('required', member, { kind: text, field });
        if (!isWanted && member.value !== undefined) {
          report('forbidden', member, { kind: text, field });
        }
      }
    }
  },
});

function isSubjectKind(text: string): text is keyof typeof FIELDS {
  return Object.hasOwn(FIELDS, text);
}
