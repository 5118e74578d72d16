import crashRule from '../../../rules/internal/rule-crash.ts';
import type { MessageParameters } from '../../result/message-text.ts';
import { Field } from '../../rule/field.ts';
import type { AnyInstallationContext, Place, RelatedPlace } from '../../rule/installation.ts';
import type { Location, RelatedSpan } from '../../rule/location.ts';
import { headLocation, locationAt } from '../../rule/location.ts';
import type { Origin } from '../../rule/resource.ts';
import { decoderPath } from '../../server/decode/problem.ts';
import type { Server } from '../../server/kubernetes/server.ts';
import {
  findInstallations,
  type InstallationFacts,
} from '../../sources/installations/installations.ts';
import { hasRelations } from '../../sources/installations/relations.ts';
import { CheckRunner } from '../check/check-runner.ts';
import type { Draft } from '../check/draft.ts';
import type { SelectedRule } from '../check/rule-selection.ts';
import type { RunPlan } from '../check/run-plan.ts';
import { ChangedSource } from '../read/source-text.ts';
import { type InstallationSources, OpenedObject, OpenInstallation } from './open-installation.ts';

/** What has been reported of the objects of each part, by the number of the part. */
export type DraftsByPart = ReadonlyMap<number, readonly Draft[]>;

/**
 * Runs the rules that look at objects which are applied together. Each installation is opened by itself, and given up
 * before the next one.
 */
export function checkInstallations(sources: InstallationSources, plan: RunPlan): DraftsByPart {
  const check = new InstallationsCheck(sources, plan);
  for (const installation of findInstallations(sources.facts.files)) {
    if (hasRelations(installation) || plan.stored !== undefined) check.run(installation);
  }
  return check.drafts;
}

/** The state of checking the installations of a run. */
class InstallationsCheck {
  readonly #sources: InstallationSources;
  readonly #plan: RunPlan;
  readonly #drafts = new Map<number, Draft[]>();
  /** What has been reported, as an object may be in several installations. */
  readonly #known = new Set<string>();

  constructor(sources: InstallationSources, plan: RunPlan) {
    this.#sources = sources;
    this.#plan = plan;
  }

  get drafts(): DraftsByPart {
    return this.#drafts;
  }

  run(facts: InstallationFacts): void {
    const rules = this.#rulesFor(facts);
    if (rules.length === 0) return;
    for (const server of this.#plan.servers) {
      const { minor } = server;
      const installation = new OpenInstallation(facts, this.#sources, server);
      const [first] = installation.objects;
      for (const selected of rules) {
        const context: AnyInstallationContext = {
          minor,
          report: (id, place, values?: MessageParameters, related?: readonly RelatedPlace[]) =>
            this.#report(selected, server, id, place, values, related),
        };
        try {
          selected.rule.checkInstallation?.(installation, context);
        } catch (error) {
          if (error instanceof ChangedSource) throw error;
          const values = { rule: selected.rule.id, error: String(error) };
          const crash = { rule: crashRule, isMuted: false };
          if (first !== undefined) this.#report(crash, server, 'crash', { object: first }, values);
        }
      }
    }
  }

  /** The rules that some file of an installation asks for; what others report is left out where it is reported. */
  #rulesFor({ objects }: InstallationFacts): readonly SelectedRule[] {
    const rules = new Map<string, SelectedRule>();
    for (const selection of new Set(objects.map(({ facts }) => this.#selectionFor(facts.part)))) {
      for (const selected of selection ?? []) rules.set(selected.rule.id, selected);
    }
    return [...rules.values()];
  }

  #selectionFor(part: number): readonly SelectedRule[] | undefined {
    const source = this.#sources.part(part)?.source;
    return source && this.#plan.rulesFor(source).forInstallations();
  }

  #report(
    { rule }: SelectedRule,
    server: Server,
    messageId: string,
    { object, at, side }: Place,
    values: MessageParameters = {},
    related: readonly RelatedPlace[] = [],
  ): void {
    if (!(object instanceof OpenedObject)) throw new Error('an object of no installation');
    const { origin, part: number, item } = object;
    const part = this.#sources.part(number);
    const isAsked =
      rule === crashRule || this.#selectionFor(number)?.some((selected) => selected.rule === rule);
    if (part === undefined || origin === undefined || isAsked !== true) return;
    const location = locationOf(origin, at, side);
    const key = JSON.stringify([rule.id, messageId, server.minor, number, location.span, values]);
    if (this.#known.has(key)) return;
    this.#known.add(key);
    const runner = new CheckRunner(part.source, this.#plan.now);
    const { minor } = server;
    const subject = { minor, server, kind: undefined, itemAt: () => item, origin, location };
    const spans = related.flatMap((place) => this.#spanOf(place, number));
    runner.run([{ rule, isMuted: false }], subject, (_, { report }) =>
      report(messageId, location, values, { related: spans }),
    );
    const drafts = this.#drafts.get(number) ?? [];
    this.#drafts.set(number, drafts);
    drafts.push(...runner.drafts);
  }

  /** Where a related place is; nothing where its text has been given up. */
  #spanOf({ object, at, side, message }: RelatedPlace, own: number): readonly RelatedSpan[] {
    if (!(object instanceof OpenedObject)) throw new Error('an object of no installation');
    const { origin, part: number } = object;
    const source = this.#sources.part(number)?.source;
    if (origin === undefined || source === undefined) return [];
    const { span } = locationOf(origin, at, side);
    return [{ span, message, ...(number === own ? {} : { source }) }];
  }
}

function locationOf(origin: Origin, at: Place['at'], side: Place['side']): Location {
  if (at === undefined) return headLocation(origin, null);
  if (at instanceof Field) return at.location(side);
  return locationAt(origin, [...origin.path, ...at], decoderPath(at), side);
}
