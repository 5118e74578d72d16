import { VALUE_MESSAGES } from '../../src/analysis/fields/value-checks.ts';
import { POD_KINDS } from '../../src/analysis/pods/pod-specs.ts';
import { volumeSourceFindings } from '../../src/analysis/pods/volumes.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'pod/volume-sources',
  on: 'object',
  kinds: POD_KINDS,
  severity: 'error',
  summary: 'Each volume has one source, and the source says where the data are.',
  details: `
A volume has one source: \`emptyDir\`, \`configMap\`, \`secret\`, \`persistentVolumeClaim\`, \`hostPath\` and so on. A volume
without a source is an \`emptyDir\`.

- Sources that refer to an object need its name: \`configMap.name\`, but \`secret.secretName\` and
  \`persistentVolumeClaim.claimName\`. The object may be made later.
- Paths of files (\`items\`) are relative and have no \`..\`. Paths of a \`hostPath\` have no \`..\` either.
- Modes are numbers between 0 and 0777; in JSON, which has no octal numbers, 511.

If a volume is refused, containers that mount it are refused as well.
`,
  reference: 'https://kubernetes.io/docs/concepts/storage/volumes/#volume-types',
  messages: {
    required: { ...VALUE_MESSAGES.required, rows: ['pod-volume-sources-required'] },
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['pod-volume-sources-invalid'] },
    unsupported: { ...VALUE_MESSAGES.unsupported, rows: ['pod-volume-sources-unsupported'] },
    forbidden: { ...VALUE_MESSAGES.forbidden, rows: ['pod-volume-sources-forbidden'] },
    tooLong: { ...VALUE_MESSAGES.tooLong, rows: ['pod-volume-sources-too-long'] },
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
            - name: password
              secret: {} # expect: required
            - name: uploads
              persistentVolumeClaim: {} # expect: required
            - name: images
              nfs: { path: /images } # expect: required
            - name: settings
              configMap:
                name: settings
                defaultMode: 644
                #            ^^^ expect: invalid
                items:
                  - key: shop.conf
                    path: /etc/shop.conf
                    #     ^^^^^^^^^^^^^^ expect: invalid
            - name: host
              hostPath:
                path: /var/run
                type: Folder
                #     ^^^^^^ expect: unsupported
            - name: logs
              hostPath:
                path: /var/log/../run
                #     ^^^^^^^^^^^^^^^ expect: invalid
            - name: certificates
              csi:
                driver: csi.example.com
                nodePublishSecretRef: {} # expect: required
      `,
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          containers: [{ name: web, image: nginx }]
          volumes:
            - name: data
              emptyDir: {}
              persistentVolumeClaim: { claimName: shop }
              #                      ^^^^^^^^^^^^^^^^^^^ expect: forbidden
            - name: cache
              emptyDir:
                sizeLimit: -1Gi
                #          ^^^^ expect: forbidden
      `,
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          containers: [{ name: web, image: nginx }]
          volumes:
            - name: data
              csi:
                driver: a-driver-with-a-name-that-is-much-longer-than-needed.csi.example.com
                #       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: tooLong
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          containers: [{ name: web, image: nginx }]
          volumes:
            - name: cache
              emptyDir: { sizeLimit: 1Gi }
            - name: settings
              configMap:
                name: settings
                defaultMode: 0644
                items: [{ key: shop.conf, path: conf.d/shop.conf }]
            - name: password
              secret: { secretName: password }
      `,
    ],
  },
  check(resource, { report }) {
    for (const finding of volumeSourceFindings(resource, 'plain')) report(finding);
  },
});
