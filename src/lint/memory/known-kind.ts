import type { CustomKind } from '../../rule/custom-kinds.ts';
import type { DefiningCrd } from '../../rule/custom-resource.ts';
import { isOfKind } from '../../rule/resource.ts';
import { type CustomVersion, customDefinition } from '../../server/custom-resources/definition.ts';
import { CustomResourceValidator } from '../../server/custom-resources/validation.ts';
import type { Patches } from '../../sources/project/patches.ts';
import { openAgain, type ResourceReference, valueAgain } from '../open/open-part.ts';
import type { Memory, Releasable } from '../read/memory.ts';

/** A custom kind. Its CRD is read when its schema is needed, and again if it has been released. */
export class KnownKind implements Releasable {
  readonly #reference: ResourceReference;
  readonly #memory: Memory;
  readonly #validators = new Map<string, CustomResourceValidator>();
  #crd: DefiningCrd | undefined;
  #versions: ReadonlyMap<string, CustomKind> | undefined;

  /** @param memory holds the CRD while it is open */
  constructor(reference: ResourceReference, memory: Memory) {
    this.#reference = reference;
    this.#memory = memory;
  }

  release(): void {
    this.#crd = undefined;
    this.#versions = undefined;
    this.#validators.clear();
  }

  get file(): string {
    return this.#reference.source.file;
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

  get #text(): string {
    const { source, part } = this.#reference;
    return source.text.slice(part.span.start, part.span.end);
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
    let validator = this.#validators.get(version.name);
    if (validator === undefined) {
      validator = new CustomResourceValidator(version, schema, this.#reference.server.minor);
      this.#validators.set(version.name, validator);
    }
    return validator;
  }

  /** Reports whether a patch of kustomize changes the schema of a version, so that another one is applied. */
  isPatched(version: string, patches: Patches): boolean {
    if (patches.isEmpty) return false;
    const { source, part, item } = this.#reference;
    const { plural, group, versions } = this.crd.definition;
    const object = {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      namespace: null,
      name: `${plural}.${group}`,
      value: () => valueAgain(source, part, item),
    };
    const index = versions.findIndex(({ name }) => name === version);
    return patches.of(object, source.surroundings).touch(`spec.versions[${index}].schema`);
  }

  #read(): DefiningCrd {
    const resource = openAgain(this.#reference);
    if (!isOfKind(resource, 'CustomResourceDefinition')) throw new Error('a CRD has lost its kind');
    const { origin, root } = resource;
    const definition = customDefinition(root.value ?? {});
    return { definition, origin, source: this.#reference.source };
  }
}
