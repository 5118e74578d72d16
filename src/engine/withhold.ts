import type { ObjectPatches, Patches } from '../project/patches.ts';
import { isUnrenderedAt, isUnrenderedBelow } from '../project/placeholders.ts';
import type { DocumentIdentity } from '../result/verdict.ts';
import type { Value } from '../yaml/index.ts';
import type { CheckedPart } from './checked-part.ts';
import type { Draft } from './draft.ts';
import { valueAgain } from './open-part.ts';
import { messageOf } from './rule-registry.ts';

/** Drafts by whether they are about values that are sent to the server. */
export interface SeparatedDrafts {
  readonly certain: readonly Draft[];
  /** Drafts about values that are replaced before they are sent. */
  readonly withheld: readonly Draft[];
}

/** Separates the drafts about placeholders and about fields that a patch of kustomize changes. */
export function withhold(part: CheckedPart, patches: Patches): SeparatedDrafts {
  const { drafts, documents, source } = part;
  const mayBeChanged = !patches.isEmpty || source.mayHavePlaceholders;
  if (!mayBeChanged || drafts.length === 0) return { certain: drafts, withheld: [] };
  const objects = new Map(
    documents.map((document) => [document.item, new ObjectToSend(part, document, patches)]),
  );
  const certain: Draft[] = [];
  const withheld: Draft[] = [];
  for (const draft of drafts) {
    const isWithheld = draft.isUnrendered || objects.get(draft.item)?.willDiffer(draft);
    (isWithheld ? withheld : certain).push(draft);
  }
  return { certain, withheld };
}

/** An object of a file, and how it is changed before it is sent. */
class ObjectToSend {
  readonly #part: CheckedPart;
  readonly #document: DocumentIdentity;
  readonly #patches: Patches;
  #value: Value | undefined;
  #own: ObjectPatches | undefined;

  constructor(part: CheckedPart, document: DocumentIdentity, patches: Patches) {
    this.#part = part;
    this.#document = document;
    this.#patches = patches;
  }

  /** Whether something that a draft is about, or that it depends on, is patched or has a placeholder. */
  willDiffer({ rule, messageId, field, dependsOn: whole }: Draft): boolean {
    const { dependsOn: others = [] } = messageOf(rule, messageId);
    const dependsOn = others.map((other) => besideField(other, field ?? ''));
    const isPatched =
      !this.#patches.isEmpty &&
      [...(field === null ? [] : [field]), ...dependsOn, ...whole].some((path) =>
        this.#ownPatches().touch(path),
      );
    if (isPatched) return true;
    if (!this.#part.source.mayHavePlaceholders) return false;
    return (
      dependsOn.some((path) => isUnrenderedAt(this.#valueAgain(), path)) ||
      whole.some((path) => isUnrenderedBelow(this.#valueAgain(), path))
    );
  }

  #ownPatches(): ObjectPatches {
    const { source } = this.#part;
    const value = () => this.#valueAgain();
    this.#own ??= this.#patches.of({ ...this.#document, value }, source.surroundings);
    return this.#own;
  }

  /** Read on demand, because few objects need it. */
  #valueAgain(): Value {
    const { source, part } = this.#part;
    this.#value ??= valueAgain(source, part, this.#document.item);
    return this.#value;
  }
}

/** Another field of the list item that a field is in: `webhooks[*].rules` beside `webhooks[1].name` is `webhooks[1].rules`. */
function besideField(other: string, field: string): string {
  const [list, inItem] = other.split('[*]');
  const item = inItem === undefined ? null : /^\[\d+\]/.exec(field.slice(list?.length));
  return item !== null && list !== undefined && field.startsWith(list)
    ? `${list}${item[0]}${inItem}`
    : other;
}
