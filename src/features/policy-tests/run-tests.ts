import type { RequestReport } from '../../lint/decide/decide-request.ts';
import { OpenedPolicies } from '../../lint/decide/opened-policies.ts';
import type { PolicyObserver } from '../../lint/decide/policy-observer.ts';
import { ADMINISTRATOR } from '../../lint/decide/requests.ts';
import { lint } from '../../lint/lint.ts';
import type { Source } from '../../lint/read/source-text.ts';
import { jsonText } from '../../server/crd/json-text.ts';
import { objectsOf } from '../../server/decode/index.ts';
import type { Minor } from '../../server/kubernetes/minors.ts';
import type { Mapping, Value } from '../../server/kubernetes/value.ts';
import { decodeText, readParts } from '../../yaml/index.ts';
import { mergePatch } from '../../yaml/merge-patch.ts';
import { isMapping } from '../../yaml/tree.ts';
import type { Expectation, PolicyTest, TestFile, TestObject } from './test-file.ts';

/** The result of one test. */
export interface TestResult {
  readonly name: string;
  /** The differences from the expected result. Empty if the test passes. */
  readonly failures: readonly string[];
  /** The decisions of the policies. Undefined if no request could be made. */
  readonly request: RequestReport | undefined;
}

/** The files that tests name, which the caller has read. */
export interface TestSources {
  readonly policies: readonly Source[];
  readonly cluster: readonly Source[];
  /** A file with an object; undefined if there is none. */
  object(path: string): Source | undefined;
  /** The files of a path in `cluster` of a test; undefined if there are none. */
  clusterOf?(path: string): readonly Source[] | undefined;
  readonly observer?: PolicyObserver | undefined;
  /** The policies and the cluster, if they are open already. */
  readonly opened?: OpenedPolicies;
}

/** Runs the tests of a file. */
export function runTests(
  file: TestFile,
  sources: TestSources,
  minor: Minor,
): readonly TestResult[] {
  const server = { minor, runtimeConfig: new Map(), featureGates: new Map() };
  const all = [...sources.policies, ...sources.cluster];
  const policies = sources.opened ?? new OpenedPolicies(all, server);
  return file.tests.map((test) => runTest(test, sources, policies, minor));
}

const POLICY_KIND = /^(?:Validating|Mutating)AdmissionPolicy(?:Binding)?$/;

/** The policies and bindings that the server refuses, as messages: tests cannot show anything about them. */
export function refusedPolicies(
  { policies, cluster }: Pick<TestSources, 'policies' | 'cluster'>,
  minor: Minor,
): readonly string[] {
  const { documents } = lint(policies, { kubernetesVersions: [minor], crds: cluster });
  return documents.flatMap(({ file, line, kind, name, verdicts }) => {
    const verdict = verdicts[minor];
    return kind !== null && POLICY_KIND.test(kind) && verdict !== 'accepted'
      ? [`${file}:${line}: ${kind} ${name ?? ''} is ${verdict} by Kubernetes ${minor}`]
      : [];
  });
}

function runTest(
  test: PolicyTest,
  sources: TestSources,
  policies: OpenedPolicies,
  minor: Minor,
): TestResult {
  const { name, user, groups, operation, resource, isDryRun, answers } = test;
  const object = sourceOf(test.object, test.patch, 'object', sources);
  const old = test.old === undefined ? undefined : sourceOf(test.old, undefined, 'old', sources);
  const cluster = test.cluster.flatMap((one, index) => clusterSources(one, index, sources));
  const problem = [object, old, ...cluster].find((one) => typeof one === 'string');
  if (typeof problem === 'string' || typeof object === 'string') {
    return { name, failures: [String(problem)], request: undefined };
  }
  const [request] = policies.decide(
    {
      requested: [object],
      cluster: cluster.filter(isSource),
      ...(typeof old === 'object' && { old: [old] }),
    },
    {
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
    },
  );
  if (request === undefined) {
    const reason = noRequestReason(test, object, [...sources.policies, ...sources.cluster], minor);
    return { name, failures: [`no request is made: ${reason}`], request: undefined };
  }
  return { name, failures: differences(test.expect, request), request };
}

