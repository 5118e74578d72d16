import { isAdmissionKind } from '../../../analysis/admission/policy-kinds.ts';
import type { AcceptedPolicyPart } from '../../../lint/decide/opened-object.ts';
import type { Source } from '../../../lint/read/source.ts';
import { nameOf } from '../../../server/admission/policy.ts';
import type { Minor } from '../../../server/kubernetes/minors.ts';
import { decodeText, firstValueIn, isMapping, readParts } from '../../../yaml/index.ts';
import { OpenedPolicies } from '../../admit/opened-policies.ts';
import { refusedPolicies, runTests } from '../run-tests.ts';
import { readTestFile } from '../test-file.ts';
import { type FoundCase, findCases } from './find-cases.ts';
import { PromisingRequests } from './promising-requests.ts';
import { RequestTrials } from './request-trials.ts';
import { testFileText } from './test-file-text.ts';

/** The options for writing test files. */
interface InitOptions {
  readonly minor: Minor;
  /** Written into the files; undefined for the newest minor. */
  readonly kubernetesVersion: string | undefined;
  /** The path of a source from the folder of another one. */
  readonly relativePath: (file: string, from: string) => string;
}

/** Tests that are to be written. */
interface InitReport {
  readonly files: readonly InitFile[];
  /** The outcomes for which no test was found, and policies that cannot be tested. */
  readonly missing: readonly string[];
}

/** A test file for the policies of one source. */
interface InitFile {
  readonly policyFile: string;
  readonly text: string;
  readonly tests: number;
}

/**
 * Makes test files for the policies of sources: for each expression, requests that pass and that fail. All of them have
 * been run.
 */
export function initTests(sources: readonly Source[], options: InitOptions): InitReport {
  const { minor } = options;
  const server = { minor, runtimeConfig: new Map(), featureGates: new Map() };
  const opened = new OpenedPolicies(sources, server);
  const { cluster, policies, bound: all } = opened.cluster;
  const from = {
    cluster: opened.cluster,
    minor,
    promising: new PromisingRequests(),
    trials: new RequestTrials(opened),
  };
  const missing = [...refusedPolicies(opened.cluster.documents, minor)];
  const byFile = new Map<string, FoundCase[]>();
  for (const { part, bound } of all) {
    if (bound.bindings.length === 0) {
      missing.push(
        `${nameOf(bound.policy)}: there is no binding, so the policy has no effect; name the file of the binding too`,
      );
      continue;
    }
    const { cases, missing: own } = findCases(bound, cluster.policies, from);
    missing.push(...own);
    byFile.set(part.source.file, [...(byFile.get(part.source.file) ?? []), ...cases]);
  }
  const files = [...byFile].flatMap(([policyFile, cases]): readonly InitFile[] => {
    const paths = pathsOf(policyFile, sources, policies, options);
    const passing = cases.filter((one) => passes(one, opened, minor));
    const text = testFileText(passing, paths, options.kubernetesVersion);
    return passing.length === 0 ? [] : [{ policyFile, text, tests: passing.length }];
  });
  return { files, missing };
}

/** Reports whether a test gives the expected result when it is read from its text. */
function passes(one: FoundCase, opened: OpenedPolicies, minor: Minor): boolean {
  const text = testFileText([one], { policies: [], cluster: [] }, undefined);
  const read = readTestFile(firstValueIn(text) ?? null);
  if (!read.ok) return false;
  const results = runTests(read.file, { object: () => undefined, opened }, minor);
  return results.every(({ failures }) => failures.length === 0);
}

/** The sources with policies and bindings, and the sources with only the objects that these refer to. */
function pathsOf(
  policyFile: string,
  sources: readonly Source[],
  policies: readonly AcceptedPolicyPart[],
  { relativePath }: InitOptions,
) {
  const withPolicies = new Set(policies.map(({ source }) => source.file));
  const toPath = ({ name }: Source) => relativePath(name, policyFile);
  return {
    policies: sources.filter(({ name }) => withPolicies.has(name)).map(toPath),
    cluster: sources.filter((one) => !withPolicies.has(one.name) && hasObjects(one)).map(toPath),
  };
}

/** Reports whether a source has objects other than policies, such as params. */
function hasObjects({ content }: Source): boolean {
  return [...readParts(decodeText(content))].some(({ content: part }) => {
    const value = part.kind === 'value' ? part.document.value : null;
    return isMapping(value) && typeof value.kind === 'string' && !isAdmissionKind(value.kind);
  });
}
