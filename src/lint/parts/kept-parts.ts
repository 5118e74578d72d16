import { KeptResults } from '../../base/kept-results.ts';
import { copyOf, type SharedStrings } from '../../base/kept-strings.ts';
import type { Fix } from '../../result/fix.ts';
import { type MessageParameters, parametersKey } from '../../result/message-text.ts';
import type { DocumentIdentity } from '../../result/verdict.ts';
import type { CheckedPart } from '../check/checked-part.ts';
import type { Draft, Standing } from '../check/draft.ts';
import type { Suppression } from '../suppress/suppression.ts';

/** The largest length together of the keys of all fixes, or of all values of messages, that drafts share. */
const MOST_CHARACTERS = 500_000;

const NO_STRINGS: readonly string[] = [];
const NO_RELATED: Draft['related'] = [];

/**
 * Makes the data of parts that is kept until they are settled. Its strings do not keep the texts alive that they are
 * from. Strings that many parts have are kept once: the names of rules and fields, the values of messages, fixes.
 */
export class KeptParts {
  readonly #strings: SharedStrings;
  readonly #values = new KeptResults<MessageParameters>(MOST_CHARACTERS);
  readonly #fixes = new KeptResults<Fix>(MOST_CHARACTERS);

  constructor(strings: SharedStrings) {
    this.#strings = strings;
  }

  /** A part with only the data that is kept until it is settled. */
  of(part: CheckedPart): CheckedPart {
    const { source, documents, drafts, suppressions, pending, outline } = part;
    return {
      source,
      part: part.part,
      documents: documents.map((document) => this.#identity(document)),
      isReadable: part.isReadable,
      drafts: drafts.map((draft) => this.#draft(draft)),
      suppressions: suppressions.map(suppressionOf),
      pending,
      outline,
      updated: part.updated,
      unjudged: part.unjudged,
      bySchemaOnly: part.bySchemaOnly,
    };
  }

  #identity(document: DocumentIdentity): DocumentIdentity {
    const { file, index, item, apiVersion, kind, namespace, name, line } = document;
    const { renderedFrom, isDecodedOnly, skipped } = document;
    return {
      file,
      index,
      item,
      apiVersion: this.#shared(apiVersion),
      kind: this.#shared(kind),
      namespace: this.#shared(namespace),
      name: name === null ? null : copyOf(name),
      line,
      renderedFrom: this.#shared(renderedFrom),
      isDecodedOnly,
      skipped,
    };
  }

  /** This is one literal, because V8 makes larger objects if members are added to the members of another object. */
  #draft(draft: Draft): Draft {
    const { rule, messageId, minor, item, line, column, endLine, endColumn } = draft;
    const { values, field, dependsOn, explainsFields, related, fix, cause } = draft;
    const { onlyIfDecodable, onlyIfOtherwiseValid, crashesServer, isUnknown } = draft;
    const { isUnrendered, dependsOnPlaceholder, isMuted } = draft;
    return {
      rule,
      messageId,
      minor,
      item,
      line,
      column,
      endLine,
      endColumn,
      values: this.#values.get(parametersKey(values), () => valuesOf(values)),
      field: this.#shared(field),
      dependsOn: this.#allShared(dependsOn),
      explainsFields: this.#allShared(explainsFields),
      related:
        related.length === 0
          ? NO_RELATED
          : related.map((one) => ({ ...one, message: this.#strings.of(one.message) })),
      fix:
        fix === null ? null : this.#fixes.get(JSON.stringify(fix), (key): Fix => JSON.parse(key)),
      standing: this.#standing(draft.standing),
      cause,
      onlyIfDecodable,
      onlyIfOtherwiseValid,
      crashesServer,
      isUnrendered,
      dependsOnPlaceholder,
      isMuted,
      isUnknown,
    };
  }

  #standing(standing: Standing): Standing {
    switch (standing.kind) {
      case 'advice':
        return { kind: 'advice', readAs: this.#strings.of(standing.readAs) };
      case 'built':
        return { kind: 'built', overlays: this.#strings.of(standing.overlays) };
      default:
        return standing;
    }
  }

  #allShared(texts: readonly string[]): readonly string[] {
    return texts.length === 0 ? NO_STRINGS : texts.map((text) => this.#strings.of(text));
  }

  #shared(text: string | null): string | null {
    return text === null ? null : this.#strings.of(text);
  }
}

function valuesOf(values: MessageParameters): MessageParameters {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? copyOf(value) : value,
    ]),
  );
}

function suppressionOf(suppression: Suppression): Suppression {
  const { names, reason } = suppression;
  return {
    ...suppression,
    names: names.map(({ name, range }) => ({ name: copyOf(name), range })),
    reason: copyOf(reason),
  };
}
