import { commandWords } from '../../src/analysis/fields/command-words.ts';
import { shortForm } from '../../src/analysis/fields/short-forms.ts';
import { unquotedValue } from '../../src/analysis/fields/unquoted-value.ts';
import { safeFix } from '../../src/rule/fix.ts';
import { type Location, pathAround, undecodableLocation } from '../../src/rule/location.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import type { ActualType, DecodeProblem, ExpectedType } from '../../src/server/decode/index.ts';
import { valueAt } from '../../src/yaml/index.ts';

/** Types as a message names them. */
const EXPECTED: Readonly<Record<ExpectedType, string>> = {
  string: 'a string',
  boolean: 'a boolean',
  list: 'a list',
  object: 'a mapping',
  integer: 'an integer',
  number: 'a number',
  quantity: 'a quantity',
  'integer or string': 'an integer or a string',
  'base64 text': 'a base64 string',
  time: 'a time',
  'schema or boolean': 'a schema or a boolean',
};

const ACTUAL: Readonly<Record<ActualType, string>> = {
  string: 'a string',
  boolean: 'a boolean',
  number: 'a number',
  list: 'a list',
  object: 'a mapping',
};

const TRUE_OR_FALSE = 'true or false, without quotes';

/** The fields of containers that are lists of words. */
const COMMAND_LINES: ReadonlySet<string | number | undefined> = new Set(['command', 'args']);

/** A number or boolean as it is written, without an alias, an anchor or a tag. */
const PLAIN_SCALAR = /^[\w.+-]+$/;

