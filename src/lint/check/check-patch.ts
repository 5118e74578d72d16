import type { DocumentIdentity } from '../../result/verdict.ts';
import type { ManifestObject } from '../../rule/manifest.ts';
import type { DecodeProblem } from '../../server/decode/index.ts';
import { isUndecodable } from '../../server/decode/problem.ts';
import type { Server } from '../../server/kubernetes/server.ts';
import { isForOlm } from '../../sources/project/kustomize/kustomize-patch.ts';
import { isPatchDirective } from '../../sources/project/kustomize/patch-directive.ts';
import { isKindReplaced } from '../../sources/project/kustomize/patches.ts';
import { mergeKeysOf } from '../../sources/project/kustomize/strategic-merge.ts';
import { type Document, isMapping, type Path, type Value, valueAt } from '../../yaml/index.ts';
import { identifyDocument } from '../open/document-identity.ts';
import { openObject } from '../open/open-object.ts';
import { type OpenDocument, resolveObject } from '../open/open-part.ts';
import type { SourceText } from '../read/source-text.ts';
import { isAboutDecoding } from '../rules/rule-selection.ts';
import type { Run } from '../run.ts';
import { CheckRunner } from './check-runner.ts';
import { subjectOf } from './check-subject.ts';
import { checkText } from './check-text.ts';
import { type ObjectChecks, unchecked } from './checked-part.ts';
import { BOOLEAN_WORD } from './unrendered-finding.ts';

/**
 * Checks a patch of kustomize for problems that a patch can have: values that are lost while reading, unknown fields,
 * wrong types. A patch is not an object by itself, so it has no verdict, and its findings have no cause.
 */
export function checkPatch(open: OpenDocument, run: Run): ObjectChecks {
  const { source, document, objects } = open;
  const runner = new CheckRunner(source, run);
  const documents = objects.map((object) => identifyDocument(open, object));
  const areOfTwoKinds = objects.map(({ value }, index) =>
    isOfTwoKinds(documents[index], value, source),
  );
  for (const server of run.servers) {
    const resolved = objects.map((object) => resolveObject(open, object, server));
    if (!resolved.some(({ resolution }) => resolution?.outcome === 'served')) continue;
    checkText(open, resolved, server, runner);
    const isAsked = (problem: DecodeProblem) =>
      !isTextForKustomize(document, source, problem.path) &&
      !(isUndecodable(problem) && mayBeIgnored(problem.path));
    for (const [index, object] of resolved.entries()) {
      if (areOfTwoKinds[index] !== true) checkPatchFields(object, server, runner, isAsked);
    }
  }
  return {
    ...unchecked(documents.map((one) => ({ ...one, skipped: 'kustomize-patch' }))),
    drafts: runner.drafts.map((draft) => ({ ...draft, cause: null })),
  };
}

/** Reports whether a patch may have fields of another kind, which its kustomization gives to the object after it. */
function isOfTwoKinds(
  document: DocumentIdentity | undefined,
  value: Value,
  { surroundings }: SourceText,
): boolean {
  return (
    document !== undefined && isKindReplaced({ ...document, value: () => value }, surroundings)
  );
}

/**
 * Checks a patch as an object of a built-in kind.
 *
 * @param isAsked reports whether a problem is about what the patch sets
 */
export function checkPatchFields(
  object: ManifestObject,
  server: Server,
  runner: CheckRunner,
  isAsked: (problem: DecodeProblem) => boolean,
): void {
  const { origin, resolution } = object;
  if (resolution?.outcome !== 'served') return;
  const whole = openObject(object, resolution, server);
  const { value } = origin.document;
  const decoded = {
    ...whole,
    problems: whole.problems.filter(
      (problem) => isOfServer(problem, value, runner.source) && isAsked(problem),
    ),
  };
  const rules = runner.rules.on('decoded').filter(({ rule }) => isAboutDecoding(rule));
  runner.run(rules, decoded, subjectOf(origin, server));
}

/**
 * Reports whether a problem is about a field that reaches the server. A patch removes a field by null or by
 * `$patch: delete`. Of the directives, kustomize leaves `$retainKeys` in what it builds.
 */
function isOfServer({ path }: DecodeProblem, patch: Value, { role }: SourceText): boolean {
  const isOfKustomize = role.kind === 'kustomize-patch' && role.isCertain && !role.isTurnedOff;
  const isDirective = path.some(
    (segment) =>
      typeof segment === 'string' &&
      isPatchDirective(segment) &&
      !(isOfKustomize && segment === '$retainKeys'),
  );
  const value = valueAt(patch, path);
  const isRemoved = value === null || (isMapping(value) && value.$patch === 'delete');
  return !isDirective && !isForOlm(path) && !isRemoved;
}

/**
 * Reports whether a value is a boolean for the server, and a text for kustomize, which quotes it: `yes` or `off` in a
 * strategic merge patch.
 */
export function isTextForKustomize(document: Document, source: SourceText, path: Path): boolean {
  const span = document.locate(path)?.value;
  return (
    typeof valueAt(document.value, path) === 'boolean' &&
    span !== undefined &&
    BOOLEAN_WORD.test(source.textOf(span))
  );
}

/**
 * Reports whether kustomize may ignore a value of a strategic merge patch: that of an item with two keys, such as a
 * port, if only the patch or only the object has the second one. The object as it is built shows the value otherwise.
 */
export function mayBeIgnored(path: Path): boolean {
  return path.some(
    (step, depth) => typeof step === 'number' && mergeKeysOf(path.slice(0, depth))?.length === 2,
  );
}
