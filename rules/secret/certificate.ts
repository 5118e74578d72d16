import { type DataEntry, dataEntries } from '../../src/analysis/data/data-entries.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { keyPairProblem } from '../../src/server/kubernetes/formats/key-pair.ts';

const CERTIFICATE = 'tls.crt';
const KEY = 'tls.key';

export default defineRule({
  id: 'secret/certificate',
  on: 'object',
  kinds: ['Secret'],
  severity: 'warning',
  summary: 'A Secret of type kubernetes.io/tls has a certificate and its private key.',
  details: `
\`tls.crt\` has a certificate in PEM format, with the lines \`BEGIN CERTIFICATE\` and \`END CERTIFICATE\`, and the certificates of the
CAs after it. \`tls.key\` has the private key of the first certificate, not encrypted. The server accepts other values with a
warning, and whatever serves the certificate fails. In base64, the values under \`data\` are encoded once.

Of the keys, only those of type RSA are compared with the certificate.
`,
  reference: 'https://kubernetes.io/docs/concepts/configuration/secret/#tls-secrets',
  messages: {
    missing: {
      text: "'{key}' has no {expected} in PEM format",
      help: 'write the {expected} with its BEGIN and END lines, or use another type until something writes it',
      cause: 'Warning',
      rows: ['secret-certificate-missing'],
    },
    empty: {
      text: "'{key}' is empty, so the Secret has no {expected} yet",
      help: 'write the {expected}, or leave it empty if a program writes it',
      severity: 'info',
      cause: 'Warning',
      rows: ['secret-certificate-missing'],
    },
    malformed: {
      text: "the {expected} in '{key}' cannot be read",
      help: 'verify that it is complete, and that no passphrase is needed for it',
      cause: 'Warning',
      rows: ['secret-certificate-malformed'],
    },
    other: {
      text: "the private key does not belong to the first certificate of '{key}'",
      help: 'write the key with which this certificate was made, or put the certificate of the key first',
      cause: 'Warning',
      rows: ['secret-certificate-other-key'],
      withoutExample: 'a certificate and a private key of RSA are long',
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Secret
        metadata: { name: web }
        type: kubernetes.io/tls
        data:
          tls.crt: ""
          #        ^^ expect: empty
          tls.key: ""
      `,
      yaml`
        apiVersion: v1
        kind: Secret
        metadata: { name: web }
        type: kubernetes.io/tls
        stringData:
          tls.crt: web.example.com
          #        ^^^^^^^^^^^^^^^ expect: missing
          tls.key: secret
      `,
      yaml`
        apiVersion: v1
        kind: Secret
        metadata: { name: web }
        type: kubernetes.io/tls
        stringData:
          tls.crt: "-----BEGIN CERTIFICATE-----\nZm9v\n-----END CERTIFICATE-----" # expect: malformed
          tls.key: "-----BEGIN PRIVATE KEY-----\nZm9v\n-----END PRIVATE KEY-----"
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Secret
        metadata: { name: web }
        type: kubernetes.io/tls
        stringData:
          tls.crt: |
            -----BEGIN CERTIFICATE-----
            MIIBQDCB86ADAgECAhRg+r2OjsBRrWbBBBnhJMdwxjcchzAFBgMrZXAwFjEUMBIG
            A1UEAwwLZXhhbXBsZS5jb20wHhcNMjYxMTI3MTQxMzA3WhcNMzYxMTI0MTQxMzA3
            WjAWMRQwEgYDVQQDDAtleGFtcGxlLmNvbTAqMAUGAytlcAMhAEDtYNW2wkxpKb+p
            Bh6XaK8LX3zqewfl+9xzxRvYRbH8o1MwUTAdBgNVHQ4EFgQUKVRFME0qFLEELD8S
            KqIlv0re9tswHwYDVR0jBBgwFoAUKVRFME0qFLEELD8SKqIlv0re9tswDwYDVR0T
            AQH/BAUwAwEB/zAFBgMrZXADQQDBUm38Q6gXFssp1KayyJUQrthuCRtxUdUwHj5m
            C0T9ww4vcYjcy8xBXJGVephHl5seokH6saRr2y5fVSNtfUYK
            -----END CERTIFICATE-----
          tls.key: |
            -----BEGIN PRIVATE KEY-----
            MC4CAQAwBQYDK2VwBCIEIK/uO0i0uuh1ajP0tpuJxzfPgPwB9DZbvovC0+05iYCA
            -----END PRIVATE KEY-----
      `,
    ],
  },
  check(resource, { report }) {
    if (resource.root.get('type').value !== 'kubernetes.io/tls') return;
    const entries = new Map(dataEntries(resource).map((entry) => [entry.key, entry]));
    const certificate = entries.get(CERTIFICATE);
    const privateKey = entries.get(KEY);
    if (certificate === undefined || privateKey === undefined) return;
    const aboutCertificate = {
      at: certificate.field,
      values: { key: CERTIFICATE, expected: 'certificate' },
    };
    const aboutKey = { at: privateKey.field, values: { key: KEY, expected: 'private key' } };
    switch (keyPairProblem(certificate.text(), privateKey.text())) {
      case undefined:
        return;
      case 'no-certificate':
        return report({ message: missing(certificate), ...aboutCertificate });
      case 'no-key':
        return report({ message: missing(privateKey), ...aboutKey });
      case 'malformed-certificate':
        return report({ message: 'malformed', ...aboutCertificate });
      case 'malformed-key':
        return report({ message: 'malformed', ...aboutKey });
      case 'other-key':
        report({ message: 'other', at: privateKey.field, values: { key: CERTIFICATE } });
    }
  },
});

/** Programs that write a certificate often start from a Secret with empty values. */
function missing(entry: DataEntry): 'empty' | 'missing' {
  return entry.text().trim() === '' ? 'empty' : 'missing';
}
