import { checkSignerName } from '../../src/analysis/fields/signers.ts';
import { VALUE_MESSAGES } from '../../src/analysis/fields/value-checks.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { byteLength } from '../../src/server/kubernetes/formats/dns.ts';
import { type PemBlock, pemBlocks } from '../../src/server/kubernetes/formats/pem.ts';
import { readCertificate } from '../../src/server/kubernetes/formats/x509.ts';

/** In bytes. */
const LONGEST = 1024 * 1024;

export default defineRule({
  id: 'trust-bundle/certificates',
  on: 'object',
  kinds: ['ClusterTrustBundle'],
  severity: 'error',
  summary: 'A ClusterTrustBundle has CA certificates, each once.',
  details: `
\`spec.trustBundle\` is a PEM file with one or more certificates. Each is the certificate of an authority: its extension
\`basicConstraints\` says \`CA:TRUE\`. The blocks have no headers, and at most 1 MiB is allowed. The server skips text between the blocks, and blocks
that are malformed.

\`spec.signerName\` is optional: a domain, a slash and a path. The name of the object then starts with it.

The server also parses the public keys and signature algorithms of certificates, which this rule does not.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/certificate-signing-requests/#cluster-trust-bundles',
  messages: {
    entry: {
      text: 'block {number} of the trust bundle is refused: {problem}',
      help: 'keep only CA certificates',
      cause: 'FieldValueInvalid',
      rows: ['trust-bundle-entry'],
    },
    empty: {
      text: 'the trust bundle has no certificate in PEM format',
      help: 'add a CA certificate, which begins with -----BEGIN CERTIFICATE-----',
      cause: 'FieldValueInvalid',
      rows: ['trust-bundle-empty'],
    },
    twice: {
      text: 'blocks {first} and {second} of the trust bundle are the same certificate',
      help: 'remove one of them',
      cause: 'FieldValueInvalid',
      rows: ['trust-bundle-twice'],
    },
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['trust-bundle-signer'] },
    tooLong: { ...VALUE_MESSAGES.tooLong, rows: ['trust-bundle-signer-length'] },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: certificates.k8s.io/v1
        kind: ClusterTrustBundle
        metadata: { name: shop }
        spec:
          trustBundle: | # expect: entry
            -----BEGIN CERTIFICATE-----
            MIIBRzCB+qADAgECAhQqSpgKbkbSZKEpaMbaeauo8Vb2cTAFBgMrZXAwGjEYMBYG
            A1UEAwwPd3d3LmV4YW1wbGUuY29tMCAXDTI2MTEyNjA3MTEyMFoYDzIxMjYxMTAy
            MDcxMTIwWjAaMRgwFgYDVQQDDA93d3cuZXhhbXBsZS5jb20wKjAFBgMrZXADIQB+
            48cIGATgXMCd6Sx7wd6Z2HE933viFvm6zdnXMTGSu6NQME4wHQYDVR0OBBYEFF5A
            YQQYR3FJvAul7oJM7kIwxR/yMB8GA1UdIwQYMBaAFF5AYQQYR3FJvAul7oJM7kIw
            xR/yMAwGA1UdEwEB/wQCMAAwBQYDK2VwA0EAIaQ0Zi6LxK7h8UbWu0zSiBw1lmWh
            0Zi+wYkKC/hDCIr2UWEeqsKedLu+RTvOntsx8KEaaZqzcV+ueDZ3ELBCDg==
            -----END CERTIFICATE-----
      `,
      yaml`
        apiVersion: certificates.k8s.io/v1
        kind: ClusterTrustBundle
        metadata: { name: example.com:v1 }
        spec:
          signerName: example.com
          #           ^^^^^^^^^^^ expect: invalid
          trustBundle: example.com # expect: empty
      `,
      yaml`
        apiVersion: certificates.k8s.io/v1
        kind: ClusterTrustBundle
        metadata: { name: shop }
        spec:
          trustBundle: | # expect: twice
            -----BEGIN CERTIFICATE-----
            MIIBUTCCAQOgAwIBAgIUZlX89OkD3azS+XOoG/VAGYZqDNEwBQYDK2VwMBUxEzAR
            BgNVBAMMCkV4YW1wbGUgQ0EwIBcNMjYxMTI2MDcxMTIwWhgPMjEyNjExMDIwNzEx
            MjBaMBUxEzARBgNVBAMMCkV4YW1wbGUgQ0EwKjAFBgMrZXADIQDjKqhRyDx8v2ry
            WYBTWn0yg2c3BuDm03P2AqB2nkZy5KNjMGEwHQYDVR0OBBYEFOH3c+WDssHIdg8j
            +xUmKhYODLH4MB8GA1UdIwQYMBaAFOH3c+WDssHIdg8j+xUmKhYODLH4MA8GA1Ud
            EwEB/wQFMAMBAf8wDgYDVR0PAQH/BAQDAgIEMAUGAytlcANBADIjJ4dju+AG8BwG
            GzkEbiofRP6Gs3mF8k622qy9rVvnG2HcvIfuSGQKlVD2E4pd3O1tZZj31X1sEiDY
            +fgUKw4=
            -----END CERTIFICATE-----
            -----BEGIN CERTIFICATE-----
            MIIBUTCCAQOgAwIBAgIUZlX89OkD3azS+XOoG/VAGYZqDNEwBQYDK2VwMBUxEzAR
            BgNVBAMMCkV4YW1wbGUgQ0EwIBcNMjYxMTI2MDcxMTIwWhgPMjEyNjExMDIwNzEx
            MjBaMBUxEzARBgNVBAMMCkV4YW1wbGUgQ0EwKjAFBgMrZXADIQDjKqhRyDx8v2ry
            WYBTWn0yg2c3BuDm03P2AqB2nkZy5KNjMGEwHQYDVR0OBBYEFOH3c+WDssHIdg8j
            +xUmKhYODLH4MB8GA1UdIwQYMBaAFOH3c+WDssHIdg8j+xUmKhYODLH4MA8GA1Ud
            EwEB/wQFMAMBAf8wDgYDVR0PAQH/BAQDAgIEMAUGAytlcANBADIjJ4dju+AG8BwG
            GzkEbiofRP6Gs3mF8k622qy9rVvnG2HcvIfuSGQKlVD2E4pd3O1tZZj31X1sEiDY
            +fgUKw4=
            -----END CERTIFICATE-----
      `,
      yaml`
        apiVersion: certificates.k8s.io/v1
        kind: ClusterTrustBundle
        metadata: { name: "example.com:${'a.'.repeat(300)}a:v1" }
        spec: # expect: empty
          signerName: example.com/${'a.'.repeat(300)}a # expect: tooLong
      `,
    ],
    good: [
      yaml`
        apiVersion: certificates.k8s.io/v1
        kind: ClusterTrustBundle
        metadata: { name: "example.com:signer:v1" }
        spec:
          signerName: example.com/signer
          trustBundle: |
            -----BEGIN CERTIFICATE-----
            MIIBUTCCAQOgAwIBAgIUZlX89OkD3azS+XOoG/VAGYZqDNEwBQYDK2VwMBUxEzAR
            BgNVBAMMCkV4YW1wbGUgQ0EwIBcNMjYxMTI2MDcxMTIwWhgPMjEyNjExMDIwNzEx
            MjBaMBUxEzARBgNVBAMMCkV4YW1wbGUgQ0EwKjAFBgMrZXADIQDjKqhRyDx8v2ry
            WYBTWn0yg2c3BuDm03P2AqB2nkZy5KNjMGEwHQYDVR0OBBYEFOH3c+WDssHIdg8j
            +xUmKhYODLH4MB8GA1UdIwQYMBaAFOH3c+WDssHIdg8j+xUmKhYODLH4MA8GA1Ud
            EwEB/wQFMAMBAf8wDgYDVR0PAQH/BAQDAgIEMAUGAytlcANBADIjJ4dju+AG8BwG
            GzkEbiofRP6Gs3mF8k622qy9rVvnG2HcvIfuSGQKlVD2E4pd3O1tZZj31X1sEiDY
            +fgUKw4=
            -----END CERTIFICATE-----
      `,
    ],
  },
  check({ root }, { report }) {
    const spec = root.get('spec');
    checkSignerName(report, spec.get('signerName'));
    const bundle = spec.get('trustBundle');
    if (bundle.pruned) return;
    const text = bundle.value ?? '';
    if (byteLength(text) > LONGEST) {
      const values = { field: 'trustBundle', value: '', problem: 'at most 1 MiB is allowed' };
      report({ message: 'tooLong', at: bundle, values });
      return;
    }
    const blocks = pemBlocks(text);
    const refused = blocks.flatMap((block, index) => {
      const problem = blockProblem(block);
      return problem === undefined ? [] : [{ number: index + 1, problem }];
    });
    for (const values of refused) report({ message: 'entry', at: bundle, side: 'key', values });
    if (refused.length > 0) return;
    if (blocks.length === 0) report({ message: 'empty', at: bundle, side: 'key' });
    const numbers = new Map<string, number>();
    for (const [index, { bytes }] of blocks.entries()) {
      const key = bytes.join();
      const first = numbers.get(key);
      if (first === undefined) numbers.set(key, index + 1);
      else
        report({ message: 'twice', at: bundle, side: 'key', values: { first, second: index + 1 } });
    }
  },
});

function blockProblem({ type, hasHeaders, bytes }: PemBlock): string | undefined {
  if (type !== 'CERTIFICATE') return `its type is '${type}', not CERTIFICATE`;
  if (hasHeaders) return 'it has headers';
  const certificate = readCertificate(bytes);
  if (certificate === undefined) return 'it is not a certificate';
  return certificate.isMarkedAsAuthority ? undefined : 'it is not a CA certificate (CA:TRUE)';
}
