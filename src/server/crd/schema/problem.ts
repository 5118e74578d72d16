import { addTo } from '../../../base/index-by.ts';
import type { SchemaNode } from '../schema-node.ts';

type None = Readonly<Record<never, never>>;

/** All errors in the schema of a CRD, with the values that their messages need. */
export interface SchemaProblemValues {
  // keywords.ts
  readonly 'unknown-type': { readonly type: string };
  readonly 'null-type': None;
  readonly 'default-in-metadata': { readonly member: string };
  readonly 'default-in-metadata-map': None;
  readonly 'unsupported-keyword': { readonly keyword: string };
  readonly 'schema-keyword': None;
  readonly 'items-list': None;
  readonly 'embedded-in-metadata': None;
  readonly 'unique-items': None;
  readonly 'additional-with-properties': None;
  readonly 'preserve-false': None;
  // collections.ts
  readonly 'map-type-untyped': { readonly value: string };
  readonly 'map-type-of-other': { readonly value: string; readonly type: string };
  readonly 'unknown-map-type': { readonly value: string };
  readonly 'list-type-untyped': { readonly value: string };
  readonly 'list-type-of-other': { readonly value: string; readonly type: string };
  readonly 'unknown-list-type': { readonly value: string };
  readonly 'set-of-lists': { readonly value: string };
  readonly 'set-of-objects': None;
  readonly 'keys-without-list-type': None;
  readonly 'keys-of-other-list-type': { readonly value: string };
  readonly 'keys-missing': None;
  readonly 'map-items-missing': None;
  readonly 'map-items-list': None;
  readonly 'map-items-type': { readonly type: string };
  readonly 'key-compound': { readonly key: string; readonly type: string };
  readonly 'key-undeclared': { readonly key: string };
  readonly 'key-twice': { readonly key: string };
  readonly 'key-optional': { readonly key: string };
  readonly 'key-nullable': { readonly key: string };
  readonly 'items-nullable': { readonly value: string };
  // rule-fields.ts
  readonly 'rule-blank': None;
  readonly 'message-blank': None;
  readonly 'message-lines': None;
  readonly 'message-needed': None;
  readonly 'message-expression-blank': None;
  readonly 'unknown-reason': { readonly reason: string };
  readonly 'field-path-blank': None;
  readonly 'field-path-lines': None;
  readonly 'field-path': { readonly path: string; readonly reason: string };
  readonly 'field-path-crash': { readonly path: string };
  // structural-form.ts
  readonly 'root-untyped': None;
  readonly 'root-type': { readonly type: string };
  readonly 'root-additional': None;
  readonly 'root-nullable': None;
  readonly 'status-root-keyword': { readonly keyword: string };
  readonly 'status-root-type': { readonly type: string };
  readonly 'field-untyped': { readonly name: string };
  readonly 'item-untyped': None;
  readonly 'items-missing': None;
  readonly 'int-or-string-preserve': None;
  readonly 'int-or-string-embedded': None;
  readonly 'embedded-untyped': None;
  readonly 'embedded-type': { readonly type: string };
  readonly 'embedded-additional': None;
  readonly 'embedded-empty': None;
  readonly 'metadata-member-type': { readonly member: string; readonly type: string };
  readonly 'metadata-restricted': { readonly keyword: string };
  readonly pattern: { readonly pattern: string; readonly reason: string };
  // nested-form.ts
  readonly 'nested-keyword': { readonly keyword: string };
  readonly 'nested-metadata': None;
  readonly 'nested-undeclared': { readonly name: string };
  readonly 'nested-items': None;
  // defaults.ts
  readonly 'default-unknown-field': { readonly name: string };
  readonly 'default-type': { readonly name: string; readonly expected: string };
  readonly 'default-value': { readonly name: string; readonly reason: string };
  readonly 'default-required': { readonly name: string };
  readonly 'default-enum': { readonly name: string; readonly values: string };
  readonly 'default-too-long': { readonly name: string; readonly reason: string };
  readonly 'default-too-many': {
    readonly name: string;
    readonly actual: number;
    readonly most: number;
  };
  readonly 'default-embedded-required': { readonly member: string };
  readonly 'default-embedded-metadata': { readonly reason: string };
  readonly 'default-embedded-unsupported': { readonly reason: string };
  readonly 'default-inside-metadata': { readonly reason: string };
  readonly 'default-too-deep': None;
  readonly 'default-unmatched': None;
}

export type SchemaProblemCode = keyof SchemaProblemValues;

/** The path from a schema to a keyword or value in it. */
export interface Below {
  /** The path from the schema, in the file. */
  readonly segments: readonly (string | number)[];
  /** The same path as the server writes it, starting with a dot or bracket. */
  readonly path: string;
}

export interface SchemaProblem<C extends SchemaProblemCode = SchemaProblemCode> {
  readonly code: C;
  readonly node: SchemaNode;
  /** The path from the node to the error. */
  readonly below: Below;
  /** The server's path below the root's schema, if it differs from that of the node. */
  readonly path: string | undefined;
  readonly values: SchemaProblemValues[C];
}

/** The errors in a schema, by code. */
export class SchemaProblems {
  readonly #byCode = new Map<SchemaProblemCode, SchemaProblem[]>();
  /** The schemas with an error in their keywords, and the schemas above them. */
  readonly #tainted = new Set<SchemaNode>();
  #count = 0;

  /**
   * @param below the keyword that is wrong, or the path to it
   * @param options.taints true if the problem prevents the server from compiling the rules of the schema
   */
  add<C extends SchemaProblemCode>(
    code: C,
    node: SchemaNode,
    below: string | Below,
    values: SchemaProblemValues[C],
    { path, taints = false }: { readonly path?: string; readonly taints?: boolean } = {},
  ): void {
    this.#count++;
    const problem: SchemaProblem = {
      code,
      node,
      below: typeof below === 'string' ? keyword(below) : below,
      path,
      values,
    };
    addTo(this.#byCode, code, problem);
    if (!taints) return;
    for (
      let tainted: SchemaNode | undefined = node;
      tainted !== undefined && !this.#tainted.has(tainted);
      tainted = tainted.parent
    ) {
      this.#tainted.add(tainted);
    }
  }

  get<C extends SchemaProblemCode>(code: C): readonly SchemaProblem<C>[] {
    // The problems under a code were added with this code, so that they have its type.
    return (this.#byCode.get(code) ?? []) as unknown as readonly SchemaProblem<C>[];
  }

  get count(): number {
    return this.#count;
  }

  /**
   * Reports whether the keywords of a schema, or of a schema below it, are wrong, so that its rules are not compiled.
   */
  taints(node: SchemaNode): boolean {
    return this.#tainted.has(node);
  }
}

/** The schema itself. */
export const HERE: Below = { segments: [], path: '' };

/** The path to a keyword, and further below it: a string is a member, a list contains a key or an index. */
export function keyword(...steps: readonly (string | readonly [string | number])[]): Below {
  return {
    segments: steps.map((step) => (typeof step === 'string' ? step : step[0])),
    path: steps.map((step) => (typeof step === 'string' ? `.${step}` : `[${step[0]}]`)).join(''),
  };
}
