import {
  fieldReferenceProblem,
  type ReferencePlace,
  type ReferenceProblem,
  resourceReferenceProblems,
} from '../../src/analysis/pods/field-references.ts';
import { POD_KINDS, type PodKind, validatedPodOf } from '../../src/analysis/pods/pod-specs.ts';
import { downwardFilesIn, volumePath } from '../../src/analysis/pods/volumes.ts';
import type { Field } from '../../src/rule/field.ts';
import type { Resource } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import type {
  ObjectFieldSelector,
  ResourceFieldSelector,
} from '../../src/server/kubernetes/types.generated.ts';

export default defineRule({
  id: 'pod/downward-api',
  on: 'object',
  kinds: POD_KINDS,
  severity: 'error',
  summary: 'References to fields of the pod and to resources of containers name existing ones.',
  details: `
\`fieldRef\` gives a container a field of its pod, and \`resourceFieldRef\` an amount of a container: in an environment variable, or
in a file of a volume. Both know some fields only. One label or annotation is \`metadata.labels['KEY']\`; all of them can only be
in a file, and names and addresses of the node only in a variable.

An amount is divided by \`divisor\`: 1 or 1m for cpu, and 1 or a unit such as 1Mi for bytes.
`,
  reference: 'https://kubernetes.io/docs/concepts/workloads/pods/downward-api/#available-fields',
  messages: {
    required: {
      text: 'the reference has no {field}',
      help: 'add {field} ({expected})',
      cause: 'FieldValueRequired',
      rows: ['pod-field-ref-required'],
    },
    unknown: {
      text: "a reference cannot be to the field '{value}'",
      help: "use a field such as metadata.name or metadata.labels['app']",
      cause: 'FieldValueInvalid',
      rows: ['pod-field-ref-unknown'],
    },
    unsupported: {
      text: "'{value}' is not available here",
      help: 'use one of {allowed}',
      cause: 'FieldValueNotSupported',
      rows: ['pod-field-ref-unsupported', 'pod-resource-ref-unsupported'],
    },
    subscript: {
      text: "'{value}' cannot be the key of a label or annotation: {problem}",
      help: 'use the key as it is in the metadata of the pod',
      cause: 'FieldValueInvalid',
      rows: ['pod-field-ref-subscript'],
    },
    divisor: {
      text: 'the resource cannot be divided by {value}',
      help: 'use one of {allowed}',
      cause: 'FieldValueInvalid',
      rows: ['pod-resource-ref-divisor'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          containers:
            - name: web
              image: nginx
              env:
                - name: IMAGE
                  valueFrom: { fieldRef: { fieldPath: spec.image } }
                  #                                   ^^^^^^^^^^ expect: unknown
                - name: LABELS
                  valueFrom: { fieldRef: { fieldPath: metadata.labels } }
                  #                                   ^^^^^^^^^^^^^^^ expect: unsupported
                - name: APP
                  valueFrom: { fieldRef: { fieldPath: "metadata.labels['my app']" } }
                  #                                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: subscript
                - name: MEMORY
                  valueFrom: { resourceFieldRef: { resource: limits.memory, divisor: 10Mi } }
                  #                                                                  ^^^^ expect: divisor
                - name: CPU
                  valueFrom:
                    resourceFieldRef: { divisor: 1 } # expect: required
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop, labels: { app: shop } }
        spec:
          containers:
            - name: web
              image: nginx
              env:
                - name: APP
                  valueFrom: { fieldRef: { fieldPath: "metadata.labels['app']" } }
                - name: MEMORY
                  valueFrom: { resourceFieldRef: { resource: limits.memory, divisor: 1Mi } }
              volumeMounts: [{ name: info, mountPath: /etc/info }]
          volumes:
            - name: info
              downwardAPI:
                items: [{ path: labels, fieldRef: { fieldPath: metadata.labels } }]
      `,
    ],
  },
  check(resource, { report }) {
    for (const { fieldRef, resourceFieldRef, place } of referencesOf(resource)) {
      if (fieldRef.value !== undefined) show(fieldReferenceProblem(fieldRef, place));
      // In a file the server ignores the second of two references.
      const isIgnored = place === 'file' && fieldRef.value !== undefined;
      if (resourceFieldRef.value === undefined || isIgnored) continue;
      for (const problem of resourceReferenceProblems(resourceFieldRef, place)) show(problem);
    }

    function show(problem: ReferenceProblem | undefined): void {
      if (problem === undefined) return;
      const at = problem.field;
      const path = volumePath(resource, problem.kind === 'subscript' ? problem.path : at.path);
      switch (problem.kind) {
        case 'required':
          report({
            message: 'required',
            at,
            path,
            values: { field: String(at.segment), expected: problem.expected },
          });
          break;
        case 'unknown':
          report({ message: 'unknown', at, path, values: { value: problem.value } });
          break;
        case 'unsupported': {
          const values = { value: problem.value, allowed: problem.allowed.join(', ') };
          report({ message: 'unsupported', at, path, values });
          break;
        }
        case 'subscript': {
          const values = { value: problem.value, problem: problem.problem };
          report({ message: 'subscript', at, path, values });
          break;
        }
        case 'divisor': {
          const values = { value: String(at.value), allowed: problem.allowed };
          report({ message: 'divisor', at, path, values });
        }
      }
    }
  },
});

interface Reference {
  readonly fieldRef: Field<ObjectFieldSelector | undefined>;
  readonly resourceFieldRef: Field<ResourceFieldSelector | undefined>;
  readonly place: ReferencePlace;
}

/** The references of environment variables, and of files in volumes. */
function referencesOf(resource: Resource<PodKind>): readonly Reference[] {
  const pod = validatedPodOf(resource);
  if (pod === undefined) return [];
  const variables = pod.containers.flatMap(({ field }) =>
    field.itemsOf('env').map((variable) => variable.get('valueFrom')),
  );
  const files = downwardFilesIn(resource);
  return [
    ...variables.map((source) => referenceOf(source, 'variable')),
    ...files.map((file) => referenceOf(file, 'file')),
  ];
}

function referenceOf(
  source: Field<
    | { readonly fieldRef?: ObjectFieldSelector; readonly resourceFieldRef?: ResourceFieldSelector }
    | undefined
  >,
  place: ReferencePlace,
): Reference {
  return {
    fieldRef: source.get('fieldRef'),
    resourceFieldRef: source.get('resourceFieldRef'),
    place,
  };
}
