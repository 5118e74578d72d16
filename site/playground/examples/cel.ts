import { CEL_FILES } from '../command-line.ts';
import type { Example } from './example.ts';

const DEPLOYMENT = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
  labels: { app: web }
spec:
  replicas: 7
  template:
    spec:
      containers:
        - { name: web, image: "registry.example.com/web:1.4" }
        - { name: proxy, image: "registry.example.com/proxy:2.0" }
`;

const LIMITS = `apiVersion: v1
kind: ConfigMap
metadata: { name: limits, namespace: shop }
data: { maxReplicas: "5" }
`;

const QUEUE_CRD = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: queues.example.com
spec:
  group: example.com
  scope: Namespaced
  names: { plural: queues, singular: queue, kind: Queue }
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              properties:
                partitions: { type: integer, minimum: 1 }
                replicas: { type: integer, default: 3 }
`;

function queue(partitions: number): string {
  return `apiVersion: example.com/v1
kind: Queue
metadata: { name: orders }
spec:
  partitions: ${partitions}
`;
}

/** The examples of the pane for expressions. */
export const CEL_EXAMPLES: readonly Example[] = [
  {
    title: 'An expression of a policy, with a parameter',
    pane: 'cel',
    expression:
      "object.spec.replicas <= int(params.data.maxReplicas) ||\n  object.spec.template.spec.containers.all(c, c.image.endsWith(':latest'))",
    place: 'vap',
    files: [
      { name: CEL_FILES.object, text: DEPLOYMENT },
      { name: CEL_FILES.params, text: LIMITS },
    ],
  },
  {
    title: 'A rule of a CRD for updates',
    pane: 'cel',
    expression: 'self.partitions >= oldSelf.partitions && self.replicas > 0',
    place: 'crd:Queue',
    at: 'spec',
    files: [
      { name: CEL_FILES.object, text: queue(4) },
      { name: CEL_FILES.old, text: queue(8) },
      { name: CEL_FILES.crds, text: QUEUE_CRD },
    ],
  },
  {
    title: 'A name that does not exist',
    pane: 'cel',
    expression: "object.metadata.name.startWith('web')",
    place: 'vap',
    files: [{ name: CEL_FILES.object, text: DEPLOYMENT }],
  },
  {
    title: 'A function that newer minors have',
    pane: 'cel',
    expression: "semver('1.36.2').major() == 1 && object.spec.replicas > 2",
    place: 'vap',
    files: [{ name: CEL_FILES.object, text: DEPLOYMENT }],
  },
];
