import { aboutField, fieldName } from '../../src/analysis/custom-resources/descriptions.ts';
import { keywordInCrd, problemLocation } from '../../src/analysis/custom-resources/locations.ts';
import { valueAt } from '../../src/analysis/custom-resources/values.ts';
import { unquotedValue } from '../../src/analysis/fields/unquoted-value.ts';
import type { Fix } from '../../src/result/fix.ts';
import type { CustomResource } from '../../src/rule/custom-resource.ts';
import { safeFix } from '../../src/rule/fix.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import type { JsonType, ValueFault } from '../../src/server/crd/values/validation-outcome.ts';
import type { Path, Value } from '../../src/yaml/index.ts';

export default defineRule({
  id: 'custom-resource/type',
  on: 'custom-resource',
  severity: 'error',
  valueMustHave: 'type',
  summary: 'Every value of a custom resource has the type that its CRD sets.',
  details: `
The schema of a CustomResourceDefinition sets the \`type\` of each field. Most often quotes are missing or superfluous: a
number in quotes is a string, and a plain \`yes\`, \`on\` or \`0755\` is none.

A null is dropped before validation, unless it is an item of a list. As long as a value has the wrong type, the server
evaluates no validation rules (CEL) of the object.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation',
  messages: {
    type: {
      text: '{name} must be of type {expected}, not {actual}',
      help: '{advice}{about}',
      cause: 'FieldValueTypeInvalid',
      rows: ['cr-type', 'cr-int-or-string', 'cr-null-item', 'cr-format-wrong-type', 'cr-nullable'],
      explains: ['custom-resource/number#range', 'custom-resource/validation-rule#blocked'],
      explainsInField: ['custom-resource/duplicate-items#scalar'],
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
              schema:
                openAPIV3Schema:
                  type: object
                  properties:
                    spec:
                      type: object
                      properties:
                        replicas: { type: integer, description: The number of jobs. More than 3 are slow. }
                        suspend: { type: boolean }
                        names: { type: array, items: { type: string } }
        ---
        apiVersion: stable.example.com/v1
        kind: CronTab
        metadata: { name: nightly }
        spec:
          replicas: "3"
          #         ^^^ expect: type
          suspend: "no"
          #        ^^^^ expect: type
          names: [backup, 2, null]
          #               ^ expect: type
          #                  ^^^^ expect: type
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
              schema:
                openAPIV3Schema:
                  type: object
                  properties:
                    spec:
                      type: object
                      properties:
                        replicas: { type: integer }
                        suspend: { type: boolean }
                        names: { type: array, items: { type: string } }
        ---
        apiVersion: stable.example.com/v1
        kind: CronTab
        metadata: { name: nightly }
        spec:
          replicas: 3
          suspend: no
          names: [backup, "2"]
      `,
    ],
    fixed: [
      {
        before: yaml`
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
                schema:
                  openAPIV3Schema:
                    type: object
                    properties:
                      spec:
                        type: object
                        properties:
                          replicas: { type: integer }
                          suspend: { type: boolean }
                          names: { type: array, items: { type: string } }
          ---
          apiVersion: stable.example.com/v1
          kind: CronTab
          metadata: { name: nightly }
          spec:
            replicas: "3"
            suspend: 'no'
            names: [backup, 2]
        `,
        after: yaml`
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
                schema:
                  openAPIV3Schema:
                    type: object
                    properties:
                      spec:
                        type: object
                        properties:
                          replicas: { type: integer }
                          suspend: { type: boolean }
                          names: { type: array, items: { type: string } }
          ---
          apiVersion: stable.example.com/v1
          kind: CronTab
          metadata: { name: nightly }
          spec:
            replicas: 3
            suspend: 'no'
            names: [backup, "2"]
        `,
      },
    ],
  },
  check(resource, { report }) {
    for (const problem of resource.errors.values) {
      const { fault, segments, schema } = problem;
      if (fault.kind !== 'type' || problem.keyword !== 'type') continue;
      const values = {
        name: fieldName(segments),
        expected: fault.expected,
        actual: fault.actual,
        advice: advise(fault, valueAt(resource, segments)),
        about: aboutField(resource, segments),
      };
      const related = keywordInCrd(resource, schema, ['type']);
      const location = problemLocation(resource, problem);
      const fix = quotesFix(resource, segments, fault);
      report({ message: 'type', at: location, values, related, fix });
    }
  },
});

/** The advice for a value of a wrong type. */
function advise(
  { actual, expected }: ValueFault & { readonly kind: 'type' },
  value: Value | undefined,
): string {
  const advice = ADVICE.get(`${actual} for ${expected}`);
  // Only a number in quotes is one without them.
  const isApplicable = typeof value !== 'string' || expected === 'array' || isPlain(value);
  return advice !== undefined && isApplicable ? advice : `set a value of type ${expected}`;
}

function isPlain(value: string): boolean {
  return /^-?\d+(?:\.\d+)?$/.test(value) || /^(?:true|false|yes|no|on|off|y|n)$/i.test(value);
}

const ADVICE: ReadonlyMap<string, string> = new Map<`${JsonType} for ${string}`, string>([
  ['integer for string', 'put the value in quotes'],
  ['number for string', 'put the value in quotes'],
  ['boolean for string', 'put the value in quotes'],
  ['string for integer', 'remove the quotes'],
  ['string for number', 'remove the quotes'],
  ['string for boolean', 'set true or false, without quotes'],
  ['string for array', 'make it a list: [a, b], or one line with a dash for each item'],
  ['object for array', 'put a dash before it to make it the only item of a list'],
  ['null for string', 'remove the item, or set a string'],
]);

/** Adds the quotes that a string lacks, or removes the quotes of a number or boolean. */
function quotesFix(
  { origin }: CustomResource,
  segments: Path,
  { actual, expected }: ValueFault & { readonly kind: 'type' },
): Fix | undefined {
  const path = [...origin.path, ...segments];
  const spans = origin.document.locate(path);
  if (spans === undefined) return undefined;
  const written = origin.document.text.slice(spans.value.start, spans.value.end);
  if (expected === 'string') {
    const isScalar = actual === 'integer' || actual === 'number' || actual === 'boolean';
    if (!isScalar || !/^[\w.+-]+$/.test(written)) return undefined;
    return safeFix(origin, {
      title: `put it in quotes: "${written}"`,
      edits: [{ kind: 'replace', path, value: written }],
    });
  }
  const value = actual === 'string' ? unquotedValue(written) : undefined;
  const isExpected =
    typeof value === 'boolean'
      ? expected === 'boolean'
      : value !== undefined && (expected === 'integer' || expected === 'number');
  if (value === undefined || !isExpected) return undefined;
  return safeFix(origin, { title: 'remove the quotes', edits: [{ kind: 'replace', path, value }] });
}
