import { rootSchemaOf, versionsBy } from '../../src/analysis/crd/version-parts.ts';
import { inVersionsAlike } from '../../src/analysis/crd/versions.ts';
import type { Field } from '../../src/rule/field.ts';
import type { RelatedSpan } from '../../src/rule/location.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { type ColumnTarget, followColumnPath } from '../../src/server/crd/schema/column-path.ts';
import {
  isIntOrString,
  propertySchema,
  type StructuralSchema,
} from '../../src/server/crd/structural.ts';

export default defineRule({
  id: 'crd/scale-paths',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'warning',
  summary: 'The paths of the scale subresource lead to fields of the right type that always exist.',
  details: `
The API server checks only how the paths of \`subresources.scale\` start. On a request it follows the field names one by
one; lists cannot be entered.

If there is no value at \`specReplicasPath\`, a GET of \`/scale\` fails with HTTP 500, and autoscalers, which read
\`/scale\` first, stop with it. A PATCH, such as that of \`kubectl scale\`, works and sets the value. So give the field a
default or make it required. A missing value at \`statusReplicasPath\` is reported as 0. If a value, or anything on the
way to it, is of another type, all requests for \`/scale\` fail.

\`labelSelectorPath\` is for autoscalers, which find the pods by it. It leads to a string such as \`app=web,tier=front\`,
usually \`.status.selector\`; a selector with matchLabels does not work.

The controller writes the replica count and the selector to the status, so enable \`status: {}\` together with \`scale\`.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#scale-subresource',
  messages: {
    brackets: {
      text: "{name} is '{path}', but array notation is not supported: {effect}",
      help: 'use a path of field names that does not enter a list, such as {example}',
      rows: ['crd-lint-scale-path-array'],
    },
    missing: {
      text: "{name} is '{path}', but {reason}: {effect}",
      help: 'use the path of a field of type {expected} that the schema declares',
      rows: ['crd-lint-scale-path-missing'],
    },
    type: {
      text: "{name} is '{path}', which is of type {type}, not {expected}: requests for /scale fail",
      help: 'use the path of a field of type {expected}',
      rows: ['crd-lint-scale-path-missing'],
    },
    optional: {
      text: "'{path}' may be absent; reading /scale then fails, so autoscalers cannot scale the object",
      help: 'give {property} a default, such as {default}, or make it required',
      rows: ['crd-lint-scale-replicas-optional'],
    },
    noStatus: {
      text: 'without the status subresource, whoever can write spec can also write the replica count in status',
      help: 'add an empty status to subresources, next to scale',
      rows: ['crd-lint-scale-without-status'],
    },
    noSelector: {
      text: 'labelSelectorPath is not set, so a HorizontalPodAutoscaler cannot find the pods',
      help: 'add labelSelectorPath: .status.selector, and let the controller write the selector there as a string',
      severity: 'info',
      rows: ['crd-lint-scale-no-selector'],
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
                scale: # expect: noStatus, noSelector
                  specReplicasPath: .spec.replicas
                  #                 ^^^^^^^^^^^^^^ expect: optional
                  statusReplicasPath: .status.phase
                  #                   ^^^^^^^^^^^^^ expect: type
              schema:
                openAPIV3Schema:
                  type: object
                  properties:
                    spec: { type: object, properties: { replicas: { type: integer } } }
                    status: { type: object, properties: { phase: { type: string } } }
      `,
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
                  specReplicasPath: .spec.pools[0].replicas
                  #                 ^^^^^^^^^^^^^^^^^^^^^^^ expect: brackets
                  statusReplicasPath: .status.replicas.ready
                  #                   ^^^^^^^^^^^^^^^^^^^^^^ expect: missing
                  labelSelectorPath: .status.selector
                  #                  ^^^^^^^^^^^^^^^^ expect: missing
              schema:
                openAPIV3Schema:
                  type: object
                  properties:
                    status: { type: object, properties: { replicas: { type: integer } } }
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
                    spec: { type: object, properties: { replicas: { type: integer, default: 1 } } }
                    status:
                      type: object
                      properties: { replicas: { type: integer }, selector: { type: string } }
      `,
    ],
  },
  check(resource, { report }) {
    for (const { version, alike } of versionsBy(resource, 'subresources', 'schema')) {
      const subresources = version.get('subresources');
      const scale = subresources.get('scale');
      const root = rootSchemaOf({ version });
      if (scale.value === undefined || root === undefined) continue;
      const at = scale.location('key');
      const related = inVersionsAlike(alike, (other) => other.get('subresources').get('scale'));
      if (subresources.get('status').absent) report({ message: 'noStatus', at, related });
      if (scale.get('labelSelectorPath').absent) report({ message: 'noSelector', at, related });
      for (const path of PATHS) {
        const inOthers = inVersionsAlike(alike, (other) =>
          other.get('subresources').get('scale').get(path.name),
        );
        checkPath(scale.get(path.name), path, root, inOthers);
      }
    }

    function checkPath(
      at: Field<string | undefined>,
      { name, expected, effect, example }: (typeof PATHS)[number],
      root: StructuralSchema,
      related: readonly RelatedSpan[],
    ): void {
      const { value: path = '' } = at;
      // The server refuses all other paths.
      if (!/^\.(?:spec|status)\./.test(path)) return;
      if (path.includes('[')) {
        report({ message: 'brackets', at, values: { name, path, effect, example }, related });
        return;
      }
      const names = path.slice(1).split('.');
      const target = targetOf(names, root);
      if (target.kind === 'nothing') {
        const { reason } = target;
        const actual = entersScalar(names, root) ? 'requests for /scale fail' : effect;
        const values = { name, path, expected, reason, effect: actual };
        report({ message: 'missing', at, values, related });
      } else if (target.kind === 'schema' && !fits(target.schema, expected)) {
        const { type = '' } = target.schema;
        report({ message: 'type', at, values: { name, path, type, expected }, related });
      } else if (target.kind === 'schema' && name === 'specReplicasPath') {
        const optional = optionalStep(names, root);
        if (optional !== undefined) {
          report({ message: 'optional', at, values: { path, ...optional }, related });
        }
      }
    }
  },
});

/** The type that the value at each path must have, and the effect if there is never a value. */
const PATHS = [
  {
    name: 'specReplicasPath',
    expected: 'integer',
    effect: 'reading /scale fails',
    example: '.spec.replicas',
  },
  {
    name: 'statusReplicasPath',
    expected: 'integer',
    effect: '/scale always reports 0 replicas',
    example: '.status.replicas',
  },
  {
    name: 'labelSelectorPath',
    expected: 'string',
    effect: 'autoscalers cannot find the pods',
    example: '.status.selector',
  },
] as const;

function targetOf(names: readonly string[], root: StructuralSchema): ColumnTarget {
  const steps = names.map((name) => ({ kind: 'field', name }) as const);
  return followColumnPath(steps, root);
}

/**
 * Reports whether a path continues below a field that is not an object. The server finds a value of the wrong type
 * there.
 */
function entersScalar(names: readonly string[], root: StructuralSchema): boolean {
  return names.some((_, index) => {
    const target = targetOf(names.slice(0, index), root);
    if (target.kind !== 'schema') return false;
    return isIntOrString(target.schema) || !['', 'object'].includes(target.schema.type ?? '');
  });
}

function fits(schema: StructuralSchema, expected: 'integer' | 'string'): boolean {
  const type = schema.type ?? '';
  if (type === '' || isIntOrString(schema)) return true;
  return type === expected || (expected === 'integer' && type === 'number');
}

/** The first step of a path that an object need not have, below spec itself, and a default for it. */
function optionalStep(
  names: readonly string[],
  root: StructuralSchema,
): { readonly property: string; readonly default: string } | undefined {
  let at: StructuralSchema | undefined = root;
  for (const [index, name] of names.entries()) {
    const parent: StructuralSchema | undefined = at;
    at = parent && propertySchema(parent, name);
    if (parent === undefined || at === undefined) return undefined;
    if (index === 0) continue;
    if (at.default === undefined && parent.required?.includes(name) !== true) {
      const property = names.slice(0, index + 1).join('.');
      return { property, default: index === names.length - 1 ? '1' : '{}' };
    }
  }
  return undefined;
}
