import { parseJson } from '../../src/base/json.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

const TAINTS = 'scheduler.alpha.kubernetes.io/taints';
const AVOIDED_PODS = 'scheduler.alpha.kubernetes.io/preferAvoidPods';

export default defineRule({
  id: 'node/scheduler-annotations',
  on: 'object',
  kinds: ['Node'],
  severity: 'error',
  summary: 'The JSON in old annotations of a Node for the scheduler can be read.',
  details: `
Before they had fields, the taints of a Node and the pods that it should not run were annotations with JSON:
\`${TAINTS}\` and \`${AVOIDED_PODS}\`. The server still validates them, and nothing else
reads them. An entry of the second one names the controller of the pods.
`,
  reference: 'https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/',
  messages: {
    taints: {
      text: 'the annotation {annotation} does not contain a list of taints in JSON',
      help: 'remove the annotation, and use spec.taints',
      cause: 'FieldValueInvalid',
      rows: ['node-taints-annotation'],
    },
    pods: {
      text: 'the annotation {annotation} does not contain an object in JSON',
      help: 'remove the annotation, and use spec.taints',
      cause: 'FieldValueInvalid',
      rows: ['node-avoided-pods'],
    },
    signature: {
      text: 'entry {index} of the annotation names no controller of pods',
      help: 'remove the annotation, and use spec.taints',
      cause: 'FieldValueRequired',
      rows: ['node-avoided-pods'],
    },
    controller: {
      text: 'entry {index} of the annotation has a podController whose controller is not true',
      help: 'remove the annotation, and use spec.taints',
      cause: 'FieldValueInvalid',
      rows: ['node-avoided-pods'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Node
        metadata:
          name: node-1
          annotations:
            scheduler.alpha.kubernetes.io/taints: dedicated=shop # expect: taints
            scheduler.alpha.kubernetes.io/preferAvoidPods: web # expect: pods
      `,
      yaml`
        apiVersion: v1
        kind: Node
        metadata:
          name: node-1
          annotations:
            scheduler.alpha.kubernetes.io/preferAvoidPods: '{"preferAvoidPods": [{}, {"podSignature": {"podController": {"controller": false}}}]}' # expect: signature, controller
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Node
        metadata:
          name: node-1
        spec:
          taints: [{ key: dedicated, value: shop, effect: NoSchedule }]
      `,
    ],
  },
  check({ root }, { report }) {
    const annotations = root.get('metadata').get('annotations');
    for (const { key, field } of annotations.entries()) {
      if ((field.value ?? '') === '') continue;
      const value = parseJson(field.value ?? '');
      if (key === TAINTS && value !== null && !Array.isArray(value)) {
        report({
          message: 'taints',
          at: field,
          values: { annotation: key },
          path: annotations.path,
        });
      }
      if (key !== AVOIDED_PODS || value === null) continue;
      const path = `${annotations.path}.${key}`;
      if (typeof value !== 'object' || Array.isArray(value)) {
        report({
          message: 'pods',
          at: field,
          values: { annotation: key },
          path: `${annotations.path}.AvoidPods`,
        });
        continue;
      }
      controllersOf(value).forEach((controller, index) => {
        const entry = `${path}[${index}].PodSignature`;
        if (controller === undefined) {
          report({ message: 'signature', at: field, values: { index }, path: entry });
        } else if (controller.controller !== true) {
          report({
            message: 'controller',
            at: field,
            values: { index },
            path: `${entry}.PodController.Controller`,
          });
        }
      });
    }
  },
});

/** The controllers that the entries name; undefined for an entry without one. */
function controllersOf(
  avoided: object,
): readonly ({ readonly controller?: unknown } | undefined)[] {
  const entries: unknown = 'preferAvoidPods' in avoided ? avoided.preferAvoidPods : [];
  return Array.isArray(entries)
    ? entries.map((entry) => entry?.podSignature?.podController ?? undefined)
    : [];
}
