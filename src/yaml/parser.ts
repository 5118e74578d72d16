import { Composer } from './composer.ts';
import { misplaced, unclosedFlow, unexpected } from './parser-refusals.ts';
import { State } from './parser-states.ts';
import { Scanner } from './scanner.ts';
import {
  BLOCK_MAPPING,
  BLOCK_SEQUENCE,
  EMPTY,
  FLOW_MAPPING,
  FLOW_SEQUENCE,
  PLAIN,
  type StyleNumber,
} from './styles.ts';
import { readDirectives, tagOf } from './tag-prefixes.ts';
import { Token } from './tokens.ts';

/** The context of a node. A sequence in a block mapping may start in the column of its key. */
type NodeContext = 'flow' | 'block' | 'block-mapping';

/**
 * Parses the nodes of a document with go-yaml's grammar. It decides token by token as go-yaml does,
 * but has an explicit stack instead of recursion, and passes each node to the composer.
 */
export class Parser {
  readonly scanner = new Scanner();
  readonly composer = new Composer();
  state: State = State.BlockNode;
  readonly #states: State[] = [];
  /** The end of the last node. */
  #lastEnd = 0;
  #tagPrefixes: ReadonlyMap<string, string> = new Map();

  /** Prepares for another part of a text. */
  open(text: string, start: number, end: number, simpleBreaks: boolean): void {
    this.scanner.open(text, start, end, simpleBreaks);
    this.composer.clear();
    this.#states.length = 0;
    this.#states.push(State.DocumentEnd);
    this.state = State.BlockNode;
  }

  /** Parses the start of the part. Returns whether it has a document. */
  startDocument(): boolean {
    const { tokens } = this.scanner;
    if (this.peek() === Token.StreamEnd) return false;
    this.#tagPrefixes = readDirectives(this.scanner);
    if (this.peek() === Token.DocumentStart) {
      tokens.take();
      if (this.peek() <= Token.DocumentEnd) {
        this.#empty(tokens.start);
        this.state = State.DocumentEnd;
      }
    }
    return true;
  }

  /** Makes one step of the grammar. */
  step(): void {
    switch (this.state) {
      case State.BlockNode:
        this.#node('block');
        return;
      case State.BlockSequence:
        this.#blockSequence();
        return;
      case State.IndentlessSequence:
        this.#indentlessSequence();
        return;
      case State.BlockMapping:
        this.#blockMapping();
        return;
      case State.BlockMappingValue:
        this.#blockMappingValue();
        return;
      case State.BlockMappingNode:
        this.#blockMappingNode(this.scanner.position);
        return;
      case State.FlowSequenceFirst:
        this.#flowSequence(true);
        return;
      case State.FlowSequence:
        this.#flowSequence(false);
        return;
      case State.FlowMappingFirst:
        this.#flowMapping(true);
        return;
      case State.FlowMapping:
        this.#flowMapping(false);
        return;
      case State.FlowMappingValue:
        this.#flowValue(Token.FlowMappingEnd, State.FlowMapping);
        return;
      case State.FlowMappingEmptyValue:
        this.peek();
        this.#empty(this.scanner.tokens.start);
        this.state = State.FlowMapping;
        return;
      case State.PairKey:
        this.#pairKey();
        return;
      case State.PairValue:
        this.#flowValue(Token.FlowSequenceEnd, State.PairEnd);
        return;
      case State.PairEnd:
        this.peek();
        this.composer.close(this.#lastEnd);
        this.state = State.FlowSequence;
        return;
    }
  }

  /** The kind of the next token. */
  peek(): Token {
    this.scanner.fill();
    return this.scanner.tokens.kind;
  }

  #popState(): void {
    this.state = this.#states.pop() ?? State.DocumentEnd;
  }

