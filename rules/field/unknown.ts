import type { MinorRange } from '../../src/kubernetes/minors.ts';
import { locationAt } from '../../src/rule/location.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'field/unknown',
  severity: 'error',
  summary: 'Every field is one that the API knows at its place.',
  details: `
kubectl asks the API server to be strict, and then a field that the API does not have is refused. A
client that does not ask loses the field without a word, which is worse: the object is stored, and what
the field was meant to do never happens. Upper and lower case count, and so does the place: most
often a field is indented one level too far, or not far enough.

Fields come with minors. Where another minor knows the field, the message says so.
`,
  reference: 'https://kubernetes.io/docs/reference/using-api/api-concepts/#field-validation',
  messages: {
    unknown: {
      text: "there is no field '{name}' here",
      help: 'leave it out; clients that are not strict lose it without a word',
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
    misspelt: {
      text: "there is no field '{name}' here; did you mean {suggestion}?",
      help: 'write {suggestion}, or leave it out',
      cause: 'UnknownField',
      rows: ['dec-unknown-field', 'decode-unknown-field'],
    },
    otherMinor: {
      withoutExample: 'examples are judged for the newest minor',
      text: "there is no field '{name}' here in Kubernetes {minor}; {minors} have it",
      help: 'leave it out for clusters of this minor',
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
                # ^^^^^^^^^ expect: misspelt
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
  },
  checkDecoded({ origin, problems }, { report, minor }) {
    for (const problem of problems) {
      if (problem.kind !== 'unknown-field') continue;
      const { name, suggestion, existsIn } = problem;
      const location = locationAt(origin, problem.path, problem.field, 'key');
      if (existsIn !== undefined) {
        report('otherMinor', location, { name, minor, minors: describeRange(existsIn) });
      } else if (suggestion !== undefined) report('misspelt', location, { name, suggestion });
      else report('unknown', location, { name });
    }
  },
});

/** The minors of a range, as a reader says them. */
function describeRange({ since, until }: MinorRange): string {
  if (since === undefined) return `${until} and older`;
  return until === undefined ? `${since} and newer` : `${since} to ${until}`;
}
