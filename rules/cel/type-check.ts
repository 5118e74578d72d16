import { DECIDING_KINDS } from '../../src/analysis/admission/deciders.ts';
import { isEscapedField } from '../../src/analysis/cel/types/escaped-names.ts';
import {
  issueLocation,
  selectedFieldLocation,
} from '../../src/analysis/cel/types/expression-locations.ts';
import { suggestPath } from '../../src/analysis/cel/types/field-suggestions.ts';
import { describeKinds } from '../../src/analysis/cel/types/kind-names.ts';
import { typeChecks } from '../../src/analysis/cel/types/type-checks.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { builtInType } from '../../src/server/expressions/types/builtin-types.ts';
import { fieldPath } from '../../src/server/expressions/types/object-types.ts';
import { MINORS } from '../../src/server/kubernetes/minors.ts';
import { typeMismatches } from './type-check/type-mismatches.ts';
import { type UnknownField, unknownFields } from './type-check/unknown-fields.ts';

export default defineRule({
  id: 'cel/type-check',
  on: 'object-and-kinds',
  kinds: DECIDING_KINDS,
  severity: 'warning',
  summary: 'The fields and types in expressions are those of the matched objects.',
  details: `
When a policy is created, the API server does not know the objects, so an expression can select any field. It accepts
\`object.spec.replica\`, and then each evaluation fails with \`no such key\`. With \`failurePolicy: Ignore\`, all requests are
admitted, which is worse. A test with \`has()\` for such a field is always false.

For a ValidatingAdmissionPolicy, a controller checks validations and their messages with the types of up to ten kinds for each
resource rule. It does so after the policy is stored, and writes warnings to \`status.typeChecking\`, where they are
easily missed. The text after the colon is that of the controller. It does not check match conditions, variables, audit
annotations, and expressions of other objects. kubeadmit checks them in the same way.

The types are those of the built-in kinds in the chosen version of Kubernetes, and of the CRDs of the run. If a resource rule has a
wildcard as group, version or resource, or if the CRD of a kind is not part of the run, the types are not known.

If an expression is for several kinds with different fields, the controller warns for each kind without a field. kubeadmit does
not report this if the expression tests for fields with \`has()\`, or if an expression of the policy tests the kind of the
object.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#type-checking',
  messages: {
    misspelled: {
      text: "{path} is not a field of {kinds}: undefined field '{field}'; did you mean {meant}?",
      help: 'use {meant}',
      rows: ['lint-expression-unknown-field'],
    },
    unknown: {
      text: "{path} is not a field of {kinds}: undefined field '{field}'",
      help: 'use a field that the objects have',
      rows: ['lint-expression-unknown-field'],
    },
    version: {
      text: "{path} is not a field of {kinds} in this version of Kubernetes: undefined field '{field}'",
      help: 'test for the field with has() first',
      severity: 'info',
    },
    some: {
      text: "{path} is not a field of {kinds}, so the type checker of the API server warns: undefined field '{field}'",
      help: 'test for the field or the kind first, or create a policy for each kind',
      severity: 'info',
    },
    mismatch: {
      text: 'the types of {kinds} do not match: {issue}',
      help: 'convert one side, for example with int(), string() or timestamp(): objects are plain JSON in expressions',
    },
    someMismatch: {
      text: 'the types of {kinds} do not match: {issue}',
      help: 'test for the kind first, or create a policy for each kind',
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
              #                       ^^^^^^^ expect: misspelled
              messageExpression: "'at most 5 replicas, not ' + object.spec.replicas"
              #                                              ^ expect: mismatch
            - expression: object.spec.containers.all(c, has(c.resources))
              #                       ^^^^^^^^^^ expect: misspelled
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
              #                                ^^ expect: someMismatch
              message: one is not enough
      `,
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: containers.example.com }
        spec:
          matchConstraints:
            resourceRules:
              - apiGroups: [batch]
                apiVersions: [v1]
                operations: [CREATE, UPDATE]
                resources: [jobs, cronjobs]
          validations:
            - expression: object.kind != 'Job' || object.spec.template.spec.containers.size() == 1
              message: a job has one container
            - expression: object.kind != 'CronJob' || object.spec.jobTemplate.spec.containers.size() == 1
              #                                                                    ^^^^^^^^^^ expect: misspelled
              message: a cron job has one container
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
  check({ resource, customKinds }, { report }) {
    for (const checks of typeChecks(resource, customKinds)) {
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
          report({ message: isCertain ? 'version' : 'some', at: location, values });
          continue;
        }
        const meant = suggestPath(parent, field);
        if (meant === undefined) report({ message: 'unknown', at: location, values });
        else report({ message: 'misspelled', at: location, values: { ...values, meant } });
      }
      for (const mismatch of typeMismatches(checks)) {
        const { compilation, issue, isCertain } = mismatch;
        if (!isCertain && mismatch.isGuarded) continue;
        const values = { kinds: describeKinds(mismatch.kinds), issue: issue.message };
        const messageId = isCertain ? 'mismatch' : 'someMismatch';
        report({ message: messageId, at: issueLocation(compilation, issue), values });
      }
    }
  },
});

/** Reports whether a built-in type has a field in another version of Kubernetes. */
function existsInOtherMinor({ parent: { object }, field }: UnknownField): boolean {
  const { name } = object;
  if (name === undefined) return false;
  return MINORS.some((minor) => builtInType(name, minor)?.field(field) !== undefined);
}
