import type { Source } from '../../lint/read/source.ts';
import { schemaOfCatalogue } from '../../server/custom-resources/catalogue-schema.ts';
import { SCHEMA_ONLY_ANNOTATION } from '../../server/custom-resources/definition.ts';
import { isBuiltInGroup } from '../../server/kubernetes/kinds.ts';
import { compareVersionPriority } from '../../server/kubernetes/version-priority.ts';
import { firstValueIn, type Mapping } from '../../yaml/index.ts';
import { isCrdName } from './crd-lock.ts';
import { type FoundCrd, type FoundCrds, GROUP_APPROVAL } from './crd-manifests.ts';

/** The path of a JSON Schema in the public catalogues: `cert-manager.io/certificate_v1.json`. */
const SCHEMA_PATH =
  /(?:^|\/)(?<group>[a-z0-9-]+(?:\.[a-z0-9-]+)+)\/(?<kind>[A-Za-z][A-Za-z0-9]*)_(?<version>v\d+(?:(?:alpha|beta)\d+)?)\.json$/;

/**
 * Makes CRDs of JSON Schemas that are in the layout of the public catalogues. The scope, the plural and the
 * exact name of the kind are not in them, nor are subresources. So each kind is marked as known by its schemas only.
 *
 * @param groups the groups that are wanted; null for all groups
 */
export function crdsOfSchemas(
  sources: Iterable<Source>,
  groups: readonly string[] | null,
): FoundCrds {
  const kinds = new Map<string, SchemaKind>();
  const problems: string[] = [];
  for (const { name: file, content } of sources) {
    const { group = '', kind: written = '', version = '' } = SCHEMA_PATH.exec(file)?.groups ?? {};
    if (group === '' || isBuiltInGroup(group) || groups?.includes(group) === false) continue;
    const kind = written.toLowerCase();
    const name = `${kind}.${group}`;
    const value = firstValueIn(content);
    const schema = value === undefined ? undefined : schemaOfCatalogue(value);
    if (schema === undefined || !isCrdName(name)) {
      problems.push(`${file}: is not the JSON Schema of a kind, so it is not used`);
      continue;
    }
    const known = kinds.get(name) ?? { group, kind, versions: new Map() };
    known.versions.set(version, schema);
    kinds.set(name, known);
  }
  const crds = new Map<string, FoundCrd>();
  for (const [name, kind] of kinds) crds.set(name, { name, manifest: crdOf(name, kind) });
  return { crds, problems };
}

interface SchemaKind {
  readonly group: string;
  /** In lower case, as the names of the files have it. */
  readonly kind: string;
  readonly versions: Map<string, Mapping>;
}

function crdOf(name: string, { group, kind, versions }: SchemaKind): Mapping {
  const names = [...versions.keys()].sort(compareVersionPriority);
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {
      name,
      annotations: {
        [SCHEMA_ONLY_ANNOTATION]: 'true',
        [GROUP_APPROVAL]: 'unapproved, of a catalogue of JSON Schemas',
      },
    },
    spec: {
      group,
      // The plural and the scope are not known, and nothing depends on them.
      names: { kind, plural: kind, singular: kind },
      scope: 'Namespaced',
      versions: names.map((version, index) => ({
        name: version,
        served: true,
        storage: index === 0,
        schema: { openAPIV3Schema: versions.get(version) ?? null },
        // If it is a subresource, the server ignores the status that is sent.
        subresources: { status: {} },
      })),
    },
  };
}
