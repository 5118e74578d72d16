import {
  KINDS_WITH_MATCH_CONDITIONS,
  matchConditionLists,
} from '../../src/analysis/admission/match-conditions.ts';
import { qualifiedNameProblems } from '../../src/kubernetes/formats/qualified-name.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

const MOST = 64;

export default defineRule({
  id: 'admission/match-condition-names',
  kinds: KINDS_WITH_MATCH_CONDITIONS,
  severity: 'error',
  summary:
    'Match conditions are at most 64, and each has a name of its own that is a qualified name.',
  details: `
The name of a match condition appears in logs, metrics and audit annotations, so the API server wants
one of the form of a label key: up to 63 letters, digits, dashes, underscores and dots that begin and end with a letter or digit,
optionally after a DNS name and a slash (\`example.com/exclude-leases\`). Within one webhook or policy
no name may be given twice. More than 64 conditions are refused.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#matching-requests-matchconditions',
  messages: {
    tooMany: {
      text: 'there are {count} match conditions; at most 64 are allowed',
      help: 'join conditions by && into one expression',
      cause: 'FieldValueTooMany',
      withoutExample: '65 conditions are nothing to read; the conformance cases have them',
      rows: ['match-conditions-too-many'],
    },
    required: {
      text: 'the match condition has no name',
      help: 'add a name such as exclude-leases',
      cause: 'FieldValueRequired',
      rows: ['match-condition-name-required'],
    },
    format: {
      text: "the name '{name}' is no qualified name: {problem}",
      help: 'write a name such as exclude-leases or example.com/exclude-leases',
      cause: 'FieldValueInvalid',
      rows: ['match-condition-name-format'],
    },
    duplicate: {
      text: "the name '{name}' is given to an earlier match condition already",
      help: 'give each condition a name of its own',
      cause: 'FieldValueDuplicate',
      rows: ['match-condition-name-duplicate'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingWebhookConfiguration
        metadata: { name: pods.example.com }
        webhooks:
          - name: pods.example.com
            clientConfig:
              service: { name: hooks, namespace: shop }
            sideEffects: None
            admissionReviewVersions: [v1]
            matchConditions:
              - name: exclude leases
                #     ^^^^^^^^^^^^^^ expect: format
                expression: request.resource.resource != "leases"
              - expression: object.metadata.name != "" # expect: required
              - name: twice
                expression: "true"
              - name: twice
                #     ^^^^^ expect: duplicate
                expression: "true"
      `,
    ],
    good: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: MutatingWebhookConfiguration
        metadata: { name: pods.example.com }
        webhooks:
          - name: pods.example.com
            clientConfig:
              service: { name: hooks, namespace: shop }
            sideEffects: None
            admissionReviewVersions: [v1]
            matchConditions:
              - name: example.com/exclude-leases
                expression: request.resource.resource != "leases"
              - name: Exclude_Nodes.1
                expression: request.resource.resource != "nodes"
      `,
    ],
  },
  check(resource, { report }) {
    for (const list of matchConditionLists(resource)) {
      const conditions = list.items();
      const excess = conditions[MOST];
      if (excess !== undefined) {
        report('tooMany', list, { count: conditions.length });
      }
      const seen = new Map<string, (typeof conditions)[number]>();
      for (const condition of conditions) {
        const name = condition.get('name');
        const text = name.value ?? '';
        if (name.pruned) continue;
        if (text === '') {
          report('required', name);
          continue;
        }
        for (const problem of qualifiedNameProblems(text)) {
          report('format', name, { name: text, problem });
        }
        const first = seen.get(text);
        if (first === undefined) seen.set(text, condition);
        else {
          report(
            'duplicate',
            name,
            { name: text },
            {
              related: [{ span: first.get('name').location().span, message: 'the first one' }],
            },
          );
        }
      }
    }
  },
});
