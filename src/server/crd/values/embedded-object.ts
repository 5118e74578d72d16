import { toLower } from '../../../base/go/lower-case.ts';
import { isMapping } from '../../../yaml/tree.ts';
import { decodeMetadata, decoderPath } from '../../decode/index.ts';
import { type Edit, withEdits } from '../../decode/settle.ts';
import { dns1035LabelProblems } from '../../kubernetes/formats/dns.ts';
import type { Minor } from '../../kubernetes/minors.ts';
import type { Mapping, Value } from '../../kubernetes/value.ts';
import {
  isEmbeddedResource,
  itemSchema,
  mapValueSchema,
  propertySchema,
  type StructuralSchema,
} from '../structural.ts';
import { type MetadataFault, metadataFaults, settledMetadata } from './embedded-metadata.ts';

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

/** A value on the path to an embedded object. */
interface Step {
  readonly value: Value;
  readonly schema: StructuralSchema;
  readonly isResource: boolean;
  readonly parent: Step | undefined;
  readonly key: string | number;
  /** True if the key is a key of a map, which the server writes in brackets. */
  readonly isMapKey: boolean;
}

interface Found {
  readonly object: Mapping;
  readonly at: Step;
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
export interface EmbeddedDecoding {
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
      const at = pathTo(found);
      const { problems } = decodeMetadata(metadata, minor);
      return problems
        .filter(({ kind }) => kind === 'unknown-field')
        .map(({ path }) => ({
          path: [...at.segments, ...path],
          field: `${at.path}.${decoderPath(path)}`.replace(/^\./, ''),
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
  }: {
    readonly isResource: boolean;
    readonly minor: Minor;
    readonly dropsWrongTypes?: boolean;
  },
): Value {
  const edits = embeddedObjects(value, schema, isResource).flatMap((found): Edit[] => {
    const { segments } = pathTo(found);
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

/** Finds the embedded objects in a value. Not recursive, so values of any depth are supported. */
function embeddedObjects(
  value: Value,
  schema: StructuralSchema,
  isResource: boolean,
): readonly Found[] {
  const found: Found[] = [];
  const left: Step[] = [{ value, schema, isResource, parent: undefined, key: '', isMapKey: false }];
  for (let at = left.pop(); at !== undefined; at = left.pop()) {
    if (isMapping(at.value)) {
      if (at.isResource) found.push({ object: at.value, at });
      for (const key in at.value) {
        const declared = propertySchema(at.schema, key);
        const below = declared ?? mapValueSchema(at.schema);
        pushStep(at, key, at.value[key], below, declared === undefined, left);
      }
    } else if (Array.isArray(at.value)) {
      for (const [index, item] of at.value.entries()) {
        pushStep(at, index, item, itemSchema(at.schema), false, left);
      }
    }
  }
  return found;
}

function pushStep(
  parent: Step,
  key: string | number,
  value: Value | undefined,
  schema: StructuralSchema | undefined,
  isMapKey: boolean,
  left: Step[],
): void {
  if (schema === undefined || typeof value !== 'object') return;
  left.push({ value, schema, isResource: isEmbeddedResource(schema), parent, key, isMapKey });
}

function pathTo(found: Found): { segments: readonly (string | number)[]; path: string } {
  const segments: (string | number)[] = [];
  const steps: string[] = [];
  for (let step = found.at; step.parent !== undefined; step = step.parent) {
    segments.push(step.key);
    steps.push(typeof step.key === 'number' || step.isMapKey ? `[${step.key}]` : `.${step.key}`);
  }
  return { segments: segments.reverse(), path: steps.reverse().join('') };
}

function faultAt(
  found: Found,
  member: string,
  kind: EmbeddedFault['kind'],
  reason: string,
): EmbeddedFault {
  const { segments, path } = pathTo(found);
  return { kind, segments: [...segments, member], path: `${path}.${member}`, reason };
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
  const { segments, path } = pathTo(found);
  return [...metadataFaults(metadata, minor)].map(({ kind, steps, reason }) => ({
    kind,
    segments: [...segments, 'metadata', ...steps],
    path: `${path}.metadata${steps.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('')}`,
    reason,
  }));
}
