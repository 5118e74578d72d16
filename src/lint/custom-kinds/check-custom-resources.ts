import type { Minor } from '../../server/kubernetes/minors.ts';
import type { CheckedPart } from '../check/checked-part.ts';
import type { KnownKind } from '../memory/known-kind.ts';
import { type UnresolvedObject, unresolvedObjects } from '../open/unresolved-objects.ts';
import type { Run } from '../run.ts';
import { CustomResourceCheck, type Definitions } from './custom-resource-check.ts';

/** Checks the objects of a part whose kinds a CRD of the run defines; the others stay without a verdict. */
export function checkCustomResources(part: CheckedPart, run: Run): CheckedPart {
  const { source, documents } = part;
  const unresolved = unresolvedObjects(documents);
  const objects = unresolved.map((object) => ({
    ...object,
    definitions: definitionsOf(object, source.file, run),
  }));
  const isLeft = objects.every(
    ({ definitions, isMisspelled }) => definitions.size === 0 && !isMisspelled,
  );
  return isLeft ? part : new CustomResourceCheck(part, objects, run).run();
}

/** The definitions of the kind of an object by the CRDs of the run. */
function definitionsOf(
  object: UnresolvedObject,
  file: string,
  { servers, kinds }: Run,
): Definitions {
  const { group, kind } = object;
  return new Map(
    servers.flatMap(({ minor }): readonly [Minor, Iterable<KnownKind>][] => {
      if (kinds.has(minor, group, kind)) return [[minor, kinds.find(file, minor, group, kind)]];
      const known = [...kinds.ofCatalogue(file, minor, object)];
      return known.length === 0 ? [] : [[minor, known]];
    }),
  );
}
