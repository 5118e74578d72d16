import type { Minor } from './minors.ts';

/**
 * A format of `metadata.name` that is not a DNS subdomain. Both formats of a path segment are the same for a name. A
 * prefix in `metadata.generateName` is validated as a whole segment, or only its characters are.
 */
export type NameFormat =
  | 'path-segment'
  | 'whole-segment'
  | 'dns-label'
  | 'service-name'
  | 'ip-address'
  | 'config-map-key'
  | 'group-resource';

/**
 * The facts about a built-in kind that its types do not show. A run reads them from the table of kinds
 * (`kinds.generated.ts`), together with the facts of the API.
 */
export interface KindTraits {
  /**
   * The feature gate that its resource needs in addition to its entry in `--runtime-config`. Source: the folders `rest`
   * in `pkg/registry` of Kubernetes.
   */
  readonly gate?: string;
  /** The format of names; DNS subdomains by default. */
  readonly nameFormat?: NameFormat;
  /** The server validates the name that it generates, and not `metadata.generateName` itself. */
  readonly acceptsAnyNamePrefix?: true;
  /** The server accepts finalizers without a domain. */
  readonly acceptsPlainFinalizers?: true;
  /**
   * The part of a new object that the server validates only if it finds no other error: the metadata, or the format of
   * the name.
   */
  readonly validatesLast?: 'metadata' | 'name';
  /**
   * A version whose objects have DNS subdomains as names, finalizers with a domain, and metadata that are not validated
   * last.
   */
  readonly strictVersion?: string;
  /** A version with other fields than all others, whose objects are decoded, but not validated. */
  readonly decodedVersion?: string;
  /**
   * The server answers an object without storing it, so it does not validate the metadata of it as those of other
   * objects.
   */
  readonly isAnswered?: true;
  /** The server accepts an object that has only metadata. */
  readonly acceptedWhenEmpty?: true;
  /** The server counts the changes of an object in `metadata.generation`: true, or the first minor that does. */
  readonly hasGeneration?: true | Minor;
  /** The served versions have the same fields, so the server converts an object by its `apiVersion` only. */
  readonly hasSameFields?: true;
  /** The relation to other objects of the input: `refers` also for objects that decide about others. */
  readonly relations?: 'refers' | 'is-referred-to';
  /** The server refuses a Pod that names an object of this kind before the object exists. */
  readonly isNeededByPods?: true;
  /**
   * A rule reports the lack of other objects, even if the input has only one object of this kind: always, or if the
   * object selects namespaces by a label that may have their names.
   */
  readonly needsOthers?: 'always' | 'for-namespace-names';
}