export default defineRule({
  id: 'field/type',
  on: 'decoded',
  severity: 'error',
  valueMustHave: 'type',
  summary: 'All values have the type of their field.',
  details: `
If a value has another type than its field, such as a string instead of an integer, or a mapping instead of a list, the API
server cannot decode the object and refuses it with the status 400. It reports only the first such value, and does not
validate the object. kubeadmit reports all of them, and checks the rest of the object.

Often quotes are missing, or are not needed. YAML reads \`yes\` and \`on\` as booleans and \`0755\` and \`1e3\` as
numbers, unless they are in quotes. A number in quotes is a string.
`,
  reference: 'https://kubernetes.io/docs/reference/kubernetes-api/',
  messages: {
    type: {
      text: '{name} is {actual}; it must be {expected}',
      help: 'use {wanted}',
      cause: 'Undecodable',
      rows: [
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
    shortForm: {
      text: '{name} is {actual}; it must be {expected}',
      help: 'write {form}',
      cause: 'Undecodable',
      rows: ['dec-string-for-object'],
    },
    matchLabels: {
      text: '{name} is {actual}; it must be {expected}',
      help: 'write the labels in {selector}, without matchLabels',
      cause: 'Undecodable',
      rows: ['dec-object-for-string'],
    },
    unquoted: {
      text: "{name} must be a string, but YAML reads '{written}' as {actual}",
      help: 'put it in quotes: "{written}"',
      cause: 'Undecodable',
      rows: ['dec-number-for-string', 'dec-bool-for-string'],
      explains: ['yaml/octal'],
    },
    quoted: {
      text: '{name} is a string; it must be {expected}',
      help: 'remove the quotes',
      cause: 'Undecodable',
      rows: ['dec-string-for-int', 'dec-string-for-bool'],
    },
    stringForList: {
      text: '{name} is a string; it must be a list',
      help: 'write each item after a dash, or the list in brackets: [{written}]',
      cause: 'Undecodable',
      rows: ['dec-string-for-list'],
    },
    objectForList: {
      text: '{name} is a mapping; it must be a list',
      help: 'add a dash before it, so that it is the first item of a list',
      cause: 'Undecodable',
      rows: ['dec-object-for-list'],
    },
    fraction: {
      text: '{name} is {value}; it must be an integer without a decimal point or exponent',
      help: 'use an integer',
      cause: 'Undecodable',
      rows: ['dec-float-for-int', 'builtin-integer'],
    },
    range: {
      text: '{name} is {value}; it must be between {min} and {max}',
      help: 'use a value in this range',
      cause: 'Undecodable',
      rows: ['dec-float-for-int', 'builtin-integer'],
    },
    tooLarge: {
      text: '{name} is a number that is too large',
      help: 'use a smaller number',
      cause: 'Undecodable',
      rows: ['dec-number-out-of-range'],
      withoutExample: 'YAML reads such a number as a string, and an example of the rule is YAML',
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
            #        ^^^^ expect: unquoted
        spec:
          minAvailable: 1.5
          #             ^^^ expect: fraction
          selector: [app, web]
          #         ^^^^^^^^^^ expect: type
      `,
      yaml`
        apiVersion: v1
        kind: Service
        metadata: { name: web }
        spec:
          selector:
            matchLabels: { app: web }
            #            ^^^^^^^^^^^^ expect: matchLabels
          ports: [80]
          #       ^^ expect: shortForm
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
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: NetworkPolicy
        metadata: { name: "on" }
        spec:
          podSelector:
            matchLabels: { canary: on }
            #                      ^^ expect: unquoted
          policyTypes: Ingress
          #            ^^^^^^^ expect: stringForList
          ingress: # expect: objectForList
            from: [{ podSelector: {} }]
      `,
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingWebhookConfiguration
        metadata: { name: pods.example.com }
        webhooks:
          - name: pods.example.com
            clientConfig:
              service: { name: hooks, namespace: shop, port: "8443" }
              #                                              ^^^^^^ expect: quoted
            sideEffects: None
            admissionReviewVersions: [v1]
      `,
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: hello }
        spec:
          hostNetwork: "yes"
          #            ^^^^^ expect: type
          containers:
            - name: main
              image: busybox:1.37
              command: sh -c "echo hello"
              #        ^^^^^^^^^^^^^^^^^^ expect: stringForList
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
    fixed: [
      {
        before: yaml`
          apiVersion: admissionregistration.k8s.io/v1
          kind: ValidatingWebhookConfiguration
          metadata:
            name: pods.example.com
            labels:
              version: 1.10
              canary: on # until May
          webhooks:
            - name: pods.example.com
              clientConfig:
                service: { name: hooks, namespace: shop, port: "8443" }
              sideEffects: None
              admissionReviewVersions: [v1]
        `,
        after: yaml`
          apiVersion: admissionregistration.k8s.io/v1
          kind: ValidatingWebhookConfiguration
          metadata:
            name: pods.example.com
            labels:
              version: "1.10"
              canary: "on" # until May
          webhooks:
            - name: pods.example.com
              clientConfig:
                service: { name: hooks, namespace: shop, port: 8443 }
              sideEffects: None
              admissionReviewVersions: [v1]
        `,
      },
    ],
  },
  check({ origin, problems }, { report }) {
    for (const problem of problems) {
      const location = undecodableLocation(origin, problem.path, problem.target);
      const name = nameOf(problem.path);
      switch (problem.kind) {
        case 'wrong-type':
          reportWrongType(problem, name, location);
          break;
        case 'not-an-integer':
          report({ message: 'fraction', at: location, values: { name, value: problem.value } });
          break;
        case 'integer-out-of-range':
          report({
            message: 'range',
            at: location,
            values: { name, value: problem.value, min: problem.min, max: problem.max },
          });
          break;
        case 'number-out-of-range':
          report({ message: 'tooLarge', at: location, values: { name } });
          break;
      }
    }

    function reportWrongType(problem: WrongType, name: string, at: Location): void {
      const { actual, expected, path } = problem;
      const values = { name, actual: ACTUAL[actual], expected: EXPECTED[expected] };
      const { start, end } = at.span;
      const written = origin.document.text.slice(start, end);
      const message = messageOf(actual, expected, written);
      switch (message) {
        case 'unquoted': {
          const edit = { kind: 'replace', path, value: written } as const;
          const fix = safeFix(origin, { title: `put it in quotes: "${written}"`, edits: [edit] });
          report({ message, at, values: { ...values, written }, fix });
          break;
        }
        case 'quoted': {
          const value = unquotedValue(written);
          const fix =
            value === undefined
              ? undefined
              : safeFix(origin, {
                  title: 'remove the quotes',
                  edits: [{ kind: 'replace', path, value }],
                });
          report({ message, at, values, fix });
          break;
        }
        case 'stringForList':
          report({ message, at, values: { name, written: itemsIn(problem, written) } });
          break;
        case 'objectForList':
          report({ message, at, values: { name } });
          break;
        case 'type':
          reportType(problem, values, at, written);
      }
    }

    function reportType(
      { path, actual, struct = '' }: WrongType,
      values: { readonly name: string; readonly actual: string; readonly expected: string },
      at: Location,
      written: string,
    ): void {
      const [around, last] = path.slice(-2);
      const form = shortForm(struct, actual, written);
      // The object around may have nothing else, which is an error too.
      const explainsFields = [pathAround(path, origin)];
      if (form !== undefined) {
        const whole = typeof last === 'string' ? `${last}: ${form}` : form;
        report({ message: 'shortForm', at, values: { ...values, form: whole }, explainsFields });
      } else if (last === 'matchLabels' && actual === 'object') {
        const selector = String(around);
        report({ message: 'matchLabels', at, values: { ...values, selector } });
      } else {
        const wanted = values.expected === EXPECTED.boolean ? TRUE_OR_FALSE : values.expected;
        report({ message: 'type', at, values: { ...values, wanted }, explainsFields });
      }
    }

    /** The items that a user meant with a string instead of a list. */
    function itemsIn({ path }: WrongType, written: string): string {
      const value = valueAt(origin.document.value, path);
      const isCommand = COMMAND_LINES.has(path.at(-1)) && typeof value === 'string';
      const words = isCommand ? commandWords(value) : undefined;
      return words?.map((word) => JSON.stringify(word)).join(', ') ?? written;
    }
  },
});

type WrongType = DecodeProblem & { readonly kind: 'wrong-type' };

/** The message about a value of a wrong type. */
function messageOf(actual: ActualType, expected: ExpectedType, written: string) {
  if (expected === 'string' && (actual === 'number' || actual === 'boolean')) {
    return PLAIN_SCALAR.test(written) ? 'unquoted' : 'type';
  }
  if (expected === 'list' && actual === 'string') return 'stringForList';
  if (expected === 'list' && actual === 'object') return 'objectForList';
  const isQuotedValue =
    actual === 'string' &&
    (expected === 'integer' || expected === 'boolean') &&
    isQuoted(written, expected);
  return isQuotedValue ? 'quoted' : 'type';
}

/** Reports whether a string would have the type without its quotes. */
function isQuoted(written: string, expected: 'integer' | 'boolean'): boolean {
  return (
    expected === 'integer' ? /^(?:"-?\d+"|'-?\d+')$/ : /^(?:"(?:true|false)"|'(?:true|false)')$/
  ).test(written);
}

/** The name of the value at a path in messages: the field, or the item of a list. */
function nameOf(path: readonly (string | number)[]): string {
  const last = path.at(-1);
  if (last === undefined) return 'the document';
  return typeof last === 'string' ? last : `item ${last} of ${nameOf(path.slice(0, -1))}`;
}
