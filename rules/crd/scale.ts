import { inVersionsAlike, judgedVersions } from '../../src/analysis/crd/versions.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'crd/scale',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary: 'The scale subresource has valid paths below .spec and .status.',
  details: `
\`subresources.scale\` lets \`kubectl scale\` and autoscalers scale the objects of a kind. It needs the paths of the
replica counts: \`specReplicasPath\` below \`.spec\` and \`statusReplicasPath\` below \`.status\`. Autoscalers also need
\`labelSelectorPath\`, below either. Each path is a sequence of field names with a dot before each; array notation is
not supported.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#scale-subresource',
  messages: {
    required: {
      text: '{name} is required in a scale subresource',
      help: 'add {name}: {example}',
      cause: 'FieldValueRequired',
      rows: [
        'crd-scale-spec-required',
        'crd-scale-status-required',
        'crd-subresources-path-prefix',
      ],
    },
    dot: {
      text: "{name} is '{path}'; it must start with a dot",
      help: 'use a path such as {example}',
      cause: 'FieldValueInvalid',
      rows: ['crd-scale-spec-dot', 'crd-scale-status-dot', 'crd-scale-selector-dot'],
    },
    outside: {
      text: "{name} is '{path}'; it must be a path below {below}",
      help: 'use a path such as {example}',
      cause: 'FieldValueInvalid',
      rows: ['crd-scale-spec-under', 'crd-scale-status-under', 'crd-scale-selector-under'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: { name: crontabs.stable.example.com }
        spec:
          group: stable.example.com
          names: { plural: crontabs, kind: CronTab }
          scope: Namespaced
          versions:
            - name: v1
              served: true
              storage: true
              subresources:
                status: {}
                scale: # expect: required
                  specReplicasPath: spec.replicas
                  #                 ^^^^^^^^^^^^^ expect: dot
                  labelSelectorPath: .metadata.labels
                  #                  ^^^^^^^^^^^^^^^^ expect: outside
              schema: { openAPIV3Schema: { type: object } }
      `,
    ],
    good: [
      yaml`
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: { name: crontabs.stable.example.com }
        spec:
          group: stable.example.com
          names: { plural: crontabs, kind: CronTab }
          scope: Namespaced
          versions:
            - name: v1
              served: true
              storage: true
              subresources:
                status: {}
                scale:
                  specReplicasPath: .spec.replicas
                  statusReplicasPath: .status.replicas
                  labelSelectorPath: .status.selector
              schema:
                openAPIV3Schema:
                  type: object
                  properties:
                    spec: { type: object, properties: { replicas: { type: integer } } }
                    status:
                      type: object
                      properties: { replicas: { type: integer }, selector: { type: string } }
      `,
    ],
  },
  check(resource, { report }) {
    for (const { version, alike } of judgedVersions(resource, 'subresources')) {
      const scale = version.get('subresources').get('scale');
      if (scale.value === undefined) continue;
      for (const { name, parents, example, required } of PATHS) {
        const field = scale.get(name);
        const path = field.value ?? '';
        if (field.pruned || (path === '' && !required)) continue;
        const options = {
          related: inVersionsAlike(alike, (other) =>
            other.get('subresources').get('scale').get(name),
          ),
        };
        if (path === '')
          report({ message: 'required', at: field, values: { name, example }, ...options });
        else if (!path.startsWith('.'))
          report({ message: 'dot', at: field, values: { name, path, example }, ...options });
        else if (!parents.some((parent) => path.startsWith(`${parent}.`))) {
          report({
            message: 'outside',
            at: field,
            values: { name, path, example, below: parents.join(' or ') },
            ...options,
          });
        }
      }
    }
  },
});

const PATHS = [
  { name: 'specReplicasPath', parents: ['.spec'], example: '.spec.replicas', required: true },
  { name: 'statusReplicasPath', parents: ['.status'], example: '.status.replicas', required: true },
  {
    name: 'labelSelectorPath',
    parents: ['.spec', '.status'],
    example: '.status.selector',
    required: false,
  },
] as const;
