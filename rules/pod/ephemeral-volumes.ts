import { VALUE_MESSAGES } from '../../src/analysis/fields/value-checks.ts';
import { POD_KINDS } from '../../src/analysis/pods/pod-specs.ts';
import { volumeSourceFindings } from '../../src/analysis/pods/volumes.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'pod/ephemeral-volumes',
  on: 'object',
  kinds: POD_KINDS,
  severity: 'error',
  summary: 'The claim template of an ephemeral volume describes a valid claim.',
  details: `
An ephemeral volume makes a PersistentVolumeClaim for the pod, from \`volumeClaimTemplate\`. The template needs \`accessModes\` and
a size (\`resources.requests.storage\`). Its metadata can only have labels and annotations: the claim is named after the pod and
the volume.
`,
  reference:
    'https://kubernetes.io/docs/concepts/storage/ephemeral-volumes/#generic-ephemeral-volumes',
  messages: {
    required: { ...VALUE_MESSAGES.required, rows: ['pod-ephemeral-volumes-required'] },
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['pod-ephemeral-volumes-invalid'] },
    unsupported: { ...VALUE_MESSAGES.unsupported, rows: ['pod-ephemeral-volumes-unsupported'] },
    forbidden: { ...VALUE_MESSAGES.forbidden, rows: ['pod-ephemeral-volumes-forbidden'] },
    tooLong: {
      ...VALUE_MESSAGES.tooLong,
      withoutExample: 'the annotations of the example would be larger than 256 KiB',
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
            - name: scratch
              ephemeral: {} # expect: required
            - name: cache
              ephemeral:
                volumeClaimTemplate:
                  metadata:
                    name: cache
                    #     ^^^^^ expect: forbidden
                  spec:
                    accessModes: [ReadWriteTwice]
                    #             ^^^^^^^^^^^^^^ expect: unsupported
                    resources:
                      requests:
                        storage: 0
                        #        ^ expect: invalid
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
            - name: scratch
              ephemeral:
                volumeClaimTemplate:
                  metadata: { labels: { app: shop } }
                  spec:
                    accessModes: [ReadWriteOnce]
                    resources: { requests: { storage: 10Gi } }
      `,
    ],
  },
  check(resource, { report }) {
    for (const finding of volumeSourceFindings(resource, 'ephemeral')) report(finding);
  },
});
