import { Field } from '../../rule/field.ts';
import type { ManifestObject } from '../../rule/manifest.ts';
import type { DecodedObject, Resource } from '../../rule/resource.ts';
import { applyDefaults, decode } from '../../server/decode/index.ts';
import { definitionNameOf } from '../../server/kubernetes/definition-name.ts';
import type { Resolution } from '../../server/kubernetes/kinds.ts';
import type { Server } from '../../server/kubernetes/server.ts';
import { isMapping } from '../../yaml/index.ts';

type Served = Resolution & { readonly outcome: 'served' };

/** The fields of an object of a built-in kind. */
export interface OpenedFields {
  readonly object: DecodedObject;
  /** With the defaults, if its values are validated. */
  readonly root: Field;
  /** Undefined if its values are not validated. */
  readonly resource: Resource | undefined;
}

/**
 * Decodes an object of a built-in kind. If its values are validated, applies the defaults, as the server does before
 * validation.
 */
export function openObject(
  manifest: ManifestObject,
  resolution: Served,
  server: Server,
): DecodedObject | Resource {
  const { object, resource } = openFields(manifest, resolution, server);
  return resource ?? object;
}

/** Decodes an object of a built-in kind, for its fields. */
export function openFields(
  { origin, value }: ManifestObject,
  { facts, apiVersion }: Served,
  server: Server,
): OpenedFields {
  const { minor } = server;
  const definition = definitionNameOf(apiVersion, facts.kind);
  const decoded = decode(definition, isMapping(value) ? value : {}, minor, { at: origin.path });
  const { problems, undecodable, isPruned } = decoded;
  const object = { apiVersion, facts, minor, server, origin, problems, undecodable };
  if (!facts.validated) {
    return { object, root: Field.root({ origin, isPruned }, decoded.value), resource: undefined };
  }
  const { kind } = facts;
  const root = Field.root(
    { origin, isPruned },
    applyDefaults(kind, apiVersion, decoded.value, minor),
  );
  const resource = {
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
  return { object, root, resource };
}
