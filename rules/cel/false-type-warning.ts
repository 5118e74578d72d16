import { issueLocation } from '../../src/analysis/cel/types/expression-locations.ts';
import { describeKinds } from '../../src/analysis/cel/types/kind-names.ts';
import { typeChecks } from '../../src/analysis/cel/types/type-checks.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { falseWarnings } from './false-type-warning/false-warnings.ts';

export default defineRule({
  id: 'cel/false-type-warning',
  on: 'object-and-kinds',
  kinds: ['ValidatingAdmissionPolicy'],
  severity: 'info',
  summary: 'The type checker of the API server reports no warnings that are wrong.',
  details: `
A controller checks the expressions of a ValidatingAdmissionPolicy with the types of the matched kinds, and writes warnings to
\`status.typeChecking\` (see \`cel/type-check\`). Some of them are wrong, because its types differ from the objects that are
evaluated:

- \`authorizer.requestResource\` is declared for expressions, but not for the type checker.
- Quantities (\`resources.requests\`) and fields without a schema have no type, so they seem to be undefined. In Kubernetes
  1.30, this also applies to fields with a keyword as their name, such as \`metadata.namespace\`.
- A field whose name is not an identifier has an escaped name in the type checker, while expressions use
  \`object.spec['max-size']\`.
- Objects are plain JSON in expressions: times and base64 data are strings, objects are maps. The type checker uses
  \`timestamp\`, \`bytes\` and declared types.

The expression works, and the warning in the status can be ignored.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#type-checking',
  messages: {
    requestResource: {
      text: 'the type checker of the API server warns about authorizer.requestResource, although it is available: {issue}',
      help: 'ignore this warning in status.typeChecking',
      rows: ['lint-type-checker-request-resource'],
    },
    hiddenField: {
      text: 'the type checker of the API server does not know this field of {kinds}, although it exists: {issue}',
      help: 'ignore this warning in status.typeChecking',
    },
    otherType: {
      text: 'the type checker of the API server uses declared types of {kinds}, so its warning may be wrong: {issue}',
      help: 'ignore this warning in status.typeChecking, if the expression is correct for plain JSON',
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: pods.example.com }
        spec:
          matchConstraints:
            resourceRules:
              - apiGroups: ['']
                apiVersions: [v1]
                operations: [CREATE]
                resources: [pods]
          validations:
            - expression: authorizer.requestResource.check('get').allowed()
              #                     ^^^^^^^^^^^^^^^^ expect: requestResource
              message: who creates pods must be allowed to read them
            - expression: object.spec.containers.all(c, 'cpu' in c.resources.requests)
              #                                                             ^^^^^^^^^ expect: hiddenField
              message: requests are needed
            - expression: object.spec['priority'] < 1000
              #                      ^ expect: otherType
              message: a low priority is needed
      `,
    ],
    good: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: pods.example.com }
        spec:
          matchConstraints:
            resourceRules:
              - apiGroups: ['']
                apiVersions: [v1]
                operations: [CREATE]
                resources: [pods]
          validations:
            - expression: object.spec.priority < 1000
              message: a low priority is needed
      `,
    ],
  },
  check({ resource, customKinds }, { report }) {
    for (const checks of typeChecks(resource, customKinds)) {
      const reported = new Set<string>();
      for (const { compilation, issue, kinds, reason } of falseWarnings(checks)) {
        // There is nothing to fix in the expression, so each message is reported once for a policy.
        if (reported.has(issue.message)) continue;
        reported.add(issue.message);
        const location = issueLocation(compilation, issue);
        if (reason === 'requestResource')
          report({ message: reason, at: location, values: { issue: issue.message } });
        else
          report({
            message: reason,
            at: location,
            values: { issue: issue.message, kinds: describeKinds(kinds) },
          });
      }
    }
  },
});
