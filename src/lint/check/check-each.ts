import { onceForEach } from '../../base/once-for-each.ts';
import type { Steps } from '../../base/steps.ts';
import type { SkipReason } from '../../result/verdict.ts';
import { groupAndVersion } from '../../server/kubernetes/api-version.ts';
import { partFacts } from '../../sources/installations/part-facts.ts';
import { isCustom } from '../../sources/project/completed-fields.ts';
import { isExample } from '../../sources/project/file-location.ts';
import type { MayLack } from '../../sources/project/file-role.ts';
import { hasPatchDirective } from '../../sources/project/kustomize/patch-directive.ts';
import {
  isLocalConfig,
  isSkeleton,
  kindsWithoutVersion,
  originOf,
  templateOf,
} from '../../sources/project/manifest-text.ts';
import { isShownAsPart } from '../../sources/project/object-parts.ts';
import { isProgramGroup } from '../../sources/project/program-group.ts';
import { isKustomizationFile } from '../../sources/project/project-folder.ts';
import { hasReplacedLine } from '../../sources/project/scripts.ts';
import { looksLikeTemplate } from '../../sources/project/unreadable-text.ts';
import { isMapping, valueAt } from '../../yaml/index.ts';
import { identifyDocument, identifyUnreadable } from '../open/document-identity.ts';
import {
  type OpenDocument,
  type OpenPart,
  type RefusedPart,
  referenceTo,
} from '../open/open-part.ts';
import { outlineOf } from '../open/outline.ts';
import type { SourceText } from '../read/source-text.ts';
import type { Run } from '../run.ts';
import { checkDocument } from './check-document.ts';
import { checkEmbedded } from './check-embedded.ts';
import { checkPatch } from './check-patch.ts';
import { CheckRunner } from './check-runner.ts';
import { checkText } from './check-text.ts';
import { checkValues } from './check-values.ts';
import { NO_OBJECTS, type ObjectChecks, type PartResult, unchecked } from './checked-part.ts';
import { isComplete, lacksFields } from './complete-object.ts';
import { effectsOf, isOfYtt } from './part-effects.ts';
import { suppressionsIn } from './part-suppressions.ts';

/** Checks a part of a text by itself, for each minor: the text, the heads of its objects, then each object. */
export function* checkEach(open: OpenPart, run: Run): Steps<PartResult> {
  const { source, part } = open;
  const checks = yield* checkPart(open, run);
  const values = open.kind === 'document' ? open.objects.map(({ value }) => value) : undefined;
  const facts = partFacts(checks.documents, values, isOfKustomization(source));
  const outline = facts.isReadAgain ? (outlineOf(open) ?? 'whole') : undefined;
  if (outline === 'whole' || checks.pending.length > 0) source.keep(part);
  return {
    source,
    part: referenceTo(part),
    ...checks,
    isReadable: open.kind === 'document',
    suppressions: suppressionsIn(open),
    outline,
    unjudged: NO_OBJECTS,
    bySchemaOnly: NO_OBJECTS,
    ...effectsOf(open),
    facts,
  };
}

/** Reports whether a file is a kustomization or a patch that one names, which are checked together. */
function isOfKustomization({ role, surroundings: [own] }: SourceText): boolean {
  if (role.kind === 'kustomize-patch') return true;
  return own?.folder.kustomization !== undefined && isKustomizationFile(own.path);
}

function* checkPart(open: OpenPart, run: Run): Steps<ObjectChecks> {
  if (open.kind === 'refused') return checkRefused(open, run);
  const { role } = open.source;
  switch (role.kind) {
    case 'manifests': {
      if (isPatch(open)) return checkPatch(open, run);
      if (isLocalConfig(open.document.value) || isForOtherProgram(open))
        return skipDocument(open, 'not-kubernetes');
      if (isOfYtt(open) || isSkeletonIn(open)) return skipDocument(open, 'template');
      const checked = yield* checkDocument(open, run);
      const isPart = checked.drafts.length > 0 && lacksFields(checked, mayLackIn(open, role));
      const result = isPart ? checkPatch(open, run) : checked;
      if (!mayEmbed(open)) return result;
      return { ...result, drafts: [...result.drafts, ...checkEmbedded(open, run)] };
    }
    case 'chart-template':
      return skipDocument(open, 'chart-template');
    case 'data': {
      const skipped = skipDocument(open, 'not-kubernetes');
      if (!hasValuesSchema(open.source)) return skipped;
      return { ...skipped, drafts: checkValues(open, run) };
    }
    case 'kustomize-patch':
      return (
        (!role.isCertain && (yield* checkIfComplete(open, run))) ||
        (role.isTurnedOff ? skipDocument(open, role.kind) : checkPatch(open, run))
      );
    case 'test-assertion':
      return (
        (!role.isCertain && (yield* checkIfComplete(open, run))) || skipDocument(open, role.kind)
      );
  }
}