  #empty(at: number): void {
    this.composer.putScalar('', at, at, EMPTY);
    this.#lastEnd = at;
  }

  /** Parses the start of a node in a block collection if it needs no tokens. Returns whether it does not. */
  #simpleNode(returnTo: State): boolean {
    const { scanner } = this;
    if (scanner.takePlainLine()) {
      this.#scalarTaken();
      this.state = returnTo;
      return true;
    }
    if (!scanner.startMapping()) return false;
    const at = scanner.position;
    this.composer.open(true, at, at + 1, BLOCK_MAPPING);
    this.#states.push(returnTo);
    this.state = State.BlockMapping;
    return true;
  }

  /** Composes the scalar that the scanner has taken without a token. */
  #scalarTaken(): void {
    const { text, scalarStart, scalarEnd } = this.scanner;
    const scalar = text.slice(scalarStart, scalarEnd);
    this.composer.putScalar(scalar, scalarStart, scalarEnd, PLAIN);
    this.#lastEnd = scalarEnd;
  }

  #descend(returnTo: State, context: NodeContext): void {
    this.#states.push(returnTo);
    this.#node(context);
  }

  #node(context: NodeContext): void {
    const { tokens } = this.scanner;
    const { composer } = this;
    let kind = this.peek();
    if (kind === Token.Alias) {
      composer.putAlias(tokens.text, tokens.start, tokens.end);
      this.#lastEnd = tokens.end;
      tokens.take();
      this.#popState();
      return;
    }
    const start = tokens.start;
    let end = start;
    let anchor = '';
    let tag = '';
    for (let k = 0; k < 2; k++) {
      if (kind === Token.Anchor && anchor === '') anchor = tokens.text;
      else if (kind === Token.Tag && tag === '')
        tag = tagOf(this.scanner, this.#tagPrefixes, start);
      else break;
      end = tokens.end;
      tokens.take();
      kind = this.peek();
    }
    const at = tokens.start;
    if (context === 'block-mapping' && kind === Token.BlockEntry) {
      composer.open(false, at, tokens.end, BLOCK_SEQUENCE, anchor);
      this.state = State.IndentlessSequence;
      return;
    }
    switch (kind) {
      case Token.Scalar:
        composer.putScalar(tokens.text, at, tokens.end, tokens.detail as StyleNumber, tag, anchor);
        this.#lastEnd = tokens.end;
        tokens.take();
        this.#popState();
        return;
      case Token.FlowSequenceStart:
        composer.open(false, at, tokens.end, FLOW_SEQUENCE, anchor);
        tokens.take();
        this.state = State.FlowSequenceFirst;
        return;
      case Token.FlowMappingStart:
        composer.open(true, at, tokens.end, FLOW_MAPPING, anchor);
        tokens.take();
        this.state = State.FlowMappingFirst;
        return;
      case Token.BlockSequenceStart:
        if (context === 'flow') break;
        composer.open(false, at, at + 1, BLOCK_SEQUENCE, anchor);
        tokens.take();
        this.state = State.BlockSequence;
        return;
      case Token.BlockMappingStart:
        if (context === 'flow') break;
        composer.open(true, at, at + 1, BLOCK_MAPPING, anchor);
        tokens.take();
        this.state = State.BlockMapping;
        return;
    }
    if (anchor !== '' || tag !== '') {
      composer.putScalar('', end, end, EMPTY, tag, anchor);
      this.#lastEnd = end;
      this.#popState();
      return;
    }
    const problem = 'did not find expected node content';
    if (kind <= Token.DocumentEnd && this.scanner.flowLevel > 0) {
      const close = composer.mapping === undefined ? ']' : '}';
      throw unclosedFlow(tokens, problem, close, composer.containerStart);
    }
    throw unexpected(tokens, 'missing-value', problem, start);
  }

  #blockSequence(): void {
    const { scanner } = this;
    if (scanner.takeDash()) {
      this.#item(scanner.position, State.BlockSequence);
      return;
    }
    if (scanner.endCollection()) {
      this.#endCollection();
      return;
    }
    const { tokens } = scanner;
    const kind = this.peek();
    if (kind === Token.BlockEntry) {
      const end = tokens.end;
      tokens.take();
      this.#item(end, State.BlockSequence);
    } else if (kind === Token.BlockEnd) this.#closeBlock();
    else {
      const problem = "did not find expected '-' indicator";
      throw misplaced(tokens, 'expected-item', problem, this.composer.containerStart);
    }
  }

  #indentlessSequence(): void {
    const { scanner } = this;
    if (scanner.takeDash()) {
      this.#item(scanner.position, State.IndentlessSequence);
      return;
    }
    if (!scanner.isAtKey() && this.peek() === Token.BlockEntry) {
      const { end } = scanner.tokens;
      scanner.tokens.take();
      this.#item(end, State.IndentlessSequence);
      return;
    }
    this.#endCollection();
  }

  /** Parses the content after the dash of an item, which ends at an offset. */
  #item(end: number, sequence: State): void {
    if (this.#simpleNode(sequence)) return;
    const next = this.peek();
    const isEmpty =
      next === Token.BlockEntry ||
      next === Token.BlockEnd ||
      (sequence === State.IndentlessSequence && (next === Token.Key || next === Token.Value));
    if (isEmpty) {
      this.#empty(end);
      this.state = sequence;
    } else this.#descend(sequence, 'block');
  }

  #blockMapping(): void {
    const { scanner } = this;
    if (scanner.takeKey()) {
      const { text, scalarStart, scalarEnd } = scanner;
      this.composer.putWord(text.slice(scalarStart, scalarEnd), scalarStart, scalarEnd);
      this.#lastEnd = scalarEnd;
      this.#blockMappingNode(scanner.position);
      return;
    }
    if (scanner.endCollection()) {
      this.#endCollection();
      return;
    }
    const { tokens } = scanner;
    const kind = this.peek();
    if (kind === Token.Key) {
      const end = tokens.end;
      tokens.take();
      const next = this.peek();
      if (next === Token.Key || next === Token.Value || next === Token.BlockEnd) {
        this.#empty(end);
        this.state = State.BlockMappingValue;
      } else this.#descend(State.BlockMappingValue, 'block-mapping');
    } else if (kind === Token.BlockEnd) this.#closeBlock();
    else {
      const problem = 'did not find expected key';
      throw misplaced(tokens, 'expected-key', problem, this.composer.containerStart);
    }
  }

  #endCollection(): void {
    this.composer.close(this.#lastEnd);
    this.#popState();
  }

  #closeBlock(): void {
    this.scanner.tokens.take();
    this.#endCollection();
  }

  #blockMappingValue(): void {
    const { tokens } = this.scanner;
    if (this.peek() === Token.Value) {
      const end = tokens.end;
      tokens.take();
      this.#blockMappingNode(end);
      return;
    }
    this.#empty(tokens.start);
    this.state = State.BlockMapping;
  }

  #blockMappingNode(end: number): void {
    if (this.#simpleNode(State.BlockMapping)) return;
    const next = this.peek();
    if (next === Token.Key || next === Token.Value || next === Token.BlockEnd) {
      this.#empty(end);
      this.state = State.BlockMapping;
    } else this.#descend(State.BlockMapping, 'block-mapping');
  }

  #flowSequence(first: boolean): void {
    const { tokens } = this.scanner;
    let kind = this.peek();
    if (kind !== Token.FlowSequenceEnd) {
      if (!first) kind = this.#flowEntry(kind, ']');
      if (kind === Token.Key) {
        this.composer.open(true, tokens.start, tokens.end, FLOW_MAPPING);
        tokens.take();
        this.state = State.PairKey;
        return;
      }
      if (kind !== Token.FlowSequenceEnd) {
        this.#descend(State.FlowSequence, 'flow');
        return;
      }
    }
    this.#closeFlow();
  }

  #flowMapping(first: boolean): void {
    const { tokens } = this.scanner;
    let kind = this.peek();
    if (kind !== Token.FlowMappingEnd) {
      if (!first) kind = this.#flowEntry(kind, '}');
      if (kind === Token.Key) {
        tokens.take();
        kind = this.peek();
        const isEmpty =
          kind === Token.Value || kind === Token.FlowEntry || kind === Token.FlowMappingEnd;
        if (isEmpty) {
          this.#empty(tokens.start);
          this.state = State.FlowMappingValue;
        } else this.#descend(State.FlowMappingValue, 'flow');
        return;
      }
      if (kind !== Token.FlowMappingEnd) {
        this.#descend(State.FlowMappingEmptyValue, 'flow');
        return;
      }
    }
    this.#closeFlow();
  }

  /** Parses the comma between two entries of a flow collection. */
  #flowEntry(kind: Token, close: string): Token {
    const { tokens } = this.scanner;
    if (kind === Token.FlowEntry) {
      tokens.take();
      return this.peek();
    }
    const problem = `did not find expected ',' or '${close}'`;
    throw unclosedFlow(tokens, problem, close, this.composer.containerStart);
  }

  #closeFlow(): void {
    const { tokens } = this.scanner;
    this.#lastEnd = tokens.end;
    this.composer.close(tokens.end);
    tokens.take();
    this.#popState();
  }

  /**
   * Parses the value of a pair in flow style.
   *
   * @param close the token that ends the enclosing collection
   * @param next the state after the pair
   */
  #flowValue(close: Token, next: State): void {
    const { tokens } = this.scanner;
    let kind = this.peek();
    let end = tokens.start;
    if (kind === Token.Value) {
      end = tokens.end;
      tokens.take();
      kind = this.peek();
      if (kind !== Token.FlowEntry && kind !== close) {
        this.#descend(next, 'flow');
        return;
      }
    }
    this.#empty(end);
    this.state = next;
  }

  #pairKey(): void {
    const { tokens } = this.scanner;
    const kind = this.peek();
    if (kind !== Token.Value && kind !== Token.FlowEntry && kind !== Token.FlowSequenceEnd) {
      this.#descend(State.PairValue, 'flow');
      return;
    }
    // go-yaml skips this token in any case, so `[? , a]` continues after the comma.
    const end = tokens.end;
    tokens.take();
    this.#empty(end);
    this.state = State.PairValue;
  }
}
