import type { Minor } from '../../server/kubernetes/minors.ts';
import { CheckRunner } from '../check/check-runner.ts';
import { checkWithCustomKinds } from '../check/check-with-custom-kinds.ts';
import type { CheckedPart } from '../check/checked-part.ts';
import type { KnownKind } from '../memory/known-kind.ts';
import { openAgain } from '../open/open-part.ts';
import { type UnresolvedObject, unresolvedObjects } from '../open/unresolved-objects.ts';
import type { Run } from '../run.ts';
import { CustomResourceCheck, type Definitions } from './custom-resource-check.ts';

/** Checks the pending objects and the custom resources of a part, together with all other sources of the run. */
export function checkCustomKinds(part: CheckedPart, run: Run): CheckedPart {
  const { source, pending } = part;
  const checked = checkCustomResources(part, run);
  if (pending.length === 0) return checked;
  const runner = new CheckRunner(source, run);
  for (const reference of pending) {
    const resource = openAgain(reference);
    const customKinds = run.kinds.seenFrom(source.file, reference.server.minor);
    checkWithCustomKinds(runner, resource, customKinds);
  }
  return { ...checked, drafts: [...checked.drafts, ...runner.drafts], pending: [] };
}

/** Checks the objects of a part whose kinds a CRD of the run defines; the others stay without a verdict. */
function checkCustomResources(part: CheckedPart, run: Run): CheckedPart {
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
