import type { ActualType, ExpectedType } from '../../src/decode/index.ts';
import { locationAt } from '../../src/rule/location.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

/** Types with the article that they take in a sentence. */
const EXPECTED: Readonly<Record<ExpectedType, string>> = {
  string: 'a text',
  boolean: 'true or false',
  list: 'a list',
  object: 'a mapping',
  integer: 'a whole number',
  number: 'a number',
  quantity: 'a quantity',
  'integer or string': 'a whole number or a text',
  'base64 text': 'a base64 text',
  time: 'a time',
  'schema or boolean': 'a schema, or true or false',
};

const ACTUAL: Readonly<Record<ActualType, string>> = {
  string: 'a text',
  boolean: 'true or false',
  number: 'a number',
  list: 'a list',
  object: 'a mapping',
};

const HELP: Partial<Readonly<Record<`${ActualType} for ${ExpectedType}`, string>>> = {
  'number for string': 'put it in quotes',
  'boolean for string':
    'put it in quotes; y, n, yes, no, on, off, true and false are truth values when they stand plain',
  'string for integer': 'leave the quotes out',
  'string for boolean': 'write true or false without quotes',
  'string for list': 'write it as a list: [a, b], or one line with a dash for each item',
  'object for list': 'put a dash before it to make it the only item of a list',
};

export default defineRule({
  id: 'field/type',
  severity: 'error',
  summary: 'Every value has the type of its field.',
  details: `
A text where a number belongs, a mapping where a list belongs: the API server cannot make an object of
its kind from such a document and answers with a bad request. It says so of the first such value only and looks at
nothing else of the document; kubeadmit goes on, with the value left out.

Most often quotes are missing or too many. A plain \`yes\`, \`on\`, \`0755\` or \`1e3\` is no text, and a
number in quotes is no number.
`,
  reference: 'https://kubernetes.io/docs/reference/kubernetes-api/',
  messages: {
    type: {
      text: '{name} is {actual}; it must be {expected}',
      cause: 'Undecodable',
      rows: [
        'dec-string-for-int',
        'dec-number-for-string',
        'dec-bool-for-string',
        'dec-string-for-bool',
        'dec-string-for-list',
        'dec-object-for-list',
        'dec-list-for-object',
        'dec-string-for-object',
        'dec-object-for-string',
        'dec-int-or-string',
        'dec-time-type',
        'dec-first-mismatch-only',
        'decode-wrong-type',
        'kind-spec-string',
        'builtin-wrong-type',
        'builtin-list',
      ],
    },
    typeWithHelp: {
      text: '{name} is {actual}; it must be {expected}',
      help: '{advice}',
      cause: 'Undecodable',
    },
    fraction: {
      text: '{name} is {value}; it must be a whole number, without a point or an exponent',
      cause: 'Undecodable',
      rows: ['dec-float-for-int', 'builtin-integer'],
    },
    range: {
      text: '{name} is {value}; it must be between {min} and {max}',
      cause: 'Undecodable',
      rows: ['dec-float-for-int', 'builtin-integer'],
    },
    tooBig: {
      text: '{name} is a number beyond what can be stored',
      cause: 'Undecodable',
      withoutExample: 'the reader takes such a number for a text',
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata:
          name: web
          labels:
            version: 1.10
            #        ^^^^ expect: typeWithHelp
        spec:
          minAvailable: 1.5
          #             ^^^ expect: fraction
          selector: [app, web]
          #         ^^^^^^^^^^ expect: type
      `,
      yaml`
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: FlowSchema
        metadata: { name: batch }
        spec:
          priorityLevelConfiguration: { name: workload-low }
          matchingPrecedence: 3000000000
          #                   ^^^^^^^^^^ expect: range
      `,
    ],
    good: [
      yaml`
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata:
          name: web
          labels:
            version: "1.10"
        spec:
          minAvailable: 50%
          selector: { matchLabels: { app: web } }
      `,
    ],
  },
  checkDecoded({ origin, problems }, { report }) {
    for (const problem of problems) {
      const location = locationAt(origin, problem.path, null, problem.target);
      const name = nameOf(problem.path);
      switch (problem.kind) {
        case 'wrong-type': {
          const { actual, expected } = problem;
          const values = { name, actual: ACTUAL[actual], expected: EXPECTED[expected] };
          const advice = HELP[`${actual} for ${expected}`];
          if (advice === undefined) report('type', location, values);
          else report('typeWithHelp', location, { ...values, advice });
          break;
        }
        case 'not-an-integer':
          report('fraction', location, { name, value: problem.value });
          break;
        case 'integer-out-of-range':
          report('range', location, {
            name,
            value: problem.value,
            min: problem.min,
            max: problem.max,
          });
          break;
        case 'number-out-of-range':
          report('tooBig', location, { name });
          break;
      }
    }
  },
});

/** What a reader calls the value at a path: the field, or the item or entry of it. */
function nameOf(path: readonly (string | number)[]): string {
  const last = path.at(-1);
  if (last === undefined) return 'the document';
  return typeof last === 'string' ? last : `item ${last} of ${nameOf(path.slice(0, -1))}`;
}
