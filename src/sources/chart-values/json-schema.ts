import { cut } from '../../base/go/cut.ts';
import { tokensOfPointer } from '../../base/json-pointer.ts';
import { isMapping, memberOf, type Value } from '../../yaml/tree.ts';

/** The drafts of JSON Schema, by their years or numbers. */
type Draft = 4 | 6 | 7 | 2019 | 2020;

/** The drafts, by what `$schema` says without its scheme. */
const DRAFTS: ReadonlyMap<string, Draft> = new Map([
  ['json-schema.org/draft-04/schema', 4],
  ['json-schema.org/draft-06/schema', 6],
  ['json-schema.org/draft-07/schema', 7],
  ['json-schema.org/draft/2019-09/schema', 2019],
  ['json-schema.org/draft/2020-12/schema', 2020],
  ['json-schema.org/schema', 2020],
]);

/** A schema in a JSON Schema: a mapping, or true or false. */
export interface SchemaAt {
  readonly json: Value | undefined;
  /** True if the schema has another address than the root, so that its references start from there. */
  readonly isMoved: boolean;
}

/** A JSON Schema in a file. Nothing outside of the file is read. */
export class JsonSchema {
  readonly draft: Draft;
  readonly root: SchemaAt;
  readonly #address: string;

  private constructor(json: Value, draft: Draft) {
    this.draft = draft;
    this.root = { json, isMoved: false };
    this.#address = addressOf(json, draft);
  }

  /** Undefined if the schema is of a draft that is not known. The newest draft is assumed, as Helm does. */
  static from(json: Value): JsonSchema | undefined {
    const named = memberOf(json, '$schema') ?? '';
    const draft =
      typeof named === 'string' && named !== ''
        ? DRAFTS.get(named.replace(/^https?:\/\//, '').replace(/#$/, ''))
        : 2020;
    return draft === undefined ? undefined : new JsonSchema(json, draft);
  }

  /** A schema in another one. */
  below(json: Value | undefined, { isMoved }: SchemaAt): SchemaAt {
    return { json, isMoved: isMoved || addressOf(json, this.draft) !== '' };
  }

  /** The schema that a reference leads to; undefined if it leads out of the file or is not known. */
  resolve(reference: Value, { isMoved }: SchemaAt): SchemaAt | undefined {
    if (isMoved || typeof reference !== 'string') return undefined;
    const [address, fragment = ''] = cut(reference, '#');
    const pointer = decoded(fragment);
    if (address !== '' && address !== this.#address) return undefined;
    if (pointer === undefined || !/^(?:\/|$)/.test(pointer)) return undefined;
    let { json } = this.root;
    for (const token of tokensOfPointer(pointer)) {
      json = memberOf(json, token);
      if (addressOf(json, this.draft) !== '') return undefined;
    }
    return json === undefined ? undefined : { json, isMoved: false };
  }
}

/** The address that a schema gives itself, without a fragment; empty if it gives none. */
function addressOf(json: Value | undefined, draft: Draft): string {
  if (!isMapping(json)) return '';
  // These drafts ignore the keywords next to a reference.
  if (draft < 2019 && json.$ref !== undefined) return '';
  const address = draft === 4 ? json.id : json.$id;
  return typeof address === 'string' ? cut(address, '#')[0] : '';
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
