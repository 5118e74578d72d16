import { DECIDING_KINDS } from '../../src/analysis/admission/deciders.ts';
import {
  type AdmissionFailure,
  describeOutcome,
  failureLocation,
  firstFailures,
} from '../../src/analysis/cel/symbolic/admission-failures.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'cel/unguarded-field',
  on: 'object',
  kinds: DECIDING_KINDS,
  severity: 'warning',
  summary: 'An expression tests whether an optional value is present before it selects it.',
  details: `
If an expression selects a field that the object does not have, or a key that a map does not have, the evaluation fails with
\`no such key\`. Then \`failurePolicy\` determines the result: \`Fail\`, the default, denies the request, and \`Ignore\` skips the webhook
or policy.

Labels and annotations are the most common case. An object can have none, so two tests are needed:
\`object.metadata.?labels['tier'].orValue('') == 'web'\`, or
\`has(object.metadata.labels) && 'tier' in object.metadata.labels && ...\`. The same applies to other metadata that is absent if it is
empty (\`ownerReferences\`, \`finalizers\`, \`deletionTimestamp\`), to \`status\`, and to parts of \`request\`: a request for the object itself
has no \`request.subResource\`, and a request for a cluster-scoped object has no \`request.namespace\`.

In pods, and in the templates of workloads, many fields are ordinarily absent: \`initContainers\`, \`hostNetwork\`, \`nodeSelector\`, the
\`securityContext\` of a container, its limits and probes. Of other fields of \`spec\`, only those are reported that the expression
itself treats as optional.

Match conditions are evaluated first, so other expressions need not repeat their tests. If a validation would deny the request
anyway, this is only an info, because only the message differs.
`,
  reference: 'https://kubernetes.io/docs/reference/using-api/cel/#optional-types',
  messages: {
    unguarded: {
      text: 'the {owner} fails with an error if {place} is absent: {outcome}',
      help: "test first with has(...) or 'key' in ..., or use .?field with .orValue(...)",
      rows: ['lint-match-condition-unguarded'],
    },
    reason: {
      text: 'if {place} is absent, the request is denied with "no such key" instead of the message',
      help: "test first with has(...) or 'key' in ..., or use .?field with .orValue(...)",
      severity: 'info',
      rows: ['lint-match-condition-unguarded'],
    },
    message: {
      text: 'the messageExpression fails with an error if {place} is absent, so its message is not shown then',
      help: "test first with has(...) or 'key' in ..., or use .?field with .orValue(...)",
      severity: 'info',
      rows: ['lint-match-condition-unguarded'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: tiers.example.com }
        spec:
          matchConstraints:
            resourceRules:
              - apiGroups: [apps]
                apiVersions: [v1]
                operations: [CREATE, UPDATE]
                resources: [deployments]
          matchConditions:
            - name: owned
              expression: size(object.metadata.ownerReferences) == 0
              #                               ^^^^^^^^^^^^^^^^ expect: unguarded
          validations:
            - expression: object.metadata.labels['tier'] in ['web', 'db']
              #                          ^^^^^^^ expect: reason
              message: the tier is web or db
            - expression: "!('team' in object.metadata.?labels.orValue({}))"
              messageExpression: "'no team, not even ' + object.metadata.labels.team + object.metadata.labels.other"
              #                                                                                              ^^^^^^ expect: message
      `,
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: images.example.com }
        spec:
          matchConstraints:
            resourceRules:
              - apiGroups: [""]
                apiVersions: [v1]
                operations: [CREATE, UPDATE]
                resources: [pods]
          validations:
            - expression: object.spec.initContainers.all(c, !c.image.endsWith(':latest'))
              #                      ^^^^^^^^^^^^^^^ expect: unguarded
              message: init containers need a tag other than latest
            - expression: object.spec.containers.all(c, !c.securityContext.privileged)
              #                                           ^^^^^^^^^^^^^^^^ expect: unguarded
              message: privileged containers are not allowed
      `,
      yaml`
        # custom resources have no status until their controller writes one
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: releases.example.com }
        spec:
          matchConstraints:
            resourceRules:
              - apiGroups: [rollouts.example.com]
                apiVersions: [v1]
                operations: [DELETE]
                resources: [rollouts]
          validations:
            - expression: "!oldObject.status.releases.exists(r, r.active)"
              #                      ^^^^^^^ expect: unguarded
              message: a release is active
      `,
    ],
    good: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: releases.example.com }
        spec:
          matchConstraints:
            resourceRules:
              - apiGroups: [rollouts.example.com]
                apiVersions: [v1]
                operations: [DELETE]
                resources: [rollouts]
              - apiGroups: [rollouts.example.com]
                apiVersions: [v1]
                operations: [UPDATE]
                resources: [rollouts/status]
          validations:
            - expression: "!has(oldObject.status) || !oldObject.status.releases.exists(r, r.active)"
              message: a release is active
      `,
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: tiers.example.com }
        spec:
          matchConstraints:
            resourceRules:
              - apiGroups: [apps]
                apiVersions: [v1]
                operations: [CREATE, UPDATE]
                resources: [deployments]
          matchConditions:
            - name: labelled
              expression: has(object.metadata.labels)
          validations:
            - expression: "'tier' in object.metadata.labels && object.metadata.labels['tier'] in ['web', 'db']"
              message: the tier is web or db
            - expression: object.metadata.?annotations['note'].orValue('') != 'none'
              message: a note says something
            - expression: object.spec.template.spec.?initContainers.orValue([]).all(c, c.image != 'none')
              message: init containers need an image
      `,
    ],
  },
  check(resource, { report }) {
    for (const failure of firstFailures(resource, isOfField)) {
      const { where, of, isHarmful } = failure;
      const location = failureLocation(failure);
      const place = missingName(failure);
      const { owner } = where.expression.environment;
      if (of.expression.environment.name === 'vap-message')
        report({ message: 'message', at: location, values: { place } });
      else if (!isHarmful) report({ message: 'reason', at: location, values: { place } });
      else
        report({
          message: 'unguarded',
          at: location,
          values: { owner, place, outcome: describeOutcome(failure) },
        });
    }
  },
});

function isOfField({ nullPath }: AdmissionFailure): boolean {
  return nullPath === undefined;
}

/** The absent value as an expression writes it. */
function missingName({ missing }: AdmissionFailure): string {
  return missing.notation.replaceAll(/\[(\d+|[^'[\]]*@key\d+)\]/g, '[]');
}
