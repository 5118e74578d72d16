import { KINDS_WITH_CEL_EXPRESSIONS } from '../../src/analysis/cel/expressions.ts';
import { isEscapedField } from '../../src/analysis/cel/types/escaped-names.ts';
import {
  issueLocation,
  selectedFieldLocation,
} from '../../src/analysis/cel/types/expression-locations.ts';
import { suggestPath } from '../../src/analysis/cel/types/field-suggestions.ts';
import { describeKinds } from '../../src/analysis/cel/types/kind-names.ts';
import { typeChecks } from '../../src/analysis/cel/types/type-checks.ts';
import { builtInType } from '../../src/expressions/types/builtin-types.ts';
import { fieldPath } from '../../src/expressions/types/object-types.ts';
import { MINORS } from '../../src/kubernetes/minors.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { typeMismatches } from './type-check/type-mismatches.ts';
import { type UnknownField, unknownFields } from './type-check/unknown-fields.ts';

export default defineRule({
  id: 'cel/type-check',
  kinds: KINDS_WITH_CEL_EXPRESSIONS,
  severity: 'warning',
  summary: 'Expressions fit the types of the objects that the rules match.',
  details: `
When a policy is created, nothing is known of the objects that it will see: any field may be selected. The
API server takes \`object.spec.replica\`, and each request then fails with \`no such key\`, unless
\`failurePolicy\` lets it pass, which is worse. A test with \`has()\` for such a field is always false.

For a ValidatingAdmissionPolicy a controller checks validations and their messages against the types of
up to ten kinds for each rule, after the policy is stored, and writes what it finds into
\`status.typeChecking\`, where hardly anyone looks. The text behind the colon is the controller's. It does
not look at match conditions, variables, audit annotations and the expressions of other objects; here they
are checked in the same way.

The types are those of the built-in kinds in the chosen version of Kubernetes, and those of the CRDs of the
run. A rule with a wildcard among its groups or versions, a wildcard resource or a kind whose CRD is not at
hand leaves it open what objects come, so nothing is certain then.

Where one expression is for several kinds with different fields, the controller warns about each kind that
lacks one. Nothing is said of it here where the expression tests for fields with \`has()\`, or some
expression of the policy tests the kind of the object.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#type-checking',
  messages: {
    misspelt: {
      text: "{path} is no field of {kinds}: undefined field '{field}'",
      help: 'did you mean {meant}?',
      rows: ['lint-expression-unknown-field'],
    },
    unknown: {
      text: "{path} is no field of {kinds}: undefined field '{field}'",
      help: 'select a field that the objects have',
      rows: ['lint-expression-unknown-field'],
    },
    version: {
      text: "{path} is no field of {kinds} in this version of Kubernetes: undefined field '{field}'",
      help: 'test for it with has() before',
      severity: 'info',
    },
    some: {
      text: "{path} is no field of {kinds}, as the type checker of the server will say: undefined field '{field}'",
      help: 'test for the field or the kind before, or write a policy for each kind',
      severity: 'info',
    },
    mismatch: {
      text: 'the types of {kinds} do not fit: {issue}',
      help: 'expressions see objects as plain JSON: convert one side, as with int(), string() or timestamp()',
    },
    'some-mismatch': {
      text: 'the types of {kinds} do not fit: {issue}',
      help: 'test for the kind before, or write a policy for each kind',
      severity: 'info',
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
          matchConditions:
            - name: owned
              expression: has(object.metadata.owner)
              #                               ^^^^^ expect: unknown
          validations:
            - expression: object.spec.replica <= 5
              #                       ^^^^^^^ expect: misspelt
              messageExpression: "'at most 5 replicas, not ' + object.spec.replicas"
              #                                              ^ expect: mismatch
            - expression: object.spec.containers.all(c, has(c.resources))
              #                       ^^^^^^^^^^ expect: misspelt
              message: resources are needed
            - expression: object.spec.template.spec.workloadRef.name != 'batch'
              #                                     ^^^^^^^^^^^ expect: version
              message: another workload
      `,
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: accounts.example.com }
        spec:
          matchConstraints:
            resourceRules:
              - apiGroups: ['', apps]
                apiVersions: [v1]
                operations: [CREATE, UPDATE]
                resources: [pods, deployments]
          validations:
            - expression: object.spec.serviceAccountName != 'default'
              #                       ^^^^^^^^^^^^^^^^^^ expect: some
              message: name an account
            - expression: object.spec.replicas != '1'
              #                       ^^^^^^^^ expect: some
              #                                ^^ expect: some-mismatch
              message: one is not enough
      `,
    ],
    good: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: accounts.example.com }
        spec:
          matchConstraints:
            resourceRules:
              - apiGroups: ['', apps]
                apiVersions: [v1]
                operations: [CREATE, UPDATE]
                resources: [pods, deployments]
          validations:
            - expression: object.kind != 'Pod' || object.spec.serviceAccountName != 'default'
              message: name an account
      `,
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
            - expression: object.spec.replicas <= 5
              messageExpression: "'at most 5 replicas, not ' + string(object.spec.replicas)"
      `,
    ],
  },
  checkInWorkspace(resource, workspace, { report }) {
    for (const checks of typeChecks(resource, workspace)) {
      const uncertain = new Set<string>();
      for (const unknown of unknownFields(checks)) {
        const { compilation, field, offset, parent, isCertain } = unknown;
        if (isEscapedField(parent.object, field)) continue;
        const location = selectedFieldLocation(compilation, field, offset);
        const path = fieldPath(parent, field);
        const values = { path, kinds: describeKinds(unknown.kinds), field };
        if (!isCertain || existsInOtherMinor(unknown)) {
          // A field that can exist is reported once for each expression.
          const key = `${compilation.expression.field.path} ${path}`;
          if (uncertain.has(key) || !unknown.isTypeChecked || unknown.isGuarded) continue;
          uncertain.add(key);
          report(isCertain ? 'version' : 'some', location, values);
          continue;
        }
        const meant = suggestPath(parent, field);
        if (meant === undefined) report('unknown', location, values);
        else report('misspelt', location, { ...values, meant });
      }
      for (const mismatch of typeMismatches(checks)) {
        const { compilation, issue, isCertain } = mismatch;
        if (!isCertain && mismatch.isGuarded) continue;
        const values = { kinds: describeKinds(mismatch.kinds), issue: issue.message };
        const messageId = isCertain ? 'mismatch' : 'some-mismatch';
        report(messageId, issueLocation(compilation, issue), values);
      }
    }
  },
});

/** Whether a built-in type has a field in another version of Kubernetes. */
function existsInOtherMinor({ parent: { object }, field }: UnknownField): boolean {
  const { name } = object;
  if (name === undefined) return false;
  return MINORS.some((minor) => builtInType(name, minor)?.field(field) !== undefined);
}
