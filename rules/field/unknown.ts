import { correctionFix } from '../../src/analysis/fields/correction-fix.ts';
import { locationAt } from '../../src/rule/location.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import type { MinorRange } from '../../src/server/kubernetes/minors.ts';

export default defineRule({
  id: 'field/unknown',
  on: 'decoded',
  severity: 'error',
  summary: 'All fields exist in the API.',
  details: `
kubectl asks the API server for strict validation, with which it refuses unknown fields. Without strict validation, the server
ignores such a field: it stores the object without it, and what the field was meant to configure never happens. The names
of fields are case-sensitive. Often a field is correct, but its indentation is not.

Some fields exist only in newer minors. In that case the message names them.
`,
  reference: 'https://kubernetes.io/docs/reference/using-api/api-concepts/#field-validation',
  messages: {
    unknown: {
      text: "unknown field '{name}'",
      help: 'remove it, or move it to the object that it belongs to',
      cause: 'UnknownField',
      rows: [
        'dec-unknown-field',
        'dec-unknown-field-key-with-dot',
        'decode-unknown-field',
        'kind-unknown-field',
        'kind-unknown-top',
        'builtin-unknown-field',
        'builtin-list',
      ],
    },
    misspelled: {
      text: "unknown field '{name}'; did you mean '{suggestion}'?",
      help: 'use {suggestion}, or remove the field',
      cause: 'UnknownField',
      rows: ['dec-unknown-field', 'decode-unknown-field'],
    },
    otherMinor: {
      withoutExample: 'the examples are for the newest minor',
      text: "the field '{name}' exists only in Kubernetes {minors}",
      help: 'remove it for clusters of other minors',
      cause: 'UnknownField',
      rows: ['builtin-field-by-minor'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: NetworkPolicy
        metadata: { name: web }
        spec:
          podSelector: { matchLabels: { app: web } }
          ingress:
            - ports:
                - protocols: TCP
                # ^^^^^^^^^ expect: misspelled
                  port: 80
          reason: because
        # ^^^^^^ expect: unknown
      `,
    ],
    good: [
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: NetworkPolicy
        metadata: { name: web }
        spec:
          podSelector: { matchLabels: { app: web } }
          ingress:
            - ports:
                - protocol: TCP
                  port: 80
      `,
    ],
    fixed: [
      {
        before: yaml`
          apiVersion: policy/v1
          kind: PodDisruptionBudget
          metadata: { name: web }
          spec:
            unhealthyPodEvictionpolicy: AlwaysAllow # the new field
            selector:
              matchLabels:
                app: web
              # At least two.
              minAvailable: 2
        `,
        after: yaml`
          apiVersion: policy/v1
          kind: PodDisruptionBudget
          metadata: { name: web }
          spec:
            unhealthyPodEvictionPolicy: AlwaysAllow # the new field
            selector:
              matchLabels:
                app: web
              # At least two.
            minAvailable: 2
        `,
      },
    ],
  },
  check({ origin, problems }, { report }) {
    for (const problem of problems) {
      if (problem.kind !== 'unknown-field') continue;
      const { name, suggestion, existsIn } = problem;
      const location = locationAt(origin, problem.path, problem.field, 'key');
      if (existsIn !== undefined) {
        report({
          message: 'otherMinor',
          at: location,
          values: { name, minors: describeRange(existsIn) },
        });
      } else if (suggestion !== undefined) {
        const fix = correctionFix(origin, problem);
        report({ message: 'misspelled', at: location, values: { name, suggestion }, fix });
      } else report({ message: 'unknown', at: location, values: { name } });
    }
  },
});

/** The minors of a range, for a message. */
function describeRange({ since, until }: MinorRange): string {
  if (since === undefined) return `${until} and earlier`;
  return until === undefined ? `${since} and later` : `${since} to ${until}`;
}
