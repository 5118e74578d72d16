import type { Patches } from '../project/patches.ts';
import type { DocumentReport } from '../result/verdict.ts';
import { WorkspaceFacts } from '../workspace/workspace-facts.ts';
import type { PartReference } from '../yaml/index.ts';
import { type CheckedPart, keptPart, type PartResult } from './checked-part.ts';
import type { RunPlan } from './run-plan.ts';
import { type SettledPart, settle } from './settle.ts';
import type { SourceText } from './source-text.ts';
import { unresolvedObjects } from './unresolved-objects.ts';

/** What is known of each document and each part of a run, when all are settled. */
export interface SettledParts {
  /** In the order of the input. */
  readonly documents: readonly DocumentReport[];
  /** The parts with findings, reported or suppressed, in the order of the input. */
  readonly found: readonly SettledPart[];
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
  readonly #patches: Patches;
  readonly #keepsAll: boolean;
  /** Of the parts that are not settled, the reports are still to come. */
  readonly #documents: (DocumentReport | undefined)[] = [];
  /** By number; undefined for what is settled, and not needed again. */
  readonly #kept: (OpenPart | QuietPart | undefined)[] = [];

  /**
   * @param patches of the sources; they are complete when all parts have been added
   * @param keepsAll whether all parts are needed again
   */
  constructor(plan: RunPlan, patches: Patches, keepsAll: boolean) {
    this.#plan = plan;
    this.#patches = patches;
    this.#keepsAll = keepsAll;
    this.facts = new WorkspaceFacts(plan.strings);
  }

  /** Adds a part, whose text can be given up after that. */
  add(checked: PartResult): void {
    const number = this.#kept.length;
    const first = this.#documents.length;
    const { source, facts } = checked;
    const part = keptPart(checked, this.#plan.strings);
    if (this.#keepsAll || !isQuiet(part)) {
      this.facts.add(source, part.documents, facts, number);
      for (const _ of part.documents) this.#documents.push(undefined);
      this.#kept.push({ kind: 'open', checked: part, first });
      return;
    }
    const { documents } = settle(part, this.#plan, this.#patches);
    const isRelated = this.facts.add(source, documents, facts, number);
    // Not with spread arguments: a List can have more items than a call can have arguments.
    for (const document of documents) this.#documents.push(document);
    const isNeeded = isRelated || unresolvedObjects(documents).length > 0;
    this.#kept.push(isNeeded ? new QuietPart(part, first) : undefined);
  }

  /** The source of a part, and where it is in it; undefined for what is not needed again. */
  part(number: number): Pick<CheckedPart, 'source' | 'part'> | undefined {
    const kept = this.#kept[number];
    return kept?.kind === 'open' ? kept.checked : kept;
  }

  /** The parts that are not settled, in the order of the input. */
  get open(): readonly CheckedPart[] {
    return this.#kept.flatMap((kept) => (kept?.kind === 'open' ? [kept.checked] : []));
  }

  /** Checks all parts further that may be needed again, before they are settled. */
  checkAgain(check: PartCheck): void {
    for (const [number, kept] of this.#kept.entries()) {
      if (kept === undefined) continue;
      const before = this.#checked(kept);
      const after = check(before, number);
      if (after === before) continue;
      const checked = keptPart(after, this.#plan.strings);
      this.#kept[number] = { kind: 'open', checked, first: kept.first };
    }
  }

  /** Checks all parts further that may be needed again, and settles them. */
  settle(check: PartCheck): SettledParts {
    const found: SettledPart[] = [];
    for (const [number, kept] of this.#kept.entries()) {
      if (kept === undefined) continue;
      const before = this.#checked(kept);
      const after = check(before, number);
      this.#kept[number] = undefined;
      if (kept.kind === 'quiet' && after === before) continue;
      const part = settle(
        after === before ? after : keptPart(after, this.#plan.strings),
        this.#plan,
        this.#patches,
      );
      for (const [index, document] of part.documents.entries()) {
        this.#documents[kept.first + index] = document;
      }
      if (part.findings.length > 0 || part.suppressed.length > 0) found.push(part);
    }
    return { documents: this.#documents.filter((one) => one !== undefined), found };
  }

  #checked(kept: OpenPart | QuietPart): CheckedPart {
    return kept.kind === 'open' ? kept.checked : this.#reopened(kept);
  }

  #reopened({ source, part, first, count }: QuietPart): CheckedPart {
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
      updated: new Set(updated.map(({ item }) => item)),
    };
  }
}

/** Checks a part further. Returns the part itself if there is nothing to say about it. */
type PartCheck = (part: CheckedPart, number: number) => CheckedPart;

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
  readonly first: number;
  readonly count: number;
  // Its place without objects of its own: there may be a million of them.
  readonly #index: number;
  readonly #start: number;
  readonly #end: number;
  readonly #format: PartReference['format'];

  /** @param first the number of its first document */
  constructor({ source, part, documents }: CheckedPart, first: number) {
    this.source = source;
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

/** Whether nothing is to be said of a part, as far as it is known before all sources have been read. */
function isQuiet({ drafts, pending, suppressions }: CheckedPart): boolean {
  return drafts.length === 0 && pending.length === 0 && suppressions.length === 0;
}
