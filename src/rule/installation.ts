import type { GroupVersionKind } from '../server/kubernetes/api-version.ts';
import type { KindName, RelatedKind } from '../server/kubernetes/kinds.ts';
import type { Labels } from '../server/kubernetes/label-selector.ts';
import type { RelatedKindTypes } from '../server/kubernetes/types.generated.ts';
import type { Path, Value } from '../yaml/index.ts';
import type { NamedKind } from './custom-kinds.ts';
import type { Field } from './field.ts';
import type { Side } from './location.ts';
import type { Origin } from './origin.ts';
import type { Resource } from './resource.ts';

/** An object of an installation: its facts, and the object itself, which is read again when it is needed. */
export interface InstalledObject {
  readonly file: string;
  readonly line: number;
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** Its name in the file, and the names that kustomizations give it. The last one is the name in the cluster. */
  readonly names: readonly string[];
  /** The name in the cluster; empty if the server generates one. */
  readonly name: string;
  /**
   * The namespace in the cluster; undefined if the object is cluster-scoped, or it depends on the command that applies
   * it.
   */
  readonly namespace: string | undefined;
  /** The namespaces in its file, if it has one, and in the cluster. */
  readonly namespaces: readonly string[];
  readonly labels: Labels;
  /** The object as its file has it. */
  readonly value: Value;
  /** The place of the object, for `safeFix` and `unsafeFix`. Undefined if its text has been released. */
  readonly origin: Origin | undefined;
  /** Reports whether a patch of kustomize, or the value of a placeholder, changes a field or a part of it. */
  mayChange(field: string): boolean;
}

/** An object with typed fields. Values of a wrong type are removed. */
export interface TypedObject<K extends RelatedKind = RelatedKind> {
  readonly object: InstalledObject;
  readonly root: Field<RelatedKindTypes[K]>;
}

/** An object whose values are validated. */
export interface InstalledResource<K extends KindName = KindName> {
  readonly object: InstalledObject;
  readonly resource: Resource<K>;
}

/** An object that the earlier state has, and no file of the input. */
export interface RemovedObject {
  readonly file: string;
  readonly name: string;
  /** Undefined if its file has none. */
  readonly namespace: string | undefined;
  /** The object as its file has it. */
  readonly value: Value;
}

/** Objects of the input that are applied together. */
export interface Installation {
  /** The description of the installation, as part of a message: `the kustomization config/default`. */
  readonly description: string;
  /**
   * A key that is equal for objects that are certainly applied to one cluster: a kustomization, a chart or a file has
   * them. The files of a folder may be alternatives.
   */
  unitOf(object: InstalledObject): string;
  /** Reports whether two of its objects are certainly applied to one cluster. */
  areTogether(one: InstalledObject, other: InstalledObject): boolean;
  /** True if `kubectl apply -f` sends its objects in the order of the files. */
  readonly isAppliedInFileOrder: boolean;
  /**
   * True if the input has everything that is applied with the installation, as far as its files show: there are no
   * charts that are not rendered, no files or repositories that are not in the input, and no names with placeholders.
   */
  readonly isComplete: boolean;
  /** All objects, in the order of the input. */
  readonly objects: readonly InstalledObject[];
  /** The objects of some built-in kinds that the minor serves. */
  ofKind<K extends RelatedKind>(...kinds: readonly K[]): readonly TypedObject<K>[];
  /** The objects of some kinds whose values are validated; CustomResourceDefinitions without their schemas. */
  resources<K extends KindName>(...kinds: readonly K[]): readonly InstalledResource<K>[];
  find(group: string, kind: string): readonly InstalledObject[];
  /** The objects of any kind with a name: in their file, or in the cluster. */
  named(group: string, kind: string, name: string): readonly InstalledObject[];
  /** The kind that a CRD of the input defines, if the CRD serves the version. */
  customKind(of: GroupVersionKind): NamedKind | undefined;
  /** Reports whether the installation generates a ConfigMap or Secret of this name. */
  generates(name: string): boolean;
  /**
   * Reports whether any file of the input has an object of this kind and name. Without a namespace, the object may be
   * in any.
   */
  isInInput(group: string, kind: string, name: string, namespace?: string): boolean;
  /** Reports whether a Namespace of any file of the input has a label; without a value, with any. */
  isNamespaceLabelInInput(key: string, value?: string): boolean;
  /**
   * The objects of a kind that are in the earlier state (`--base`), and in no file of the input. Empty if the input is
   * only a part of what is applied.
   */
  removed(group: string, kind: string): readonly RemovedObject[];
}

/** A place in an object: a field of it, a path from its root, or the object itself if neither is given. */
export interface Place {
  readonly object: InstalledObject;
  readonly at?: Field | Path;
  /** The side of the field that is wrong. The default is the value. */
  readonly side?: Side;
}

/** A related place that helps to understand a finding. */
export interface RelatedPlace extends Place {
  readonly message: string;
}
