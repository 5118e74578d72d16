import { correctionFix } from '../../src/analysis/fields/correction-fix.ts';
import { locationAt, pathAround } from '../../src/rule/location.ts';
import type { Origin } from '../../src/rule/origin.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { type DecodeProblem, decoderPath } from '../../src/server/decode/index.ts';
import type { MinorRange } from '../../src/server/kubernetes/minors.ts';
import { valueAt } from '../../src/yaml/index.ts';

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
    misplaced: {
      text: "unknown field '{name}'; did you mean '{suggestion}'?",
      help: 'write it as a field of {place}, or remove it',
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
        apiVersion: batch/v1
        kind: CronJob
        metadata: { name: backup }
        schedule: 0 3 * * *
      # ^^^^^^^^ expect: misplaced
        spec:
          jobTemplate:
            spec:
              template:
                spec:
                  restartPolicy: Never
                  containers: [{ name: backup, image: backup }]
      `,
      yaml`
        apiVersion: v1
        kind: Secret
        metadata:
          name: login
          type: kubernetes.io/basic-auth
        # ^^^^ expect: misplaced
        stringData: { username: shop, password: secret }
      `,
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
      const { name, suggestion, existsIn, meant } = problem;
      const at = locationAt(origin, problem.path, problem.field, 'key');
      const explainsFields = consequencesOf(problem, origin);
      if (existsIn !== undefined) {
        report({ message: 'otherMinor', at, values: { name, minors: describeRange(existsIn) } });
      } else if (suggestion === undefined || meant === undefined) {
        report({ message: 'unknown', at, values: { name }, explainsFields });
      } else {
        const place = decoderPath(meant.slice(0, -1)) || 'the object';
        const isMisplaced = meant.length !== problem.path.length - origin.path.length;
        report({
          message: isMisplaced ? 'misplaced' : 'misspelled',
          at,
          // A field that belongs to the object itself is written with its path, because its name is the suggestion.
          values: { name: name === suggestion ? problem.field : name, suggestion, place },
          explainsFields,
          fix: correctionFix(origin, problem),
        });
      }
    }
  },
});

/**
 * The fields that are absent or empty because the user wrote an unknown field instead: the one that was meant, and the
 * mapping that has the unknown field.
 */
function consequencesOf(
  { path, meant, isAlone }: DecodeProblem & { readonly kind: 'unknown-field' },
  origin: Origin,
): readonly string[] {
  const around = pathAround(path, origin);
  const isInside = around !== '' && (isAlone || meant !== undefined);
  const isAbsent =
    meant !== undefined && valueAt(origin.document.value, [...origin.path, ...meant]) === undefined;
  const place = decoderPath(meant ?? []);
  return [...(isInside ? [around] : []), ...(isAbsent ? [place, `${place}.*`] : [])];
}

/** The minors of a range, for a message. */
function describeRange({ since, until }: MinorRange): string {
  if (since === undefined) return `${until} and earlier`;
  return until === undefined ? `${since} and later` : `${since} to ${until}`;
}