/** The reason why no request is made from an object. */
function noRequestReason(
  { operation, old, resource }: PolicyTest,
  object: Source,
  crds: readonly Source[],
  minor: Minor,
): string {
  const { documents, findings } = lint([object], { kubernetesVersions: [minor], crds });
  const [document, second] = documents;
  if (document === undefined || second !== undefined) return 'it is not one object';
  const { apiVersion, kind, verdicts, skipped } = document;
  const verdict = verdicts[minor];
  if (verdict === 'undecodable' || verdict === 'unserved') {
    const problem = findings.find(({ severity }) => severity === 'error');
    return problem?.message ?? `the object is ${verdict}`;
  }
  if (resource !== undefined) return `${resource} is no subresource that takes a ${kind}`;
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

function isSource(source: Source | string): source is Source {
  return typeof source !== 'string';
}

/** The sources of an entry of `cluster`, or the reason why there are none. */
function clusterSources(
  entry: TestObject,
  index: number,
  sources: TestSources,
): readonly (Source | string)[] {
  if (typeof entry !== 'string') return [printedSource(`<cluster ${index}>`, entry)];
  return sources.clusterOf?.(entry) ?? [`${entry}: no such file`];
}

/** The object of a test as a source, or the reason why there is none. */
function sourceOf(
  object: TestObject,
  patch: Mapping | undefined,
  role: string,
  sources: TestSources,
): Source | string {
  if (typeof object !== 'string') {
    return printedSource(`<${role}>`, patch === undefined ? object : mergePatch(object, patch));
  }
  const source = sources.object(object);
  if (source === undefined) return `${object}: no such file`;
  if (patch === undefined) return source;
  const values = [...readParts(decodeText(source.content))].flatMap(({ content }) =>
    content.kind === 'value' ? objectsOf(content.document.value) : [],
  );
  const [first, second] = values;
  if (first === undefined || second !== undefined) return `${object}: is not one object`;
  return printedSource(source.name, mergePatch(first.value, patch));
}

/** The objects that a list of paths and objects has, as sources. */
export function printedObjects(entries: readonly TestObject[]): readonly Source[] {
  return entries.flatMap((entry, index) =>
    typeof entry === 'string' ? [] : [printedSource(`<cluster of the file ${index}>`, entry)],
  );
}

/** Objects as a source: a stream of JSON values. */
export function printedSource(name: string, ...objects: readonly Value[]): Source {
  return { name, content: objects.map((one) => `${jsonText(one, 'as written')}\n`).join('') };
}

/** The differences between a request and its expected result. */
function differences(expected: Expectation, request: RequestReport): readonly string[] {
  const failures: string[] = [];
  const { outcome, denial, unknown, warnings, annotations, mutation } = request;
  const said = denial?.message ?? unknown ?? '';
  if (outcome !== expected.decision) {
    failures.push(`expected ${expected.decision}, but it is ${outcome}${said && `: ${said}`}`);
  } else if (expected.message !== undefined && !said.includes(expected.message)) {
    failures.push(`expected a message with '${expected.message}', but it is '${said}'`);
  }
  failures.push(...warningDifferences(expected.warnings, warnings));
  for (const [key, value] of expected.audit ?? []) {
    const found = annotations.find((one) => one.key === key)?.value;
    if (found === value) continue;
    const is = found === undefined ? 'there is none' : `it is '${found}'`;
    failures.push(`expected the audit annotation ${key} '${value}', but ${is}`);
  }
  if (expected.mutated !== undefined) {
    if (mutation === undefined) failures.push('expected a mutated object, but nothing changes it');
    else failures.push(...missingParts(expected.mutated, mutation.after, ''));
  }
  return failures;
}

function warningDifferences(
  expected: readonly string[] | undefined,
  warnings: readonly string[],
): readonly string[] {
  if (expected === undefined) return [];
  const left = [...warnings];
  const failures: string[] = [];
  for (const part of expected) {
    const at = left.findIndex((warning) => warning.includes(part));
    if (at < 0) failures.push(`expected a warning with '${part}', but there is none`);
    else left.splice(at, 1);
  }
  return [...failures, ...left.map((warning) => `unexpected warning '${warning}'`)];
}

/** The parts of a value that another one lacks. Lists are compared as a whole, their elements as parts. */
export function missingParts(
  part: Value,
  whole: Value | undefined,
  path: string,
): readonly string[] {
  if (isMapping(part) && isMapping(whole)) {
    return Object.entries(part).flatMap(([key, value]) =>
      missingParts(value, whole[key], path === '' ? key : `${path}.${key}`),
    );
  }
  if (Array.isArray(part) && Array.isArray(whole) && part.length === whole.length) {
    return part.flatMap((value, index) => missingParts(value, whole[index], `${path}[${index}]`));
  }
  const expected = jsonText(part, 'as written');
  const found = whole === undefined ? 'undefined' : jsonText(whole, 'as written');
  return expected === found ? [] : [`expected ${path} to be ${expected}, but it is ${found}`];
}
