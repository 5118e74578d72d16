import { isEmptyList } from '../../src/analysis/emptiness.ts';
import { requireSignerName } from '../../src/analysis/fields/signers.ts';
import {
  reportInvalid,
  requireOneOf,
  requireRange,
  requireUnique,
  VALUE_MESSAGES,
} from '../../src/analysis/fields/value-checks.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import {
  certificateRequestProblem,
  type RequestProblem,
} from '../../src/server/kubernetes/formats/certificate-request.ts';

/** The shortest duration of a certificate, in seconds. */
const SHORTEST = 600;

/** The signer of v1beta1 for requests without one. */
const LEGACY_SIGNER = 'kubernetes.io/legacy-unknown';

const USAGES = [
  'signing',
  'digital signature',
  'content commitment',
  'key encipherment',
  'key agreement',
  'data encipherment',
  'cert sign',
  'crl sign',
  'encipher only',
  'decipher only',
  'any',
  'server auth',
  'client auth',
  'code signing',
  'email protection',
  's/mime',
  'ipsec end system',
  'ipsec tunnel',
  'ipsec user',
  'timestamping',
  'ocsp signing',
  'microsoft sgc',
  'netscape sgc',
];

const REQUEST_PROBLEMS: Readonly<Record<RequestProblem, string>> = {
  'no-pem':
    'the request must be a PEM file with the line BEGIN CERTIFICATE REQUEST, encoded in base64 once',
  malformed: 'the PEM file of the request has no certificate request, or a part of one',
};

export default defineRule({
  id: 'certificate-request/spec',
  on: 'object',
  kinds: ['CertificateSigningRequest'],
  severity: 'error',
  summary: 'A CertificateSigningRequest has a request, a signer and usages.',
  details: `
\`spec.request\` is the PEM file that \`openssl req -new\` writes, encoded in base64. \`signerName\` says who signs it: a domain, a
slash and a path, such as \`kubernetes.io/kube-apiserver-client\`. \`usages\` says for what the certificate is used, for example
\`client auth\`. \`expirationSeconds\` is at least 600.

The server also verifies the signature of the request, which this rule does not. It ignores the status of a new object.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/certificate-signing-requests/',
  messages: {
    request: {
      text: 'the request cannot be read: {problem}',
      help: 'generate it again with openssl req -new, and encode it with base64 -w 0',
      cause: 'FieldValueInvalid',
      rows: ['csr-request'],
    },
    required: { ...VALUE_MESSAGES.required, rows: ['csr-signer-required'] },
    usages: {
      text: 'a request needs usages',
      help: 'add usages, such as client auth',
      cause: 'FieldValueRequired',
      rows: ['csr-usages'],
    },
    unsupported: { ...VALUE_MESSAGES.unsupported, rows: ['csr-usage'] },
    duplicate: { ...VALUE_MESSAGES.duplicate, rows: ['csr-usage'] },
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['csr-signer', 'csr-expiration'] },
    tooLong: { ...VALUE_MESSAGES.tooLong, rows: ['csr-signer-length'] },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: certificates.k8s.io/v1
        kind: CertificateSigningRequest
        metadata: { name: developer }
        spec: # expect: required, usages
          request: LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0t # expect: request
      `,
      yaml`
        apiVersion: certificates.k8s.io/v1
        kind: CertificateSigningRequest
        metadata: { name: developer }
        spec: # expect: request
          signerName: kube-apiserver-client
          #           ^^^^^^^^^^^^^^^^^^^^^ expect: invalid
          expirationSeconds: 60
          #                  ^^ expect: invalid
          usages:
            - client
            # ^^^^^^ expect: unsupported
            - client auth
            - client auth # expect: duplicate
      `,
      yaml`
        apiVersion: certificates.k8s.io/v1
        kind: CertificateSigningRequest
        metadata: { name: developer }
        spec: # expect: request
          signerName: example.com/${'a.'.repeat(300)}a # expect: tooLong
          usages: [client auth]
      `,
    ],
    good: [
      yaml`
        apiVersion: certificates.k8s.io/v1
        kind: CertificateSigningRequest
        metadata: { name: developer }
        spec:
          request: LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlIUE1IWUNBUUF3RkRFU01CQUdBMVVFQXd3SlpHVjJaV3h2Y0dWeU1Ga3dFd1lIS29aSXpqMENBUVlJS29aSQp6ajBEQVFjRFFnQUVuWmY3ZkNsQ2NzV0k0bGRLNW5iTS92R1ZjS1ZBYnpBKy9hSGxNOHZVMzJjTWNieHQ4RzRICjg4NzNBWmNUQjFwTlEvWWVycHQ5QnRkK3d4NVFlRk1IUnFBQU1Bb0dDQ3FHU000OUJBTUNBMGtBTUVZQ0lRRHUKSjE4S3NURE1NQnQrWExNdWJtWUliWTdyZ2NXVFYxbVFZWW1WTFgzWnB3SWhBS1NmczVXSjNaS1BGaVY5YlZnegorODJ5UEFNSTArSFR5eGwwNDRnWUVoNnAKLS0tLS1FTkQgQ0VSVElGSUNBVEUgUkVRVUVTVC0tLS0tCg==
          signerName: kubernetes.io/kube-apiserver-client
          expirationSeconds: 86400
          usages: [client auth]
      `,
    ],
  },
  check({ root, stored }, { report }) {
    const spec = root.get('spec');
    const request = spec.get('request');
    const unreadable = request.pruned ? undefined : certificateRequestProblem(request.value ?? '');
    if (unreadable !== undefined) {
      const problem = REQUEST_PROBLEMS[unreadable];
      report({ message: 'request', at: request, values: { problem } });
    }
    const usages = spec.get('usages');
    if (isEmptyList(usages)) report({ message: 'usages', at: usages });
    for (const usage of usages.items()) requireOneOf(report, usage, USAGES);
    requireUnique(report, usages.items(), ({ value }) => value ?? '', 'write a usage once');
    const signer = spec.get('signerName');
    if (signer.value !== LEGACY_SIGNER) requireSignerName(report, signer);
    // An update keeps the signer of the stored request.
    else if (stored === undefined) reportInvalid(report, signer, 'use another signer');
    requireRange(report, spec.get('expirationSeconds'), { least: SHORTEST });
  },
});
