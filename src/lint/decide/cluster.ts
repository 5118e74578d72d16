import { getOrCompute } from '../../base/get-or-compute.ts';
import { indexBy } from '../../base/index-by.ts';
import type { EvaluationObserver } from '../../server/admission/decision.ts';
import {
  builtInObjectType,
  customObjectType,
  type ObjectMergeType,
} from '../../server/admission/mutation/merge-type.ts';
import { convertAutoscaler } from '../../server/admission/objects/autoscaler-versions.ts';
import { draftOf } from '../../server/admission/objects/draft.ts';
import { convertEvent } from '../../server/admission/objects/event-groups.ts';
import {
  convertedObject,
  mutatedObject,
  newObject,
  prepareMetadata,
} from '../../server/admission/objects/stored-object.ts';
import { namespaceOf, paramName, qualifiedName } from '../../server/admission/params.ts';
import type { BoundPolicy } from '../../server/admission/policy.ts';
import {
  type AdmissionRequest,
  type ClusterState,
  type Completed,
  type MatchedResource,
  type ParamSource,
  SCHEME,
} from '../../server/admission/request.ts';
import type { StructuralSchema } from '../../server/crd/structural.ts';
import { type CustomDefinition, findCustomKind } from '../../server/custom-resources/definition.ts';
import { decode } from '../../server/decode/index.ts';
import { decoderPath } from '../../server/decode/problem.ts';
import type { GroupVersionKind } from '../../server/kubernetes/api-version.ts';
import { apiVersionOf, groupAndVersion } from '../../server/kubernetes/api-version.ts';
import { definitionNameOf } from '../../server/kubernetes/definition-name.ts';
import { findKind, resolveKind } from '../../server/kubernetes/kinds.ts';
import { holdsIn, type Minor } from '../../server/kubernetes/minors.ts';
import { builtInResources } from '../../server/kubernetes/resources.ts';
import type { Server } from '../../server/kubernetes/server.ts';
import type { Mapping, Value } from '../../server/kubernetes/value.ts';
import { mappingIn } from '../../yaml/tree.ts';
import { completeCustomResource } from './complete-custom-resource.ts';
import type { OpenedObject } from './opened-object.ts';
import type { PolicyWithBindings } from './policy-bindings.ts';
import { readType } from './read-type.ts';

/** The content of a cluster, and the parts of evaluations that are kept or passed on: none by default. */
interface ClusterContent extends Partial<Pick<ClusterState, 'keepsTraces' | 'onEvaluation'>> {
  readonly objects: readonly OpenedObject[];
  readonly bound: readonly PolicyWithBindings[];
  readonly definitions: readonly CustomDefinition[];
}

/** The policies, params, namespaces and kinds of the objects that a run is given. */
export class Cluster implements ClusterState {
  readonly minor: Minor;
  readonly server: Server;
  readonly policies: readonly BoundPolicy[];
  readonly keepsTraces: boolean;
  readonly onEvaluation: EvaluationObserver | undefined;
  readonly #definitions: readonly CustomDefinition[];
  readonly #objects: readonly OpenedObject[];
  readonly #namespaces = new Map<string, Mapping>();
  readonly #params = new Map<string, ParamSource | undefined>();
  readonly #equivalents = new Map<string, readonly MatchedResource[]>();

  constructor(
    server: Server,
    { objects, bound, definitions, keepsTraces = false, onEvaluation }: ClusterContent,
  ) {
    this.server = server;
    this.minor = server.minor;
    this.keepsTraces = keepsTraces;
    this.onEvaluation = onEvaluation;
    this.#objects = objects;
    this.#definitions = definitions;
    this.policies = bound
      .map((policy) => policy.bound)
      .filter(({ bindings }) => bindings.length > 0);
    for (const { kind, object } of objects) {
      if (kind.group === '' && kind.kind === 'Namespace') {
        const { name } = mappingIn(object, 'metadata');
        if (typeof name === 'string') this.#namespaces.set(name, object);
      }
    }
  }

  namespace(name: string): Mapping {
    return getOrCompute(this.#namespaces, name, () => bareNamespace(name, this.server));
  }

  paramsOf(apiVersion: string, kind: string): ParamSource | undefined {
    const key = `${apiVersion} ${kind}`;
    if (!this.#params.has(key)) this.#params.set(key, this.#findParams(apiVersion, kind));
    return this.#params.get(key);
  }

  #findParams(apiVersion: string, kind: string): ParamSource | undefined {
    const { group, version } = groupAndVersion(apiVersion);
    const isNamespaced = this.#scopeOf(apiVersion, group, version, kind);
    if (isNamespaced === undefined) return undefined;
    // A cluster has the last of several objects of one name.
    const objects = new Map<string, Mapping>();
    for (const one of this.#objects) {
      if (one.kind.group !== group || one.kind.kind !== kind) continue;
      const { object } = one;
      const converted =
        one.kind.version === version ? object : this.convert(object, { group, version, kind });
      if (converted !== undefined) objects.set(paramName(converted), converted);
    }
    const byNamespace = indexBy(objects.values(), (object) => [namespaceOf(object)]);
    return {
      isNamespaced,
      within: (namespace) => byNamespace.get(namespace) ?? [],
      named: (namespace, name) => objects.get(qualifiedName(namespace, name)),
    };
  }

  #scopeOf(apiVersion: string, group: string, version: string, kind: string): boolean | undefined {
    const resolved = resolveKind(apiVersion, kind, this.server);
    if (resolved.outcome === 'served') return resolved.facts.namespaced;
    const definition = findCustomKind(this.#definitions, group, kind);
    const served = definition?.versions.some(({ name, isServed }) => name === version && isServed);
    return served === true ? definition?.isNamespaced : undefined;
  }

