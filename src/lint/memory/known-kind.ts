import { getOrCompute } from '../../base/get-or-compute.ts';
import type { CustomKind, NamedKind } from '../../rule/custom-kinds.ts';
import type { DefiningCrd } from '../../rule/custom-resource.ts';
import { isOfKind } from '../../rule/resource.ts';
import { type CustomVersion, customDefinition } from '../../server/custom-resources/definition.ts';
import { CustomResourceValidator } from '../../server/custom-resources/validation.ts';
import { isCorrectedElsewhere } from '../../sources/project/copied-crd.ts';
import type { PatchedObject, Patches } from '../../sources/project/kustomize/patches.ts';
import type { Surrounding } from '../../sources/project/project-folder.ts';
import type { Mapping } from '../../yaml/index.ts';
import { openAgain, type ResourceReference, valueAgain } from '../open/open-part.ts';
import type { Memory, Releasable } from '../read/memory.ts';
import type { CustomKindDefinition } from './custom-kind-definition.ts';

/** A custom kind. Its CRD is read when its schema is needed, and again if it has been released. */
export class KnownKind implements Releasable {
  readonly #definition: CustomKindDefinition;
  readonly #memory: Memory;
  readonly #validators = new Map<string, CustomResourceValidator>();
  readonly #built: Mapping | undefined;
  #crd: DefiningCrd | undefined;
  #versions: ReadonlyMap<string, CustomKind> | undefined;
  #builds: readonly KnownKind[] | undefined;
  #isCopied: boolean | undefined;

  /**
   * @param memory holds the CRD while it is open
   * @param built the CRD as a kustomization builds it, if it differs from that in the file
   */
  constructor(definition: CustomKindDefinition, memory: Memory, built?: Mapping) {
    this.#definition = definition;
    this.#memory = memory;
    this.#built = built;
  }

  release(): void {
    this.#crd = undefined;
    this.#versions = undefined;
    this.#builds = undefined;
    this.#validators.clear();
  }

  /** True if the kind is known by schemas of a catalogue only. */
  get isSchemaOnly(): boolean {
    return this.#definition.isSchemaOnly;
  }

  get named(): NamedKind {
    return this.#definition;
  }

  get #reference(): ResourceReference {
    return this.#definition.crd;
  }

  get file(): string {
    return this.#reference.source.file;
  }

  /** The path of the file from the root of its project. */
  get location(): string {
    return this.#reference.source.location;
  }

  /** The length of the text that the CRD is in, in UTF-16 code units. */
  get length(): number {
    const { start, end } = this.#reference.part.span;
    return end - start;
  }

  /** Reports whether the CRD has the same text as another one, so that both accept the same objects. */
  isCopyOf(other: KnownKind): boolean {
    return (
      this.length === other.length &&
      this.#reference.item === other.#reference.item &&
      this.#text === other.#text
    );
  }

  /** Reports whether the CRD is a copy of one of another project, as its file shows. */
  get isCopied(): boolean {
    this.#isCopied ??= isCorrectedElsewhere(this.#text, this.#reference.source);
    return this.#isCopied;
  }

  /** Reports whether the CRD belongs to a module of Go that a file with those surroundings is not in. */
  isOfOtherModule(surroundings: readonly Surrounding[]): boolean {
    const own = this.#reference.source.surroundings.find(
      ({ folder }) => folder.goModule !== undefined,
    );
    return own !== undefined && !surroundings.some(({ folder }) => folder.path === own.folder.path);
  }

  get #text(): string {
    const { source, part } = this.#reference;
    return source.textOf(part.span);
  }

  /** The CRD, which is read again for it. */
  get crd(): DefiningCrd {
    if (this.#crd === undefined) {
      this.#crd = this.#read();
      this.#memory.hold(this);
    }
    return this.#crd;
  }

  /** The kind in each of its versions, by the name of the version. */
  get versions(): ReadonlyMap<string, CustomKind> {
    if (this.#versions === undefined) {
      const { group, kind, plural, isNamespaced, versions } = this.crd.definition;
      this.#versions = new Map(
        versions.map(({ name: version, schema }) => [
          version,
          { group, version, kind, plural, isNamespaced, schema },
        ]),
      );
    }
    return this.#versions;
  }

  /** The validator of a version, which keeps the compiled rules. Undefined for a version without a schema. */
  validatorOf(version: CustomVersion): CustomResourceValidator | undefined {
    const { schema } = version;
    if (schema === undefined) return undefined;
    return getOrCompute(
      this.#validators,
      version.name,
      () => new CustomResourceValidator(version, schema, this.#reference.server.minor),
    );
  }

  /** Reports whether a patch of kustomize changes the schema of a version, so that another one is applied. */
  isPatched(version: string, patches: Patches): boolean {
    if (patches.isEmpty || this.#built !== undefined) return false;
    const index = this.crd.definition.versions.findIndex(({ name }) => name === version);
    return patches
      .of(this.#asPatched(), this.#reference.source.surroundings)
      .touch(`spec.versions[${index}].schema`);
  }

  /**
   * The states of the CRD that are applied: those that kustomizations build, if patches change the schema of a version
   * and their results are known exactly, else that in the file.
   */
  states(version: string, patches: Patches): readonly KnownKind[] {
    if (!this.isPatched(version, patches)) return [this];
    this.#builds ??= patches
      .builtFrom(this.#asPatched(), this.#reference.source.surroundings)
      ?.map((built) => new KnownKind(this.#definition, this.#memory, built)) ?? [this];
    return this.#builds;
  }

  #asPatched(): PatchedObject {
    const { source, part, item } = this.#reference;
    const { plural, group } = this.crd.definition;
    return {
      file: source.file,
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      namespace: null,
      name: `${plural}.${group}`,
      value: () => valueAgain(source, part, item),
    };
  }

  #read(): DefiningCrd {
    const resource = openAgain(this.#reference, this.#built);
    if (!isOfKind(resource, 'CustomResourceDefinition')) throw new Error('a CRD has lost its kind');
    const { origin, root } = resource;
    const definition = customDefinition(root.value ?? {});
    return { definition, origin, source: this.#reference.source };
  }
}
