import { countOpening, limitRun, OpeningLimitExceeded } from '../../base/run-limits.ts';
import type { RequestReport } from '../../lint/decide/decide-request.ts';
import { ADMINISTRATOR } from '../../lint/decide/requests.ts';
import { lint } from '../../lint/lint.ts';
import type { Source } from '../../lint/read/source.ts';
import type { DocumentReport } from '../../result/verdict.ts';
import type { Minor } from '../../server/kubernetes/minors.ts';
import { differences } from './compare-result.ts';
import type { PolicyTest, TestFile } from './test-file.ts';
import { requestSources, type TestSources } from './test-sources.ts';

export interface TestResult {
  readonly name: string;
  /** The differences from the expected result. Empty if the test passes. */
  readonly failures: readonly string[];
  /** The decisions of the policies. Undefined if no request could be made. */
  readonly request: RequestReport | undefined;
}

/** Runs the tests of a file. */
export function runTests(
  file: TestFile,
  sources: TestSources,
  minor: Minor,
): readonly TestResult[] {
  return limitRun(() => file.tests.map((test) => runTest(test, sources, minor)));
}

const POLICY_KIND = /^(?:Validating|Mutating)AdmissionPolicy(?:Binding)?$/;

/** The policies and bindings that the server refuses, as messages: tests cannot show anything about them. */
export function refusedPolicies(
  documents: readonly DocumentReport[],
  minor: Minor,
): readonly string[] {
  return documents.flatMap(({ file, line, kind, name, verdicts }) => {
    const verdict = verdicts[minor];
    return kind !== null && POLICY_KIND.test(kind) && verdict !== 'accepted'
      ? [`${file}:${line}: ${kind} ${name ?? ''} is ${verdict} by Kubernetes ${minor}`]
      : [];
  });
}

function runTest(test: PolicyTest, sources: TestSources, minor: Minor): TestResult {
  try {
    return resultOf(test, sources, minor);
  } catch (thrown) {
    if (!(thrown instanceof OpeningLimitExceeded)) throw thrown;
    return { name: test.name, failures: [thrown.message], request: undefined };
  }
}

/** @throws OpeningLimitExceeded */
function resultOf(test: PolicyTest, sources: TestSources, minor: Minor): TestResult {
  const { name, user, groups, operation, resource, isDryRun, answers } = test;
  const read = requestSources(test, sources);
  if (!read.ok) return { name, failures: [read.problem], request: undefined };
  const [request] = sources.opened.decide(read.sources, {
    resource,
    ...(operation !== undefined && { operation }),
    user: {
      ...ADMINISTRATOR,
      ...(user !== undefined && { name: user }),
      ...(groups !== undefined && { groups }),
    },
    isDryRun,
    answers,
    observer: sources.observer,
  });
  if (request === undefined) {
    const reason = reasonForNoRequest(
      test,
      read.sources.requested[0],
      sources.opened.sources,
      minor,
    );
    return { name, failures: [`no request is made: ${reason}`], request: undefined };
  }
  return { name, failures: differences(test.expect, request), request };
}

/**
 * The reason why no request is made from an object.
 *
 * @throws OpeningLimitExceeded
 */
function reasonForNoRequest(
  { operation, old, resource }: PolicyTest,
  object: Source,
  crds: readonly Source[],
  minor: Minor,
): string {
  countOpening(crds);
  const { documents, findings } = lint([object], { kubernetesVersions: [minor], crds });
  const [document, second] = documents;
  if (document === undefined || second !== undefined) return 'it is not one object';
  const { apiVersion, kind, verdicts, skipped } = document;
  const verdict = verdicts[minor];
  if (verdict === 'undecodable' || verdict === 'unserved') {
    const problem = findings.find(({ severity }) => severity === 'error');
    return problem?.message ?? `the object is ${verdict}`;
  }
  if (resource !== undefined) return `${resource} is not a subresource that takes a ${kind}`;
  if (skipped === 'uncreatable-kind')
    return `a ${kind} is only sent to a subresource: add resource`;
  if (skipped !== undefined) {
    return `the kind ${kind} of ${apiVersion} is not known; the CRD of a custom kind has to be in cluster`;
  }
  if (operation === 'UPDATE') {
    return `the operation is UPDATE, but ${old === undefined ? 'there is no old object' : 'old is another object'}`;
  }
  return operation === 'CONNECT'
    ? 'the operation CONNECT needs a resource, such as pods/exec'
    : 'admission policies do not apply to objects of this kind';
}
