import { VALUE_MESSAGES } from '../../src/analysis/fields/value-checks.ts';
import { POD_KINDS } from '../../src/analysis/pods/pod-specs.ts';
import { volumeNameFindings } from '../../src/analysis/pods/volumes.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'pod/volume-names',
  on: 'object',
  kinds: POD_KINDS,
  severity: 'error',
  summary: 'Each volume of a pod has a name of its own.',
  details: `
Containers mount volumes by their names. A name is a DNS label: at most 63 lowercase letters, digits and dashes. The claims of a
StatefulSet (\`volumeClaimTemplates\`) are volumes of its pods too, and replace volumes of the same names.

The claim of an ephemeral volume is named after the Pod and the volume (\`POD-VOLUME\`). No other volume of the Pod may use it.
`,
  reference: 'https://kubernetes.io/docs/concepts/storage/volumes/',
  messages: {
    required: { ...VALUE_MESSAGES.required, rows: ['pod-volume-names-required'] },
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['pod-volume-names-invalid'] },
    duplicate: { ...VALUE_MESSAGES.duplicate, rows: ['pod-volume-names-duplicate'] },
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
            - emptyDir: {} # expect: required
            - name: Cache
              #     ^^^^^ expect: invalid
              emptyDir: {}
            - { name: data, emptyDir: {} }
            - name: data
              #     ^^^^ expect: duplicate
              configMap: { name: settings }
      `,
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
                  spec:
                    accessModes: [ReadWriteOnce]
                    resources: { requests: { storage: 1Gi } }
            - name: data
              persistentVolumeClaim:
                claimName: shop-scratch
                #          ^^^^^^^^^^^^ expect: invalid
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          containers:
            - name: web
              image: nginx
              volumeMounts: [{ name: data, mountPath: /data }]
          volumes:
            - name: data
              persistentVolumeClaim: { claimName: shop }
      `,
    ],
  },
  check(resource, { report }) {
    for (const finding of volumeNameFindings(resource)) report(finding);
  },
});
