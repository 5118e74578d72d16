import { isEmptyText } from '../../src/analysis/emptiness.ts';
import {
  checkSignerAnnotations,
  requireLifetime,
  requireSignerName,
} from '../../src/analysis/fields/signers.ts';
import {
  reportInvalid,
  reportTooLong,
  requireValidText,
  VALUE_MESSAGES,
  type ValueReport,
} from '../../src/analysis/fields/value-checks.ts';
import { subdomainProblem } from '../../src/analysis/metadata/names.ts';
import type { Field } from '../../src/rule/field.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { base64Bytes } from '../../src/server/kubernetes/formats/base64-bytes.ts';
import { stubRequestProblem } from '../../src/server/kubernetes/formats/certificate-request.ts';
import { byteLength } from '../../src/server/kubernetes/formats/dns.ts';

const LONGEST_UID = 128;

/** In bytes. */
const LONGEST_REQUEST = 10 * 1024;

export default defineRule({
  id: 'certificate-request/pod',
  on: 'object',
  kinds: ['PodCertificateRequest'],
  severity: 'error',
  summary: 'A PodCertificateRequest names a pod, its ServiceAccount and Node, and has a request.',
  details: `
The kubelet creates a PodCertificateRequest for a pod with a projected volume of the source \`podCertificate\`. It names the pod, the
ServiceAccount and the Node, each with the UID. \`stubPKCS10Request\` is a PKCS #10 request in DER format, encoded in base64, with an
Ed25519 key, an ECDSA key (P-256, P-384, P-521) or an RSA key (3072 or 4096 bits).

\`maxExpirationSeconds\` is at least 3600, and at most a day for signers of Kubernetes, 91 days for others. The keys of
\`unverifiedUserAnnotations\` have a domain.

The server also verifies the signature of the request, which this rule does not. It ignores the status of a new object.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/certificate-signing-requests/#pod-certificate-requests',
  messages: {
    request: {
      text: 'the request has no stubPKCS10Request',
      help: 'add stubPKCS10Request: a PKCS #10 request in DER format, encoded in base64',
      cause: 'FieldValueInvalid',
      rows: ['pod-certificate-request'],
    },
    unusable: {
      text: 'the request cannot be used: {problem}',
      help: 'create a new request, for example with openssl req -new -newkey ed25519 -outform DER',
      cause: 'FieldValueInvalid',
      rows: ['pod-certificate-key'],
    },
    required: { ...VALUE_MESSAGES.required, rows: ['pod-certificate-required'] },
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['pod-certificate-invalid'] },
    tooLong: { ...VALUE_MESSAGES.tooLong, rows: ['pod-certificate-length'] },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: certificates.k8s.io/v1
        kind: PodCertificateRequest
        metadata: { name: shop-web-0, namespace: shop }
        spec: # expect: required, request
          podName: web_0
          #        ^^^^^ expect: invalid
          podUID: ${'a'.repeat(129)} # expect: tooLong
          serviceAccountName: web
          serviceAccountUID: 5d1a9e5c-7f8e-4f1c-9a53-0d7a3ad5ec01
          nodeName: node-1
          nodeUID: 0b8d7f4e-3c61-4a0f-8b57-2f6f1f0d8a02
      `,
      yaml`
        apiVersion: certificates.k8s.io/v1
        kind: PodCertificateRequest
        metadata: { name: shop-web-0, namespace: shop }
        spec:
          signerName: kubernetes.io/kube-apiserver-client-pod
          podName: web-0
          podUID: 6d3c2a10-94b2-4e8f-a3c5-7a1d52c8b103
          serviceAccountName: web
          serviceAccountUID: 5d1a9e5c-7f8e-4f1c-9a53-0d7a3ad5ec01
          nodeName: node-1
          nodeUID: 0b8d7f4e-3c61-4a0f-8b57-2f6f1f0d8a02
          maxExpirationSeconds: 604800 # expect: invalid
          stubPKCS10Request: MIGnMFcCAQAwADBOMBAGByqGSM49AgEGBSuBBAAhAzoABH7z9yhFwAhqWZM/6fFvzluRZ2wDdweObW6vPOggb8C+yn6mxuYWhGSaE7N1n3zfAW7uiOFMIYcvoAAwCgYIKoZIzj0EAwIDQAAwPQIcNd+jI9zatFyuWfPV0OpoNileCPV/w1yWVsVttwIdAJ5hSsnDd+e2eHksE/Fm9jHvQb2dH30FPMEwRIw= # expect: unusable
      `,
    ],
    good: [
      yaml`
        apiVersion: certificates.k8s.io/v1
        kind: PodCertificateRequest
        metadata: { name: shop-web-0, namespace: shop }
        spec:
          signerName: example.com/signer
          podName: web-0
          podUID: 6d3c2a10-94b2-4e8f-a3c5-7a1d52c8b103
          serviceAccountName: web
          serviceAccountUID: 5d1a9e5c-7f8e-4f1c-9a53-0d7a3ad5ec01
          nodeName: node-1
          nodeUID: 0b8d7f4e-3c61-4a0f-8b57-2f6f1f0d8a02
          stubPKCS10Request: MH8wMwIBADAAMCowBQYDK2VwAyEAbvLw/MyTaKu48YT4lvUanmJilkUqRTeqP243QRfzH3qgADAFBgMrZXADQQBPiDZKeNL9UbmU3r+r/DsFKY5vnXhoRoWURxNEly7MfDgdJcfSTnFR6p1mzAKkzSA50ROyrLuV7pfGnVoJEGYK
      `,
    ],
  },
  check({ root, apiVersion }, { report }) {
    const spec = root.get('spec');
    const signer = spec.get('signerName');
    requireSignerName(report, signer);
    checkSignerAnnotations(report, spec.get('unverifiedUserAnnotations'));
    for (const name of ['podName', 'serviceAccountName', 'nodeName'] as const) {
      requireValidText(report, spec.get(name), subdomainProblem);
    }
    for (const name of ['podUID', 'serviceAccountUID', 'nodeUID'] as const) {
      requireUid(report, spec.get(name));
    }
    requireLifetime(report, spec.get('maxExpirationSeconds'), signer);
    // The other versions, which are off by default, may have a public key and a proof of possession instead.
    if (apiVersion !== 'certificates.k8s.io/v1') return;
    const request = spec.get('stubPKCS10Request');
    if (isEmptyText(request)) report({ message: 'request', at: request, path: spec.path });
    if ((request.value ?? '') === '') return;
    const der = base64Bytes(request.value ?? '');
    const problem = stubRequestProblem(der);
    if (der.length > LONGEST_REQUEST) reportTooLong(report, request, 'at most 10 KiB are allowed');
    else if (problem !== undefined)
      report({ message: 'unusable', at: request, values: { problem } });
  },
});

function requireUid(
  report: ValueReport<'invalid' | 'tooLong'>,
  uid: Field<string | undefined>,
): void {
  const { value = '' } = uid;
  if (value === '' && !uid.pruned) reportInvalid(report, uid, 'write the UID of the object');
  if (byteLength(value) > LONGEST_UID) {
    reportTooLong(report, uid, `at most ${LONGEST_UID} bytes are allowed`);
  }
}
