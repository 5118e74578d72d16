import { isPolicyKind } from '../../analysis/admission/policy-kinds.ts';
import { countOpening } from '../../base/run-limits.ts';
import type { RequestReport } from '../../lint/decide/decide-request.ts';
import { ADMINISTRATOR } from '../../lint/decide/requests.ts';
import { lint } from '../../lint/lint.ts';
import type { Source } from '../../lint/read/source.ts';
import { objectsOf } from '../../server/decode/index.ts';
import type { Minor } from '../../server/kubernetes/minors.ts';
import type { Value } from '../../server/kubernetes/value.ts';
import { decodeText, readParts } from '../../yaml/index.ts';
import { isMapping, itemsOf, stringsIn } from '../../yaml/tree.ts';
import { admit } from '../admit/admit.ts';
import type { PolicyObserver } from '../admit/policy-observer.ts';
import { missingParts } from './compare-result.ts';
import { refusedPolicies, type TestResult } from './run-tests.ts';
import { printedSource } from './test-sources.ts';

/** A test file of the command line of Kyverno, as far as it is about admission policies of Kubernetes. */
export interface KyvernoTest {
  /** Paths, relative to the file. */
  readonly policies: readonly string[];
  /** Resources, params and namespaces. */
  readonly resources: readonly string[];
  /** The file with the labels of namespaces. */
  readonly values: string | undefined;
  readonly results: readonly KyvernoResult[];
}

/** The files that a test names, which the caller has read. */
interface KyvernoSources {
  readonly policies: readonly Source[];
  readonly resources: readonly Source[];
  /** The value of the file with the labels of namespaces. */
  readonly values: Value | undefined;
  /** The objects of a file, by its path as the test has it. */
  objectsOf(path: string): readonly Value[];
  readonly observer?: PolicyObserver | undefined;
}

interface KyvernoResult {
  readonly policy: string;
  readonly kind: string;
  /** `name` or `namespace/name`; none for all of the kind. */
  readonly resources: readonly string[];
  readonly result: 'pass' | 'fail' | 'skip';
  /** A file with the objects after mutations. */
  readonly patched: string | undefined;
}

