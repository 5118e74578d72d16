import { getOrCompute } from '../../base/get-or-compute.ts';
import type { Steps } from '../../base/steps.ts';
import type { DocumentReport } from '../../result/verdict.ts';
import { InputFacts } from '../../sources/installations/input-facts.ts';
import type { PartReference } from '../../yaml/index.ts';
import { checkSource } from '../check/check-source.ts';
import { type CheckedPart, NO_OBJECTS, type PartResult } from '../check/checked-part.ts';
import { unresolvedObjects } from '../open/unresolved-objects.ts';
import type { Source } from '../read/source.ts';
import { SourceText } from '../read/source-text.ts';
import type { Run } from '../run.ts';
import { hasFindings, type SettledPart, settle } from '../settle/settle.ts';
import { FoundParts } from './found-parts.ts';
import { KeptParts } from './kept-parts.ts';

/** The facts about each document and each part of a run, when all are settled. */
export interface SettledParts {
  /** The number of sources that were read. */
  readonly files: number;
  /** The documents in the order of the input. */
  readonly documents: readonly DocumentReport[];
  /** The parts with findings, reported or suppressed, in the order of the input. */
  readonly found: readonly SettledPart[];
  /** The number of infos that are not included, because they are only counted. */
  readonly counted: number;
}

/** Opens the parts of a source, checks each object in them, and adds the results. */
export type SourceCheck = (
  source: Source,
  run: Run,
  add: (part: PartResult) => void,
) => Steps<void>;

/** The results of settling parts without drafts, for runs with the same options. */
export type SettledEarlier = WeakMap<CheckedPart, SettledPart>;

const checkAnew: SourceCheck = (source, run, add) =>
  checkSource(new SourceText(source, run.texts), run, add);

/**
 * The parts of a run, by their numbers. A run may have a million parts, most of them without findings. A part without
 * findings is settled at once. Only the reports on its documents are kept, and its location if it may have to be read
 * again.
 */
export class Parts {
  /** The facts about the objects in the parts. */
  readonly facts: InputFacts;
  readonly #run: Run;
  readonly #keep: KeptParts;
  readonly #keepsAll: boolean;
  readonly #settledEarlier: SettledEarlier | undefined;
  /** The reports of parts that are not settled are still to come. */
  readonly #documents: (DocumentReport | undefined)[] = [];
  /** The parts by number. */
  readonly #kept: KeptPart[] = [];
  readonly #sources: Source[] = [];
  #files = 0;

  /**
   * @param keepsAll true if all parts and sources are needed again
   * @param settledEarlier the results of earlier runs, if the parts are those that `KeptParts` makes
   */
  constructor(run: Run, keepsAll: boolean, settledEarlier?: SettledEarlier) {
    this.#run = run;
    this.#settledEarlier = settledEarlier;
    this.#keep = new KeptParts(run.strings);
    this.#keepsAll = keepsAll;
    this.facts = new InputFacts(run.strings);
  }

  /** The sources that have been added, if they are needed again. */
  get sources(): readonly Source[] {
    return this.#sources;
  }

  /** Adds the parts of a source, and the kinds that its CRDs define. Its text can be given up after that. */
  *addSource(source: Source, check: SourceCheck = checkAnew): Steps<void> {
    const run = this.#run;
    this.#files++;
    if (this.#keepsAll) this.#sources.push(source);
    run.patches.addAround(source.surroundings ?? [], source.name);
    yield* check(source, run, (part) => {
      run.kinds.add(part.definitions);
      run.kinds.addMade(part.madeCrds, source.name);
      run.kinds.addMutated(part.mutated);
      for (const delivery of part.deliveries) run.patches.addDelivery(delivery);
      this.#add(part);
    });
  }

  #add(checked: PartResult): void {
    const part = this.#settledEarlier === undefined ? this.#keep.of(checked) : checked;
    const isOpen = this.#keepsAll || part.drafts.length > 0 || part.pending.length > 0;
    const settled = isOpen ? undefined : this.#settled(part);
    const documents = settled?.documents ?? part.documents;
    const number = this.#kept.length;
    const isRelated = this.facts.add(part.source, documents, checked.facts, number);
    const isNeeded = isRelated || unresolvedObjects(documents).length > 0;
    this.#kept.push(this.#keptOf(part, settled, isNeeded));
    // Not with spread arguments: a List can have more items than a call can have arguments.
    for (const index of documents.keys()) this.#documents.push(settled?.documents[index]);
  }

