import { getOrCompute } from '../../base/get-or-compute.ts';
import type { Expr, Issue } from '../ast.ts';
import { ERROR_LIMIT, type Source } from '../source.ts';
import { ParseAborted } from './error-recovery.ts';
import { withMissingArguments } from './format-verbs.ts';
import { celGrammar } from './grammar.ts';
import { GrammarReader } from './grammar-reader.ts';
import type { Grammar } from './macro-nodes.ts';
import { buildNetwork, type Network } from './network.ts';
import { NodeFactory } from './node-factory.ts';
import type { ParseOptions } from './parse-options.ts';
import { Predictor } from './prediction.ts';
import type { Reporter } from './reporter.ts';
import { TokenStream } from './token-stream.ts';
import { TreeBuilder } from './tree-builder.ts';

/** The result of parsing with error recovery; `expr` is complete if there are no issues. */
interface RecoveredParse {
  /** The issues in the order in which they were found. */
  readonly issues: readonly Issue[];
  readonly expr: Expr | undefined;
  readonly nodes: NodeFactory;
}

/**
 * Parses an expression with syntax errors, and reports them with cel-go's messages. It takes far longer than
 * `parseValid`, and returns the same tree for an expression without errors.
 */
export function parseWithRecovery(source: Source, options: ParseOptions): RecoveredParse {
  const syntax = new SyntaxIssues(source, options);
  const { network, predictor } = compiledGrammar(options.grammar);
  const tokens = new TokenStream(source.text, options.grammar !== '0.22', syntax);
  const tree = new GrammarReader(network, predictor, tokens, syntax).read();
  const nodes = new NodeFactory(options);
  const { issues } = syntax;
  if (tree instanceof ParseAborted) {
    // After too many syntax errors, no other errors are reported.
    if (tree.message !== undefined && !syntax.isFull) issues.push(source.issueOfAll(tree.message));
    return { issues, expr: undefined, nodes };
  }
  const builder = new TreeBuilder(nodes, options, (offset, message) => {
    issues.push(source.issue(offset, message));
  });
  const expr = builder.build(tree);
  if (builder.isTooDeep) issues.push(source.issueOfAll('max recursion depth exceeded'));
  return { issues, expr, nodes };
}

class SyntaxIssues implements Reporter {
  readonly issues: Issue[] = [];
  isFull = false;
  private readonly source: Source;
  private readonly options: ParseOptions;

  constructor(source: Source, options: ParseOptions) {
    this.source = source;
    this.options = options;
  }

  report(offset: number, message: string): void {
    if (this.isFull) return;
    this.isFull = this.issues.length === ERROR_LIMIT;
    const reported = this.isFull ? `More than ${ERROR_LIMIT} syntax errors` : message;
    const { grammar, emptyAtFirstColumn } = this.options;
    const text = grammar === '0.22' ? withMissingArguments(reported) : reported;
    const issue = this.source.issue(offset, `Syntax error: ${text}`);
    const isMoved = this.source.text === '' && emptyAtFirstColumn === true;
    this.issues.push(isMoved ? { ...issue, column: 0 } : issue);
  }
}

interface CompiledGrammar {
  readonly network: Network;
  readonly predictor: Predictor;
}

const COMPILED_GRAMMARS = new Map<Grammar, CompiledGrammar>();

/** The network of a grammar and its predictor, which are created on first use. The predictor caches its decisions. */
function compiledGrammar(grammar: Grammar): CompiledGrammar {
  return getOrCompute(COMPILED_GRAMMARS, grammar, () => ({
    network: buildNetwork(celGrammar(grammar)),
    predictor: new Predictor(),
  }));
}
