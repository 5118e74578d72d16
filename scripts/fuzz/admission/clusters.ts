// Makes clusters: policies, bindings, params, namespaces, and objects that are requested.
import type { Flags } from '../../../test/conformance/admission-flags.ts';
import type { Random } from '../random.ts';
import { condition, type Scope, text, value } from './expressions.ts';
import { mutations } from './mutations.ts';
import {
  type JsonObject,
  KINDS,
  labels,
  namespaces,
  type ObjectKind,
  WIDGET_CRD,
} from './objects.ts';

/** The documents of a cluster, and the stored objects of its updates. */
interface MadeCluster {
  readonly text: string;
  readonly old: string;
}

/** The kinds of the policies in a cluster. */
type PolicyKinds = 'validating' | 'mutating' | 'both';

const GROUP = 'admissionregistration.k8s.io/v1';

export class ClusterInventor {
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  /** The flags of a batch of requests. */
  flags(): Flags {
    const random = this.#random;
    return {
      operation: random.pick(['CREATE', 'CREATE', 'CREATE', 'UPDATE', 'DELETE']),
      ...(random.chance(0.3) ? { user: 'jane' } : {}),
      isDryRun: random.chance(0.2),
      isAuthorized: random.chance(0.7),
    };
  }

  /**
   * A cluster with one or two policies, and a few objects.
   *
   * @param kindsOfPolicies with validating and mutating ones, at least one is validating
   */
  cluster(kindsOfPolicies: PolicyKinds): MadeCluster {
    const random = this.#random;
    const kinds = [...new Set(random.draw(KINDS, random.chance(0.2) ? 2 : 1))];
    const objects = distinct(
      kinds.flatMap((kind) => random.draw([kind], 4).map((maker) => maker.make(random))),
    );
    const isMutating = kindsOfPolicies === 'mutating';
    const policies = ['p', 'q']
      .slice(0, isMutating ? 0 : random.chance(0.3) ? 2 : 1)
      .flatMap((name) => {
        const kind = random.pick(kinds);
        return this.#policy(name, kind, kind.make(random));
      });
    const numbers = { validating: [0], mutating: [1, 1, 2], both: [0, 0, 1, 2] };
    const mutating = ['m', 'n']
      .slice(0, random.pick(numbers[kindsOfPolicies]))
      .flatMap((name) => this.#mutatingPolicy(name, random.pick(kinds)));
    const others = [WIDGET_CRD, ...namespaces(random), ...this.#params()];
    return {
      text: print(distinct([...others, ...policies, ...mutating, ...objects])),
      old: print(
        distinct(
          kinds.flatMap((kind) => [kind.make(random), kind.make(random), kind.make(random)]),
        ),
      ),
    };
  }

  /** A published cluster, with some of its objects, and others of the same kinds. */
  vary({ policies, objects, others }: PublishedCluster): MadeCluster {
    const random = this.#random;
    const chosen = random.draw(objects, Math.min(objects.length, 4));
    const made = random.draw(KINDS, 3).map((kind) => kind.make(random));
    return {
      text: print(distinct([...others, ...policies, ...chosen, ...made])),
      old: print(distinct([...chosen, ...random.draw(KINDS, 3).map((kind) => kind.make(random))])),
    };
  }

  #params(): JsonObject[] {
    const random = this.#random;
    return ['one', 'two'].flatMap((name) =>
      ['default', 'team-a'].flatMap((namespace) =>
        random.chance(0.6)
          ? [
              {
                apiVersion: 'v1',
                kind: 'ConfigMap',
                metadata: { name: `param-${name}`, namespace, labels: labels(random) },
                data: { level: random.pick(['low', 'high']) },
              },
            ]
          : [],
      ),
    );
  }

  #policy(name: string, kind: ObjectKind, object: JsonObject): JsonObject[] {
    const random = this.#random;
    const hasParams = random.chance(0.3);
    const names = ['va', 'vb', 'vc'].slice(0, random.below(4));
    const scope: Scope = { object, variables: [], hasParams, hasAuthorizer: true };
    const variables = names.map((variable, index) => ({
      name: variable,
      expression: value(random, { ...scope, variables: names.slice(0, index) }),
    }));
    const inner = { ...scope, variables: names };
    const spec: JsonObject = {
      ...(random.chance(0.4) ? { failurePolicy: random.pick(['Fail', 'Ignore']) } : {}),
      ...(hasParams ? { paramKind: { apiVersion: 'v1', kind: 'ConfigMap' } } : {}),
      matchConstraints: this.#constraints(kind, true),
      ...(names.length > 0 ? { variables } : {}),
      ...(random.chance(0.3)
        ? {
            matchConditions: ['x', 'y'].slice(0, random.below(2) + 1).map((condition_) => ({
              name: condition_,
              expression: condition(random, { ...scope, variables: [] }),
            })),
          }
        : {}),
      validations: Array.from({ length: random.below(3) + 1 }, () => ({
        expression: condition(random, inner),
        ...(random.chance(0.4) ? { message: random.pick(['no', ' not allowed ']) } : {}),
        ...(random.chance(0.4)
          ? { messageExpression: text(random, { ...inner, hasAuthorizer: false }) }
          : {}),
        ...(random.chance(0.3)
          ? { reason: random.pick(['Forbidden', 'Invalid', 'RequestEntityTooLarge']) }
          : {}),
      })),
      ...(random.chance(0.3)
        ? {
            auditAnnotations: ['k1', 'k2']
              .slice(0, random.below(2) + 1)
              .map((key) => ({ key, valueExpression: text(random, inner) })),
          }
        : {}),
    };
    const bindings = ['b', 'c'].slice(0, random.chance(0.25) ? 2 : 1).map((binding) => ({
      apiVersion: GROUP,
      kind: 'ValidatingAdmissionPolicyBinding',
      metadata: { name: `${name}-${binding}` },
      spec: {
        policyName: name,
        validationActions: random.pick([
          ['Deny'],
          ['Warn'],
          ['Audit'],
          ['Deny', 'Audit'],
          ['Warn', 'Audit'],
        ]),
        ...(random.chance(0.3) ? { matchResources: this.#constraints(kind, false) } : {}),
        ...(hasParams && random.chance(0.9) ? { paramRef: this.#paramRef() } : {}),
      },
    }));
    return [
      { apiVersion: GROUP, kind: 'ValidatingAdmissionPolicy', metadata: { name }, spec },
      ...bindings,
    ];
  }

  #mutatingPolicy(name: string, kind: ObjectKind): JsonObject[] {
    const random = this.#random;
    const object = kind.make(random);
    const hasParams = random.chance(0.3);
    const scope: Scope = { object, variables: [], hasParams, hasAuthorizer: true };
    const names = ['va', 'vb'].slice(0, random.pick([0, 0, 1, 2]));
    const variables = names.map((variable, index) => ({
      name: variable,
      expression: value(random, { ...scope, variables: names.slice(0, index) }),
    }));
    const spec: JsonObject = {
      reinvocationPolicy: random.pick(['Never', 'IfNeeded']),
      ...(random.chance(0.4) ? { failurePolicy: random.pick(['Fail', 'Ignore']) } : {}),
      ...(hasParams ? { paramKind: { apiVersion: 'v1', kind: 'ConfigMap' } } : {}),
      matchConstraints: this.#constraints(kind, true),
      ...(names.length > 0 ? { variables } : {}),
      ...(random.chance(0.3)
        ? { matchConditions: [{ name: 'x', expression: condition(random, scope) }] }
        : {}),
      mutations: mutations(random, { ...scope, variables: names }),
    };
    const bindings = ['b', 'c'].slice(0, random.chance(0.2) ? 2 : 1).map((binding) => ({
      apiVersion: GROUP,
      kind: 'MutatingAdmissionPolicyBinding',
      metadata: { name: `${name}-${binding}` },
      spec: {
        policyName: name,
        ...(random.chance(0.2) ? { matchResources: this.#constraints(kind, false) } : {}),
        ...(hasParams && random.chance(0.9) ? { paramRef: this.#paramRef() } : {}),
      },
    }));
    return [
      { apiVersion: GROUP, kind: 'MutatingAdmissionPolicy', metadata: { name }, spec },
      ...bindings,
    ];
  }

  #paramRef(): JsonObject {
    const random = this.#random;
    return {
      ...(random.chance(0.6)
        ? { name: random.pick(['param-one', 'param-two', 'param-missing']) }
        : { selector: random.pick<JsonObject>([{}, { matchLabels: { app: 'web' } }]) }),
      ...(random.chance(0.6) ? { namespace: random.pick(['default', 'team-a']) } : {}),
      parameterNotFoundAction: random.pick(['Allow', 'Deny']),
    };
  }

  #constraints(kind: ObjectKind, isPolicy: boolean): JsonObject {
    const random = this.#random;
    const rules = [this.#rule(kind)];
    return {
      ...(isPolicy || random.chance(0.6) ? { resourceRules: rules } : {}),
      ...(random.chance(0.15)
        ? { excludeResourceRules: [{ ...this.#rule(kind), resourceNames: ['one'] }] }
        : {}),
      ...(random.chance(0.3) ? { matchPolicy: random.pick(['Exact', 'Equivalent']) } : {}),
      ...(random.chance(0.25) ? { namespaceSelector: this.#selector() } : {}),
      ...(random.chance(0.2) ? { objectSelector: this.#selector() } : {}),
    };
  }

  #rule(kind: ObjectKind): JsonObject {
    const random = this.#random;
    const version = kind.group === 'example.com' && random.chance(0.4) ? 'v1beta1' : kind.version;
    return {
      apiGroups: [random.chance(0.8) ? kind.group : '*'],
      apiVersions: [random.chance(0.8) ? version : '*'],
      operations: random.pick([['CREATE', 'UPDATE'], ['*'], ['*'], ['*'], ['DELETE', 'UPDATE']]),
      resources: random.pick([
        [kind.plural],
        [kind.plural],
        [kind.plural, 'pods'],
        ['*'],
        [`${kind.plural}/*`],
      ]),
      ...(random.chance(0.15) ? { scope: random.pick(['Namespaced', 'Cluster', '*']) } : {}),
      ...(random.chance(0.1) ? { resourceNames: ['one', 'two'] } : {}),
    };
  }

  #selector(): JsonObject {
    const random = this.#random;
    const key = random.pick(['app', 'env', 'team', 'kubernetes.io/metadata.name']);
    return random.pick<JsonObject>([
      { matchLabels: { [key]: random.pick(['web', 'prod', 'default']) } },
      { matchExpressions: [{ key, operator: 'In', values: ['web', 'prod', 'team-a'] }] },
      { matchExpressions: [{ key, operator: 'NotIn', values: ['prod'] }] },
      { matchExpressions: [{ key, operator: random.pick(['Exists', 'DoesNotExist']) }] },
    ]);
  }
}

/** The policies of a folder of published manifests, with the objects of the folder. */
export interface PublishedCluster {
  readonly policies: readonly JsonObject[];
  readonly objects: readonly JsonObject[];
  readonly others: readonly JsonObject[];
}

/** One object of each name, as a cluster has them. */
function distinct(objects: readonly JsonObject[]): JsonObject[] {
  const byName = new Map<string, JsonObject>();
  for (const object of objects) {
    const metadata = object.metadata as JsonObject | undefined;
    const namespace = metadata?.namespace ?? 'default';
    const group = String(object.apiVersion).split('/')[0];
    const key = JSON.stringify([group, object.kind, namespace, metadata?.name ?? '']);
    if (!byName.has(key)) byName.set(key, object);
  }
  return [...byName.values()];
}

/** Documents of YAML, each in the notation of JSON. */
function print(objects: readonly JsonObject[]): string {
  return objects
    .map(withNamespace)
    .map((object) => `# YAML\n${JSON.stringify(object)}\n`)
    .join('---\n');
}

/** A ConfigMap with a namespace. Without one, the oracle does not find it as params in any namespace. */
function withNamespace(object: JsonObject): JsonObject {
  const { kind, metadata } = object;
  if (kind !== 'ConfigMap' || metadata === null || typeof metadata !== 'object') return object;
  return { ...object, metadata: { namespace: 'default', ...metadata } };
}
