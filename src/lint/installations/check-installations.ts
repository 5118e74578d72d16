import { addTo } from '../../base/index-by.ts';
import { type Steps, slicesOf } from '../../base/steps.ts';
import { parametersKey } from '../../result/message-text.ts';
import { Field } from '../../rule/field.ts';
import type { Place, RelatedPlace } from '../../rule/installation.ts';
import { headLocation, type Location, locationAt, type RelatedSpan } from '../../rule/location.ts';
import type { Origin } from '../../rule/origin.ts';
import { decoderPath } from '../../server/decode/problem.ts';
import type { Server } from '../../server/kubernetes/server.ts';
import {
  findInstallations,
  type InstallationFacts,
} from '../../sources/installations/installations.ts';
import { hasRelations } from '../../sources/installations/relations.ts';
import type { Draft } from '../check/draft.ts';
import { makeDraft } from '../check/make-draft.ts';
import { type AnyFinding, CRASH, type ReportingRule, runRules } from '../check/run-rules.ts';
import type { SelectedRule } from '../rules/rule-selection.ts';
import type { Run } from '../run.ts';
import { DocumentsOfInstallation, type InstallationSources } from './documents-of-installation.ts';
import { InputLookups, type Lookup } from './input-lookups.ts';
import type { FoundInInstallation, KeptInstallations } from './kept-installations.ts';
import { ObjectOfInstallation } from './object-of-installation.ts';
import { OpenInstallation } from './open-installation.ts';

/** The number of objects from which on the rules about an installation are steps of their own. */
const MANY_OBJECTS = 100;

/** The findings about the objects of each part, by the number of the part. */
export type DraftsByPart = ReadonlyMap<number, readonly Draft[]>;

/** The result of checking installations. */
export interface CheckedInstallations {
  readonly drafts: DraftsByPart;
  /** The parts of the objects of kustomizations that were left out, because there are too many. */
  readonly leftOut: ReadonlySet<number>;
}

/**
 * Runs the rules that look at objects which are applied together. Each installation is opened by itself, and given up
 * before the next one.
 *
 * @param kept the results of earlier runs, which are used instead if nothing has changed
 */
export function* checkInstallations(
  sources: InstallationSources,
  run: Run,
  kept?: KeptInstallations,
): Steps<CheckedInstallations> {
  // Findings about removed objects depend on all stored objects.
  const usable = run.stored === undefined ? kept : undefined;
  usable?.begin(run);
  const drafts = new Map<number, Draft[]>();
  const added = new Set<string>();
  const documents = run.servers.map((server) => new DocumentsOfInstallation(sources, run, server));
  const input = { sources, run, documents };
  const { installations, leftOut } = yield* findInstallations(sources.parts.facts.files);
  for (const installation of installations) {
    yield;
    const isChecked = run.stored !== undefined || run.servers.some((one) => one.podSecurity);
    if (!isChecked && !hasRelations(installation)) continue;
    const known = usable?.find(installation, sources, run);
    const found = known ?? (yield* checkInstallation(installation, input, usable));
    for (const { position, key, draft } of found) {
      const part = installation.objects[position]?.facts.part ?? 0;
      // An object may be in several installations.
      const keyOfPart = `${part} ${key}`;
      if (added.has(keyOfPart)) continue;
      added.add(keyOfPart);
      addTo(drafts, part, draft);
    }
  }
  return { drafts, leftOut };
}

/** The input of a run, and its documents as each server decodes them. */
interface DecodedInput {
  readonly sources: InstallationSources;
  readonly run: Run;
  readonly documents: readonly DocumentsOfInstallation[];
}

function* checkInstallation(
  facts: InstallationFacts,
  input: DecodedInput,
  kept: KeptInstallations | undefined,
): Steps<readonly FoundInInstallation[]> {
  const { sources, run } = input;
  const lookedUp = kept && new Map<string, Lookup>();
  const lookups = new InputLookups({ facts: sources.parts.facts, kinds: run.kinds }, lookedUp);
  const found: FoundInInstallation[] = [];
  const rules = rulesFor(facts, input);
  for (const documents of rules.length === 0 ? [] : input.documents) {
    const { server } = documents;
    const installation = new OpenInstallation(facts, { run, lookups, documents });
    const [first] = installation.objects;
    const isLong = installation.objects.length >= MANY_OBJECTS;
    for (const slice of slicesOf(rules, isLong)) {
      if (isLong) yield;
      runRules(slice, installation, {
        server,
        now: run.now,
        crashAt: first && { object: first },
        report: (rule, finding) => found.push(...foundBy(rule, server, finding, input)),
      });
    }
  }
  kept?.keep(facts, sources, [...(lookedUp?.values() ?? [])], found);
  return found;
}

/**
 * The rules that are selected for some file of an installation. Findings of rules that are not selected for a file are
 * removed later.
 */
function rulesFor(
  { objects }: InstallationFacts,
  input: DecodedInput,
): readonly SelectedRule<'installation'>[] {
  const rules = new Map<string, SelectedRule<'installation'>>();
  for (const selection of new Set(objects.map(({ facts }) => selectionFor(facts.part, input)))) {
    for (const selected of selection ?? []) rules.set(selected.rule.id, selected);
  }
  return [...rules.values()];
}

function selectionFor(
  part: number,
  { sources, run }: DecodedInput,
): readonly SelectedRule<'installation'>[] | undefined {
  const source = sources.parts.part(part)?.source;
  return source && run.rulesFor(source).on('installation');
}

/** A finding with its draft. None if the rule is not selected for the file of the object. */
function foundBy(
  reporting: ReportingRule,
  server: Server,
  finding: AnyFinding<Place, RelatedPlace>,
  input: DecodedInput,
): readonly FoundInInstallation[] {
  const { rule } = reporting;
  const { object, at, side } = finding.at;
  if (!(object instanceof ObjectOfInstallation)) throw new Error('an object of no installation');
  const { origin, part: number, item, position } = object;
  const part = input.sources.parts.part(number);
  const isAsked =
    reporting === CRASH ||
    selectionFor(number, input)?.some((selected) => selected.rule.id === rule.id);
  if (part === undefined || origin === undefined || isAsked !== true) return [];
  const location = locationOf(origin, at, side);
  const { message, values = {}, related = [] } = finding;
  const parameters = parametersKey(values);
  const key = JSON.stringify([rule.id, message, server.minor, location.span, parameters]);
  const subject = { server, itemAt: () => item, origin, location };
  const spans = related.flatMap((place) => spanOf(place, number, input.sources));
  const draft = makeDraft(
    reporting,
    { ...finding, at: location, related: spans },
    subject,
    part.source,
  );
  return draft === undefined ? [] : [{ position, key, draft }];
}

/** The span of a related place. Empty if its text has been released. */
function spanOf(
  { object, at, side, message }: RelatedPlace,
  own: number,
  { parts }: InstallationSources,
): readonly RelatedSpan[] {
  if (!(object instanceof ObjectOfInstallation)) throw new Error('an object of no installation');
  const { origin, part: number } = object;
  const source = parts.part(number)?.source;
  if (origin === undefined || source === undefined) return [];
  const { span } = locationOf(origin, at, side);
  return [{ span, message, ...(number === own ? {} : { source }) }];
}

function locationOf(origin: Origin, at: Place['at'], side: Place['side']): Location {
  if (at === undefined) return headLocation(origin, null);
  if (at instanceof Field) return at.location(side);
  return locationAt(origin, [...origin.path, ...at], decoderPath(at), side);
}
