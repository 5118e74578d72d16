import { reportSchemaProblems } from '../../src/analysis/crd/schemas.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'crd/pattern',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary: 'A pattern is a valid regular expression in the syntax of Go.',
  details: `
Patterns are regular expressions in the syntax of Go (RE2), which run in linear time. Lookaheads (\`(?=...)\`,
\`(?!...)\`), lookbehinds and backreferences (\`\\1\`) are not supported. The end of the string is \`$\` or \`\\z\`, not \`\\Z\`.

In YAML, write a pattern unquoted or in single quotes; in double quotes each backslash must be doubled.
`,
  reference: 'https://pkg.go.dev/regexp/syntax',
  messages: {
    syntax: {
      text: "'{pattern}' is not a valid regular expression: {reason}",
      help: 'rewrite it in the syntax of Go, without lookaheads and backreferences',
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
    reportSchemaProblems(report, resource, { syntax: 'pattern' });
  },
});
