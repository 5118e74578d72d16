import { fieldText } from '../crd/schema-steps.ts';
import { type CustomVersion, customDefinition } from '../custom-resources/definition.ts';
import { ExampleObjects } from '../custom-resources/examples/example-objects.ts';
import type { Minor } from '../kubernetes/minors.ts';
import type { CustomResourceDefinition } from '../kubernetes/types.generated.ts';
import type { CrdChange, VersionChange } from './change.ts';
import { comparableText, definitionChanges, storageVersion } from './definition-changes.ts';
import { type OwnSchemaChange, schemaChanges } from './schema-changes.ts';
import { WitnessSearch } from './witness-search.ts';

/**
 * Finds the effects of a change of a CRD: requests that were accepted and are now refused, each with a custom resource
 * that shows it, and changes of the meaning of objects.
 *
 * @param before the CRD before the change, valid for the minor
 * @param after the CRD after the change, also valid
 */
export function compareDefinitions(
  before: CustomResourceDefinition,
  after: CustomResourceDefinition,
  minor: Minor,
): readonly CrdChange[] {
  const definition = customDefinition(before);
  const later = new Map(customDefinition(after).versions.map((version) => [version.name, version]));
  const stored = new Set([storageVersion(before), ...(before.status?.storedVersions ?? [])]);
  const ofVersions: VersionChange[] = [];
  const ofSchemas: OwnSchemaChange[] = [];
  for (const version of definition.versions) {
    const next = later.get(version.name);
    const isStored = stored.has(version.name);
    if (next === undefined || (version.isServed && !next.isServed)) {
      if (!version.isServed && !isStored) continue;
      const subject = next === undefined ? 'removed' : 'unserved';
      const object = version.isServed
        ? new ExampleObjects(definition, version, minor).minimal()
        : undefined;
      ofVersions.push({
        kind: 'version',
        subject,
        version: version.name,
        before: version.isServed ? 'served' : 'not served',
        after: subject === 'removed' ? undefined : 'not served',
        isStored,
        witness: object && { object, stored: undefined, ofStatus: false, fate: 'tolerated' },
      });
    } else if (version.isServed) ofSchemas.push(...compareVersions(version, next));
  }
  return [...definitionChanges(before, after), ...ofVersions, ...inAllVersions(ofSchemas)];

  function compareVersions(one: CustomVersion, other: CustomVersion): Iterable<OwnSchemaChange> {
    const { schema: earlier = {} } = one;
    const { schema: latest = {} } = other;
    const search = new WitnessSearch(definition, { before: one, after: other }, minor);
    return schemaChanges(one.name, earlier, latest, search);
  }
}

/** The changes. Changes that are the same in several versions are joined. */
function inAllVersions(changes: readonly OwnSchemaChange[]): readonly OwnSchemaChange[] {
  const groups = new Map<string, { readonly change: OwnSchemaChange; readonly alsoIn: string[] }>();
  for (const change of changes) {
    const { kind, steps, before, after } = change;
    const subject = change.kind === 'meaning' ? change.subject : change.suspect.keyword;
    const key = [
      kind,
      fieldText(steps),
      subject,
      comparableText(before),
      comparableText(after),
    ].join('\u0000');
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { change, alsoIn: [] });
    else known.alsoIn.push(change.version);
  }
  return [...groups.values()].map(({ change, alsoIn }) => ({ ...change, alsoIn }));
}
