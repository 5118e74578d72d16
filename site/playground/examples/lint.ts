import type { Example } from './example.ts';

const IMAGE_REGISTRY = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata:
  name: image-registry.example.com
spec:
  matchConstraints:
    resourceRules:
      - apiGroups: [apps]
        apiVersions: [v1]
        operations: [CREATE, UPDATE]
        resources: [deployments]
  validations:
    - expression: object.spec.template.spec.containers.all(c, c.image.startWith('registry.example.com/'))
      message: images come from registry.example.com
    - expression: object.spec.replicas <= 20
      mesage: a Deployment has at most 20 replicas
`;

const WEBHOOK = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata:
  name: images.example.com
webhooks:
  - name: images.example.com
    clientConfig:
      service: { name: webhook, namespace: images, path: /validate }
    rules:
      - apiGroups: [apps]
        apiVersions: [v1]
        operations: [CREATE, UPDATE]
        resources: [Deployments]
    admissionReviewVersions: [v1]
    failurePolicy: Ignore
    timeoutSecond: 60
`;

const BACKUP_CRD = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: backups.storage.example.com
spec:
  group: storage.example.com
  scope: Namespaced
  names: { plural: backups, singular: backup, kind: Backup }
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          required: [spec]
          properties:
            spec:
              type: object
              required: [schedule]
              properties:
                schedule: { type: string, minLength: 9 }
                keep: { type: integer, minimum: 1, default: 7 }
                keepAtMost: { type: integer }
              x-kubernetes-validations:
                - rule: "!has(self.keepAtMost) || self.keep <= self.keepAtMost"
                  message: keep must not exceed keepAtMost
                  fieldPath: .keep
`;

const BACKUP = `apiVersion: storage.example.com/v1
kind: Backup
metadata:
  name: nightly
spec:
  schedule: 0 3 * * *
  keep: 14
  keepAtMost: 10
  retries: 3
`;

/** The examples of the pane for manifests. */
export const LINT_EXAMPLES: readonly Example[] = [
  {
    title: 'A policy with two mistakes',
    pane: 'lint',
    files: [{ name: 'policy.yaml', text: IMAGE_REGISTRY }],
  },
  {
    title: 'A webhook with mistakes that have fixes',
    pane: 'lint',
    files: [{ name: 'webhook.yaml', text: WEBHOOK }],
  },
  {
    title: 'A CRD and a custom resource',
    pane: 'lint',
    files: [
      { name: 'crd.yaml', text: BACKUP_CRD },
      { name: 'backup.yaml', text: BACKUP },
    ],
  },
];
