import type { DocumentIdentity } from '../../result/verdict.ts';
import type {
  ObjectPatches,
  PatchedObject,
  Patches,
} from '../../sources/project/kustomize/patches.ts';
import type { Value } from '../../yaml/index.ts';
import type { CheckedPart } from '../check/checked-part.ts';
import { type Draft, isRefusal, objectKey } from '../check/draft.ts';
import { otherFieldsOf } from '../check/finding-dependencies.ts';
import { valueAgain } from '../open/open-part.ts';
import { messageOf } from '../rules/rule-registry.ts';
import { explainedNames, namesOf } from './explained-names.ts';
import { explainedLengths } from './fields-around.ts';

/** Drafts by whether they are about values that are sent to the server. */
interface SeparatedDrafts {
  readonly certain: readonly Draft[];
  /** Drafts about values that are replaced before they are sent. */
  readonly withheld: readonly Draft[];
}

/** Separates the drafts about placeholders and about fields that a patch of kustomize changes. */
export function withhold(part: CheckedPart, patches: Patches): SeparatedDrafts {
  const { drafts, documents } = part;
  if (drafts.length === 0) return { certain: drafts, withheld: [] };
  const isPatch = part.source.role.kind === 'kustomize-patch';
  const patched = new Map(
    patches.isEmpty || part.source.isDelivered
      ? []
      : documents.map((document) => [document.item, new PatchedDocument(part, document, patches)]),
  );
  const certain: Draft[] = [];
  const withheld: Draft[] = [];
  for (const draft of drafts) {
    // A patch is applied to other objects, not to itself.
    const isBuilt = isPatch || draft.standing.kind === 'built';
    const isWithheld =
      draft.isUnrendered ||
      draft.dependsOnPlaceholder ||
      patched.get(draft.item)?.willDiffer(draft, isBuilt) === true;
    (isWithheld ? withheld : certain).push(draft);
  }
  return withoutErrorsAfterWithheld(withoutConsequences({ certain, withheld }));
}

/** Withholds each error that the server reports only after other errors of the object, if those are withheld. */
function withoutErrorsAfterWithheld({ certain, withheld }: SeparatedDrafts): SeparatedDrafts {
  if (withheld.length === 0) return { certain, withheld };
  const needsOthers = ({ rule, messageId }: Draft) =>
    messageOf(rule, messageId).step === 'after-errors';
  const refused = new Set(
    certain
      .filter((draft) => isRefusal(draft) && !needsOthers(draft))
      .map(({ minor, item }) => objectKey(minor, item)),
  );
  const isLonely = (draft: Draft) =>
    needsOthers(draft) && !refused.has(objectKey(draft.minor, draft.item));
  return {
    certain: certain.filter((draft) => !isLonely(draft)),
    withheld: [...withheld, ...certain.filter(isLonely)],
  };
}

/** Withholds the consequences of withheld drafts too, unless a certain draft explains them. */
function withoutConsequences({ certain, withheld }: SeparatedDrafts): SeparatedDrafts {
  const explained = namesOfConsequences(withheld);
  if (explained.size === 0) return { certain, withheld };
  const explainedByCertain = namesOfConsequences(certain);
  const lengths = explainedLengths(withheld);
  const isOrphan = (draft: Draft) =>
    namesOf(draft, lengths)
      .map((name) => keyOf(draft, name))
      .some((key) => explained.has(key) && !explainedByCertain.has(key));
  return {
    certain: certain.filter((draft) => !isOrphan(draft)),
    withheld: [...withheld, ...certain.filter(isOrphan)],
  };
}

/** The names by which the messages of drafts refer to their consequences, in their objects and minors. */
function namesOfConsequences(drafts: readonly Draft[]): ReadonlySet<string> {
  return new Set(
    drafts.flatMap((draft) => explainedNames(draft).map((name) => keyOf(draft, name))),
  );
}

function keyOf({ item, minor }: Draft, name: string): string {
  return JSON.stringify([item, minor, name]);
}

/** The names of an object, and its position in a List. */
type DocumentHead = Pick<
  DocumentIdentity,
  'file' | 'apiVersion' | 'kind' | 'namespace' | 'name' | 'item'
>;

/** An object of a file, and how patches change it before it is sent. */
export class PatchedDocument {
  readonly #part: Pick<CheckedPart, 'source' | 'part'>;
  readonly #document: DocumentHead;
  readonly #patches: Patches;
  #value: Value | undefined;
  #own: ObjectPatches | undefined;
  #last: ObjectPatches | undefined;

  constructor(
    part: Pick<CheckedPart, 'source' | 'part'>,
    document: DocumentHead,
    patches: Patches,
  ) {
    this.#part = part;
    this.#document = document;
    this.#patches = patches;
  }

  /**
   * Reports whether a field that a draft is about, or that it depends on, is patched.
   *
   * @param isBuilt true if the draft is about the object as kustomizations build it
   */
  willDiffer({ rule, messageId, field, dependsOn }: Draft, isBuilt = false): boolean {
    const others = otherFieldsOf(messageOf(rule, messageId), field);
    const patches = isBuilt ? this.#lastPatches() : this.#ownPatches();
    return [...(field === null ? [] : [field]), ...others, ...dependsOn].some((path) =>
      patches.touch(path),
    );
  }

  #ownPatches(): ObjectPatches {
    this.#own ??= this.#patches.of(this.#object(), this.#part.source.surroundings);
    return this.#own;
  }

  #lastPatches(): ObjectPatches {
    this.#last ??= this.#patches.after(this.#object(), this.#part.source.surroundings);
    return this.#last;
  }

  #object(): PatchedObject {
    return { ...this.#document, value: () => this.#valueAgain() };
  }

  /** Read on demand, because few objects need it. */
  #valueAgain(): Value {
    const { source, part } = this.#part;
    this.#value ??= valueAgain(source, part, this.#document.item);
    return this.#value;
  }
}
