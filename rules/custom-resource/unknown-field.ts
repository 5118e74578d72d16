import { aboutField, declaredSchema } from '../../src/analysis/custom-resources/descriptions.ts';
import { keywordInCrd, valueLocation } from '../../src/analysis/custom-resources/locations.ts';
import { correctionFix } from '../../src/analysis/fields/correction-fix.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { placeOfField } from '../../src/server/custom-resources/field-place.ts';
import { correctionAt, decoderPath } from '../../src/server/decode/index.ts';
import { correctionOf, suggestField } from '../../src/server/decode/suggestion.ts';
import { isMapping, valueAt } from '../../src/yaml/index.ts';

export default defineRule({
  id: 'custom-resource/unknown-field',
  on: 'custom-resource',
  severity: 'error',
  summary: 'Every field of a custom resource is declared in the schema of its CRD.',
  details: `
The API server removes the fields that the schema of a CustomResourceDefinition does not declare. kubectl asks it to be
strict, and then such a field is an error. A client that does not ask loses the field silently: the object is stored,
and what the field was meant to do never happens.

Names are case-sensitive. Often the name is right, but the field is one level too far in or out. A schema with
\`x-kubernetes-preserve-unknown-fields: true\` keeps all fields.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#field-pruning',
  messages: {
    unknown: {
      text: "unknown field '{name}'",
      help: 'remove it, or declare it in the schema of the CRD; clients that are not strict lose it silently',
      cause: 'UnknownField',
      rows: ['cr-unknown-field', 'cr-unknown-embedded-metadata-field'],
    },
    misspelled: {
      text: "unknown field '{name}'; did you mean '{suggestion}'?",
      help: "use '{suggestion}'{about}",
      cause: 'UnknownField',
      rows: ['cr-unknown-field'],
    },
    misplaced: {
      text: "unknown field '{name}' at this level; the CRD declares {place}",
      help: 'move it to {place}{about}',
      cause: 'UnknownField',
      rows: ['cr-unknown-field'],
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
                        schedule: { type: string, description: The time of the runs. As of cron. }
                        maxRuns: { type: integer, default: 3 }
                        job:
                          type: object
                          properties: { image: { type: string } }
        ---
        apiVersion: stable.example.com/v1
        kind: CronTab
        metadata: { name: nightly }
        spec:
          shedule: 0 3 * * *
        # ^^^^^^^ expect: misspelled
          maxruns: 5
        # ^^^^^^^ expect: misspelled
          image: example.com/backup:1.0
        # ^^^^^ expect: misplaced
          owner: storage
        # ^^^^^ expect: unknown
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
                      properties: { schedule: { type: string } }
        ---
        apiVersion: stable.example.com/v1
        kind: CronTab
        metadata: { name: nightly }
        spec:
          schedule: 0 3 * * *
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
                          schedule: { type: string }
                          job:
                            type: object
                            properties: { image: { type: string }, command: { type: string } }
          ---
          apiVersion: stable.example.com/v1
          kind: CronTab
          metadata: { name: nightly }
          spec:
            shedule: 0 3 * * * # at night
            image: backup
            job:
              command: run
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
                          schedule: { type: string }
                          job:
                            type: object
                            properties: { image: { type: string }, command: { type: string } }
          ---
          apiVersion: stable.example.com/v1
          kind: CronTab
          metadata: { name: nightly }
          spec:
            schedule: 0 3 * * * # at night
            job:
              command: run
              image: backup
        `,
      },
    ],
  },
  check(resource, { report }) {
    const { origin, decoded, schema } = resource;
    // The value in the file is used: the user may have meant a field that only the defaults have set.
    const written = valueAt(origin.document.value, origin.path);
    for (const { path, field } of decoded.unknownFields) {
      const name = String(path.at(-1));
      const location = valueLocation(resource, path, field, 'key');
      const place = isMapping(written) ? placeOfField(written, schema, path) : undefined;
      const suggestion = place && suggestField(place, name);
      const around = declaredSchema(resource, path.slice(0, -1)) ?? {};
      const message = 'the CRD declares the fields here';
      const related = keywordInCrd(resource, around, ['properties'], message);
      if (place === undefined || suggestion === undefined) {
        report({ message: 'unknown', at: location, values: { name }, related });
        continue;
      }
      const correction = correctionAt(origin.path, correctionOf(place, name, suggestion));
      const fixOf = (suggestion: string) =>
        correctionFix(origin, { path: [...origin.path, ...path], name, correction, suggestion });
      if (suggestion.kind === 'misspelled') {
        const about = aboutField(resource, [...path.slice(0, -1), suggestion.name]);
        const values = { name, suggestion: suggestion.name, about };
        report({
          message: 'misspelled',
          at: location,
          values,
          related,
          fix: fixOf(suggestion.name),
        });
      } else {
        const about = aboutField(resource, suggestion.path);
        const values = { name, place: decoderPath(suggestion.path), about };
        report({ message: 'misplaced', at: location, values, related, fix: fixOf(values.place) });
      }
    }
  },
});
