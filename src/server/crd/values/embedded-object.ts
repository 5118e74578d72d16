import { toLower } from '../../../base/go/lower-case.ts';
import { isMapping } from '../../../yaml/tree.ts';
import { decodeMetadata, decoderPath } from '../../decode/index.ts';
import { type Edit, withEdits } from '../../decode/settle.ts';
import { dns1035LabelProblems } from '../../kubernetes/formats/dns.ts';
import type { Minor } from '../../kubernetes/minors.ts';
import type { Mapping, Value } from '../../kubernetes/value.ts';
import { isEmbeddedResource, type StructuralSchema } from '../structural.ts';
import { declaredContainers } from './declared-containers.ts';
import { type MetadataFault, metadataFaults, settledMetadata } from './embedded-metadata.ts';
import { segmentsOf, serverPathOf, type Trail } from './trail.ts';

/** An error in the `apiVersion`, `kind` or `metadata` of an embedded object. */
export interface EmbeddedFault {
  readonly kind: MetadataFault['kind'];
  /** The path from the value, in the file. */
  readonly segments: readonly (string | number)[];
  /** The same path as the server writes it, starting with a dot or bracket. */
  readonly path: string;
  /** The message, to follow a colon. */
  readonly reason: string;
}

interface Found {
  readonly object: Mapping;
  readonly trail: Trail | undefined;
}

/**
 * Validates `apiVersion`, `kind` and `metadata` of the objects embedded in a value, as its schema declares them.
 *
 * @param isResource true if the value itself is such an object
 */
export function embeddedFaults(
  value: Value,
  schema: StructuralSchema,
  isResource: boolean,
  minor: Minor,
): readonly EmbeddedFault[] {
  const objects = embeddedObjects(value, schema, isResource);
  const typeFault = firstTypeFault(objects, minor);
  if (typeFault !== undefined) return [typeFault];
  return objects.flatMap((found) => [...headFaults(found), ...metadataFaultsOf(found, minor)]);
}

/** A field that the server does not know. */
export interface UnknownField {
  /** The path in the file, relative to the value. */
  readonly path: readonly (string | number)[];
  /** The same path as the server writes it. */
  readonly field: string;
}

/** The result of decoding the objects embedded in a value. */
interface EmbeddedDecoding {
  /** An `apiVersion`, `kind` or `metadata` of a wrong type, for which the server refuses to decode the value. */
  readonly typeFault: EmbeddedFault | undefined;
  readonly unknownFields: readonly UnknownField[];
}

/** Decodes the objects embedded in a value, as the server does before it validates a custom resource. */
export function decodeEmbedded(
  value: Value,
  schema: StructuralSchema,
  isResource: boolean,
  minor: Minor,
): EmbeddedDecoding {
  const objects = embeddedObjects(value, schema, isResource);
  return {
    typeFault: firstTypeFault(objects, minor),
    unknownFields: objects.flatMap((found) => {
      const { metadata } = found.object;
      if (metadata === undefined || !isMapping(metadata)) return [];
      const [at, written] = [segmentsOf(found.trail), serverPathOf(found.trail)];
      const { problems } = decodeMetadata(metadata, minor);
      return problems
        .filter(({ kind }) => kind === 'unknown-field')
        .map(({ path }) => ({
          path: [...at, ...path],
          field: `${written}.${decoderPath(path)}`.replace(/^\./, ''),
        }));
    }),
  };
}

/**
 * The value as the server continues with it: the metadata of embedded objects contain only the fields of ObjectMeta,
 * without nulls and empty fields. Returns a copy if something changes.
 *
 * @param options.dropsWrongTypes true if metadata of a wrong type are removed too. Otherwise there must be none, which
 * `embeddedFaults` checks.
 */
