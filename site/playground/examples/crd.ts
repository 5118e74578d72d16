import { CRD_FILES } from '../command-line.ts';
import type { Example } from './example.ts';

function gadget(spec: string): string {
  return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: gadgets.example.com
spec:
  group: example.com
  scope: Namespaced
  names: { plural: gadgets, singular: gadget, kind: Gadget }
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
${spec.replace(/^(?=.)/gm, ' '.repeat(16))}`;
}

const OLD = `size: { type: integer }
color: { type: string, enum: [red, green, blue] }
owner: { type: string }
replicas: { type: integer, default: 1 }
`;

const NEW = `size: { type: integer, maximum: 5 }
color: { type: string, enum: [red, green] }
replicas: { type: integer, default: 2 }
`;

const RULE = `size:
  type: integer
  x-kubernetes-validations:
    - rule: self % 2 == 0
      message: the size is even
color: { type: string, enum: [red, green, blue], maxLength: 5 }
owner: { type: string }
replicas: { type: integer, default: 1 }
`;

/** The examples of the pane for changes of CRDs. */
export const CRD_EXAMPLES: readonly Example[] = [
  {
    title: 'Stricter values, and a field that is removed',
    pane: 'crd',
    files: [
      { name: CRD_FILES.before, text: gadget(OLD) },
      { name: CRD_FILES.after, text: gadget(NEW) },
    ],
  },
  {
    title: 'A new validation rule',
    pane: 'crd',
    files: [
      { name: CRD_FILES.before, text: gadget(OLD) },
      { name: CRD_FILES.after, text: gadget(RULE) },
    ],
  },
];
