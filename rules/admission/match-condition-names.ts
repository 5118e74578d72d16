import { DECIDING_KINDS, decidersOf } from '../../src/analysis/admission/deciders.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { qualifiedNameProblems } from '../../src/server/kubernetes/formats/qualified-name.ts';

const MOST_CONDITIONS = 64;

export default defineRule({
  id: 'admission/match-condition-names',
  on: 'object',
  kinds: DECIDING_KINDS,
  severity: 'error',
  summary: 'There are at most 64 match conditions, each with a unique, valid name.',
  details: `
The name of a match condition is required and must be a qualified name, like the key of a label: up to 63 letters,
digits, \`-\`, \`_\` and \`.\`, starting and ending with a letter or digit, with an optional prefix that is a DNS
subdomain (\`example.com/exclude-leases\`). It appears in logs, metrics and audit annotations. Names must be unique
within a webhook or policy.

A webhook or policy can have at most 64 match conditions.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#matching-requests-matchconditions',
  messages: {
    tooMany: {
      text: 'matchConditions has {count} items; at most 64 are allowed',
      help: 'combine several conditions with && in one expression',
      cause: 'FieldValueTooMany',
      withoutExample: 'it takes 65 conditions; the conformance cases have them',
      rows: ['match-conditions-too-many'],
    },
    required: {
      text: 'the name of a match condition is required',
      help: 'add a name such as exclude-leases',
      cause: 'FieldValueRequired',
      rows: ['match-condition-name-required'],
    },
    format: {
      text: "'{name}' is not a valid name of a match condition: {problem}",
      help: 'use a name such as exclude-leases or example.com/exclude-leases',
      cause: 'FieldValueInvalid',
      rows: ['match-condition-name-format'],
    },
    duplicate: {
      text: "the name '{name}' is already used by an earlier match condition",
      help: 'give each match condition a unique name',
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
    for (const decider of decidersOf(resource)) {
      const list = decider.get('matchConditions');
      const conditions = list.items();
      const excess = conditions[MOST_CONDITIONS];
      if (excess !== undefined) {
        report({ message: 'tooMany', at: list, values: { count: conditions.length } });
      }
      const seen = new Map<string, (typeof conditions)[number]>();
      for (const condition of conditions) {
        const name = condition.get('name');
        const text = name.value ?? '';
        if (name.pruned) continue;
        if (text === '') {
          report({ message: 'required', at: name });
          continue;
        }
        for (const problem of qualifiedNameProblems(text)) {
          report({ message: 'format', at: name, values: { name: text, problem } });
        }
        const first = seen.get(text);
        if (first === undefined) seen.set(text, condition);
        else {
          report({
            message: 'duplicate',
            at: name,
            values: { name: text },
            related: [{ span: first.get('name').location().span, message: 'first used here' }],
          });
        }
      }
    }
  },
});
