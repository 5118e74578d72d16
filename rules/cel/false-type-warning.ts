import { issueLocation } from '../../src/analysis/cel/types/expression-locations.ts';
import { describeKinds } from '../../src/analysis/cel/types/kind-names.ts';
import { typeChecks } from '../../src/analysis/cel/types/type-checks.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { falseWarnings } from './false-type-warning/false-warnings.ts';

export default defineRule({
  id: 'cel/false-type-warning',
  kinds: ['ValidatingAdmissionPolicy'],
  severity: 'info',
  summary: 'The type checker of the server has nothing to say that is not so.',
  details: `
A controller checks the expressions of a ValidatingAdmissionPolicy with the types of the matched kinds and
writes what it finds into \`status.typeChecking\` (see cel/type-check). Some of it is not so, because its
types are not those of the objects that expressions find:

- \`authorizer.requestResource\` is declared for expressions, but not for the type checker.
- Quantities (\`resources.requests\`) and fields without a schema have no type there, so that they seem
  undefined. In Kubernetes 1.30 so do fields whose name is a keyword, such as \`metadata.namespace\`.
- A field whose name is no identifier has an escaped name there, while expressions find it by
  \`object.spec['max-size']\`.
- Objects are plain JSON to expressions: times and base64 are texts, objects are maps. The type checker takes
  them for \`timestamp\`, \`bytes\` and types of their own.

The expression works, and the warning in the status can be ignored.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#type-checking',
  messages: {
    'request-resource': {
      text: 'the type checker of the server warns about authorizer.requestResource: {issue}',
      help: 'ignore that warning in the status of the policy; requests are judged as written',
      rows: ['lint-type-checker-request-resource'],
    },
    'hidden-field': {
      text: 'the type checker of the server does not see this field of {kinds}: {issue}',
      help: 'ignore that warning in the status of the policy; expressions find the field',
    },
    'other-type': {
      text: 'the type checker of the server takes {kinds} for something else than JSON: {issue}',
      help: 'expressions find texts, numbers, lists and maps; where they fit, ignore that warning in the status of the policy',
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
              #                     ^^^^^^^^^^^^^^^^ expect: request-resource
              message: who creates pods must be allowed to read them
            - expression: object.spec.containers.all(c, 'cpu' in c.resources.requests)
              #                                                             ^^^^^^^^^ expect: hidden-field
              message: requests are needed
            - expression: object.spec['priority'] < 1000
              #                      ^ expect: other-type
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
  checkInWorkspace(resource, workspace, { report }) {
    for (const checks of typeChecks(resource, workspace)) {
      const reported = new Set<string>();
      for (const { compilation, issue, kinds, reason } of falseWarnings(checks)) {
        // There is nothing to fix in the expression, so each message is reported once for a policy.
        if (reported.has(issue.message)) continue;
        reported.add(issue.message);
        const location = issueLocation(compilation, issue);
        if (reason === 'request-resource') report(reason, location, { issue: issue.message });
        else report(reason, location, { issue: issue.message, kinds: describeKinds(kinds) });
      }
    }
  },
});
