import { VALUE_MESSAGES } from '../../src/analysis/fields/value-checks.ts';
import { POD_KINDS, podOf } from '../../src/analysis/pods/pod-specs.ts';
import { volumeSourceFindings } from '../../src/analysis/pods/volumes.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'pod/projected-volumes',
  on: 'object',
  kinds: POD_KINDS,
  severity: 'error',
  summary: 'The sources of a projected volume are complete, and each file has a path of its own.',
  details: `
A projected volume puts files of several sources into one folder. Each item of \`sources\` has one source:

- \`secret\` and \`configMap\` have the \`name\` of the object, for Secrets too (\`secretName\` is only for volumes of one Secret);
- \`serviceAccountToken\` has a \`path\`, and expires after 10 minutes or more. A Pod needs a \`serviceAccountName\` for it;
- \`clusterTrustBundle\` has a \`path\`, and either \`name\` or \`signerName\`;
- \`podCertificate\` has a \`signerName\`, a \`keyType\`, and the path of at least one file.

No two files may have the same path.
`,
  reference: 'https://kubernetes.io/docs/concepts/storage/projected-volumes/',
  messages: {
    required: { ...VALUE_MESSAGES.required, rows: ['pod-projected-volumes-required'] },
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['pod-projected-volumes-invalid'] },
    unsupported: { ...VALUE_MESSAGES.unsupported, rows: ['pod-projected-volumes-unsupported'] },
    forbidden: { ...VALUE_MESSAGES.forbidden, rows: ['pod-projected-volumes-forbidden'] },
    tooLong: { ...VALUE_MESSAGES.tooLong, rows: ['pod-projected-volumes-too-long'] },
    account: {
      text: 'a token needs a serviceAccountName, and the Pod has none',
      help: 'write serviceAccountName: default',
      cause: 'FieldValueForbidden',
      rows: ['pod-projected-volumes-account'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          containers: [{ name: web, image: nginx }]
          volumes:
            - name: all
              projected:
                sources:
                  - secret: { items: [{ key: a, path: a }] }
                  # ^^^^^^ expect: required
                  - configMap:
                      name: settings
                      items:
                        - key: a
                          path: a
                          #     ^ expect: invalid
                  - serviceAccountToken: { path: token }
                  #                      ^^^^^^^^^^^^^^^ expect: account
                  - configMap: { name: one }
                  # ^^^^^^^^^ expect: forbidden
                    secret: { name: other }
      `,
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          containers: [{ name: web, image: nginx }]
          volumes:
            - name: certificate
              projected:
                sources:
                  - podCertificate:
                      signerName: example.com/signer
                      keyType: RSA
                      #        ^^^ expect: unsupported
                      credentialBundlePath: all.pem
      `,
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          containers: [{ name: web, image: nginx }]
          volumes:
            - name: certificate
              projected:
                sources:
                  - podCertificate:
                      keyType: ED25519
                      credentialBundlePath: all.pem
                      signerName: a-part-of-the-domain-of-a-signer.a-part-of-the-domain-of-a-signer.a-part-of-the-domain-of-a-signer.a-part-of-the-domain-of-a-signer.a-part-of-the-domain-of-a-signer.a-part-of-the-domain-of-a-signer.a-part-of-the-domain-of-a-signer.a-part-of-the-domain-of-a-signer.example.com/signer
                      #           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: tooLong
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          serviceAccountName: shop
          containers: [{ name: web, image: nginx }]
          volumes:
            - name: all
              projected:
                sources:
                  - secret: { name: password }
                  - configMap: { name: settings, items: [{ key: a, path: a }] }
                  - serviceAccountToken: { path: token, expirationSeconds: 3600 }
      `,
    ],
  },
  check(resource, { report }) {
    for (const finding of volumeSourceFindings(resource, 'projected')) report(finding);
    const { spec, isTemplate } = podOf(resource);
    if (isTemplate || spec.value?.serviceAccountName) return;
    for (const volume of spec.itemsOf('volumes')) {
      for (const source of volume.get('projected').itemsOf('sources')) {
        const token = source.get('serviceAccountToken');
        if (token.value !== undefined) {
          report({ message: 'account', at: token, dependsOn: [`${spec.path}.serviceAccountName`] });
        }
      }
    }
  },
});
