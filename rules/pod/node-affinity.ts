import { isEmptyList } from '../../src/analysis/emptiness.ts';
import {
  reportInvalid,
  requireFormat,
  requireValidText,
  VALUE_MESSAGES,
} from '../../src/analysis/fields/value-checks.ts';
import {
  labelFaults,
  labelKeyProblem,
  labelValueProblem,
} from '../../src/analysis/metadata/labels.ts';
import { subdomainProblem } from '../../src/analysis/metadata/names.ts';
import { requireWeight } from '../../src/analysis/pods/affinity-terms.ts';
import {
  NODE_SELECTING_KINDS,
  type NodeSelectingKind,
  nodeSelectorsOf,
} from '../../src/analysis/pods/node-selectors.ts';
import type { Field } from '../../src/rule/field.ts';
import { isOfKind, type Resource } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import type { Server } from '../../src/server/kubernetes/server.ts';
import { serverHas } from '../../src/server/kubernetes/server-changes.ts';
import type {
  NodeSelectorRequirement,
  NodeSelectorTerm,
} from '../../src/server/kubernetes/types.generated.ts';

export default defineRule({
  id: 'pod/node-affinity',
  on: 'object',
  kinds: NODE_SELECTING_KINDS,
  severity: 'error',
  summary: 'Nodes are selected by valid labels and operators.',
  details: `
\`nodeSelector\` has labels that a node must have. \`affinity.nodeAffinity\` compares labels of the node with operators:

| operator | values |
| --- | --- |
| \`In\`, \`NotIn\` | at least one |
| \`Exists\`, \`DoesNotExist\` | none |
| \`Gt\`, \`Lt\` | one, a number |

\`matchFields\` knows one field, \`metadata.name\`, with the operators \`In\` and \`NotIn\` and one value. A preferred term has a
weight from 1 to 100, and a required affinity has at least one term.

A RuntimeClass has a \`nodeSelector\` too, for its pods, and a PersistentVolume has a required \`nodeAffinity\`: the nodes that can
use it.
`,
  reference:
    'https://kubernetes.io/docs/concepts/scheduling-eviction/assign-pod-node/#node-affinity',
  messages: {
    label: {
      text: "'{text}' cannot be a label of a node: {problem}",
      help: 'use a label that nodes have, such as kubernetes.io/os: linux',
      cause: 'FieldValueInvalid',
      rows: ['pod-node-affinity-label'],
    },
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['pod-node-affinity-invalid'] },
    terms: {
      text: 'a required node affinity needs at least one term',
      help: 'add nodeSelectorTerms, or remove the affinity',
      cause: 'FieldValueRequired',
      rows: ['pod-node-affinity-terms'],
    },
    values: {
      text: '{operator} needs {number}',
      help: 'write the values to compare with',
      cause: 'FieldValueRequired',
      rows: ['pod-node-affinity-values'],
    },
    valuesForbidden: {
      text: 'values are not allowed with {operator}, which tests only whether the label is present',
      help: 'remove values, or use In or NotIn',
      cause: 'FieldValueForbidden',
      rows: ['pod-node-affinity-values-forbidden'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          containers: [{ name: web, image: nginx }]
          nodeSelector:
            disk: very fast
            #     ^^^^^^^^^ expect: label
          affinity:
            nodeAffinity:
              requiredDuringSchedulingIgnoredDuringExecution:
                nodeSelectorTerms:
                  - matchExpressions:
                      - { key: zone, operator: in, values: [a] }
                      #                        ^^ expect: invalid
                      - { key: disk, operator: In, values: [] }
                      #                                    ^^ expect: values
                      - { key: gpu, operator: Exists, values: ["true"] }
                      #                                       ^^^^^^^^ expect: valuesForbidden
              preferredDuringSchedulingIgnoredDuringExecution:
                - weight: 1000
                  #       ^^^^ expect: invalid
                  preference: {}
      `,
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          containers: [{ name: web, image: nginx }]
          affinity:
            nodeAffinity:
              requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [] }
              #                                                                    ^^ expect: terms
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          containers: [{ name: web, image: nginx }]
          nodeSelector: { kubernetes.io/os: linux }
          affinity:
            nodeAffinity:
              requiredDuringSchedulingIgnoredDuringExecution:
                nodeSelectorTerms:
                  - matchExpressions:
                      - { key: disk, operator: In, values: [ssd] }
              preferredDuringSchedulingIgnoredDuringExecution:
                - weight: 10
                  preference:
                    matchExpressions: [{ key: cores, operator: Gt, values: ["8"] }]
      `,
    ],
  },
  check(resource, { report, server }) {
    const { labels, required, preferred } = nodeSelectorsOf(resource, server);
    if (labels !== undefined) {
      for (const { field, side, text, problem } of labelFaults(labels)) {
        report({ message: 'label', at: field, side, values: { text, problem }, path: labels.path });
      }
    }
    // An update of an object that has invalid values may keep them.
    const { stored } = resource;
    const hasInvalid =
      stored !== undefined &&
      !isOfKind(resource, 'ResourceSlice') &&
      hasInvalidValues(stored.resource, server);
    for (const selector of required) {
      if (selector.value === undefined) continue;
      const terms = selector.get('nodeSelectorTerms');
      if (isEmptyList(terms)) report({ message: 'terms', at: terms });
      for (const term of terms.items()) checkTerm(term, !hasInvalid);
    }
    for (const term of preferred) {
      requireWeight(report, term.get('weight'));
      checkTerm(term.get('preference'), false);
    }

    function checkTerm(term: Field<NodeSelectorTerm | undefined>, validatesValues: boolean): void {
      for (const expression of term.itemsOf('matchExpressions')) {
        checkExpression(expression, validatesValues);
      }
      for (const expression of term.itemsOf('matchFields')) checkNodeField(expression);
    }

    function checkExpression(
      expression: Field<NodeSelectorRequirement>,
      validatesValues: boolean,
    ): void {
      requireValidText(report, expression.get('key'), labelKeyProblem);
      checkNumber(expression, NUMBERS_OF_VALUES);
      if (!validatesValues || !serverHas('node-affinity-values-validated', server.minor)) return;
      for (const value of expression.itemsOf('values'))
        requireFormat(report, value, labelValueProblem);
    }

    function checkNodeField(expression: Field<NodeSelectorRequirement>): void {
      checkNumber(expression, NUMBERS_FOR_FIELDS);
      const key = expression.get('key');
      if (key.value === 'metadata.name') {
        for (const value of expression.itemsOf('values')) {
          requireFormat(report, value, subdomainProblem);
        }
      } else if (!key.pruned) {
        reportInvalid(report, key, 'only metadata.name can be matched');
      }
    }

    function checkNumber(
      expression: Field<NodeSelectorRequirement>,
      numbers: ReadonlyMap<string, 'some' | 'one' | 'none'>,
    ): void {
      const operatorField = expression.get('operator');
      const { value: operator = '' } = operatorField;
      const values = expression.get('values');
      const count = (values.value ?? []).length;
      const number = numbers.get(operator);
      if (number === undefined) {
        const known = `use ${[...numbers.keys()].join(', ')}`;
        if (!operatorField.pruned) reportInvalid(report, operatorField, known);
      } else if (number === 'none') {
        if (count > 0) report({ message: 'valuesForbidden', at: values, values: { operator } });
      } else if (!values.pruned && (number === 'one' ? count !== 1 : count === 0)) {
        const needed = number === 'one' ? 'exactly one value' : 'at least one value';
        report({ message: 'values', at: values, values: { operator, number: needed } });
      }
    }
  },
});

/** Reports whether a required term of a resource has a value that cannot be one of a label. */
function hasInvalidValues(resource: Resource<NodeSelectingKind>, server: Server): boolean {
  return nodeSelectorsOf(resource, server)
    .required.flatMap((selector) => selector.itemsOf('nodeSelectorTerms'))
    .flatMap(({ value }) => value?.matchExpressions ?? [])
    .flatMap(({ values = [] }) => values)
    .some((value) => labelValueProblem(value) !== undefined);
}

const NUMBERS_OF_VALUES = new Map([
  ['In', 'some'],
  ['NotIn', 'some'],
  ['Exists', 'none'],
  ['DoesNotExist', 'none'],
  ['Gt', 'one'],
  ['Lt', 'one'],
] as const);

const NUMBERS_FOR_FIELDS = new Map([
  ['In', 'one'],
  ['NotIn', 'one'],
] as const);
