import { trimSpace } from '../../base/go/white-space.ts';
import { RESOURCE_BUDGET } from '../expressions/runtime.ts';
import { byteLength } from '../kubernetes/formats/dns.ts';
import type { Minor } from '../kubernetes/minors.ts';
import type { ValidatingAdmissionPolicy, Validation } from '../kubernetes/types.generated.ts';
import { Activation, type ActivationInput, type Evaluated, OUT_OF_BUDGET } from './activation.ts';
import { PolicyCompiler, type PolicyExpression, type PolicyVariables } from './compiled-policy.ts';
import type { DecisionAction, Trace } from './decision.ts';
import { evaluateMatchConditions } from './match-conditions.ts';

/** The decision of one validation, or of the policy as a whole. */
export interface ValidationDecision {
  readonly action: DecisionAction & ('admit' | 'deny' | 'unknown' | 'excluded');
  readonly isError: boolean;
  readonly message: string;
  readonly reason: string;
  readonly expressionIndex: number | undefined;
  readonly field: string | undefined;
  readonly trace?: Trace;
}

export type AnnotationResult =
  | { readonly action: 'publish'; readonly key: string; readonly value: string }
  /** The request is denied. */
  | { readonly action: 'error'; readonly message: string; readonly field: string };

interface ValidationResult {
  readonly decisions: readonly ValidationDecision[];
  readonly annotations: readonly AnnotationResult[];
}

interface CompiledValidation {
  readonly validation: Validation;
  readonly expression: PolicyExpression;
  readonly messageExpression: PolicyExpression | undefined;
  /** The decision where the expression is true. */
  readonly admission: ValidationDecision;
}

interface CompiledAnnotation {
  readonly key: string;
  readonly expression: PolicyExpression;
}

const MAX_MESSAGE_BYTES = 5 * 1024;

/**
 * A ValidatingAdmissionPolicy whose expressions are compiled.
 *
 * Source: `Validate` in `pkg/admission/plugin/policy/validating/validator.go` of the API server.
 */
export class ValidatingPolicy {
  readonly variables: PolicyVariables;
  readonly conditions: readonly PolicyExpression[];
  readonly #validations: readonly CompiledValidation[];
  readonly #annotations: readonly CompiledAnnotation[];
  readonly #computesMessages: boolean;
  readonly #ignoresFailures: boolean;

