import { applyDefaults, decode } from '../decode/index.ts';
import type { Resolution } from '../kubernetes/kinds.ts';
import type { Minor } from '../kubernetes/minors.ts';
import { Field } from '../rule/field.ts';
import type { ManifestObject } from '../rule/manifest.ts';
import type { Resource } from '../rule/resource.ts';
import { isMapping } from '../yaml/index.ts';

/** Decodes an object and applies the defaults, as the server does before it validates. */
export function openResource(
  { origin, value }: ManifestObject,
  { facts, apiVersion }: Resolution & { readonly outcome: 'served' },
  minor: Minor,
): Resource {
  const { kind } = facts;
  const decoded = decode(kind, isMapping(value) ? value : {}, minor, { at: origin.path });
  const owner = { origin, isPruned: decoded.isPruned };
  return {
    kind,
    apiVersion,
    facts,
    isNamespaced: facts.namespaced,
    minor,
    origin,
    root: Field.root(owner, applyDefaults(kind, apiVersion, decoded.value)),
    problems: decoded.problems,
    undecodable: decoded.undecodable,
    stored: undefined,
  };
}
