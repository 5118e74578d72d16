import type { InstalledObject } from '../../rule/installation.ts';
import type { Origin } from '../../rule/origin.ts';
import { apiVersionOf } from '../../server/kubernetes/api-version.ts';
import { findKind, resolveKind } from '../../server/kubernetes/kinds.ts';
import type { Server } from '../../server/kubernetes/server.ts';
import type { InstalledFacts } from '../../sources/installations/installations.ts';
import type { Kustomization } from '../../sources/project/kustomize/kustomization.ts';
import { kustomizedName } from '../../sources/project/kustomize/kustomized-name.ts';
import type { ObjectPatches } from '../../sources/project/kustomize/patches.ts';
import { isUnrenderedBelow } from '../../sources/project/placeholders.ts';
import type { Value } from '../../yaml/index.ts';
import type { OpenedFields } from '../open/open-object.ts';
import type { DocumentsOfInstallation } from './documents-of-installation.ts';

export class ObjectOfInstallation implements InstalledObject {
  /** Its number among the objects of the installation, from 0. */
  readonly position: number;
  readonly #installed: InstalledFacts;
  readonly #parts: DocumentsOfInstallation;
  readonly #server: Server;
  #patches: ObjectPatches | undefined;
  #names: readonly string[] | undefined;

  constructor(
    installed: InstalledFacts,
    position: number,
    parts: DocumentsOfInstallation,
    server: Server,
  ) {
    this.#installed = installed;
    this.position = position;
    this.#parts = parts;
    this.#server = server;
  }

  get part(): number {
    return this.#installed.facts.part;
  }

  get item(): number | null {
    return this.#installed.facts.item;
  }

  get file(): string {
    return this.#installed.facts.file;
  }

  get line(): number {
    return this.#installed.facts.line;
  }

  get group(): string {
    return this.#installed.facts.group;
  }

  get version(): string {
    return this.#installed.facts.version;
  }

  get kind(): string {
    return this.#installed.facts.kind;
  }

  get names(): readonly string[] {
    const { facts, kustomizations } = this.#installed;
    // Not kept: there may be a million objects.
    if (kustomizations.length === 0) return [facts.name];
    this.#names ??= namesOf(this.#installed);
    return this.#names;
  }

  get name(): string {
    const { facts, kustomizations } = this.#installed;
    return kustomizations.length === 0 ? facts.name : (this.names[this.names.length - 1] ?? '');
  }

  get namespaces(): readonly string[] {
    const { facts, kustomizations } = this.#installed;
    if (findKind(facts.kind)?.namespaced === false) return [];
    const { namespace } = facts;
    return [
      ...(namespace === null ? [] : [namespace]),
      ...kustomizations.flatMap((one) => (one.namespace === undefined ? [] : [one.namespace])),
    ];
  }

  get namespace(): string | undefined {
    const { facts, kustomizations } = this.#installed;
    if (kustomizations.length > 0) return this.namespaces[this.namespaces.length - 1];
    // Without a list, because rules compare the namespaces of many objects.
    return findKind(facts.kind)?.namespaced === false ? undefined : (facts.namespace ?? undefined);
  }

  get labels(): ReadonlyMap<string, string> {
    const { facts, kustomizations } = this.#installed;
    return kustomizations.length === 0
      ? facts.labels
      : new Map([...facts.labels, ...kustomizations.flatMap(({ labels }) => [...labels])]);
  }

  get value(): Value {
    return this.#parts.at(this)?.value ?? null;
  }

  mayChange(field: string): boolean {
    const { file, kind, namespace, name } = this.#installed.facts;
    const { patches } = this.#parts;
    const part = this.#parts.sources.parts.part(this.part);
    if (part === undefined) return false;
    const { source } = part;
    const mayHavePlaceholders = source.mayHavePlaceholders(part.part.span.start);
    if (mayHavePlaceholders && isUnrenderedBelow(this.value, field)) return true;
    const { kustomizations } = this.#installed;
    if (field === 'spec.replicas') {
      const isScaled = ({ scaledNames }: Kustomization) =>
        this.names.some((one) => scaledNames.has(one));
      if (kustomizations.some(isScaled)) return true;
    }
    if (patches.isEmpty) return false;
    this.#patches ??= patches.of(
      { file, apiVersion: this.#apiVersion, kind, namespace, name, value: () => this.value },
      source.surroundings,
    );
    return this.#patches.touch(field);
  }

  /** The object with typed fields, a CRD without its schemas; undefined if the server does not serve its version. */
  get fields(): OpenedFields | undefined {
    return this.#parts.fieldsOf(this);
  }

  /**
   * Reports whether rules about several objects read the object, and it has a built-in kind and version that the server
   * serves. Most CRDs have no conversion, and no other part of them is related to other objects.
   */
  get isServed(): boolean {
    return (
      this.#parts.sources.parts.part(this.part)?.outline !== undefined &&
      // The decoder refuses an apiVersion with more than one slash.
      !this.version.includes('/') &&
      resolveKind(this.#apiVersion, this.kind, this.#server).outcome === 'served'
    );
  }

  get #apiVersion(): string {
    return apiVersionOf(this);
  }

  /** The location of the object. Undefined if its text has been released. */
  get origin(): Origin | undefined {
    return this.#parts.outlineAt(this)?.origin;
  }
}

/** The name in the file, then the names that kustomizations give the object. */
function namesOf({ facts, kustomizations }: InstalledFacts): readonly string[] {
  const names = [facts.name];
  for (const kustomization of kustomizations) {
    names.push(kustomizedName(facts.kind, names[names.length - 1] ?? '', kustomization));
  }
  return names;
}
