import { rootSchemaOf, versionsBy } from '../../src/analysis/crd/version-parts.ts';
import { inVersionsAlike } from '../../src/analysis/crd/versions.ts';
import { followColumnPath } from '../../src/crd/column-path.ts';
import { isIntOrString, propertySchema, type StructuralSchema } from '../../src/crd/structural.ts';
import type { CustomResourceSubresourceScale } from '../../src/kubernetes/types.generated.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'crd/scale-paths',
  kinds: ['CustomResourceDefinition'],
  severity: 'warning',
  summary: 'The paths of the scale subresource lead to numbers and a text that each object has.',
  details: `
The API server looks only at how the paths of \`subresources.scale\` begin. At run time it goes from name to name:
names with dots between, nothing else, so a list cannot be entered.

Where it finds no number at \`specReplicasPath\`, a request for \`/scale\` fails with an internal error, and \`kubectl scale\`
and autoscalers with it. So the number must always be there: give it a default, or require it. A missing
number at \`statusReplicasPath\` is read as 0. What is of another type fails, too.

\`labelSelectorPath\` is for autoscalers, which find the pods by it. It leads to a text such as \`app=web,tier=front\`, as
Selector.String() makes it, usually \`.status.selector\`; a selector with matchLabels does not fit.

The numbers in the status are meant for the controller, so \`status: {}\` belongs beside \`scale\`.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#scale-subresource',
  messages: {
    brackets: {
      text: "{name} is '{path}'; brackets are not understood, so the server never finds a value there",
      help: 'write a path of names and dots; a list cannot be entered',
      rows: ['crd-lint-scale-path-array'],
    },
    missing: {
      text: "{name} is '{path}', which leads nowhere: {reason}",
      help: '{effect}',
      rows: ['crd-lint-scale-path-missing'],
    },
    type: {
      text: "{name} is '{path}', which is of type {type}, not {expected}: requests for /scale fail",
      help: 'write the path of a field of type {expected}',
      rows: ['crd-lint-scale-path-missing'],
    },
    optional: {
      text: "'{path}' may be absent; requests for /scale of such an object fail, as do autoscalers",
      help: 'give {property} a default, such as 1, or require it',
      rows: ['crd-lint-scale-replicas-optional'],
    },
    noStatus: {
      text: 'there is a scale subresource, but no status subresource: users can write the numbers that only the controller knows',
      help: 'add an empty status beside scale',
      rows: ['crd-lint-scale-without-status'],
    },
    noSelector: {
      text: 'there is no labelSelectorPath; a HorizontalPodAutoscaler cannot find the pods',
      help: 'add labelSelectorPath: .status.selector, and let the controller write the selector there as a text',
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
                  statusReplicasPath: .status.replicas
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
      const inOthers = (name?: keyof CustomResourceSubresourceScale) => ({
        related: inVersionsAlike(alike, (other) => {
          const same = other.get('subresources').get('scale');
          return name === undefined ? same : same.get(name);
        }),
      });
      if (subresources.get('status').absent)
        report('noStatus', scale.location('key'), {}, inOthers());
      if (scale.get('labelSelectorPath').absent) {
        report('noSelector', scale.location('key'), {}, inOthers());
      }
      for (const { name, expected, effect } of PATHS) {
        const field = scale.get(name);
        const path = field.value ?? '';
        // What does not begin so is refused.
        if (!/^\.(?:spec|status)\./.test(path)) continue;
        if (path.includes('[')) {
          report('brackets', field, { name, path }, inOthers(name));
          continue;
        }
        const names = path.slice(1).split('.');
        const steps = names.map((step) => ({ kind: 'field', name: step }) as const);
        const target = followColumnPath(steps, root);
        if (target.kind === 'nothing') {
          report('missing', field, { name, path, reason: target.reason, effect }, inOthers(name));
        }
        if (target.kind !== 'schema') continue;
        const type = target.schema.type ?? '';
        if (!fits(target.schema, expected)) {
          report('type', field, { name, path, type, expected }, inOthers(name));
        } else if (name === 'specReplicasPath') {
          const property = optionalStep(names, root);
          if (property !== undefined) report('optional', field, { path, property }, inOthers(name));
        }
      }
    }
  },
});

const PATHS = [
  {
    name: 'specReplicasPath',
    expected: 'integer',
    effect: 'requests for /scale fail; write the path of the number that the schema has',
  },
  {
    name: 'statusReplicasPath',
    expected: 'integer',
    effect: 'the server reads 0 there; write the path of the number that the schema has',
  },
  {
    name: 'labelSelectorPath',
    expected: 'string',
    effect: 'autoscalers find no pods; write the path of the text that the schema has',
  },
] as const;

function fits(schema: StructuralSchema, expected: 'integer' | 'string'): boolean {
  const type = schema.type ?? '';
  if (type === '' || isIntOrString(schema)) return true;
  return type === expected || (expected === 'integer' && type === 'number');
}

/** The first step that an object need not have, below the spec itself (which nobody leaves out). */
function optionalStep(names: readonly string[], root: StructuralSchema): string | undefined {
  let at: StructuralSchema | undefined = root;
  for (const [index, name] of names.entries()) {
    const parent: StructuralSchema | undefined = at;
    at = parent && propertySchema(parent, name);
    if (parent === undefined || at === undefined) return undefined;
    if (index === 0) continue;
    if (at.default === undefined && parent.required?.includes(name) !== true) {
      return names.slice(0, index + 1).join('.');
    }
  }
  return undefined;
}