  /** @param policy accepted, with defaults */
  constructor({ spec = {} }: ValidatingAdmissionPolicy, minor: Minor) {
    const { variables = [], validations = [], auditAnnotations = [], matchConditions = [] } = spec;
    const compiler = new PolicyCompiler(minor, spec.paramKind !== undefined);
    compiler.addVariables(variables, 'vap-variable');
    this.variables = compiler.variables;
    this.conditions = compiler.conditions(matchConditions, 'vap-condition');
    this.#validations = validations.map((validation, index) => {
      const { expression: text = '', messageExpression = '' } = validation;
      const field = `spec.validations[${index}]`;
      const expression = compiler.compile('vap', { text, field: `${field}.expression` });
      return {
        validation,
        expression,
        admission: {
          action: 'admit',
          isError: false,
          message: '',
          reason: '',
          expressionIndex: index,
          field: expression.field,
        },
        messageExpression:
          messageExpression === ''
            ? undefined
            : compiler.compile('vap-message', {
                text: messageExpression,
                field: `${field}.messageExpression`,
              }),
      };
    });
    this.#computesMessages = validations.some(
      ({ messageExpression = '' }) => messageExpression !== '',
    );
    this.#annotations = auditAnnotations.map(({ key = '', valueExpression: text = '' }, index) => ({
      key,
      expression: compiler.compile('vap-audit', {
        text,
        field: `spec.auditAnnotations[${index}].valueExpression`,
      }),
    }));
    this.#ignoresFailures = spec.failurePolicy === 'Ignore';
  }

  /** All expressions, in the order of the policy. */
  get expressions(): readonly PolicyExpression[] {
    return [
      ...this.variables.values(),
      ...this.conditions,
      ...this.#validations.flatMap(({ expression, messageExpression }) =>
        messageExpression === undefined ? [expression] : [expression, messageExpression],
      ),
      ...this.#annotations.map(({ expression }) => expression),
    ];
  }

  /** @param input without the variables of the policy */
  validate(given: Omit<ActivationInput, 'variables'>): ValidationResult {
    const input = { ...given, variables: this.variables };
    if (this.conditions.length > 0) {
      const matched = evaluateMatchConditions(this.conditions, input, this.#ignoresFailures);
      if (matched.outcome !== 'matches') return this.#withoutMatch(matched);
    }
    // Only validations can use the authorizer.
    const withoutAuthorizer = { ...input, authorizer: undefined };
    const { decisions, goesOn } = this.#validate(input, withoutAuthorizer);
    return goesOn && this.#annotations.length > 0
      ? this.#annotate(withoutAuthorizer, decisions)
      : { decisions, annotations: [] };
  }

  #withoutMatch(matched: ReturnType<typeof evaluateMatchConditions>): ValidationResult {
    const decision = { expressionIndex: undefined, field: undefined, reason: '' } as const;
    switch (matched.outcome) {
      case 'error':
        return only(this.#failure(matched.message, undefined, this.conditions[0]?.field));
      case 'unknown':
        return only({ ...decision, action: 'unknown', isError: false, message: matched.reason });
      default:
        return only({ ...decision, action: 'excluded', isError: false, message: '' });
    }
  }

  #validate(
    input: ActivationInput,
    messageInput: ActivationInput,
  ): { readonly decisions: readonly ValidationDecision[]; readonly goesOn: boolean } {
    const activation = new Activation(input);
    let budget = RESOURCE_BUDGET;
    const results: Evaluated[] = [];
    for (const { expression } of this.#validations) {
      const result = activation.evaluate(expression, budget);
      if (result.outcome === 'out-of-budget') {
        const failure = this.#failure(OUT_OF_BUDGET, undefined, expression.field);
        return { decisions: [failure], goesOn: false };
      }
      budget = result.left;
      results.push(result);
    }
    const messages = this.#messages(messageInput, budget);
    const { variables } = this;
    const { bindings } = activation;
    const decisions = this.#validations.map((validation, index) => {
      const { expression } = validation;
      const decision = this.#decide(validation, index, results[index], messages);
      return input.keepsTraces
        ? { ...decision, trace: { expression, bindings, variables } }
        : decision;
    });
    return { decisions, goesOn: true };
  }

  /** @param messages the computed messages; undefined if they use up the budget */
  #decide(
    { validation, expression: { field }, admission }: CompiledValidation,
    expressionIndex: number,
    result: Evaluated | undefined,
    messages: readonly (string | undefined)[] | undefined,
  ): ValidationDecision {
    if (result?.outcome === 'error') return this.#failure(result.message, expressionIndex, field);
    if (result?.outcome === 'unknown') {
      const { reason: message } = result;
      return { action: 'unknown', isError: false, message, reason: '', expressionIndex, field };
    }
    if (messages === undefined) {
      return this.#failure(`failed messageExpression: ${OUT_OF_BUDGET}`, expressionIndex, field);
    }
    if (result?.outcome === 'value' && result.value === true) return admission;
    const { reason = 'Invalid' } = validation;
    const message = messages[expressionIndex] ?? defaultMessage(validation);
    return { action: 'deny', isError: false, message, reason, expressionIndex, field };
  }

  /**
   * The computed messages of all validations, whether they fail or not. Undefined if they use up the budget, which is
   * then an error of each validation.
   */
  #messages(input: ActivationInput, budget: number): readonly (string | undefined)[] | undefined {
    if (!this.#computesMessages) return [];
    const activation = new Activation(input);
    let left = budget;
    const messages: (string | undefined)[] = [];
    for (const { messageExpression } of this.#validations) {
      if (messageExpression === undefined) {
        messages.push(undefined);
        continue;
      }
      const result = activation.evaluate(messageExpression, left);
      if (result.outcome === 'out-of-budget') return undefined;
      left = result.left;
      messages.push(result.outcome === 'value' ? usableMessage(result.value) : undefined);
    }
    return messages;
  }

  #annotate(input: ActivationInput, decisions: readonly ValidationDecision[]): ValidationResult {
    const activation = new Activation(input);
    const annotations: AnnotationResult[] = [];
    let budget = RESOURCE_BUDGET;
    for (const { key, expression } of this.#annotations) {
      const result = activation.evaluate(expression, budget);
      const { field } = expression;
      // The decisions of the validations are lost then.
      if (result.outcome === 'out-of-budget')
        return only(this.#failure(OUT_OF_BUDGET, undefined, field));
      budget = result.left;
      if (result.outcome === 'error') {
        if (!this.#ignoresFailures)
          annotations.push({ action: 'error', message: result.message, field });
      } else if (result.outcome === 'value' && typeof result.value === 'string') {
        const value = trimSpace(result.value);
        if (value !== '') annotations.push({ action: 'publish', key, value });
      }
    }
    return { decisions, annotations };
  }

  /** The decision about an error, which is that of the failure policy. */
  #failure(
    message: string,
    expressionIndex: number | undefined,
    field: string | undefined,
  ): ValidationDecision {
    const action = this.#ignoresFailures ? 'admit' : 'deny';
    return { action, isError: true, message, reason: '', expressionIndex, field };
  }
}

function only(decision: ValidationDecision): ValidationResult {
  return { decisions: [decision], annotations: [] };
}

/** A computed message, unless it is blank, too long or has several lines. */
function usableMessage(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const message = trimSpace(value);
  const isUsable =
    message !== '' && !message.includes('\n') && byteLength(message) <= MAX_MESSAGE_BYTES;
  return isUsable ? message : undefined;
}

function defaultMessage({ message = '', expression = '' }: Validation): string {
  const written = trimSpace(message);
  return written === '' ? `failed expression: ${trimSpace(expression)}` : written;
}
