import type { RequestReport } from '../../lint/decide/decide-request.ts';
import type { AdmitReport } from './admit.ts';

/** The decisions of policies as JSON. `version` is the version of this format. */
export function admitJson({
  kubernetesVersion,
  policies,
  requests,
  unusable,
  undecodable,
}: AdmitReport): string {
  const report = {
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
      admitted: requests.filter(({ outcome }) => outcome === 'admitted').length,
      denied: requests.filter(({ outcome }) => outcome === 'denied').length,
      unknown: requests.filter(({ outcome }) => outcome === 'unknown').length,
    },
  };
  return `${JSON.stringify(report, bigNumbers, 2)}\n`;
}

function requestJson(request: RequestReport): object {
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
    policies: request.decisions.map((decision) => ({
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
    })),
    mutated: request.mutation?.after ?? null,
  };
}

/** Integers that a double cannot hold are written as they are where JSON allows it, else as the nearest double. */
function bigNumbers(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value;
}
