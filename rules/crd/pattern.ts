import { schemaProblems } from '../../src/analysis/crd/schemas.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'crd/pattern',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary: 'A pattern is a regular expression that Go can read.',
  details: `
Patterns are regular expressions of Go (RE2), which run in linear time. There are no lookaheads (\`(?=...)\`, \`(?!...)\`),
no lookbehinds and no references to groups (\`\\1\`); the end of the text is \`$\` or \`\\z\`, not \`\\Z\`.

In YAML write a pattern without quotes or in single ones: in double quotes each backslash has to be doubled.
`,
  reference: 'https://pkg.go.dev/regexp/syntax',
  messages: {
    syntax: {
      text: "the pattern '{pattern}' cannot be read: {reason}",
      help: 'write it without lookaheads and references to groups, which Go does not have',
      cause: 'FieldValueInvalid',
      rows: ['crd-pattern-regexp'],
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
                    name:
                      type: string
                      pattern: ^(?!kube-)
                      #        ^^^^^^^^^^ expect: syntax
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
                    name:
                      type: string
                      pattern: ^[a-z0-9]([-a-z0-9]*[a-z0-9])?$
      `,
    ],
  },
  check(resource, { report }) {
    for (const { location, values } of schemaProblems(resource, 'pattern')) {
      report('syntax', location, values);
    }
  },
});
