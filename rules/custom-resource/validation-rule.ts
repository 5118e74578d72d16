import { causeOfRule } from '../../src/analysis/crd/rule-cause.ts';
import { aboutField, fieldName } from '../../src/analysis/custom-resources/descriptions.ts';
import { placeInCrd, valueLocation } from '../../src/analysis/custom-resources/locations.ts';
import { trimSpace } from '../../src/base/go/white-space.ts';
import type { CustomResource } from '../../src/rule/custom-resource.ts';
import { headLocation, locationAt, type RelatedSpan } from '../../src/rule/location.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import type { RuleFault } from '../../src/server/custom-resources/rule-faults.ts';
import { decoderPath } from '../../src/server/decode/index.ts';

export default defineRule({
  id: 'custom-resource/validation-rule',
  on: 'custom-resource',
  severity: 'error',
  summary: 'A custom resource passes the validation rules of its CRD.',
  details: `
A CRD can have validation rules, which are expressions in CEL (\`x-kubernetes-validations\`). The server evaluates them when
everything else is valid, and refuses the object if one is false or fails: it selects a field that is absent, or an
index out of range.

All rules of an object share a budget. When it is used up, or a single evaluation costs too much, the server evaluates
no further rules and refuses the object. Smaller lists and maps cost less.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation-rules',
  messages: {
    failed: {
      text: '{message}',
      help: 'change the value so that the rule of the CRD is true: {rule}{about}',
      cause: 'FieldValueInvalid',
      rows: [
        'cr-cel-failed',
        'cr-cel-message',
        'cr-cel-message-expression',
        'cr-cel-reason',
        'cr-cel-field-path',
        'cr-cel-transition',
        'cr-cel-optional-oldself',
      ],
    },
    error: {
      text: 'a rule of {name} cannot be evaluated: {error}',
      help: 'set what the rule needs: {rule}; or guard it in the CRD with has()',
      cause: 'FieldValueInvalid',
      rows: ['cr-cel-no-such-key', 'cr-cel-runtime-error', 'cr-cel-no-overload-runtime'],
    },
    unhashable: {
      text: 'a rule of {name} cannot be evaluated: {error}',
      help: 'change the rule in the CRD; the server fails to compare or add lists of type set whose items are objects or lists: {rule}',
      cause: 'FieldValueInvalid',
      rows: ['cr-cel-set-of-objects'],
    },
    costly: {
      text: 'the rules of {name} cost too much to evaluate: {error}',
      help: 'make lists and maps smaller, or simplify the rule in the CRD: {rule}',
      cause: 'FieldValueInvalid',
      rows: ['cr-cel-call-limit', 'cr-cel-budget'],
      withoutExample: 'it takes hundreds of items',
    },
    unknown: {
      text: 'a rule of {name} was not evaluated: {reason}',
      help: 'shorten the value, or change the rule in the CRD: {rule}',
      severity: 'warning',
      isUnknown: true,
      withoutExample:
        'it takes a pattern of many thousand instructions, or strings of many megabytes',
    },
    uncompiled: {
      text: 'a rule of {name} does not compile, so no value is accepted',
      help: 'correct the rule in the CRD',
      cause: 'FieldValueInvalid',
      withoutExample: 'the server accepts no CRD with such a rule',
    },
    blocked: {
      text: 'the server has not evaluated the validation rules, because of other errors in the object',
      help: 'correct the other errors first',
      cause: 'FieldValueInvalid',
      step: 'after-errors',
      rows: ['cr-cel-blocked'],
    },
    ratcheted: {
      text: '{message}',
      help: 'change the value, which is accepted only because it is unchanged; the CRD requires: {rule}{about}',
      severity: 'warning',
      cause: 'Warning',
      step: 'before-validation',
      rows: ['cr-ratchet-cel'],
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
                      x-kubernetes-validations:
                        - rule: self.least <= self.most
                          message: least must not be above most
                          fieldPath: .least
                        - rule: "!self.isFixed || self.least == self.most"
                      properties:
                        least: { type: integer, description: The least number of jobs. }
                        most: { type: integer }
                        isFixed: { type: boolean }
        ---
        apiVersion: stable.example.com/v1
        kind: CronTab
        metadata: { name: nightly }
        spec: # expect: error
          least: 3
          #      ^ expect: failed
          most: 2
      `,
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
                      x-kubernetes-validations: [{ rule: self.least > 0 }]
                      required: [least]
                      properties: { least: { type: integer } }
        ---
        apiVersion: stable.example.com/v1
        kind: CronTab # expect: blocked
        metadata: { name: nightly }
        spec: { least: two }
      `,
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
                      required: [hours]
                      x-kubernetes-validations: [{ rule: "!(self.hours == [[0]])" }]
                      properties:
                        hours:
                          type: array
                          x-kubernetes-list-type: set
                          items: { type: array, items: { type: integer } }
        ---
        apiVersion: stable.example.com/v1
        kind: CronTab
        metadata: { name: nightly }
        spec: # expect: unhashable
          hours: [[3]]
      `,
    ],
    updates: [
      {
        stored: yaml`
          apiVersion: stable.example.com/v1
          kind: CronTab
          metadata: { name: nightly, labels: { team: data } }
          spec: { least: 3, most: 2 }
        `,
        changed: yaml`
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
                        x-kubernetes-validations: [{ rule: self.least <= self.most }]
                        properties:
                          least: { type: integer }
                          most: { type: integer }
          ---
          apiVersion: stable.example.com/v1
          kind: CronTab
          metadata: { name: nightly, labels: { team: jobs } }
          spec: { least: 3, most: 2 } # expect: ratcheted
        `,
      },
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
                      required: [least, most]
                      x-kubernetes-validations:
                        - rule: self.least <= self.most
                          message: least must not be above most
                      properties: { least: { type: integer }, most: { type: integer } }
        ---
        apiVersion: stable.example.com/v1
        kind: CronTab
        metadata: { name: nightly }
        spec: { least: 2, most: 3 }
      `,
    ],
  },
  check(resource, { report }) {
    const { rules, isBlocked } = resource.errors;
    // Any other error may be the reason.
    if (isBlocked)
      report({ message: 'blocked', at: headLocation(resource.origin, null), dependsOn: [''] });
    for (const fault of rules) {
      const { run, segments, path, found } = fault;
      const location = valueLocation(resource, segments, path);
      const dependsOn = [decoderPath(found.segments)];
      const related = [...ruleInCrd(resource, fault), ...storedValue(resource, fault)];
      const options = { related, dependsOn };
      const name = fieldName(segments);
      const rule = trimSpace(found.rule?.rule ?? '');
      if (run === undefined)
        report({ message: 'uncompiled', at: location, values: { name }, ...options });
      else if (run.outcome === 'failed') {
        const values = { message: run.message, rule, about: aboutField(resource, segments) };
        if (fault.isRatcheted) report({ message: 'ratcheted', at: location, values, ...options });
        else
          report({
            message: 'failed',
            at: location,
            values,
            ...options,
            cause: causeOfRule(fault.found.rule),
          });
      } else if (run.outcome === 'unknown') {
        const values = { name, reason: run.reason, rule };
        report({ message: 'unknown', at: location, values, ...options });
      } else if (run.outcome === 'error') {
        const message = UNHASHABLE.test(run.error) ? 'unhashable' : 'error';
        report({
          message: message,
          at: location,
          values: { name, error: run.error, rule },
          ...options,
        });
      } else if (run.outcome === 'too-costly') {
        const cause = fault.isRatcheted ? 'Warning' : 'FieldValueInvalid';
        report({
          message: 'costly',
          at: location,
          values: { name, error: run.error, rule },
          ...options,
          cause,
        });
      }
    }
  },
});

/** The error of the server for items of a set that are objects or lists; until 1.36, one of Go for its keys. */
const UNHASHABLE =
  /hash of unhashable type:? (?:map\[|\[\])|^listSet operations are only supported on lists of scalar/;

function ruleInCrd(resource: CustomResource, { found }: RuleFault): readonly RelatedSpan[] {
  const path = [...found.schemaSegments, 'x-kubernetes-validations', found.index, 'rule'];
  return [placeInCrd(resource, path, 'the rule is here')];
}

/** The value that a rule compares the new one with. */
function storedValue(
  { stored }: CustomResource,
  { found, usesOldSelf }: RuleFault,
): readonly RelatedSpan[] {
  if (stored === undefined || found.oldValue === undefined || !usesOldSelf) return [];
  const { origin, source } = stored;
  const { span } = locationAt(origin, [...origin.path, ...found.segments], null);
  return [{ span, message: 'the stored value is here', source }];
}