  /** Settles a part without drafts, of which the result depends on nothing but the part and the options. */
  #settled(part: CheckedPart): SettledPart {
    const settleNow = () => settle(part, this.#run);
    const earlier = this.#settledEarlier;
    return earlier === undefined ? settleNow() : getOrCompute(earlier, part, settleNow);
  }

  /** @param settled undefined for a part that is to be settled later */
  #keptOf(part: CheckedPart, settled: SettledPart | undefined, isNeeded: boolean): KeptPart {
    const first = this.#documents.length;
    if (settled === undefined || (isNeeded && part.suppressions.length > 0)) {
      return { kind: 'waiting', checked: part, first };
    }
    if (isNeeded) return new QuietPart(part, first);
    return hasFindings(settled) ? { kind: 'settled', settled } : undefined;
  }

  /** The source of a part, and its location in the source. Undefined for a part that is not needed again. */
  part(number: number): Pick<CheckedPart, 'source' | 'part' | 'outline'> | undefined {
    const kept = this.#kept[number];
    if (kept?.kind === 'waiting') return kept.checked;
    return kept?.kind === 'quiet' ? kept : undefined;
  }

  /** The parts that are not settled, by their numbers, in the order of the input. */
  get waiting(): ReadonlyMap<number, CheckedPart> {
    const waiting = new Map<number, CheckedPart>();
    for (const [number, kept] of this.#kept.entries()) {
      if (kept?.kind === 'waiting') waiting.set(number, kept.checked);
    }
    return waiting;
  }

  /** Checks all parts further that may be needed again, before they are settled. */
  *checkAgain(check: PartCheck): Steps<void> {
    for (const [number, kept] of this.#kept.entries()) {
      if (kept === undefined || kept.kind === 'settled') continue;
      yield;
      const before = this.#checked(kept);
      const after = check(before, number);
      if (after === before) continue;
      const checked = this.#keep.of(after);
      this.#kept[number] = { kind: 'waiting', checked, first: kept.first };
    }
  }

  /** Checks all parts further that may be needed again, and settles them. */
  *settle(check: PartCheck): Steps<SettledParts> {
    const found = new FoundParts(this.#run, this.facts);
    for (const [number, kept] of this.#kept.entries()) {
      if (kept === undefined) continue;
      yield;
      if (kept.kind === 'settled') {
        found.add(kept.settled);
        continue;
      }
      const before = this.#checked(kept);
      const after = check(before, number);
      this.#kept[number] = undefined;
      if (kept.kind === 'quiet' && after === before) continue;
      const part = settle(after === before ? after : this.#keep.of(after), this.#run);
      for (const [index, document] of part.documents.entries()) {
        this.#documents[kept.first + index] = document;
      }
      found.add(part);
    }
    const documents = this.#documents.filter((one) => one !== undefined);
    return { files: this.#files, documents, found: found.parts, counted: found.counted };
  }

  #checked(kept: WaitingPart | QuietPart): CheckedPart {
    return kept.kind === 'waiting' ? kept.checked : this.#reopened(kept);
  }

  #reopened({ source, part, outline, first, count }: QuietPart): CheckedPart {
    const documents = this.#documents
      .slice(first, first + count)
      .filter((document) => document !== undefined);
    const updated = documents.filter(({ operation }) => operation === 'update');
    return {
      source,
      part,
      documents,
      isReadable: true,
      drafts: [],
      pending: [],
      suppressions: [],
      outline,
      updated: new Set(updated.map(({ item }) => item)),
      unjudged: NO_OBJECTS,
      bySchemaOnly: NO_OBJECTS,
    };
  }
}

/** Checks a part further. Returns the part itself if there are no more findings. */
export type PartCheck = (part: CheckedPart, number: number) => CheckedPart;

/** The data that is kept of a part. Undefined for a part that is settled, has no findings, and is not needed again. */
type KeptPart =
  | WaitingPart
  | QuietPart
  | { readonly kind: 'settled'; readonly settled: SettledPart }
  | undefined;

/** A part that is to be settled when all sources have been read. */
interface WaitingPart {
  readonly kind: 'waiting';
  readonly checked: CheckedPart;
  /** The number of its first document. */
  readonly first: number;
}

/** A part that is settled unless something is reported when it is read again. */
class QuietPart {
  readonly kind = 'quiet';
  readonly source: SourceText;
  readonly outline: CheckedPart['outline'];
  readonly first: number;
  readonly count: number;
  // Its place without objects of its own: there may be a million of them.
  readonly #index: number;
  readonly #start: number;
  readonly #end: number;
  readonly #format: PartReference['format'];

  /** @param first the number of its first document */
  constructor({ source, part, outline, documents }: CheckedPart, first: number) {
    this.source = source;
    this.outline = outline;
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