/** Reports whether a file has the default values of a chart that has a schema for them. */
function hasValuesSchema({ surroundings: [own] }: SourceText): boolean {
  return own?.path === 'values.yaml' && own.folder.valuesSchema !== undefined;
}

/** Reports whether the objects of a document are sent to a server unchanged, whatever they contain. */
export function isSentAsIs(open: OpenDocument): boolean {
  return open.source.role.kind === 'manifests' && !isPatch(open);
}

/**
 * The output of kustomize and Helm is not a patch: kustomize leaves `$retainKeys` in it, and the server refuses that
 * field.
 */
function isPatch({ source, document, part: { span } }: OpenDocument): boolean {
  if (!source.mayHavePatchDirectives || !hasPatchDirective(document.value)) return false;
  const annotations = valueAt(document.value, ['metadata', 'annotations']);
  const isRendered =
    originOf(annotations) !== undefined || templateOf(source.textOf(span)) !== undefined;
  return !isRendered;
}

/** The fields that the objects of a document may lack, as its file and its content show. */
function mayLackIn(
  { source, document: { value } }: OpenDocument,
  { mayLack }: { readonly mayLack: MayLack },
): MayLack {
  const isPart = mayLack === 'nothing' && isMapping(value) && isShownAsPart(source, value);
  return isPart ? 'all-but-name' : mayLack;
}

/** A key that is meant to be `apiVersion`. */
const VERSION_KEY = /^api/i;

/**
 * Reports whether a document has an object of another program, which has kinds, but no apiVersion or a number for it:
 * its kind, or that of another object of the file, is none of Kubernetes. A program with a group may have no kinds.
 */
function isForOtherProgram({ source, document: { value } }: OpenDocument): boolean {
  if (!isMapping(value)) return false;
  const { apiVersion, kind } = value;
  // The properties of a JSON Schema describe both.
  if (isMapping(apiVersion) && isMapping(kind)) return typeof kind.type === 'string';
  if (typeof kind !== 'string') {
    return typeof apiVersion === 'string' && isProgramGroup(groupAndVersion(apiVersion).group);
  }
  if (typeof apiVersion === 'number') return isCustom(kind);
  if (Object.keys(value).some((key) => VERSION_KEY.test(key))) return false;
  return (kind !== 'List' && isCustom(kind)) || hasOtherKinds(source);
}

/** Reports whether a text without any apiVersion has an object whose kind is none of Kubernetes. */
const hasOtherKinds = onceForEach(({ text }: SourceText) =>
  kindsWithoutVersion(text).some(isCustom),
);

/** Reports whether a document may have a manifest in a value. This is quick to rule out. */
function mayEmbed({ source, part: { span } }: OpenDocument): boolean {
  return /^[ \t-]+apiVersion:/m.test(source.textOf(span));
}

function isSkeletonIn({ source, part: { span } }: OpenDocument): boolean {
  return isExample(source) && isSkeleton(source.textOf(span));
}

/** Checks a document that counts as a patch only because of the name of its file. */
function* checkIfComplete(open: OpenDocument, run: Run): Steps<ObjectChecks | undefined> {
  if (isPatch(open)) return undefined;
  const checked = yield* checkDocument(open, run);
  return isComplete(open, checked) ? checked : undefined;
}

function checkRefused(open: RefusedPart, run: Run): ObjectChecks {
  const { source, part } = open;
  const runner = new CheckRunner(source, run);
  const text = source.textOf(part.span);
  const skipped = skipReasonOfUnreadable(source, text);
  if (skipped === undefined || skipped === 'kustomize-patch') {
    for (const server of run.servers) checkText(open, [], server, runner);
  }
  const document = identifyUnreadable(source, part, skipped);
  return { ...unchecked([document]), drafts: runner.drafts };
}

/** A patch that cannot be read is an error like any other manifest, but has no verdict. */
function skipReasonOfUnreadable(
  { role, isManifest, surroundings }: SourceText,
  text: string,
): SkipReason | undefined {
  if (role.kind === 'chart-template' || role.kind === 'test-assertion') return role.kind;
  const isMeant = isManifest || (role.kind === 'kustomize-patch' && role.isCertain);
  if (role.kind === 'data' || !isMeant) return 'not-kubernetes';
  const replaced = surroundings.flatMap(({ folder }) => folder.replacedWords);
  if (looksLikeTemplate(text) || hasReplacedLine(text, replaced)) return 'template';
  return role.kind === 'kustomize-patch' ? 'kustomize-patch' : undefined;
}

function skipDocument(open: OpenDocument, skipped: SkipReason): ObjectChecks {
  return unchecked(open.objects.map((object) => ({ ...identifyDocument(open, object), skipped })));
}
