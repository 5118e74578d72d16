import type { CustomResource } from '../../rule/custom-resource.ts';
import type { RuleDescription } from '../../rule/description.ts';
import type { ManifestObject } from '../../rule/manifest.ts';
import { type DecodeProblem, isUndecodable } from '../../server/decode/problem.ts';
import { withMembers } from '../../server/decode/settle.ts';
import { apiVersionOf, groupAndVersion } from '../../server/kubernetes/api-version.ts';
import { resolveKind } from '../../server/kubernetes/kinds.ts';
import type { Server } from '../../server/kubernetes/server.ts';
import { hasScalarAnnotations } from '../../sources/project/completed-fields.ts';
import { isPatchDirective } from '../../sources/project/kustomize/patch-directive.ts';
import { stepsOfPointer } from '../../sources/project/kustomize/patch-paths.ts';
import type { PatchCandidate, PatchTarget } from '../../sources/project/kustomize/patch-target.ts';
import { type Document, isMapping, type Mapping, type Path, type Value } from '../../yaml/index.ts';
import { checkPatchFields, isTextForKustomize, mayBeIgnored } from '../check/check-patch.ts';
import { CheckRunner } from '../check/check-runner.ts';
import { subjectOf } from '../check/check-subject.ts';
import { checkText } from '../check/check-text.ts';
import type { Draft } from '../check/draft.ts';
import { openCustomResource } from '../custom-kinds/open-custom-resource.ts';
import type { OpenDocument } from '../open/open-part.ts';
import { isAboutDecoding } from '../rules/rule-selection.ts';
import type { Run } from '../run.ts';
import { OperationDocument } from './operation-document.ts';

interface PatchedKinds {
  /** The target in the kustomization; undefined if the patch itself names its object. */
  readonly target: PatchTarget | undefined;
  /** The objects of the kustomization that the patch is applied to, as far as they are known. */
  readonly found: readonly Pick<PatchCandidate, 'group' | 'version' | 'kind'>[];
  /** True if the patch is a file. Its fields have been checked if it is for a built-in kind. */
  readonly isFile: boolean;
}

/** Finds unknown fields and values of a wrong type in a patch of a kustomization. */
export function checkPatchContent(
  open: OpenDocument,
  kinds: PatchedKinds,
  run: Run,
): readonly Draft[] {
  const check = new ContentCheck(open, kinds, run);
  const { value } = open.document;
  if (isMapping(value)) check.mergePatch(value);
  else if (Array.isArray(value)) check.operations(value);
  return check.drafts;
}

/** The kind of an object that a patch is applied to. */
interface PatchedKind {
  readonly apiVersion: string;
  readonly kind: string;
}

/** A value as an object, and which errors about it are about the patch. */
interface PatchValue {
  readonly document: Document;
  readonly value: Mapping;
  /** Reports whether an error is about what the patch sets. */
  readonly sets: (path: Path, isUnknown: boolean) => boolean;
}

/** The state of checking one document of a patch. */
class ContentCheck {
  readonly #open: OpenDocument;
  readonly #kinds: PatchedKinds;
  readonly #run: Run;
  readonly #runner: CheckRunner;

  constructor(open: OpenDocument, kinds: PatchedKinds, run: Run) {
    this.#open = open;
    this.#kinds = kinds;
    this.#run = run;
    this.#runner = new CheckRunner(open.source, run);
  }

  /**
   * The findings. They have no cause, because a patch has no verdict, and no fix, which would change another document.
   */
  get drafts(): readonly Draft[] {
    return this.#runner.drafts.map((draft) => ({ ...draft, cause: null, fix: null }));
  }

  /** Checks a strategic merge patch. */
  mergePatch(patch: Mapping): void {
    const { document, source } = this.#open;
    const { isFile } = this.#kinds;
    const sets = (path: Path, isUnknown: boolean) =>
      isUnknown || !(isTextForKustomize(document, source, path) || mayBeIgnored(path));
    const own = headOf(patch);
    const kinds = patch.$patch === 'delete' ? [] : this.#patchedKinds(own);
    for (const head of kinds) {
      const isChecked = isFile && head.apiVersion === own?.apiVersion && head.kind === own.kind;
      this.#check(head, { document, value: patch, sets }, isChecked);
    }
    if (!isFile) this.#checkText();
  }

  /** Checks the values that the operations of a JSON Patch set. */
  operations(operations: readonly Value[]): void {
    const { document } = this.#open;
    if (operations.some(setsKind)) return;
    for (const { apiVersion, kind } of this.#patchedKinds(undefined)) {
      for (const [index, operation] of operations.entries()) {
        if (!isMapping(operation) || !('value' in operation)) continue;
        const { op, path, value = null } = operation;
        if ((op !== 'add' && op !== 'replace') || typeof path !== 'string') continue;
        const pointer = pathOf(path);
        if (pointer.length === 0) continue;
        const at = { document, path: [index] };
        const patched = new OperationDocument(at, { pointer, value }, { apiVersion, kind });
        const sets = (at: Path, isUnknown: boolean) =>
          at.every((step, depth) => depth >= pointer.length || step === pointer[depth]) &&
          (isUnknown || at.length >= pointer.length);
        this.#check({ apiVersion, kind }, { document: patched, value: patched.value, sets }, false);
      }
    }
  }

