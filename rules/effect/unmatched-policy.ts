import { POLICY_KINDS } from '../../src/analysis/admission/policy-kinds.ts';
import { creationRequest } from '../../src/analysis/installations/creation.ts';
import { isMistakenFor } from '../../src/analysis/installations/expected-objects.ts';
import {
  type ResourceRuleField,
  requestFilters,
} from '../../src/analysis/requests/request-filters.ts';
import { type AdmissionRequest, matchingEntry } from '../../src/analysis/requests/rule-matching.ts';
import { getOrCompute } from '../../src/base/get-or-compute.ts';
import { indexBy } from '../../src/base/index-by.ts';
import type { Field } from '../../src/rule/field.ts';
import type { Installation, InstalledObject } from '../../src/rule/installation.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { type Labels, selectorMatches } from '../../src/server/kubernetes/label-selector.ts';
import type { LabelSelector } from '../../src/server/kubernetes/types.generated.ts';

/** A label of a selector that some object nearly has. */
interface NearMiss {
  readonly at: Field<string>;
  readonly selected: string;
  readonly label: string;
  readonly object: InstalledObject;
}

export default defineRule({
  id: 'effect/unmatched-policy',
  on: 'installation',
  severity: 'info',
  summary: 'The selectors of an admission policy select the objects that it is meant for.',
  details: `
A policy whose \`objectSelector\` or \`namespaceSelector\` selects nothing is accepted and has no effect. Often labels are meant
to be set elsewhere, such as on namespaces that opt in, so that this alone is not a mistake. It is reported if objects of the input
match the resource rules, none of them has the label, and one of them has nearly the same label: it has at least six letters,
and at most one letter in ten is different.
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
  check(installation, { report }) {
    if (!installation.isComplete) return;
    const policies = installation.resources(...POLICY_KINDS);
    if (policies.length === 0) return;
    const namespaces = new LabeledObjects([...installation.find('', 'Namespace').entries()]);
    const created = new CreatedObjects(installation);
    for (const { object, resource } of policies) {
      const [filter] = requestFilters(resource);
      if (filter === undefined || object.mayChange('spec')) continue;
      const { objectSelector, namespaceSelector, rules } = filter;
      const candidates =
        objectSelector.get('matchLabels').entries().length === 0
          ? []
          : created.matching(rules, object);
      for (const [id, selector, groups] of [
        ['objects', objectSelector, candidates],
        ['namespaces', namespaceSelector, [namespaces]],
      ] as const) {
        const { value } = selector;
        if (value === undefined || groups.some((group) => group.haveOneFor(value))) continue;
        const miss = nearMiss(selector, inOrder(groups));
        if (miss === undefined) continue;
        const { at, selected, label } = miss;
        const values = { selected, label };
        report({
          message: id,
          at: { object, at },
          values,
          related: [{ object: miss.object, message: 'the object with the other label' }],
        });
      }
    }
  },
});

/** An object with its position in the installation. */
type PlacedObject = readonly [number, InstalledObject];

/** Objects by their labels, so that not each is compared with each selector. */
class LabeledObjects {
  readonly objects: readonly PlacedObject[];
  #byLabel: ReadonlyMap<string, readonly InstalledObject[]> | undefined;

  constructor(objects: readonly PlacedObject[]) {
    this.objects = objects;
  }

  /** Reports whether a selector selects one of the objects. */
  haveOneFor(selector: LabelSelector): boolean {
    const [label] = Object.entries(selector.matchLabels ?? {});
    const candidates =
      label === undefined ? this.objects.map(([, object]) => object) : this.#with(...label);
    return candidates.some(({ labels }) => selectorMatches(selector, labels));
  }

  #with(key: string, value: string): readonly InstalledObject[] {
    this.#byLabel ??= indexBy(
      this.objects.map(([, object]) => object),
      ({ labels }) => [...labels].map((label) => label.join('=')),
    );
    return this.#byLabel.get(`${key}=${value}`) ?? [];
  }
}

function inOrder(groups: readonly LabeledObjects[]): readonly InstalledObject[] {
  return groups
    .flatMap(({ objects }) => objects)
    .sort(([a], [b]) => a - b)
    .map(([, object]) => object);
}

/** The objects of an installation of one resource that are applied together. */
interface CreatedResource {
  /** The common attributes of the requests that create the objects. */
  readonly attributes: AdmissionRequest;
  readonly objects: LabeledObjects;
}

/** The objects of an installation by their resource, so that not each is compared with each policy. */
class CreatedObjects {
  readonly #installation: Installation;
  /** The objects by the unit that they are applied with. */
  readonly #objects: ReadonlyMap<string, readonly PlacedObject[]>;
  /** The resources by unit. Objects that are not applied with a policy are not opened. */
  readonly #resources = new Map<string, readonly CreatedResource[]>();

  constructor(installation: Installation) {
    this.#installation = installation;
    this.#objects = indexBy(installation.objects.entries(), ([, object]) => [
      installation.unitOf(object),
    ]);
  }

  /** The objects that are applied with a policy and match one of its rules. */
  matching(
    rules: readonly ResourceRuleField[],
    policy: InstalledObject,
  ): readonly LabeledObjects[] {
    const unit = this.#installation.unitOf(policy);
    const resources = getOrCompute(this.#resources, unit, () => this.#resourcesOf(unit));
    return resources.flatMap(({ attributes, objects }) =>
      rules.some((rule) => matchingEntry(rule, attributes) !== undefined) ? [objects] : [],
    );
  }

  #resourcesOf(unit: string): readonly CreatedResource[] {
    const created = (this.#objects.get(unit) ?? []).flatMap((placed) => {
      const [, object] = placed;
      // The server runs no policy on policies.
      if (POLICY_KINDS.some((kind) => kind === object.kind)) return [];
      const request = creationRequest(object, this.#installation);
      return request === undefined ? [] : [{ placed, attributes: request.attributes }];
    });
    const byResource = indexBy(created, ({ attributes }) => [JSON.stringify(attributes)]);
    return [...byResource.values()].flatMap((ofResource) =>
      ofResource.slice(0, 1).map(({ attributes }) => ({
        attributes,
        objects: new LabeledObjects(ofResource.map(({ placed }) => placed)),
      })),
    );
  }
}

/** A label that no object has and one nearly has, in a selector that selects none of them. */
function nearMiss(
  selector: Field<LabelSelector | undefined>,
  objects: readonly InstalledObject[],
): NearMiss | undefined {
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

/** Short words that differ in a letter are often both intended: `dev` and `den`. */
const SHORTEST = 6;

function isTypingError(one: string, other: string): boolean {
  return other.length >= SHORTEST && isMistakenFor(one, other);
}
