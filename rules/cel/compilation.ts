import { DECIDING_KINDS } from '../../src/analysis/admission/deciders.ts';
import { advisedIssues } from '../../src/analysis/cel/advised-issues.ts';
import { celCompilations } from '../../src/analysis/cel/compilations.ts';
import { issueLocation } from '../../src/analysis/cel/types/expression-locations.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'cel/compilation',
  on: 'object',
  kinds: DECIDING_KINDS,
  severity: 'error',
  summary:
    'The CEL expressions of webhooks and policies compile, and have the type that their field requires.',
  details: `
The API server compiles the expressions when the object is created, and refuses the object if one of them does not compile.
Causes are a syntax error, an undeclared name, a function that does not accept the types of its arguments, and a result of
another type than the field requires (a boolean for conditions and validations, a string for messages).

Which variables an expression can use depends on its field. \`params\` requires a \`paramKind\`. \`variables\` are those of the
policy; a variable can use those before it. In webhooks neither exists.

Functions and macros are added in new minors. A new expression can use them only one minor later than that, so that the API
server can be downgraded: \`isSemver()\` was added in 1.33, and new expressions can use it from 1.34. If a later minor
supports what is refused, the help names it.

The text after the colon is that of the API server, with the line and column in the expression.
`,
  reference: 'https://kubernetes.io/docs/reference/using-api/cel/',
  messages: {
    issue: {
      text: 'the expression does not compile: {line}:{column}: {issue}',
      cause: 'FieldValueInvalid',
      rows: [
        'cel-code-point-limit',
        'cel-error-limit',
        'cel-literal-argument',
        'cel-mixed-aggregate',
        'cel-no-overload',
        'cel-position-scalar-styles',
        'cel-recursion-depth',
        'cel-recursion-limit',
        'cel-syntax',
        'cel-undeclared-reference',
        'cel-undefined-field',
        'map-mutation-compile',
        'map-variable-patch-types',
        'match-condition-compile',
        'match-condition-params',
        'match-condition-patch-types',
        'match-condition-variables',
        'policy-params-undeclared',
        'policy-variable-compile',
        'policy-variable-forward-reference',
        'policy-variable-typed',
        'vap-audit-annotation-value-compile',
        'vap-message-expression-authorizer',
        'vap-message-expression-compile',
        'vap-validation-compile',
      ],
    },
    mistake: {
      text: 'the expression does not compile: {line}:{column}: {issue}',
      help: '{advice}',
      cause: 'FieldValueInvalid',
    },
    newer: {
      text: 'the expression does not compile: {line}:{column}: {issue}',
      help: '{advice}',
      cause: 'FieldValueInvalid',
      rows: ['cel-library-version'],
      withoutExample: 'the newest minor supports all functions',
    },
    result: {
      text: 'the expression {result}',
      cause: 'FieldValueInvalid',
      rows: [
        'map-apply-configuration-type',
        'map-json-patch-type',
        'match-condition-type',
        'vap-audit-annotation-value-type',
        'vap-message-expression-type',
        'vap-validation-type',
      ],
    },
    dynResult: {
      text: 'the expression {result}',
      help: 'compare the result, as in … == true',
      cause: 'FieldValueInvalid',
      rows: ['match-condition-type', 'vap-validation-type'],
    },
    program: {
      text: 'the expression cannot be evaluated: {detail}',
      cause: 'InternalError',
      rows: ['cel-program-instantiation'],
    },
    crash: {
      text: 'the API server crashes on this expression: {detail}',
      crashesServer: true,
      rows: ['cel-program-crash'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: replicas.example.com }
        spec:
          matchConstraints:
            resourceRules:
              - apiGroups: [apps]
                apiVersions: [v1]
                operations: [CREATE, UPDATE]
                resources: [deployments]
          validations:
            - expression: object.spec.replicas <= params.max
              #                                   ^^^^^^ expect: issue
              message: too many replicas
            - expression: object.metadata.name.startsWith('a') &&
                size(object.spec.replicas)) > 3
                #                         ^ expect: issue
              message: a name may not begin with a
            - expression: object.metadata.name + '!'
              #           ^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: result
              message: a text is not a verdict
            - expression: object.spec.?paused.orValue(false)
              #           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: dynResult
              message: it is paused
            - expression: len(object.metadata.name) > 3
              #           ^^^ expect: mistake
              message: a name has more than 3 characters
            - expression: int('three') > 2
              #           ^^^^^^^^^^^^^^^^ expect: program
              message: three is a word
      `,
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: keys.example.com }
        spec:
          matchConstraints:
            resourceRules: [{ apiGroups: [apps], apiVersions: [v1], operations: [CREATE], resources: [deployments] }]
          validations:
            - expression: "{b'a': 1}.size() == 1"
            #             ^^^^^^^^^^^^^^^^^^^^^^^ expect: crash
      `,
    ],
    good: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: replicas.example.com }
        spec:
          failurePolicy: Fail
          matchConstraints:
            resourceRules:
              - apiGroups: [apps]
                apiVersions: [v1]
                operations: [CREATE, UPDATE]
                resources: [deployments]
          variables:
            - name: replicas
              expression: object.spec.?replicas.orValue(1)
          validations:
            - expression: variables.replicas <= 5
              messageExpression: "'at most 5 replicas, not ' + string(variables.replicas)"
      `,
    ],
  },
  check(resource, { report }) {
    for (const compilation of celCompilations(resource)) {
      const { expression, text, context, compiled } = compilation;
      if (compiled.ok) continue;
      const { field } = expression;
      const { detail } = compiled;
      if (compiled.reason === 'crash') report({ message: 'crash', at: field, values: { detail } });
      else if (compiled.reason === 'program')
        report({ message: 'program', at: field, values: { detail } });
      else if (compiled.issues.length === 0)
        report({
          message: compiled.reason === 'dyn-result' ? 'dynResult' : 'result',
          at: field,
          values: { result: detail },
        });
      for (const advised of advisedIssues(text, context, compiled)) {
        const { line, column, message } = advised.issue;
        const values = { line, column: column + 1, issue: message };
        const at = issueLocation(compilation, advised.issue);
        if (advised.kind === 'issue') report({ message: 'issue', at, values });
        else report({ message: advised.kind, at, values: { ...values, advice: advised.advice } });
      }
    }
  },
});