export function withSettledMetadata(
  value: Value,
  schema: StructuralSchema,
  {
    isResource,
    minor,
    dropsWrongTypes = false,
  }: { readonly isResource: boolean; readonly minor: Minor; readonly dropsWrongTypes?: boolean },
): Value {
  const edits = embeddedObjects(value, schema, isResource).flatMap((found): Edit[] => {
    const segments = segmentsOf(found.trail);
    const removed = dropsWrongTypes
      ? HEAD.filter((member) => hasWrongType(found.object[member])).map((member) => {
          return { path: [...segments, member], value: undefined };
        })
      : [];
    const { metadata } = found.object;
    if (metadata === undefined || !(metadata === null || isMapping(metadata))) return removed;
    const settled = settledMetadata(metadata ?? {}, minor);
    return [...removed, { path: [...segments, 'metadata'], value: settled }];
  });
  if (edits.length === 0) return value;
  // Edits need a container, so the value becomes a member of a mapping.
  const inObject = edits.map((edit) => ({ ...edit, path: ['value', ...edit.path] }));
  return withEdits({ value }, inObject).value ?? null;
}

/** Finds the embedded objects in a value. */
function embeddedObjects(
  value: Value,
  schema: StructuralSchema,
  isResource: boolean,
): readonly Found[] {
  const found: Found[] = [];
  for (const { value: object, schema: at, trail } of declaredContainers(value, schema)) {
    const isObject = trail === undefined ? isResource : isEmbeddedResource(at);
    if (isObject && isMapping(object)) found.push({ object, trail });
  }
  return found;
}

function faultAt(
  { trail: parent }: Found,
  member: string,
  kind: EmbeddedFault['kind'],
  reason: string,
): EmbeddedFault {
  const trail = { parent, segment: member };
  return { kind, segments: segmentsOf(trail), path: serverPathOf(trail), reason };
}

/** The two fields that identify the type of an object. */
const HEAD = ['apiVersion', 'kind'] as const;

function hasWrongType(member: Value | undefined): boolean {
  return member !== undefined && typeof member !== 'string';
}

/** The server stops at a field of a wrong type, and reports only one. */
function firstTypeFault(objects: readonly Found[], minor: Minor): EmbeddedFault | undefined {
  for (const found of objects) {
    const fault = typeFault(found, minor);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function typeFault(found: Found, minor: Minor): EmbeddedFault | undefined {
  const { object } = found;
  for (const member of HEAD) {
    if (hasWrongType(object[member])) {
      return faultAt(found, member, 'invalid', `${member} must be a string`);
    }
  }
  const { metadata } = object;
  if (metadata === undefined || metadata === null) return undefined;
  if (!isMapping(metadata) || decodeMetadata(metadata, minor).undecodable) {
    return faultAt(found, 'metadata', 'invalid', 'a field of metadata has the wrong type');
  }
  return undefined;
}

function* headFaults(found: Found): Iterable<EmbeddedFault> {
  const { apiVersion, kind } = found.object;
  if (apiVersion === undefined) {
    yield faultAt(found, 'apiVersion', 'required', 'the object has no apiVersion');
  } else if (apiVersion === '') {
    yield faultAt(found, 'apiVersion', 'invalid', 'apiVersion is empty');
  } else if (typeof apiVersion === 'string' && apiVersion.split('/').length > 2) {
    yield faultAt(found, 'apiVersion', 'invalid', 'apiVersion has more than one slash');
  }
  if (kind === undefined) yield faultAt(found, 'kind', 'required', 'the object has no kind');
  else if (kind === '') yield faultAt(found, 'kind', 'invalid', 'kind is empty');
  else if (typeof kind === 'string' && dns1035LabelProblems(toLower(kind)).length > 0) {
    yield faultAt(
      found,
      'kind',
      'invalid',
      `kind '${kind}' is not a DNS label, apart from upper case`,
    );
  }
}

function metadataFaultsOf(found: Found, minor: Minor): readonly EmbeddedFault[] {
  const { metadata } = found.object;
  if (metadata === undefined || !isMapping(metadata)) return [];
  const [segments, path] = [segmentsOf(found.trail), serverPathOf(found.trail)];
  return [...metadataFaults(metadata, minor)].map(({ kind, steps, reason }) => ({
    kind,
    segments: [...segments, 'metadata', ...steps],
    path: `${path}.metadata${steps.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('')}`,
    reason,
  }));
}
