import { byteQuantities, quantityFix } from '../../src/analysis/fields/quantity-fix.ts';
import { pathAround, undecodableLocation } from '../../src/rule/location.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import type { Path } from '../../src/yaml/index.ts';

export default defineRule({
  id: 'field/format',
  on: 'decoded',
  severity: 'error',
  valueMustHave: 'format',
  summary: 'Quantities, times and base64 strings have a valid format.',
  details: `
The API server parses quantities (\`500m\`, \`2Gi\`), times and base64 data while it decodes an object. If one of them is invalid,
it refuses the whole object with the status 400, and its message does not name the field.

A quantity is a number, optionally with one of the suffixes n, u, m, k, M, G, T, P, E, Ki, Mi, Gi, Ti, Pi, Ei, or an exponent.
\`K\`, \`GB\` and \`Mib\` are not valid. A time has the format of RFC 3339 with a time zone, such as \`2026-01-31T08:00:00Z\`. This
also applies to \`status\`, although the server ignores it.
`,
  reference: 'https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/',
  messages: {
    quantity: {
      text: "'{value}' is not a valid quantity",
      help: 'use a number, optionally with a suffix, such as 500m, 2, 1.5 or 2Gi',
      cause: 'Undecodable',
      rows: ['dec-quantity-format', 'dec-abort-first', 'dec-status-strict'],
      explains: ['pod/resources#unlimited'],
    },
    suffix: {
      text: "'{value}' is not a valid quantity: unknown suffix",
      help: 'use one of n, u, m, k, M, G, T, P, E, Ki, Mi, Gi, Ti, Pi and Ei, which are case-sensitive',
      cause: 'Undecodable',
      rows: ['dec-quantity-suffix', 'dec-abort-first', 'builtin-quantity'],
      explains: ['pod/resources#unlimited'],
    },
    unit: {
      text: "'{value}' is not a valid quantity: unknown suffix",
      help: 'use {quantities}',
      cause: 'Undecodable',
      rows: ['dec-quantity-format', 'dec-quantity-suffix', 'dec-abort-first', 'builtin-quantity'],
      explains: ['pod/resources#unlimited'],
    },
    base64: {
      text: 'the value is not valid base64',
      help: 'encode the data with padding, as base64 -w0 does; PEM data must be encoded too',
      cause: 'Undecodable',
      rows: ['decode-ca-bundle-base64', 'crd-decode-cabundle-base64', 'builtin-base64'],
    },
    secret: {
      text: 'the value is not valid base64',
      help: 'encode it, as base64 -w0 does, or move it to stringData, which takes plain text',
      cause: 'Undecodable',
      rows: ['builtin-base64'],
    },
    time: {
      text: "'{value}' is not a valid time",
      help: 'use date, time and time zone, such as 2026-01-31T08:00:00Z, or remove the field',
      cause: 'Undecodable',
      rows: ['dec-time-format', 'dec-status-time', 'dec-abort-first', 'builtin-time'],
    },
    annotation: {
      text: "annotation {name} is '{value}'; the server parses it as an integer",
      help: 'remove it: it belongs to an API version that was removed',
      cause: 'Undecodable',
      rows: ['builtin-annotation-integer'],
    },
    microTime: {
      text: "'{value}' is not a valid time with microseconds",
      help: 'write the seconds with exactly six decimal digits, such as 2026-01-31T08:00:00.000000Z',
      cause: 'Undecodable',
      rows: ['builtin-micro-time'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata:
          name: compute
          creationTimestamp: 2026-01-31
          #                  ^^^^^^^^^^ expect: time
        spec:
          hard:
            memory: 10K
            #       ^^^ expect: unit
            requests.cpu: 1K
            #             ^^ expect: suffix
            cpu: ten
            #    ^^^ expect: quantity
      `,
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingWebhookConfiguration
        metadata: { name: pods.example.com }
        webhooks:
          - name: pods.example.com
            clientConfig:
              caBundle: -----BEGIN CERTIFICATE-----
              #         ^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: base64
              service: { name: hooks, namespace: shop }
            sideEffects: None
            admissionReviewVersions: [v1]
      `,
      yaml`
        apiVersion: v1
        kind: Secret
        metadata: { name: database }
        data:
          password: "correct horse"
          #         ^^^^^^^^^^^^^^^ expect: secret
      `,
      yaml`
        apiVersion: coordination.k8s.io/v1
        kind: Lease
        metadata: { name: leader }
        spec:
          renewTime: 2026-01-31T08:00:00Z
          #          ^^^^^^^^^^^^^^^^^^^^ expect: microTime
      `,
      yaml`
        apiVersion: apps/v1
        kind: Deployment
        metadata:
          name: web
          annotations:
            deprecated.deployment.rollback.to: previous
            #                                  ^^^^^^^^ expect: annotation
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata:
          name: compute
          creationTimestamp: null
        spec:
          hard:
            memory: 10Gi
            cpu: 1500m
      `,
    ],
    fixed: [
      {
        before: yaml`
          apiVersion: v1
          kind: ResourceQuota
          metadata: { name: compute }
          spec:
            hard:
              memory: 10GiB # as agreed
              requests.storage: 500GB
        `,
        after: yaml`
          apiVersion: v1
          kind: ResourceQuota
          metadata: { name: compute }
          spec:
            hard:
              memory: 10Gi # as agreed
              requests.storage: 500G
        `,
      },
    ],
  },
  check({ origin, problems, facts }, { report }) {
    for (const problem of problems) {
      const location = undecodableLocation(origin, problem.path, problem.target);
      switch (problem.kind) {
        case 'quantity': {
          const { path, value } = problem;
          const quantities = byteQuantities(path, value);
          const id = problem.reason === 'suffix' ? 'suffix' : 'quantity';
          report({
            message: quantities.length > 0 ? 'unit' : id,
            at: location,
            values: { value, quantities: quantities.join(' or ') },
            explainsFields: isAlone(path) ? [pathAround(path, origin)] : [],
            fix: quantityFix(origin, path, value),
          });
          break;
        }
        case 'base64':
          report({ message: facts?.kind === 'Secret' ? 'secret' : 'base64', at: location });
          break;
        case 'time':
          report({ message: 'time', at: location, values: { value: problem.value } });
          break;
        case 'annotation':
          report({
            message: 'annotation',
            at: location,
            values: { name: problem.name, value: problem.value },
          });
          break;
        case 'micro-time':
          report({ message: 'microTime', at: location, values: { value: problem.value } });
          break;
      }
    }

    /**
     * Reports whether the map around a value has nothing else. Without the value it is empty, which may be an error
     * too.
     */
    function isAlone(path: Path): boolean {
      return origin.document.keys(path.slice(0, -1))?.length === 1;
    }
  },
});
