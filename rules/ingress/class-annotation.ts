import { classAnnotation } from '../../src/analysis/ingresses/class-annotation.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

/**
 * The classes of GKE. Source: https://cloud.google.com/kubernetes-engine/docs/concepts/ingress#deprecated_annotation
 */
const OF_GKE: ReadonlySet<string> = new Set(['gce', 'gce-internal']);

export default defineRule({
  id: 'ingress/class-annotation',
  on: 'object',
  kinds: ['Ingress'],
  severity: 'warning',
  summary: 'An Ingress names its class in ingressClassName, not in an annotation.',
  details: `
The annotation \`kubernetes.io/ingress.class\` is deprecated: the API server returns a warning for a new Ingress that has it and no
\`ingressClassName\`. The annotation can have any text; \`ingressClassName\` is the name of an IngressClass.
`,
  reference:
    'https://kubernetes.io/docs/concepts/services-networking/ingress/#deprecated-annotation',
  messages: {
    annotation: {
      text: 'the annotation kubernetes.io/ingress.class is deprecated',
      help: 'use spec.ingressClassName',
      cause: 'Warning',
      rows: ['ingress-class-annotation'],
    },
    annotationOfGke: {
      text: 'the annotation kubernetes.io/ingress.class is deprecated, but GKE reads no other field',
      help: 'keep it; GKE ignores spec.ingressClassName',
      severity: 'info',
      cause: 'Warning',
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: Ingress
        metadata:
          name: shop
          annotations:
            kubernetes.io/ingress.class: nginx
          # ^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: annotation
        spec:
          defaultBackend: { service: { name: web, port: { number: 80 } } }
      `,
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: Ingress
        metadata:
          name: shop
          annotations:
            kubernetes.io/ingress.class: gce
          # ^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: annotationOfGke
        spec:
          defaultBackend: { service: { name: web, port: { number: 80 } } }
      `,
    ],
    good: [
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: Ingress
        metadata: { name: shop }
        spec:
          ingressClassName: nginx
          defaultBackend: { service: { name: web, port: { number: 80 } } }
      `,
    ],
  },
  check(resource, { report }) {
    if (resource.stored !== undefined) return;
    const annotation = classAnnotation(resource);
    if (annotation === undefined) return;
    if (!resource.root.get('spec').get('ingressClassName').absent) return;
    const message = OF_GKE.has(annotation.value ?? '') ? 'annotationOfGke' : 'annotation';
    report({ message, at: annotation, side: 'key' });
  },
});
