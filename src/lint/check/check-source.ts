import type { DocumentReport } from '../../result/verdict.ts';
import { Patches } from '../../sources/project/patches.ts';
import { RunParts } from '../memory/run-parts.ts';
import { openPart } from '../open/open-part.ts';
import { type Source, SourceText } from '../read/source-text.ts';
import { settle } from '../settle/settle.ts';
import { checkTogether } from '../together/check-together.ts';
import type { CustomKinds } from '../together/custom-kinds.ts';
import { checkEach } from './check-each.ts';
import type { PartResult } from './checked-part.ts';
import type { RunPlan } from './run-plan.ts';

/** Reads a source, opens its parts and checks each object in them. The kinds that its CRDs define are known afterwards. */
export function* checkSource(
  source: Source,
  plan: RunPlan,
  kinds: CustomKinds,
): Iterable<PartResult> {
  for (const checked of checkParts(new SourceText(source, plan.texts), plan)) {
    kinds.add(checked.definitions);
    yield checked;
  }
}

/** Opens the parts of a text and checks each object in them. */
export function* checkParts(text: SourceText, plan: RunPlan): Iterable<PartResult> {
  for (const part of text.parts()) yield checkEach(openPart(text, part), plan);
  text.lines.release();
}

/** The verdicts on the objects of built-in kinds in a source that is not reported on. */
export function silentlyCheck(
  source: Source,
  plan: RunPlan,
  kinds: CustomKinds,
): readonly DocumentReport[] {
  const noPatches = new Patches();
  return [...checkSource(source, plan, kinds)].flatMap(
    (checked) => settle(checked, plan, noPatches).documents,
  );
}

/** Sources that are not reported on, until the kinds of their custom resources are known. */
export class SilentSources {
  readonly #plan: RunPlan;
  readonly #parts: RunParts;

  /** @param kinds to which those are added that their CRDs define */
  constructor(sources: readonly Source[], plan: RunPlan, kinds: CustomKinds) {
    const patches = new Patches();
    this.#plan = plan;
    this.#parts = new RunParts(plan, patches, false);
    for (const source of sources) {
      patches.addAround(source.surroundings ?? []);
      for (const checked of checkSource(source, plan, kinds)) this.#parts.add(checked);
    }
  }

  /**
   * The verdicts on their objects. To be called once.
   *
   * @param kinds of the custom resources among them
   */
  verdicts(kinds: CustomKinds): readonly DocumentReport[] {
    return this.#parts.settle((part) => checkTogether(part, this.#plan, kinds)).documents;
  }
}
