import { getOrCompute } from '../../base/get-or-compute.ts';
import type { RemovedObject } from '../../rule/installation.ts';
import { definedKind } from '../../server/custom-resources/definition.ts';
import type { Server } from '../../server/kubernetes/server.ts';
import type { InputFacts } from '../../sources/installations/input-facts.ts';
import type { CustomKinds } from '../memory/custom-kinds.ts';
import type { StoredObjects } from '../memory/stored-objects.ts';
import type { Run } from '../run.ts';

/** The stored objects that are in no file of the input. The objects of a kind are read when they are first needed. */
export class RemovedObjects {
  readonly #stored: StoredObjects | undefined;
  readonly #facts: InputFacts;
  readonly #byKind = new Map<string, readonly RemovedObject[]>();

  /** @param facts of all objects of the run */
  constructor({ stored, isPartial }: Run, facts: InputFacts) {
    // Files that are not in the input, and files whose objects are not known, may have any of the stored objects.
    this.#stored = isPartial || facts.isOpaque ? undefined : stored;
    this.#facts = facts;
  }

  /** The names of the CRDs whose kinds no CRD defines any more. */
  crds({ servers, kinds }: Run): readonly string[] {
    return [...new Set(servers.flatMap((server) => this.#crdsIn(server, kinds)))];
  }

  #crdsIn(server: Server, kinds: CustomKinds): readonly string[] {
    return this.ofKind('apiextensions.k8s.io', 'CustomResourceDefinition', server)
      .filter(({ value }) => {
        const { group, kind } = definedKind(value) ?? { group: '', kind: '' };
        return !kinds.has(server.minor, group, kind);
      })
      .map(({ name }) => name);
  }

  ofKind(group: string, kind: string, server: Server): readonly RemovedObject[] {
    const stored = this.#stored;
    if (stored === undefined) return [];
    const key = JSON.stringify([server.minor, group, kind]);
    return getOrCompute(this.#byKind, key, () =>
      stored
        .ofKind(group, kind)
        .filter(({ name }) => !this.#facts.has(group, kind, name.name, undefined))
        .map((object) => ({
          file: object.source.file,
          name: object.name.name,
          namespace: object.name.namespace ?? undefined,
          value: object.manifest(server).value,
        })),
    );
  }
}
