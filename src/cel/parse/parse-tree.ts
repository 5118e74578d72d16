import { addTo } from '../../base/index-by.ts';
import type { SourceToken } from './token-stream.ts';

/**
 * A node of the parse tree: a rule with its elements. If the rule was left because of an error, the elements after
 * the error are missing.
 */
export class ParseNode {
  readonly rule: string;
  /** The alternative of the rule; undefined if the error came before it was known. */
  form: string | undefined;
  /** Its first token. */
  readonly start: SourceToken;
  private readonly tokens = new Map<string, SourceToken[]>();
  private readonly nodes = new Map<string, ParseNode[]>();

  constructor(rule: string, form: string | undefined, start: SourceToken) {
    this.rule = rule;
    this.form = form;
    this.start = start;
  }

  addToken(label: string, token: SourceToken): void {
    addTo(this.tokens, label, token);
  }

  addNode(label: string, node: ParseNode): void {
    addTo(this.nodes, label, node);
  }

  token(label: string): SourceToken | undefined {
    return this.tokens.get(label)?.[0];
  }

  node(label: string): ParseNode | undefined {
    return this.nodes.get(label)?.[0];
  }

  allTokens(label: string): readonly SourceToken[] {
    return this.tokens.get(label) ?? [];
  }

  allNodes(label: string): readonly ParseNode[] {
    return this.nodes.get(label) ?? [];
  }
}
