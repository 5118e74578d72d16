import type { SourceToken } from './token-stream.ts';

/**
 * What was read of a rule. Of a rule that was given up in the middle the parts behind are missing;
 * the parts before are there.
 */
export class ParseNode {
  readonly rule: string;
  /** Which of its rule's forms it is; undefined where that was not found out. */
  form: string | undefined;
  /** The token that it begins with. */
  readonly start: SourceToken;
  private readonly tokens = new Map<string, SourceToken[]>();
  private readonly nodes = new Map<string, ParseNode[]>();

  constructor(rule: string, form: string | undefined, start: SourceToken) {
    this.rule = rule;
    this.form = form;
    this.start = start;
  }

  addToken(label: string, token: SourceToken): void {
    append(this.tokens, label, token);
  }

  addNode(label: string, node: ParseNode): void {
    append(this.nodes, label, node);
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

function append<T>(parts: Map<string, T[]>, label: string, part: T): void {
  const list = parts.get(label);
  if (list === undefined) parts.set(label, [part]);
  else list.push(part);
}
