import { jsonOf } from '../../base/json.ts';
import type { RequestReport } from '../../lint/decide/decide-request.ts';
import { escapeJson } from '../../report/escape.ts';
import type { DocumentIdentity, Verdict } from '../../result/verdict.ts';
import type { DecisionAction, PolicyDecision, Trace } from '../../server/admission/decision.ts';
import type { Minor } from '../../server/kubernetes/minors.ts';
import type { Operation } from '../../server/kubernetes/operations.ts';
import type { Mapping } from '../../server/kubernetes/value.ts';
import type { AdmitReport } from './admit.ts';
import { type ExplainedPart, explain } from './explain.ts';
import { mutationLines } from './mutation-diff.ts';

/** The decisions of policies, as `kubeadmit admit -f json` prints them. */
export interface AdmitJson {
  readonly version: 1;
  readonly kubernetesVersion: Minor;
  readonly policies: number;
  readonly requests: readonly RequestJson[];
  /** The policies, bindings, CRDs and objects that the server does not accept. */
  readonly unusable: readonly UnusableJson[];
  readonly summary: {
    readonly requests: number;
    readonly admitted: number;
    readonly denied: number;
    readonly unknown: number;
  };
}

/** The place of an object in the input, and its name. */
type ObjectIdentity = Pick<
  DocumentIdentity,
  'file' | 'index' | 'item' | 'apiVersion' | 'kind' | 'namespace' | 'name'
>;

/** The decisions of the policies about one request. */
interface RequestJson extends ObjectIdentity {
  readonly line: number;
  readonly operation: Operation;
  readonly decision: 'admitted' | 'denied' | 'unknown';
  readonly code: number | null;
  readonly reason: string | null;
  readonly message: string | null;
  readonly warnings: readonly string[];
  readonly auditAnnotations: Readonly<Record<string, string>>;
  readonly policies: readonly DecisionJson[];
  /** The object after mutating policies have changed it; null if they have not. */
  readonly mutated: Mapping | null;
  /** The fields that mutating policies have changed, as `- path: before` and `+ path: after`. */
  readonly changes: readonly string[];
}

interface DecisionJson {
  readonly policyKind: string;
  readonly policy: string;
  readonly binding: string | null;
  readonly param: string | null;
  /** The field of the policy with the expression that decides. */
  readonly expression: string | null;
  readonly action: DecisionAction;
  readonly error: boolean;
  readonly message: string;
  readonly reason: string;
  readonly validationActions: readonly string[];
  /** The expression and the values that it reads, with `--verbose`. */
  readonly explanation?: ExplanationJson;
}

/** An expression with the values of the fields and variables that it reads. */
interface ExplanationJson {
  readonly expression: string;
  readonly values: readonly ExplainedPart[];
  /** The field that decides, if it is not one of `values`. */
  readonly deciding: ExplainedPart | null;
}

/** An object that the server does not accept. */
interface UnusableJson {
  readonly file: string;
  readonly line: number;
  readonly kind: string | null;
  readonly name: string | null;
  readonly verdict: Verdict | null;
}

/** The decisions of policies as JSON. `version` is the version of this format. */
export function admitJson({
  kubernetesVersion,
  policies,
  requests,
  unusable,
  undecodable,
}: AdmitReport): string {
  const of = (outcome: RequestReport['outcome']) =>
    requests.filter((request) => request.outcome === outcome).length;
  const report: AdmitJson = {
    version: 1,
    kubernetesVersion,
    policies,
    requests: requests.map(requestJson),
    unusable: [...unusable, ...undecodable].map(({ file, line, kind, name, verdicts }) => ({
      file,
      line,
      kind,
      name,
      verdict: verdicts[kubernetesVersion] ?? null,
    })),
    summary: {
      requests: requests.length,
      admitted: of('admitted'),
      denied: of('denied'),
      unknown: of('unknown'),
    },
  };
  return `${escapeJson(jsonOf(report, 2))}\n`;
}

function requestJson(request: RequestReport): RequestJson {
  const { document, operation, outcome, denial, unknown, warnings, annotations } = request;
  const { file, index, item, apiVersion, kind, namespace, name, line } = document;
  return {
    file,
    index,
    item,
    apiVersion,
    kind,
    namespace,
    name,
    line,
    operation,
    decision: outcome,
    code: denial?.code ?? null,
    reason: denial?.reason ?? null,
    message: denial?.message ?? unknown ?? null,
    warnings,
    auditAnnotations: Object.fromEntries(annotations.map(({ key, value }) => [key, value])),
    policies: request.decisions.map(decisionJson),
    mutated: request.mutation?.after ?? null,
    changes: mutationLines(request.mutation),
  };
}

function decisionJson(decision: PolicyDecision): DecisionJson {
  return {
    policyKind: decision.policyKind,
    policy: decision.policy,
    binding: decision.binding ?? null,
    param: decision.param ?? null,
    expression: decision.field ?? null,
    action: decision.action,
    error: decision.isError,
    message: decision.message,
    reason: decision.reason,
    validationActions: decision.validationActions,
    ...(decision.trace && { explanation: explanationJson(decision.trace) }),
  };
}

function explanationJson(trace: Trace): ExplanationJson {
  const { text, parts, deciding } = explain(trace);
  return { expression: text, values: parts, deciding: deciding ?? null };
}
