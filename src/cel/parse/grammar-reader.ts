import {
  ErrorRecovery,
  GaveUp,
  type ReaderState,
  type Reporter,
  type SyntaxFault,
} from './error-recovery.ts';
import type { Caller } from './lookahead.ts';
import type { Instruction, Network, RuleNetwork, State } from './network.ts';
import { RECURSION_LIMIT } from './parse-options.ts';
import { ParseNode } from './parse-tree.ts';
import type { Predictor } from './prediction.ts';
import type { TokenStream } from './token-stream.ts';

/** A rule that is being read. */
interface Frame {
  readonly rule: RuleNetwork;
  readonly caller: Caller | undefined;
  readonly outer: Frame | undefined;
  /** The label under which the caller finds the node. */
  readonly label: string | undefined;
  /** The instruction of the caller to go on with. */
  readonly returnTo: number;
  readonly precedence: number;
  node: ParseNode;
}

/**
 * Reads an expression by the instructions of a grammar, as the parser does that ANTLR generates of
 * it, so that it stumbles where that does, says the same and finds its way back at the same places.
 *
 * Rules that are under way are in a list of frames, not on the stack of calls.
 */
export class GrammarReader implements ReaderState {
  readonly tokens: TokenStream;
  /** The state before the part that is read. */
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

  /** The precedence of the innermost rule of operators that is under way. */
  get precedence(): number {
    for (let frame: Frame | undefined = this.frame; frame !== undefined; frame = frame.outer) {
      if (frame.rule.recursive) return frame.precedence;
    }
    return 0;
  }

  kindAt(distance: number): number {
    return this.tokens.at(distance).kind;
  }

  /** The whole tree, or why reading ended early. */
  read(): ParseNode | GaveUp {
    for (;;) {
      if (this.reporter.isFull) return new GaveUp();
      const instruction = this.network.instructions[this.next];
      if (instruction === undefined) return this.frame.node;
      this.next++;
      const error = this.execute(instruction);
      if (error === undefined) continue;
      if (error instanceof GaveUp) return error;
      const failure = this.recovery.recover(error);
      if (failure !== undefined) return failure;
      this.leave();
    }
  }

  private execute(instruction: Instruction): SyntaxFault | GaveUp | undefined {
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

  private predict(instruction: Extract<Instruction, { type: 'predict' }>): SyntaxFault | undefined {
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

  private enter(call: Extract<Instruction, { type: 'call' }>): GaveUp | undefined {
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
      ? new GaveUp(`expression recursion limit exceeded: ${RECURSION_LIMIT}`)
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
