import { creationRequest } from '../../src/analysis/installations/creation.ts';
import { isMistakenFor } from '../../src/analysis/installations/expected-objects.ts';
import { requestFilters } from '../../src/analysis/requests/request-filters.ts';
import { matchingEntry } from '../../src/analysis/requests/rule-matching.ts';
import type { Labels } from '../../src/kubernetes/label-selector.ts';
import { selectorMatches } from '../../src/kubernetes/label-selector.ts';
import type { LabelSelector } from '../../src/kubernetes/types.generated.ts';
import type { Field } from '../../src/rule/field.ts';
import type { Installation, InstalledObject } from '../../src/rule/installation.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

/** A label of a selector that some object nearly has. */
interface NearMiss {
  readonly at: Field<string>;
  readonly selected: string;
  readonly label: string;
  readonly object: InstalledObject;
}

export default defineRule({
  id: 'effect/unmatched-policy',
  kinds: 'installation',
  severity: 'info',
  summary: 'The selectors of an admission policy select the objects that it is meant for.',
  details: `
A policy whose \`objectSelector\` or \`namespaceSelector\` selects nothing is accepted and has no effect. Often labels are meant
to be set elsewhere, such as on namespaces that opt in, so that this alone is no mistake. It is reported if objects of the input
match the resource rules, none of them has the label, and one of them has nearly the same label, with one letter of ten that
differs and at least six letters.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#matching-requests-matchconstraints',
  messages: {
    objects: {
      text: "the policy selects the label '{selected}', which no object of the input that matches its rules has; one has '{label}'",
      help: "correct the label, such as '{label}'",
    },
    namespaces: {
      text: "the policy selects the label '{selected}', which no Namespace of the input has; one has '{label}'",
      help: "correct the label, such as '{label}'",
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: replicas }
        spec:
          matchConstraints:
            objectSelector:
              matchLabels: { tier: fronted }
              #                    ^^^^^^^ expect: objects
            resourceRules:
              - operations: [CREATE, UPDATE]
                apiGroups: [apps]
                apiVersions: [v1]
                resources: [deployments]
          validations:
            - expression: object.spec.replicas >= 2
              message: at least 2 replicas
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicyBinding
        metadata: { name: replicas }
        spec:
          policyName: replicas
          validationActions: [Deny]
        ---
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: web, namespace: shop, labels: { tier: frontend } }
        spec:
          replicas: 2
          selector: { matchLabels: { app: web } }
          template:
            metadata: { labels: { app: web } }
            spec:
              containers: [{ name: web, image: "web:2.0" }]
      `,
      yaml`
        apiVersion: v1
        kind: Namespace
        metadata: { name: shop, labels: { environment: production } }
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: replicas }
        spec:
          matchConstraints:
            namespaceSelector:
              matchLabels: { enviroment: production }
              #                          ^^^^^^^^^^ expect: namespaces
            resourceRules:
              - operations: [CREATE, UPDATE]
                apiGroups: [apps]
                apiVersions: [v1]
                resources: [deployments]
          validations:
            - expression: object.spec.replicas >= 2
              message: at least 2 replicas
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicyBinding
        metadata: { name: replicas }
        spec:
          policyName: replicas
          validationActions: [Deny]
      `,
    ],
    good: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: replicas }
        spec:
          matchConstraints:
            objectSelector:
              matchLabels: { tier: frontend }
            resourceRules:
              - operations: [CREATE, UPDATE]
                apiGroups: [apps]
                apiVersions: [v1]
                resources: [deployments]
          validations:
            - expression: object.spec.replicas >= 2
              message: at least 2 replicas
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicyBinding
        metadata: { name: replicas }
        spec:
          policyName: replicas
          validationActions: [Deny]
        ---
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: web, namespace: shop, labels: { tier: frontend } }
        spec:
          replicas: 2
          selector: { matchLabels: { app: web } }
          template:
            metadata: { labels: { app: web } }
            spec:
              containers: [{ name: web, image: "web:2.0" }]
      `,
    ],
  },
  checkInstallation(installation, { report }) {
    if (!installation.isComplete) return;
    const namespaces = installation.find('', 'Namespace');
    for (const { object, resource } of installation.resources(
      'ValidatingAdmissionPolicy',
      'MutatingAdmissionPolicy',
    )) {
      const [filter] = requestFilters(resource);
      if (filter === undefined || object.mayChange('spec')) continue;
      const { objectSelector, namespaceSelector, rules } = filter;
      const candidates =
        objectSelector.get('matchLabels').entries().length === 0
          ? []
          : objectsMatching(rules, object, installation);
      for (const [id, selector, objects] of [
        ['objects', objectSelector, candidates],
        ['namespaces', namespaceSelector, namespaces],
      ] as const) {
        const miss = nearMiss(selector, objects);
        if (miss === undefined) continue;
        const { at, selected, label } = miss;
        const values = { selected, label };
        report(id, { object, at }, values, [
          { object: miss.object, message: 'the object with the other label' },
        ]);
      }
    }
  },
});

/** The objects that are applied with a policy and match one of its rules. */
function objectsMatching(
  rules: readonly Parameters<typeof matchingEntry>[0][],
  policy: InstalledObject,
  installation: Installation,
): readonly InstalledObject[] {
  return installation.objects.filter((object) => {
    if (object === policy || !installation.areTogether(policy, object)) return false;
    const request = creationRequest(object, installation);
    return (
      request !== undefined &&
      rules.some((rule) => matchingEntry(rule, request.attributes) !== undefined)
    );
  });
}

/** A label that no object has and one nearly has, in a selector that selects none of them. */
function nearMiss(
  selector: Field<LabelSelector | undefined>,
  objects: readonly InstalledObject[],
): NearMiss | undefined {
  const { value } = selector;
  if (value === undefined || objects.some(({ labels }) => selectorMatches(value, labels))) {
    return undefined;
  }
  if (objects.some((object) => object.mayChange('metadata.labels'))) return undefined;
  for (const { key, field } of selector.get('matchLabels').entries()) {
    const { value: wanted } = field;
    if (wanted === undefined || objects.some(({ labels }) => labels.get(key) === wanted)) continue;
    for (const object of objects) {
      const label = similarLabel(object.labels, key, wanted);
      if (label !== undefined) return { at: field, selected: `${key}: ${wanted}`, label, object };
    }
  }
  return undefined;
}

function similarLabel(labels: Labels, key: string, value: string): string | undefined {
  for (const [otherKey, otherValue] of labels) {
    const isSimilar =
      (otherKey === key && isTypingError(otherValue, value)) ||
      (otherValue === value && isTypingError(otherKey, key));
    if (isSimilar) return `${otherKey}: ${otherValue}`;
  }
  return undefined;
}

/** Short words that differ in a letter are often both meant: `dev` and `den`. */
const SHORTEST = 6;

function isTypingError(one: string, other: string): boolean {
  return other.length >= SHORTEST && isMistakenFor(one, other);
}
