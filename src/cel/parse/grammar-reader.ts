import {
  ErrorRecovery,
  ParseAborted,
  type ReaderState,
  type RecognitionError,
} from './error-recovery.ts';
import type { Caller } from './lookahead.ts';
import type { Instruction, Network } from './network.ts';
import { RECURSION_LIMIT } from './parse-options.ts';
import { ParseNode } from './parse-tree.ts';
import type { Predictor } from './prediction.ts';
import type { Reporter } from './reporter.ts';
import type { RuleNetwork, State } from './states.ts';
import type { TokenStream } from './token-stream.ts';

/** A rule that is being parsed. */
interface Frame {
  readonly rule: RuleNetwork;
  readonly caller: Caller | undefined;
  readonly outer: Frame | undefined;
  /** The label of the node in the node of the calling rule. */
  readonly label: string | undefined;
  /** The instruction at which the calling rule continues. */
  readonly returnTo: number;
  readonly precedence: number;
  node: ParseNode;
}

/**
 * Parses an expression with the instructions of a grammar, in the same way as the parser that ANTLR generates: it
 * finds the same errors, reports them with the same messages and recovers at the same tokens.
 *
 * Active rules are in a list of frames and not on the call stack, so that deep nesting does not overflow it.
 */
export class GrammarReader implements ReaderState {
  readonly tokens: TokenStream;
  /** The state of the grammar before the current element. */
  state: State;
  private readonly network: Network;
  private readonly predictor: Predictor;
  private readonly recovery: ErrorRecovery;
  private readonly reporter: Reporter;
  private readonly depths = new Map<RuleNetwork, number>();
  private frame: Frame;
  private next: number;

  constructor(network: Network, predictor: Predictor, tokens: TokenStream, reporter: Reporter) {
    this.network = network;
    this.predictor = predictor;
    this.tokens = tokens;
    this.reporter = reporter;
    this.recovery = new ErrorRecovery(this, reporter);
    const rule = network.start;
    this.state = rule.start;
    this.next = rule.entry;
    const node = new ParseNode(rule.name, rule.form, tokens.at(0));
    const nothing = { caller: undefined, outer: undefined, label: undefined };
    this.frame = { ...nothing, rule, returnTo: -1, precedence: 0, node };
    this.depths.set(rule, 1);
  }

  get caller(): Caller | undefined {
    return this.frame.caller;
  }

  /** The precedence of the innermost active operator rule. */
  get precedence(): number {
    for (let frame: Frame | undefined = this.frame; frame !== undefined; frame = frame.outer) {
      if (frame.rule.recursive) return frame.precedence;
    }
    return 0;
  }

  kindAt(distance: number): number {
    return this.tokens.at(distance).kind;
  }

  /**
   * Parses the expression.
   *
   * @returns the complete parse tree, or the reason why the parse ended early
   */
  read(): ParseNode | ParseAborted {
    for (;;) {
      if (this.reporter.isFull) return new ParseAborted();
      const instruction = this.network.instructions[this.next];
      if (instruction === undefined) return this.frame.node;
      this.next++;
      const error = this.execute(instruction);
      if (error === undefined) continue;
      if (error instanceof ParseAborted) return error;
      const failure = this.recovery.recover(error);
      if (failure !== undefined) return failure;
      this.leave();
    }
  }

  private execute(instruction: Instruction): RecognitionError | ParseAborted | undefined {
    switch (instruction.type) {
      case 'match': {
        this.state = instruction.state;
        const matched = this.recovery.match(instruction.tokens);
        if (!('kind' in matched)) return matched;
        if (instruction.label !== undefined) this.frame.node.addToken(instruction.label, matched);
        return undefined;
      }
      case 'call':
        this.state = instruction.state;
        return this.enter(instruction);
      case 'sync':
        this.state = instruction.state;
        return this.recovery.sync();
      case 'unless':
        if (!instruction.tokens.has(this.kindAt(0))) this.next = instruction.otherwise.index;
        return undefined;
      case 'goto':
        this.next = instruction.target.index;
        return undefined;
      case 'predict':
        return this.predict(instruction);
      case 'switch': {
        const kind = this.kindAt(0);
        const chosen = instruction.cases.find(({ tokens }) => tokens.has(kind));
        const token = this.tokens.at(0);
        if (chosen === undefined) return { type: 'noViableAlternative', start: token, at: token };
        this.next = chosen.target.index;
        return undefined;
      }
      case 'form':
        this.frame.node.form = instruction.name;
        return undefined;
      case 'suffix': {
        const { node, rule } = this.frame;
        this.frame.node = new ParseNode(rule.name, instruction.name, node.start);
        this.frame.node.addNode('left', node);
        return undefined;
      }
      case 'return':
        this.leave();
        return undefined;
    }
  }

  private predict(
    instruction: Extract<Instruction, { type: 'predict' }>,
  ): RecognitionError | undefined {
    const prediction = this.predictor.predict(instruction.state, this);
    if ('failedAt' in prediction) {
      const at = this.tokens.at(prediction.failedAt);
      return { type: 'noViableAlternative', start: this.tokens.at(0), at };
    }
    const target = instruction.targets[prediction.alt - 1];
    if (target === undefined) throw new RangeError('a decision has a target for each alternative');
    this.next = target.index;
    return undefined;
  }

  private enter(call: Extract<Instruction, { type: 'call' }>): ParseAborted | undefined {
    const { callee: rule, precedence, label, state } = call;
    const [transition] = state.transitions;
    if (transition?.type !== 'rule') throw new RangeError('a call is the only way from its state');
    this.frame = {
      rule,
      caller: { follow: transition.follow, caller: this.frame.caller },
      outer: this.frame,
      label,
      returnTo: this.next,
      precedence,
      node: new ParseNode(rule.name, rule.form, this.tokens.at(0)),
    };
    this.next = rule.entry;
    const depth = (this.depths.get(rule) ?? 0) + 1;
    this.depths.set(rule, depth);
    return depth > RECURSION_LIMIT
      ? new ParseAborted(`expression recursion limit exceeded: ${RECURSION_LIMIT}`)
      : undefined;
  }

  private leave(): void {
    const { outer, label, node, rule, returnTo } = this.frame;
    this.depths.set(rule, (this.depths.get(rule) ?? 0) - 1);
    this.next = returnTo;
    if (outer === undefined) return;
    if (label !== undefined) outer.node.addNode(label, node);
    this.frame = outer;
  }
}
