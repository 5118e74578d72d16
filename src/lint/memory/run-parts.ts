import type { DocumentReport } from '../../result/verdict.ts';
import { WorkspaceFacts } from '../../sources/installations/workspace-facts.ts';
import type { Patches } from '../../sources/project/patches.ts';
import type { PartReference } from '../../yaml/index.ts';
import type { CheckedPart, PartResult } from '../check/checked-part.ts';
import type { RunPlan } from '../check/run-plan.ts';
import { unresolvedObjects } from '../open/unresolved-objects.ts';
import type { SourceText } from '../read/source-text.ts';
import { FoundParts } from '../settle/found-parts.ts';
import { hasFindings, type SettledPart, settle } from '../settle/settle.ts';
import { KeptParts } from './kept-parts.ts';

/** What is known of each document and each part of a run, when all are settled. */
export interface SettledParts {
  /** In the order of the input. */
  readonly documents: readonly DocumentReport[];
  /** The parts with findings, reported or suppressed, in the order of the input. */
  readonly found: readonly SettledPart[];
  /** How many infos are not among them, because they are only counted. */
  readonly counted: number;
}

/**
 * The parts of a run, by their numbers. A run may have a million of them, and of most nothing is reported. So a part that
 * nothing is reported of is settled at once, and only the reports on its documents are kept, and where it is if it may
 * have to be read again.
 */
export class RunParts {
  /** What is known of the objects in them. */
  readonly facts: WorkspaceFacts;
  readonly #plan: RunPlan;
  readonly #keep: KeptParts;
  readonly #patches: Patches;
  readonly #keepsAll: boolean;
  /** Of the parts that are not settled, the reports are still to come. */
  readonly #documents: (DocumentReport | undefined)[] = [];
  /** By number. */
  readonly #kept: KeptPart[] = [];

  /**
   * @param patches of the sources; they are complete when all parts have been added
   * @param keepsAll whether all parts are needed again
   */
  constructor(plan: RunPlan, patches: Patches, keepsAll: boolean) {
    this.#plan = plan;
    this.#keep = new KeptParts(plan.strings);
    this.#patches = patches;
    this.#keepsAll = keepsAll;
    this.facts = new WorkspaceFacts(plan.strings);
  }

  /** Adds a part, whose text can be given up after that. */
  add(checked: PartResult): void {
    const part = this.#keep.of(checked);
    const isOpen = this.#keepsAll || part.drafts.length > 0 || part.pending.length > 0;
    const settled = isOpen ? undefined : settle(part, this.#plan, this.#patches);
    const documents = settled?.documents ?? part.documents;
    const number = this.#kept.length;
    const isRelated = this.facts.add(part.source, documents, checked.facts, number);
    const isNeeded = isRelated || unresolvedObjects(documents).length > 0;
    this.#kept.push(this.#keptOf(part, settled, isNeeded));
    // Not with spread arguments: a List can have more items than a call can have arguments.
    for (const index of documents.keys()) this.#documents.push(settled?.documents[index]);
  }

  /** @param settled undefined for a part that is to be settled later */
  #keptOf(part: CheckedPart, settled: SettledPart | undefined, isNeeded: boolean): KeptPart {
    const first = this.#documents.length;
    if (settled === undefined || (isNeeded && part.suppressions.length > 0)) {
      return { kind: 'open', checked: part, first };
    }
    if (isNeeded) return new QuietPart(part, first);
    return hasFindings(settled) ? { kind: 'settled', settled } : undefined;
  }

  /** The source of a part, and where it is in it; undefined for what is not needed again. */
  part(number: number): Pick<CheckedPart, 'source' | 'part' | 'related'> | undefined {
    const kept = this.#kept[number];
    if (kept?.kind === 'open') return kept.checked;
    return kept?.kind === 'quiet' ? kept : undefined;
  }

  /** The parts that are not settled, in the order of the input. */
  get open(): readonly CheckedPart[] {
    return this.#kept.flatMap((kept) => (kept?.kind === 'open' ? [kept.checked] : []));
  }

  /** Checks all parts further that may be needed again, before they are settled. */
  checkAgain(check: PartCheck): void {
    for (const [number, kept] of this.#kept.entries()) {
      if (kept === undefined || kept.kind === 'settled') continue;
      const before = this.#checked(kept);
      const after = check(before, number);
      if (after === before) continue;
      const checked = this.#keep.of(after);
      this.#kept[number] = { kind: 'open', checked, first: kept.first };
    }
  }

  /** Checks all parts further that may be needed again, and settles them. */
  settle(check: PartCheck): SettledParts {
    const found = new FoundParts(this.#plan, this.facts);
    for (const [number, kept] of this.#kept.entries()) {
      if (kept === undefined) continue;
      if (kept.kind === 'settled') {
        found.add(kept.settled);
        continue;
      }
      const before = this.#checked(kept);
      const after = check(before, number);
      this.#kept[number] = undefined;
      if (kept.kind === 'quiet' && after === before) continue;
      const part = settle(
        after === before ? after : this.#keep.of(after),
        this.#plan,
        this.#patches,
      );
      for (const [index, document] of part.documents.entries()) {
        this.#documents[kept.first + index] = document;
      }
      found.add(part);
    }
    const documents = this.#documents.filter((one) => one !== undefined);
    return { documents, found: found.parts, counted: found.counted };
  }

  #checked(kept: OpenPart | QuietPart): CheckedPart {
    return kept.kind === 'open' ? kept.checked : this.#reopened(kept);
  }

  #reopened({ source, part, related, first, count }: QuietPart): CheckedPart {
    const documents = this.#documents
      .slice(first, first + count)
      .filter((document) => document !== undefined);
    const updated = documents.filter(({ operation }) => operation === 'update');
    return {
      source,
      part,
      documents,
      isReadable: true,
      isSentVerbatim: part.format === 'json',
      drafts: [],
      pending: [],
      suppressions: [],
      related,
      updated: new Set(updated.map(({ item }) => item)),
    };
  }
}

/** Checks a part further. Returns the part itself if there is nothing to say about it. */
type PartCheck = (part: CheckedPart, number: number) => CheckedPart;

/** What is kept of a part; undefined for what is settled, has no findings, and is not needed again. */
type KeptPart =
  | OpenPart
  | QuietPart
  | { readonly kind: 'settled'; readonly settled: SettledPart }
  | undefined;

/** A part that is to be settled when all sources have been read. */
interface OpenPart {
  readonly kind: 'open';
  readonly checked: CheckedPart;
  /** The number of its first document. */
  readonly first: number;
}

/** A part that is settled unless something is reported when it is read again. */
class QuietPart {
  readonly kind = 'quiet';
  readonly source: SourceText;
  readonly related: CheckedPart['related'];
  readonly first: number;
  readonly count: number;
  // Its place without objects of its own: there may be a million of them.
  readonly #index: number;
  readonly #start: number;
  readonly #end: number;
  readonly #format: PartReference['format'];

  /** @param first the number of its first document */
  constructor({ source, part, related, documents }: CheckedPart, first: number) {
    this.source = source;
    this.related = related;
    this.first = first;
    this.count = documents.length;
    this.#index = part.index;
    this.#start = part.span.start;
    this.#end = part.span.end;
    this.#format = part.format;
  }

  get part(): PartReference {
    const span = { start: this.#start, end: this.#end };
    return { index: this.#index, span, format: this.#format };
  }
}
