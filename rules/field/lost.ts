import { correctionFix } from '../../src/analysis/fields/correction-fix.ts';
import { locationAt } from '../../src/rule/location.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'field/lost',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'warning',
  summary:
    'No keyword of a schema is misspelled in a place where the API server does not report it.',
  details: `
The API server refuses unknown fields. But within \`items\` and \`additionalProperties\` of a schema in a CRD, its decoder ignores
unknown keywords, even with strict validation. The schema is then stored without the keyword, and accepts objects that it
was meant to refuse.
`,
  reference:
    'https://kubernetes.io/docs/reference/kubernetes-api/extend-resources/custom-resource-definition-v1/#JSONSchemaProps',
  messages: {
    lost: {
      text: "the API server ignores the unknown keyword '{name}' here, without an error",
      help: 'remove it, because it has no effect',
    },
    misspelled: {
      text: "the API server ignores the unknown keyword '{name}' here, without an error; did you mean '{suggestion}'?",
      help: 'use {suggestion}',
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
                        jobs:
                          type: array
                          items:
                            type: string
                            maxLenght: 20
                          # ^^^^^^^^^ expect: misspelled
                            colour: blue
                          # ^^^^^^ expect: lost
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
                        jobs:
                          type: array
                          items:
                            type: string
                            maxLength: 20
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
                      jobs:
                        type: array
                        items: { type: string, maxLenght: 20 } # a name
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
                      jobs:
                        type: array
                        items: { type: string, maxLength: 20 } # a name
        `,
      },
    ],
  },
  check({ origin, problems }, { report }) {
    for (const problem of problems) {
      if (problem.kind !== 'lost-field') continue;
      const { name, suggestion } = problem;
      const location = locationAt(origin, problem.path, problem.field, 'key');
      if (suggestion === undefined) report({ message: 'lost', at: location, values: { name } });
      else {
        const fix = correctionFix(origin, problem);
        report({ message: 'misspelled', at: location, values: { name, suggestion }, fix });
      }
    }
  },
});
