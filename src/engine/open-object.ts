import { applyDefaults, decode } from '../decode/index.ts';
import { definitionNameOf } from '../kubernetes/definition-name.ts';
import type { Resolution } from '../kubernetes/kinds.ts';
import type { Server } from '../kubernetes/server.ts';
import { Field } from '../rule/field.ts';
import type { ManifestObject } from '../rule/manifest.ts';
import type { DecodedObject, Resource } from '../rule/resource.ts';
import { isMapping } from '../yaml/index.ts';

type Served = Resolution & { readonly outcome: 'served' };

/** Decodes an object of a built-in kind. If its values are validated, applies the defaults, as the server does before validation. */
export function openObject(
  { origin, value }: ManifestObject,
  { facts, apiVersion }: Served,
  server: Server,
): DecodedObject | Resource {
  const { minor } = server;
  const definition = definitionNameOf(apiVersion, facts.kind);
  const decoded = decode(definition, isMapping(value) ? value : {}, minor, { at: origin.path });
  const { problems, undecodable, isPruned } = decoded;
  if (!facts.validated) return { apiVersion, facts, minor, server, origin, problems, undecodable };
  const { kind } = facts;
  const root = Field.root({ origin, isPruned }, applyDefaults(kind, apiVersion, decoded.value));
  return {
    kind,
    apiVersion,
    facts,
    isNamespaced: facts.namespaced,
    minor,
    server,
    origin,
    root,
    problems,
    undecodable,
    stored: undefined,
  };
}
