import type { Fix } from '../../result/fix.ts';
import { safeFix } from '../../rule/fix.ts';
import type { Origin } from '../../rule/origin.ts';
import { applyDefaults } from '../../server/decode/index.ts';
import { definitionNameOf } from '../../server/kubernetes/definition-name.ts';
import { type KindFacts, servedVersions } from '../../server/kubernetes/kinds.ts';
import { MINORS, NEWEST_MINOR } from '../../server/kubernetes/minors.ts';
import { isMapping, valueAt } from '../../yaml/index.ts';
import { areSameJson, haveSameSchema } from './same-schema.ts';

/**
 * Replaces a version of a kind by one that all minors serve, if it is the same in both: the schema, and the defaults
 * that the object gets.
 */
export function versionFix(
  origin: Origin,
  facts: KindFacts,
  apiVersion: string,
  use: string,
): Fix | undefined {
  const value = valueAt(origin.document.value, origin.path);
  if (!facts.validated || !isMapping(value)) return undefined;
  const { kind } = facts;
  const isServed = MINORS.every((minor) => servedVersions(facts, minor).includes(use));
  const definitions = [apiVersion, use].map((version) => definitionNameOf(version, kind));
  const [own = '', other = ''] = definitions;
  if (!isServed || !haveSameSchema(own, other)) return undefined;
  const [before, after] = [apiVersion, use].map((version) =>
    applyDefaults(kind, version, value, NEWEST_MINOR),
  );
  if (!areSameJson(before, after)) return undefined;
  const path = [...origin.path, 'apiVersion'];
  return safeFix(origin, {
    title: `use apiVersion: ${use}`,
    edits: [{ kind: 'replace', path, value: use }],
  });
}