/** Reads a test file of Kyverno. Undefined if a value is not one, or is about other policies only. */
export function readKyvernoTest(value: Value): KyvernoTest | undefined {
  if (!isMapping(value) || value.kind !== 'Test') return undefined;
  if (!/^(?:cli\.)?kyverno\.io\//.test(String(value.apiVersion))) return undefined;
  const results = itemsOf(value.results).flatMap((one): readonly KyvernoResult[] => {
    if (!isMapping(one)) return [];
    const { policy, kind, resource, resources, result } = one;
    const isBuiltIn =
      one.isValidatingAdmissionPolicy === true || one.isMutatingAdmissionPolicy === true;
    if (!isBuiltIn || (result !== 'pass' && result !== 'fail' && result !== 'skip')) return [];
    const named = [...stringsIn(resources), ...stringsIn(resource === undefined ? [] : [resource])];
    const patched = one.patchedResources ?? one.patchedResource;
    return [
      {
        policy: String(policy),
        kind: String(kind ?? ''),
        resources: named,
        result,
        patched: typeof patched === 'string' ? patched : undefined,
      },
    ];
  });
  if (results.length === 0) return undefined;
  return {
    policies: stringsIn(value.policies),
    resources: [...stringsIn(value.resources), ...stringsIn(value.paramResources)],
    values: typeof value.variables === 'string' ? value.variables : undefined,
    results,
  };
}

/**
 * Runs the tests of Kyverno. As Kyverno does, it reads policies as version v1, and applies a policy without a binding
 * to everything that it matches.
 *
 * @returns `problems` are the policies that the server refuses
 * @throws OpeningLimitExceeded
 */
export function runKyvernoTest(
  { results }: KyvernoTest,
  sources: KyvernoSources,
  minor: Minor,
): { readonly problems: readonly string[]; readonly results: readonly TestResult[] } {
  const policies = sources.policies.map(withStableVersion);
  const cluster = [namespacesOf(sources.values)];
  countOpening([...policies, ...sources.resources]);
  const { documents } = lint(policies, { kubernetesVersions: [minor] });
  const problems = refusedPolicies(documents, minor);
  const report = admit(sources.resources.map(withStableVersion), {
    kubernetesVersion: minor,
    policies: [...policies, missingBindings(policies), ...cluster],
    user: ADMINISTRATOR,
    observer: sources.observer,
  });
  const found = results.flatMap((expected) => {
    const requests = report.requests.filter((request) => isMeant(request, expected));
    if (requests.length === 0) {
      const names = expected.resources.join(', ');
      const name = `${expected.policy}: ${expected.kind} ${names}`;
      return [{ name, failures: [`no request is made of ${names}`], request: undefined }];
    }
    return requests.map((request) => resultOf(request, expected, sources));
  });
  return { problems, results: found };
}

/** The namespaces of which a file of values gives the labels. */
function namespacesOf(values: Value | undefined): Source {
  const listed = isMapping(values) ? itemsOf(values.namespaceSelector) : [];
  const namespaces = listed.flatMap((one) =>
    isMapping(one)
      ? [
          {
            apiVersion: 'v1',
            kind: 'Namespace',
            metadata: { name: one.name ?? null, labels: one.labels ?? null },
          },
        ]
      : [],
  );
  return printedSource('<namespaces>', ...namespaces);
}

function resultOf(
  request: RequestReport,
  expected: KyvernoResult,
  sources: KyvernoSources,
): TestResult {
  const { kind, name } = request.document;
  const own = request.decisions.filter(({ policy }) => policy === expected.policy);
  const denial = own.find(({ action }) => action === 'deny' || action === 'configuration-error');
  // If a mutating policy changes nothing, it is not known whether it has matched.
  const isApplied = own.some(
    ({ action }) =>
      action !== 'excluded' && !(action === 'unchanged' && expected.result === 'skip'),
  );
  const found = denial !== undefined ? 'fail' : isApplied ? 'pass' : 'skip';
  const reason = denial === undefined ? '' : `: ${denial.message}`;
  const failures =
    found === expected.result ? [] : [`expected ${expected.result}, but it is ${found}${reason}`];
  return {
    name: `${expected.policy}: ${kind} ${name} ${expected.result}`,
    failures: [...failures, ...patchFailures(request, expected, sources)],
    request,
  };
}

/** The differences between an object after mutations and the expected object. */
function patchFailures(
  { document, mutation }: RequestReport,
  { patched, result }: KyvernoResult,
  { objectsOf: read }: KyvernoSources,
): readonly string[] {
  if (patched === undefined || result !== 'pass') return [];
  const expected = read(patched).find(
    (one) => isMapping(one) && isMapping(one.metadata) && one.metadata.name === document.name,
  );
  if (expected === undefined) return [`${patched}: has no object ${document.name}`];
  return mutation === undefined
    ? ['expected a mutated object, but nothing changes it']
    : missingParts(expected, mutation.after, []);
}

function isMeant({ document }: RequestReport, { kind, resources }: KyvernoResult): boolean {
  if (kind !== '' && document.kind !== kind) return false;
  if (resources.length === 0) return true;
  const name = document.name ?? '';
  return resources.some(
    (one) => one === name || one === `${document.namespace ?? 'default'}/${name}`,
  );
}

const OLDER = /(admissionregistration\.k8s\.io)\/v1(?:alpha|beta)1/g;

function withStableVersion(source: Source): Source {
  return { ...source, content: decodeText(source.content).text.replaceAll(OLDER, '$1/v1') };
}

/** Bindings of the policies that have none. */
function missingBindings(sources: readonly Source[]): Source {
  const objects = sources.flatMap(({ content }) =>
    [...readParts(decodeText(content))].flatMap(({ content: part }) =>
      part.kind === 'value' ? objectsOf(part.document.value) : [],
    ),
  );
  const bound = new Set(
    objects.flatMap(({ value }) =>
      isMapping(value) && isMapping(value.spec) ? [value.spec.policyName] : [],
    ),
  );
  const bindings = objects.flatMap(({ head, value }) => {
    if (head.kind !== 'object' || !isPolicyKind(head.objectKind)) return [];
    const name = isMapping(value) && isMapping(value.metadata) ? value.metadata.name : undefined;
    if (typeof name !== 'string' || bound.has(name)) return [];
    const isValidating = head.objectKind.startsWith('Validating');
    return [
      {
        apiVersion: 'admissionregistration.k8s.io/v1',
        kind: `${head.objectKind}Binding`,
        metadata: { name: `${name}-binding` },
        spec: { policyName: name, ...(isValidating && { validationActions: ['Deny'] }) },
      },
    ];
  });
  return printedSource('<bindings>', ...bindings);
}
