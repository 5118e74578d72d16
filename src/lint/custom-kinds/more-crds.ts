import { indexBy } from '../../base/index-by.ts';
import type { DocumentReport } from '../../result/verdict.ts';
import { isBuiltInGroup } from '../../server/kubernetes/kinds.ts';
import type { CustomKindDefinition } from '../memory/custom-kind-definition.ts';
import type { Source } from '../read/source.ts';
import { SourceText } from '../read/source-text.ts';
import type { Run } from '../run.ts';
import { judge } from '../settle/judge.ts';

/** Up to how many UTF-16 code units all CRDs are checked, so that a bad one is known even if no object needs it. */
const FEW = 300_000;

/**
 * CRDs that are not reported on. A run may be given hundreds of them for one custom resource: then a source is checked
 * when a kind is looked up whose names are somewhere in its text.
 */
export class MoreCrds {
  readonly #sources: readonly CrdSource[];

  /** @param run for verdicts only */
  constructor(sources: Iterable<Source>, run: Run) {
    const texts = [...sources].map((source) => new SourceText(source, run.texts));
    const areFew = texts.reduce((sum, { length }) => sum + length, 0) <= FEW;
    this.#sources = texts.map((text) => new CrdSource(text, run, areFew));
  }

  /**
   * The definitions of the CRDs of a group under a name, in the order of the sources.
   *
   * @param group undefined for all groups
   * @param name the kind or the plural
   */
  definitionsOf(group: string | undefined, name: string): readonly CustomKindDefinition[] {
    if (group !== undefined && isBuiltInGroup(group)) return [];
    return this.#sources
      .filter((source) => source.mayDefine(group ?? '', name))
      .flatMap((source) => source.checked.definitions.get(keyOf(group, name)) ?? []);
  }

  /**
   * The documents that are CRDs without a definition in some minor, which refuses them, and documents that cannot be
   * read. If there are many sources, CRDs that were not looked up are not included.
   */
  get unusable(): readonly DocumentReport[] {
    return this.#sources.flatMap((source) => source.unusable);
  }
}

/** A text that every CRD contains. */
const CRD_KIND = 'CustomResourceDefinition';

/** A name that is not written as it is: a text with escapes, a block of lines, an anchor, an alias or a tag. */
const UNPLAIN_NAME = /\b(?:group|kind|plural)["']?\s*:\s*(?:"[^"\n]*\\|[>|*&!?])/;

class CrdSource {
  readonly #text: SourceText;
  readonly #run: Run;
  readonly #isNeeded: boolean;
  #checked: CheckedCrds | undefined;

  /** @param isNeeded true if it is checked in any case */
  constructor(source: SourceText, run: Run, isNeeded: boolean) {
    const { text } = source;
    this.#text = source;
    this.#run = run;
    this.#isNeeded = isNeeded || !text.includes(CRD_KIND) || UNPLAIN_NAME.test(text);
  }

  mayDefine(...names: readonly string[]): boolean {
    if (this.#isNeeded || this.#checked !== undefined) return true;
    const { text } = this.#text;
    return names.every((name) => text.includes(name));
  }

  get checked(): CheckedCrds {
    this.#checked ??= checkCrds(this.#text, this.#run);
    return this.#checked;
  }

  get unusable(): readonly DocumentReport[] {
    const checked = this.#isNeeded ? this.checked : this.#checked;
    return checked?.documents.filter(definesNoKind) ?? [];
  }
}

interface CheckedCrds {
  /** The definitions by the group with the kind, and with the plural, and by the kind alone. */
  readonly definitions: ReadonlyMap<string, readonly CustomKindDefinition[]>;
  readonly documents: readonly DocumentReport[];
}

function checkCrds(text: SourceText, run: Run): CheckedCrds {
  const { definitions, documents } = judge(text, run);
  const keysOf = ({ group, kind, plural }: CustomKindDefinition) =>
    new Set([keyOf(group, kind), keyOf(group, plural), keyOf(undefined, kind)]);
  return { definitions: indexBy(definitions, keysOf), documents };
}

function keyOf(group: string | undefined, name: string): string {
  return `${group} ${name}`;
}

/** Reports whether a document is a CRD, or cannot be read, and defines no kind in some minor. */
function definesNoKind({ kind, verdicts, skipped }: DocumentReport): boolean {
  const isMeant = kind === null || kind === CRD_KIND;
  const definesKinds = Object.values(verdicts).every(
    (verdict) => verdict === 'accepted' || verdict === 'unrendered',
  );
  return skipped === undefined && isMeant && !definesKinds;
}
