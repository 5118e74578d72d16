import { openPart } from '../../lint/open/open-part.ts';
import type { Source } from '../../lint/read/source.ts';
import { SourceText } from '../../lint/read/source-text.ts';
import { groupAndVersion } from '../../server/kubernetes/api-version.ts';
import { isMapping, type Mapping, mappingIn, type Value } from '../../yaml/index.ts';
import { yamlText } from '../../yaml/print.ts';
import { createMapping, isList } from '../../yaml/tree.ts';
import { isCrdName } from './crd-lock.ts';

export interface FoundCrd {
  /** `metadata.name`, such as `backups.example.com`. */
  readonly name: string;
  readonly manifest: Mapping;
}

/** The CRDs of sources, and what cannot be used. */
export interface FoundCrds {
  /** By name. Of several CRDs of one name the last counts. */
  readonly crds: ReadonlyMap<string, FoundCrd>;
  /** The messages about documents that cannot be used. */
  readonly problems: readonly string[];
}

const CRD_KIND = 'CustomResourceDefinition';

/** The annotation that a CRD of a group of Kubernetes must have. */
export const GROUP_APPROVAL = 'api-approved.kubernetes.io';

/** Finds the CRDs in sources. Other objects are ignored. */
export function findCrds(sources: Iterable<Source>): FoundCrds {
  const crds = new Map<string, FoundCrd>();
  const problems: string[] = [];
  for (const source of sources) {
    const text = new SourceText(source);
    if (!text.text.includes(CRD_KIND)) continue;
    for (const part of text.parts()) {
      const place = `${source.name}:${text.lines.position(part.span.start).line}`;
      const open = openPart(text, part);
      if (open.kind === 'refused') {
        const mayBeCrd = text.textOf(part.span).includes(CRD_KIND);
        if (mayBeCrd) problems.push(`${place}: this document is not valid YAML, so it is not used`);
        continue;
      }
      for (const { head, value } of open.objects) {
        if (head.kind !== 'object' || head.objectKind !== CRD_KIND || !isMapping(value)) continue;
        const found = usableCrd(head.apiVersion, value);
        if (typeof found === 'string') problems.push(`${place}: ${found}`);
        else crds.set(found.name, found);
      }
    }
  }
  return { crds, problems };
}

/** A CRD, or the reason for which it cannot be used. */
function usableCrd(apiVersion: string, manifest: Mapping): FoundCrd | string {
  const { group, version } = groupAndVersion(apiVersion);
  if (group !== 'apiextensions.k8s.io' || version !== 'v1') {
    return `a CRD of ${apiVersion} is not used; it must be apiextensions.k8s.io/v1`;
  }
  const { name } = mappingIn(manifest, 'metadata');
  if (typeof name !== 'string' || !isCrdName(name)) return 'a CRD without a valid name is not used';
  return isDeeper(manifest, DEEPEST)
    ? `a CRD with more than ${DEEPEST} levels of nesting is not used`
    : { name, manifest };
}

/** The most levels of a CRD. Each level indents the lines of its file, which could be very large otherwise. */
const DEEPEST = 200;

function isDeeper(value: Value, levels: number): boolean {
  if (!isList(value) && !isMapping(value)) return false;
  return levels === 0 || Object.values(value).some((one) => isDeeper(one, levels - 1));
}

/**
 * The text of the file of a CRD: keys are sorted, and what a cluster adds is left out.
 *
 * @param isSlim true to leave out the descriptions of fields
 */
export function crdText({ name, manifest }: FoundCrd, isSlim: boolean): string {
  const { metadata = null, spec = null } = manifest;
  const kept: Mapping = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: CRD_KIND,
    metadata: keptMetadata(name, metadata),
    spec: isSlim ? slimSpec(spec) : spec,
  };
  return `${yamlText(sorted(kept))}\n`;
}

/** The annotations that programs write into each object that they apply. */
const WRITTEN_ANNOTATIONS = /^kubectl\.kubernetes\.io\/last-applied-configuration$/;

/** The name, and the annotations, on which the rules for groups of Kubernetes depend. */
function keptMetadata(name: string, metadata: Value): Mapping {
  const annotations = isMapping(metadata) ? (metadata.annotations ?? null) : null;
  const kept = isMapping(annotations)
    ? Object.entries(annotations).filter(([key]) => !WRITTEN_ANNOTATIONS.test(key))
    : [];
  return kept.length === 0 ? { name } : { annotations: Object.fromEntries(kept), name };
}

function slimSpec(spec: Value): Value {
  if (!isMapping(spec) || !isList(spec.versions)) return spec;
  const versions = spec.versions.map((version): Value => {
    if (!isMapping(version) || !isMapping(version.schema)) return version;
    const { schema } = version;
    if (schema.openAPIV3Schema === undefined) return version;
    const openAPIV3Schema = slimSchema(schema.openAPIV3Schema);
    return { ...version, schema: { ...schema, openAPIV3Schema } };
  });
  return { ...spec, versions };
}

/** The keys of a schema whose values are schemas, lists of schemas, or mappings of names to schemas. */
const SCHEMA_KEYS: ReadonlySet<string> = new Set(['additionalProperties', 'items', 'not']);
const LIST_KEYS: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf']);
const MAPPING_KEYS: ReadonlySet<string> = new Set(['definitions', 'properties']);

/** A schema without descriptions. Defaults, enums and examples are values, which stay as they are. */
function slimSchema(schema: Value): Value {
  if (!isMapping(schema)) return schema;
  const slim = createMapping();
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'description') continue;
    if (SCHEMA_KEYS.has(key)) slim[key] = slimSchema(value);
    else if (LIST_KEYS.has(key) && isList(value)) slim[key] = value.map(slimSchema);
    else if (MAPPING_KEYS.has(key) && isMapping(value)) slim[key] = mapped(value, slimSchema);
    else slim[key] = value;
  }
  return slim;
}

/** A value with the keys of all its mappings in their order as bytes. */
function sorted(value: Value): Value {
  if (isList(value)) return value.map(sorted);
  if (!isMapping(value)) return value;
  const keys = Object.keys(value).sort();
  return mapped(Object.fromEntries(keys.map((key) => [key, value[key] ?? null])), sorted);
}

function mapped(mapping: Mapping, change: (value: Value) => Value): Mapping {
  const all = createMapping();
  for (const [key, value] of Object.entries(mapping)) all[key] = change(value);
  return all;
}