  equivalents(request: AdmissionRequest): readonly MatchedResource[] {
    const { resource, subresource } = request;
    const { group, version, resource: plural } = resource;
    const key = `${group}/${version}/${plural}/${subresource}`;
    // The result is kept, because each policy needs it.
    return getOrCompute(this.#equivalents, key, () => this.#findEquivalents(request));
  }

  #findEquivalents({ resource, kind, subresource }: AdmissionRequest): readonly MatchedResource[] {
    const { group, resource: plural, version } = resource;
    const isEvents = plural === 'events' && (group === '' || group === 'events.k8s.io');
    const builtIn = builtInResources().filter(
      (one) =>
        one.resource === plural &&
        (one.group === group ||
          (isEvents && (one.group === '' || one.group === 'events.k8s.io'))) &&
        holdsIn(one, this.minor) &&
        (subresource === '' || one.subresources?.has(subresource) === true),
    );
    const others = builtIn.map((one) => ({
      resource: { group: one.group, version: one.version, resource: plural },
      kind: { group: one.group, version: one.version, kind: one.kind },
    }));
    const definition = this.#definitions.find(
      (one) => one.group === group && one.plural === plural,
    );
    const custom = (definition?.versions ?? []).flatMap(({ name, isServed }) =>
      isServed
        ? [
            {
              resource: { group, version: name, resource: plural },
              kind: { group, version: name, kind: kind.kind },
            },
          ]
        : [],
    );
    return [...others, ...custom].filter(
      (one) => one.resource.group !== group || one.resource.version !== version,
    );
  }

  /**
   * The server converts an object of a built-in kind to its internal type, also if the version stays the same. Versions
   * of a custom kind differ in `apiVersion` only, unless a webhook converts them.
   */
  convert(
    object: Mapping,
    { group, version, kind }: GroupVersionKind,
    replaced?: Mapping,
  ): Mapping | undefined {
    const apiVersion = apiVersionOf({ group, version });
    const isCustom = findCustomKind(this.#definitions, group, kind) !== undefined;
    if (!isCustom && object.apiVersion === apiVersion) {
      return convertedObject(kind, apiVersion, object, replaced, this.minor);
    }
    if (group === 'autoscaling') return convertAutoscaler(object, version, this.minor);
    if (kind === 'Event' && (group === '' || group === 'events.k8s.io')) {
      return convertEvent(object, group, this.minor);
    }
    if (!isCustom && !findKind(kind)?.hasSameFields) return undefined;
    return { ...object, apiVersion };
  }

  mergeTypeOf({ group, version, kind }: GroupVersionKind): ObjectMergeType | undefined {
    const apiVersion = apiVersionOf({ group, version });
    const resolved = resolveKind(apiVersion, kind, this.server);
    if (resolved.outcome === 'served') {
      return builtInObjectType(definitionNameOf(apiVersion, kind), this.minor);
    }
    const schema = this.#schemaOf(group, version, kind);
    return schema && customObjectType(schema, this.minor);
  }

  #schemaOf(group: string, version: string, kind: string): StructuralSchema | undefined {
    const definition = findCustomKind(this.#definitions, group, kind);
    return definition?.versions.find(({ name }) => name === version)?.schema;
  }

  complete(changed: Value, type: GroupVersionKind, requested: GroupVersionKind): Completed {
    const { group, version, kind } = type;
    const read = readType(changed);
    if (!read.ok) return read;
    const { object } = read;
    const apiVersion = apiVersionOf({ group, version });
    const resolved = resolveKind(apiVersion, kind, this.server);
    if (resolved.outcome !== 'served') {
      const definition = findCustomKind(this.#definitions, group, kind);
      return completeCustomResource(object, { type, requested }, definition);
    }
    const given = changedType(object, apiVersion, kind);
    if (
      given !== undefined &&
      resolveKind(given.apiVersion, given.kind, this.server).outcome !== 'served'
    ) {
      const { kind: name, apiVersion: inVersion } = given;
      return {
        ok: false,
        error: `no kind "${name}" is registered for version "${inVersion}" in scheme "${SCHEME}"`,
      };
    }
    const decoded = decode(definitionNameOf(apiVersion, kind), object, this.minor);
    const unknown = decoded.problems.flatMap((problem) =>
      problem.kind === 'unknown-field' ? [`unknown field "${decoderPath(problem.path)}"`] : [],
    );
    if (decoded.undecodable) return { ok: false, error: 'the object cannot be decoded' };
    if (unknown.length > 0) {
      return { ok: false, error: `strict decoding error: ${unknown.join(', ')}` };
    }
    // A patch that removes them does not change the type of the object.
    const typed = { ...decoded.value, apiVersion, kind };
    return { ok: true, object: mutatedObject(resolved.facts, apiVersion, typed, this.minor) };
  }
}

/** The type that an object is given, if it is another one than it had. */
function changedType(
  object: Mapping,
  apiVersion: string,
  kind: string,
): { readonly apiVersion: string; readonly kind: string } | undefined {
  const found = {
    apiVersion: textOr(object.apiVersion, apiVersion),
    kind: textOr(object.kind, kind),
  };
  return found.apiVersion === apiVersion && found.kind === kind ? undefined : found;
}

/** The value if it is a string that is not empty. Otherwise the default. */
function textOr(value: Value | undefined, standard: string): string {
  return typeof value === 'string' && value !== '' ? value : standard;
}

function bareNamespace(name: string, server: Server): Mapping {
  const resolved = resolveKind('v1', 'Namespace', server);
  const object = draftOf({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
  prepareMetadata(object, false);
  return resolved.outcome === 'served' ? newObject(resolved.facts, 'v1', object, server) : object;
}
