import { patternsOf } from '../../src/analysis/crd/patterns.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'crd/pattern-escapes',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'warning',
  summary: 'A pattern has one backslash before a dot or the letter of a class.',
  details: `
In double quotes, YAML reads \`\\\\.\` as \`\\.\`, which matches a dot. Without quotes and in single quotes it keeps both
backslashes: \`\\\\.\` then matches a backslash and any character, and \`\\\\d+\` matches a backslash and letters d. The API server
refuses the values that were meant.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation',
  messages: {
    doubled: {
      text: "the pattern requires a backslash in the value, because it has '{written}' instead of '{meant}'",
      help: 'use {single}; only in double quotes, YAML reads two backslashes as one',
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
                    timeout:
                      type: string
                      pattern: ^([0-9]+(\\.[0-9]+)?(ms|s|m|h))+$
                      #        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: doubled
                    port:
                      type: string
                      pattern: '^\\d+$'
                      #        ^^^^^^^^ expect: doubled
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
                    timeout: { type: string, pattern: "^[0-9]+(\\.[0-9]+)?s$" }
                    port: { type: string, pattern: '^\d+$' }
                    # A backslash is meant: in a class, before any character, and in paths of Windows.
                    path: { type: string, pattern: '^[\w\s:/.\\-]+$' }
                    quoted: { type: string, pattern: '^"(\\.|[^"\\])*"$' }
                    folder: { type: string, pattern: '^[A-Z]:\\.*$' }
                    share: { type: string, pattern: '^\\\\server\\data$' }
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
                      timeout:
                        type: string
                        pattern: ^[0-9]+(\\.\\d+)?s$
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
                      timeout:
                        type: string
                        pattern: ^[0-9]+(\.\d+)?s$
        `,
      },
    ],
  },
  check(resource, { report }) {
    for (const { pattern, locate, replaceBy } of patternsOf(resource)) {
      const { written, single } = withSingleEscapes(pattern);
      const location = written === undefined ? undefined : locate();
      if (written === undefined || location === undefined) continue;
      report({
        message: 'doubled',
        at: location,
        values: { written, meant: written.slice(1), single },
        fix: replaceBy(single),
      });
    }
  },
});

/**
 * The first alternative is an escape that was doubled: a dot without a quantifier that is not an alternative by itself,
 * or a class with a quantifier. The others are all other escapes, and brackets.
 */
const TOKEN = /(\\\\(?:\.(?![|)*+?{])|[dwsDWS](?=[+*?{])))|\\[\s\S]|[[\]]/g;

/** The first doubled escape outside of brackets, and the pattern with single escapes. */
function withSingleEscapes(pattern: string): { written: string | undefined; single: string } {
  let written: string | undefined;
  let isInBrackets = false;
  const single = pattern.replace(TOKEN, (token: string, doubled: string | undefined) => {
    if (token === '[' || token === ']') isInBrackets = token === '[';
    if (doubled === undefined || isInBrackets) return token;
    written ??= doubled;
    return token.slice(1);
  });
  return { written, single };
}
