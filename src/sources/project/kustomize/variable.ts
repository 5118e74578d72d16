import { groupAndVersion } from '../../../server/kubernetes/api-version.ts';
import type { Mapping, Value } from '../../../yaml/index.ts';
import { mappingFrom } from '../../../yaml/tree.ts';
import { type PatchTarget, readTarget } from './patch-target.ts';
import { exactTarget } from './replacement.ts';

/** A variable of a kustomization: a name for the value of a field of an object. */
interface Variable {
  readonly name: Value | undefined;
  /** The identity of the object, with keys in lower case. */
  readonly objref: Mapping;
}

/** Reads an item of `vars`. Many authors write `objRef`: upper and lower case make no difference. */
export function readVariable(item: Value): Variable {
  const { name, objref } = inLowerCase(item);
  return { name, objref: inLowerCase(objref) };
}

function inLowerCase(value: Value | undefined): Mapping {
  const entries = Object.entries(mappingFrom(value));
  return Object.fromEntries(entries.map(([key, member]) => [key.toLowerCase(), member]));
}

/** The object of a variable, as a target of which no text is a pattern. */
export function targetOfVariable(item: Value): PatchTarget {
  const { objref } = readVariable(item);
  const { apiversion } = objref;
  const version = typeof apiversion === 'string' ? groupAndVersion(apiversion) : {};
  return exactTarget(readTarget({ ...objref, ...version }));
}