  /** The kinds of the objects that the patch is applied to. None if they are not known. */
  #patchedKinds(own: PatchedKind | undefined): readonly PatchedKind[] {
    const { target, found } = this.#kinds;
    if (target === undefined) return own === undefined ? [] : [own];
    // A target without a kind may be meant for some of the objects only.
    if (target.kind === undefined || target.kind === '') return [];
    const known = found.map((one) => ({ apiVersion: apiVersionOf(one), kind: one.kind }));
    return [...new Map(known.map((one) => [`${one.apiVersion} ${one.kind}`, one])).values()];
  }

  /** @param isChecked true if the fields of a built-in kind have been checked already */
  #check({ apiVersion, kind }: PatchedKind, patch: PatchValue, isChecked: boolean): void {
    const { source, part } = this.#open;
    const { document } = patch;
    const sets = (path: Path, isUnknown: boolean) =>
      patch.sets(path, isUnknown) && (isUnknown || !isWrittenAsString(path, patch.value));
    const origin = { file: source.file, index: part.index, item: null, document, path: [] };
    const head = { kind: 'object', apiVersion, objectKind: kind, inherited: false } as const;
    const value = withMembers(patch.value, { apiVersion, kind });
    for (const server of this.#run.servers) {
      const resolution = resolveKind(apiVersion, kind, server);
      const object: ManifestObject = { origin, head, value, resolution };
      if (resolution.outcome === 'served') {
        if (isChecked) continue;
        const isAsked = (problem: DecodeProblem) => sets(problem.path, !isUndecodable(problem));
        checkPatchFields(object, server, this.#runner, isAsked);
      } else if (resolution.outcome === 'unknown') {
        this.#checkCustom({ ...object, value: withoutDirectives(value) }, sets, server);
      }
    }
  }

  /** Checks the fields of a custom resource by the CRD that fits best. */
  #checkCustom(object: ManifestObject, sets: PatchValue['sets'], server: Server): void {
    const { head, origin } = object;
    if (head.kind !== 'object') return;
    const { group, version } = groupAndVersion(head.apiVersion);
    const { file } = this.#open.source;
    let nearest: CustomResource | undefined;
    for (const known of this.#run.kinds.find(file, server.minor, group, head.objectKind)) {
      const served = known.crd.definition.versions.find(({ name }) => name === version);
      if (served?.isServed !== true) continue;
      const opened = openCustomResource(object, { known, version: served }, server);
      const resource = ofPatch(opened, sets);
      nearest ??= resource;
      const { problems, decoded, errors } = resource;
      if (problems.length + decoded.unknownFields.length + errors.values.length === 0) return;
    }
    if (nearest === undefined) return;
    const { rules } = this.#runner;
    const subject = subjectOf(origin, server);
    this.#runner.run(rules.on('decoded').filter(isOfDecoding), nearest, subject);
    this.#runner.run(rules.on('custom-resource').filter(isOfFields), nearest, subject);
  }

  /** Checks the text of a patch in a kustomization for values that are lost while reading. */
  #checkText(): void {
    for (const server of this.#run.servers) {
      checkText(this.#open, [], server, this.#runner);
    }
  }
}

/** Reports whether a field of a patch is an annotation that kustomize writes as a string. */
function isWrittenAsString([first, second]: Path, patch: Mapping): boolean {
  return first === 'metadata' && second === 'annotations' && hasScalarAnnotations(patch);
}

/** Reports whether an operation changes the kind of the object, so that it has other fields. */
function setsKind(operation: Value): boolean {
  if (!isMapping(operation) || operation.op === 'test') return false;
  return operation.path === '/apiVersion' || operation.path === '/kind';
}

type Selected = { readonly rule: RuleDescription };

const isOfDecoding = ({ rule }: Selected) => isAboutDecoding(rule);

/** Reports whether a rule is about fields that do not exist, or values of a wrong type. */
const isOfFields = ({ rule }: Selected) =>
  Object.values(rule.messages).every(
    ({ cause }) => cause === 'UnknownField' || cause === 'FieldValueTypeInvalid',
  );

/** A custom resource with the errors about what a patch sets. */
function ofPatch(resource: CustomResource, sets: PatchValue['sets']): CustomResource {
  const { problems, decoded, errors } = resource;
  return {
    ...resource,
    problems: problems.filter((problem) => sets(problem.path, !isUndecodable(problem))),
    decoded: {
      ...decoded,
      unknownFields: decoded.unknownFields.filter(({ path }) => sets(path, true)),
    },
    errors: {
      ...errors,
      values: errors.values.filter(
        ({ fault, segments }) => fault.kind === 'type' && sets(segments, false),
      ),
    },
  };
}

function headOf({ apiVersion, kind }: Mapping): PatchedKind | undefined {
  return typeof apiVersion === 'string' && typeof kind === 'string'
    ? { apiVersion, kind }
    : undefined;
}

/** Above this index the position of an item does not matter. */
const LARGEST_INDEX = 100;

/** The path of the field that an operation sets. */
function pathOf(pointer: string): Path {
  return stepsOfPointer(pointer, false).map((step) => {
    if (step.kind === 'key') return step.key;
    return step.kind === 'item' && step.index <= LARGEST_INDEX ? step.index : 0;
  });
}

/** A merge patch without the nulls that remove fields, and without directives. */
function withoutDirectives(patch: Mapping): Mapping {
  const kept = Object.entries(patch).flatMap(([key, value]) =>
    value === null || isPatchDirective(key)
      ? []
      : [[key, isMapping(value) ? withoutDirectives(value) : value] as const],
  );
  return Object.fromEntries(kept);
}
