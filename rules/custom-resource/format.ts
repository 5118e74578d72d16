import { aboutField, fieldName } from '../../src/analysis/custom-resources/descriptions.ts';
import { keywordInCrd, problemLocation } from '../../src/analysis/custom-resources/locations.ts';
import { shownValue, valueAt } from '../../src/analysis/custom-resources/values.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'custom-resource/format',
  on: 'custom-resource',
  severity: 'error',
  valueMustHave: 'format',
  summary: 'A string of a custom resource has the format that its CRD sets.',
  details: `
The API server validates some values of \`format\`, and ignores all others. It validates bsonobjectid, byte, cidr, creditcard,
date, date-time (datetime), duration, email, hexcolor, hostname, ipv4, ipv6, isbn, isbn10, isbn13, mac, password, rgbcolor, ssn,
uri, uuid, uuid3, uuid4 and uuid5, and since Kubernetes 1.34 k8s-long-name and k8s-short-name.

As long as a string does not have its format, the server evaluates no validation rules (CEL) of the object.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation',
  messages: {
    format: {
      text: '{name} must have the format {format}, not {value}',
      help: '{advice}{about}',
      cause: 'FieldValueTypeInvalid',
      rows: ['cr-format'],
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
                        until: { type: string, format: date-time }
                        server: { type: string, format: ipv4 }
        ---
        apiVersion: stable.example.com/v1
        kind: CronTab
        metadata: { name: nightly }
        spec:
          until: 2026-01-01
          #      ^^^^^^^^^^ expect: format
          server: 10.0.0.300
          #       ^^^^^^^^^^ expect: format
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
                        until: { type: string, format: date-time }
        ---
        apiVersion: stable.example.com/v1
        kind: CronTab
        metadata: { name: nightly }
        spec:
          until: 2026-01-01T00:00:00Z
      `,
    ],
  },
  check(resource, { report }) {
    for (const problem of resource.errors.values) {
      const { fault, keyword, segments, schema } = problem;
      if (keyword !== 'format' || fault.kind !== 'type') continue;
      const example = EXAMPLES.get(fault.expected);
      const values = {
        name: fieldName(segments),
        format: fault.expected,
        value: shownValue(valueAt(resource, segments)),
        advice:
          example === undefined ? `set a value of this format` : `set a value such as ${example}`,
        about: aboutField(resource, segments),
      };
      const related = keywordInCrd(resource, schema, ['format']);
      report({ message: 'format', at: problemLocation(resource, problem), values, related });
    }
  },
});

/** Examples of values for the formats that are not obvious. */
const EXAMPLES: ReadonlyMap<string, string> = new Map([
  ['byte', "'aGVsbG8='"],
  ['cidr', "'10.0.0.0/8'"],
  ['date', "'2026-01-31'"],
  ['date-time', "'2026-01-31T12:00:00Z'"],
  ['datetime', "'2026-01-31T12:00:00Z'"],
  ['duration', "'1h30m'"],
  ['email', "'user@example.com'"],
  ['hexcolor', "'#ff8800'"],
  ['hostname', "'example.com'"],
  ['ipv4', "'192.0.2.1'"],
  ['ipv6', "'2001:db8::1'"],
  ['k8s-long-name', "'my-name.example.com'"],
  ['k8s-short-name', "'my-name'"],
  ['mac', "'02:00:5e:10:00:01'"],
  ['rgbcolor', "'rgb(255, 136, 0)'"],
  ['uri', "'https://example.com/path'"],
  ['uuid', "'123e4567-e89b-42d3-a456-426614174000'"],
]);
