import { aboutField, fieldName } from '../../src/analysis/custom-resources/descriptions.ts';
import { keywordInCrd, problemLocation } from '../../src/analysis/custom-resources/locations.ts';
import { shownValue, valueAt } from '../../src/analysis/custom-resources/values.ts';
import { firstNames } from '../../src/base/first-names.ts';
import { onceForEach } from '../../src/base/once-for-each.ts';
import { nearestName } from '../../src/result/suggestion.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import type { Value } from '../../src/yaml/index.ts';

export default defineRule({
  id: 'custom-resource/enum',
  on: 'custom-resource',
  severity: 'error',
  summary: 'A value of a custom resource is one that the enum of its CRD lists.',
  details: `
An \`enum\` lists all values that a field can have. Upper and lower case matter. A null must be in the enum too, even if the
field is nullable.

As long as a value is not supported, the server evaluates no validation rules (CEL) of the object.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation',
  messages: {
    unsupported: {
      text: '{name} does not support {value}',
      help: 'use one of {values}{about}',
      cause: 'FieldValueNotSupported',
      rows: ['cr-enum', 'cr-nullable'],
      explains: ['custom-resource/validation-rule#blocked'],
    },
    similar: {
      text: '{name} does not support {value}; did you mean {suggestion}?',
      help: 'use one of {values}{about}',
      cause: 'FieldValueNotSupported',
      rows: ['cr-enum'],
      explains: ['custom-resource/validation-rule#blocked'],
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
                        policy: { type: string, enum: [Allow, Forbid, Replace] }
                        restart: { type: string, enum: [Always, Never] }
        ---
        apiVersion: stable.example.com/v1
        kind: CronTab
        metadata: { name: nightly }
        spec:
          policy: forbid
          #       ^^^^^^ expect: similar
          restart: Sometimes
          #        ^^^^^^^^^ expect: unsupported
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
                        policy: { type: string, enum: [Allow, Forbid, Replace] }
        ---
        apiVersion: stable.example.com/v1
        kind: CronTab
        metadata: { name: nightly }
        spec:
          policy: Forbid
      `,
    ],
  },
  check(resource, { report }) {
    for (const problem of resource.errors.values) {
      const { fault, segments, schema } = problem;
      if (fault.kind !== 'enum') continue;
      const value = valueAt(resource, segments);
      const common = {
        name: fieldName(segments),
        value: shownValue(value),
        values: allowedValues(fault.values),
        about: aboutField(resource, segments),
      };
      const location = problemLocation(resource, problem);
      const related = keywordInCrd(resource, schema, ['enum']);
      const suggestion = typeof value === 'string' ? similarValue(value, fault.values) : undefined;
      if (suggestion === undefined)
        report({ message: 'unsupported', at: location, values: common, related });
      else
        report({
          message: 'similar',
          at: location,
          values: { ...common, suggestion: `'${suggestion}'` },
          related,
        });
    }
  },
});

/** The supported string that a value is probably a misspelling of. */
function similarValue(value: string, supported: readonly unknown[]): string | undefined {
  const strings = supported.filter((candidate) => typeof candidate === 'string');
  const nearest = nearestName(
    value,
    strings.map((string) => string.toLowerCase()),
  );
  return strings.find((string) => string.toLowerCase() === nearest);
}

/** The most values that a message lists. */
const MOST_SHOWN = 30;

const allowedValues = onceForEach((values: readonly Value[]) =>
  firstNames(values.map(shownValue), MOST_SHOWN),
);
