import { KINDS_WITH_CEL_EXPRESSIONS } from '../../src/analysis/cel/expressions.ts';
import {
  type AdmissionFailure,
  describeOutcome,
  failureLocation,
  firstFailures,
} from '../../src/analysis/cel/symbolic/admission-failures.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'cel/unguarded-field',
  kinds: KINDS_WITH_CEL_EXPRESSIONS,
  severity: 'warning',
  summary: 'An expression asks whether something optional is there before it selects it.',
  details: `
Where an expression selects a field that the object does not have, or a key that a map does not have, it
ends in an error: \`no such key\`. Then the \`failurePolicy\` decides: \`Fail\`, the default, refuses the
request, whatever the expression meant; \`Ignore\` acts as if the webhook or policy were not there.

Labels and annotations are the usual case: an object may have none at all, so two tests are needed.
Write \`object.metadata.?labels['tier'].orValue('') == 'web'\`, or
\`has(object.metadata.labels) && 'tier' in object.metadata.labels && ...\`. The same goes for other metadata
that is left out where it is empty (\`ownerReferences\`, \`finalizers\`, \`deletionTimestamp\`), and for parts
of \`request\`: there is no \`request.subResource\` in a request for the object itself, and no
\`request.namespace\` in one for a cluster-scoped object.

A match condition is evaluated before all else, so what it asks for need not be asked again. Nothing is
said of fields of which the server has no schema here: of \`spec\` and the like only what the
expression itself treats as optional. A validation that would deny anyway is no warning: only its message
is replaced by the error.
`,
  reference: 'https://kubernetes.io/docs/reference/using-api/cel/#optional-types',
  messages: {
    unguarded: {
      text: 'the {owner} ends in an error where there is no {place}: {outcome}',
      help: "ask first: has(...), 'key' in ..., or .?field and .orValue(...)",
      rows: ['lint-match-condition-unguarded'],
    },
    reason: {
      text: 'where there is no {place}, the request is denied for "no such key"',
      help: "ask first, with has(...), 'key' in ... or .?field, so that the message is shown",
      severity: 'info',
      rows: ['lint-match-condition-unguarded'],
    },
    message: {
      text: 'the messageExpression ends in an error where there is no {place}, and is not shown then',
      help: "ask first: has(...), 'key' in ..., or .?field and .orValue(...)",
      severity: 'info',
      rows: ['lint-match-condition-unguarded'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: tiers.example.com }
        spec:
          matchConstraints:
            resourceRules:
              - apiGroups: [apps]
                apiVersions: [v1]
                operations: [CREATE, UPDATE]
                resources: [deployments]
          matchConditions:
            - name: owned
              expression: size(object.metadata.ownerReferences) == 0
              #                               ^^^^^^^^^^^^^^^^ expect: unguarded
          validations:
            - expression: object.metadata.labels['tier'] in ['web', 'db']
              #                          ^^^^^^^ expect: reason
              message: the tier is web or db
            - expression: "!('team' in object.metadata.?labels.orValue({}))"
              messageExpression: "'no team, not even ' + object.metadata.labels.team + object.metadata.labels.other"
              #                                                                                              ^^^^^^ expect: message
      `,
    ],
    good: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: tiers.example.com }
        spec:
          matchConstraints:
            resourceRules:
              - apiGroups: [apps]
                apiVersions: [v1]
                operations: [CREATE, UPDATE]
                resources: [deployments]
          matchConditions:
            - name: labelled
              expression: has(object.metadata.labels)
          validations:
            - expression: "'tier' in object.metadata.labels && object.metadata.labels['tier'] in ['web', 'db']"
              message: the tier is web or db
            - expression: object.metadata.?annotations['note'].orValue('') != 'none'
              message: a note says something
      `,
    ],
  },
  check(resource, { report }) {
    for (const failure of firstFailures(resource, isOfField)) {
      const { where, of, isHarmful } = failure;
      const location = failureLocation(failure);
      const place = missingName(failure);
      const { owner } = where.expression.environment;
      if (of.expression.environment.name === 'vap-message') report('message', location, { place });
      else if (!isHarmful) report('reason', location, { place });
      else report('unguarded', location, { owner, place, outcome: describeOutcome(failure) });
    }
  },
});

function isOfField({ nullPath }: AdmissionFailure): boolean {
  return nullPath === undefined;
}

/** The absent value as an expression writes it. */
function missingName({ missing }: AdmissionFailure): string {
  return missing.notation.replaceAll(/\[(\d+|[^'\]]*@key\d+)\]/g, '[]');
}
