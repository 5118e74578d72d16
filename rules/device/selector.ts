import { compileAdvice } from '../../src/analysis/cel/compile-advice.ts';
import { textRangeOf } from '../../src/analysis/cel/text-ranges.ts';
import {
  asDeclared,
  itemsWithin,
  keepsInClass,
  MOST_ITEMS,
  SELECTING_KINDS,
  selectorLists,
} from '../../src/analysis/devices/claims.ts';
import {
  compileSelector,
  LONGEST_EXPRESSION,
  MOST_COST,
} from '../../src/analysis/devices/selectors.ts';
import {
  reportTooLong,
  requireCount,
  requireValue,
  VALUE_MESSAGES,
} from '../../src/analysis/fields/value-checks.ts';
import { isOfKind } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { byteLength } from '../../src/server/kubernetes/formats/dns.ts';
import { serverHas } from '../../src/server/kubernetes/server-changes.ts';

export default defineRule({
  id: 'device/selector',
  on: 'object',
  kinds: SELECTING_KINDS,
  severity: 'error',
  summary: 'The CEL expressions that select devices compile, and are not too expensive.',
  details: `
A selector is a CEL expression about a \`device\`, with the result true for a device that is wanted. \`device.driver\` is the name of its
driver. \`device.attributes["example.com"].model\` is the attribute \`example.com/model\`, and \`device.capacity["example.com"].memory\`
a quantity. \`cel.bind(name, value, expression)\` gives a value a name.

An expression has at most 10 KiB, and its cost, which the server estimates for the largest device, is at most 1000000.
`,
  reference:
    'https://kubernetes.io/docs/reference/kubernetes-api/resource/resource-claim-v1/#ResourceClaimSpec',
  messages: {
    issue: {
      text: 'the expression does not compile: {line}:{column}: {issue}',
      help: '{advice}',
      cause: 'FieldValueInvalid',
      rows: ['device-selector-issue'],
    },
    result: {
      text: 'the expression does not compile: {detail}',
      help: 'write an expression with the result true or false',
      cause: 'FieldValueInvalid',
      rows: ['device-selector-result'],
    },
    cost: {
      text: 'the expression is too expensive: its highest cost is {cost}, and the limit is 1000000',
      help: 'use fewer loops over all attributes',
      cause: 'FieldValueForbidden',
      rows: ['device-selector-cost'],
    },
    required: { ...VALUE_MESSAGES.required, rows: ['device-selector-required'] },
    tooLong: {
      ...VALUE_MESSAGES.tooLong,
      withoutExample: 'the expression of the example would be larger than 10 KiB',
    },
    tooMany: {
      ...VALUE_MESSAGES.tooMany,
      withoutExample: 'the example would have more than 32 selectors',
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: resource.k8s.io/v1
        kind: DeviceClass
        metadata: { name: gpu.example.com }
        spec:
          selectors:
            - cel:
                expression: devices.driver == 'gpu.example.com'
                #           ^^^^^^^ expect: issue
            - cel:
                expression: device.driver
                #           ^^^^^^^^^^^^^ expect: result
            - {} # expect: required
      `,
      yaml`
        apiVersion: resource.k8s.io/v1
        kind: DeviceClass
        metadata: { name: gpu.example.com }
        spec:
          selectors:
            - cel:
                expression: device.attributes.all(a, device.attributes.all(b, device.attributes.all(c, device.attributes.all(d, a + b + c + d == '')))) # expect: cost
      `,
    ],
    good: [
      yaml`
        apiVersion: resource.k8s.io/v1
        kind: DeviceClass
        metadata: { name: gpu.example.com }
        spec:
          selectors:
            - cel:
                expression: device.driver == 'gpu.example.com' && device.attributes['gpu.example.com'].model == 'a100'
            - cel:
                expression: device.capacity['gpu.example.com'].memory.isGreaterThan(quantity('40Gi'))
      `,
    ],
  },
  check(resource, { report, minor, server }) {
    const isStored =
      isOfKind(resource, 'DeviceClass') &&
      resource.stored !== undefined &&
      serverHas('kept-in-device-classes', minor) &&
      keepsInClass('selectors', resource.stored, resource);
    for (const list of selectorLists(resource, server)) {
      requireCount(report, asDeclared(list, resource), MOST_ITEMS);
      for (const selector of itemsWithin(list, MOST_ITEMS, minor)) {
        const cel = selector.get('cel');
        if (!requireValue(report, cel, 'an expression')) continue;
        const field = cel.get('expression');
        const { value: text = '' } = field;
        if (field.pruned) continue;
        if (byteLength(text) > LONGEST_EXPRESSION) {
          reportTooLong(report, field, `at most ${LONGEST_EXPRESSION} bytes are allowed`);
          continue;
        }
        const { compiled, cost = 0n } = compileSelector(text, minor, isStored ? 'stored' : 'new');
        if (cost > MOST_COST)
          report({ message: 'cost', at: field, values: { cost: String(cost) } });
        if (compiled.ok) continue;
        if (compiled.issues.length === 0) {
          report({ message: 'result', at: field, values: { detail: compiled.detail } });
        }
        for (const issue of compiled.issues) {
          const range = textRangeOf(issue, text);
          const at =
            range === undefined ? field.location() : field.locationWithin(range.from, range.to);
          const { line, column, message } = issue;
          const advice =
            compileAdvice(text, { environment: 'device', minor }, issue) ??
            'correct the expression';
          report({
            message: 'issue',
            at,
            values: { line, column: column + 1, issue: message, advice },
          });
        }
      }
    }
  },
});
