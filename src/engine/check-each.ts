import type { Minor } from '../kubernetes/minors.ts';
import { hasPatchDirective } from '../project/kustomize-patch.ts';
import { looksLikeTemplate } from '../project/manifest-text.ts';
import type { SkipReason } from '../result/verdict.ts';
import { checkDocument } from './check-document.ts';
import { checkPatch } from './check-patch.ts';
import { CheckRunner } from './check-runner.ts';
import { checkText } from './check-text.ts';
import type { CheckedObjects, CheckedPart } from './checked-part.ts';
import { identifyDocument, identifyUnreadable } from './document-identity.ts';
import type { OpenDocument, OpenPart } from './open-part.ts';
import { suppressionsIn } from './part-suppressions.ts';
import type { RunPlan } from './run-plan.ts';

/** Checks a part of a text by itself, for each minor: the text, the heads of its objects, then each object. */
export function checkEach(open: OpenPart, plan: RunPlan): CheckedPart {
  return { ...checkPart(open, plan), suppressions: suppressionsIn(open) };
}

function checkPart(open: OpenPart, plan: RunPlan): CheckedObjects {
  const skipped = whySkipped(open);
  if (open.kind === 'refused') return checkRefused(open, skipped, plan);
  if (skipped === undefined) return checkDocument(open, plan);
  return skipped === 'kustomize-patch' ? checkPatch(open, plan) : skipDocument(open, skipped);
}

/** Why a part as a whole is not what is sent to a server. */
function whySkipped(open: OpenPart): SkipReason | undefined {
  const { source } = open;
  switch (source.role.kind) {
    case 'chart-template':
    case 'test-assertion':
    case 'kustomize-patch':
      return source.role.kind;
    case 'manifests':
      return open.kind === 'refused' ? whyUnreadableIsSkipped(open) : whyDocumentIsSkipped(open);
  }
}

function whyUnreadableIsSkipped({ source, part }: OpenPart): SkipReason | undefined {
  if (!source.isManifest) return 'not-kubernetes';
  const text = source.text.slice(part.span.start, part.span.end);
  return looksLikeTemplate(text) ? 'template' : undefined;
}

function whyDocumentIsSkipped({ source, document }: OpenDocument): SkipReason | undefined {
  const isPatch = source.mayHavePatchDirectives && hasPatchDirective(document.value);
  return isPatch ? 'kustomize-patch' : undefined;
}

/** A patch that cannot be read is an error as any other manifest. */
function checkRefused(
  open: OpenPart,
  skipped: SkipReason | undefined,
  plan: RunPlan,
): CheckedObjects {
  const { source, part } = open;
  const runner = new CheckRunner(source, plan.now);
  if (skipped === undefined || skipped === 'kustomize-patch') {
    const check = (minor: Minor) => checkText(open, [], () => null, minor, runner, plan);
    for (const minor of plan.minors) check(minor);
  }
  return {
    source,
    index: part.index,
    documents: [identifyUnreadable(source, part, skipped)],
    isReadable: false,
    isSentVerbatim: false,
    drafts: runner.drafts,
    definitions: [],
    pending: [],
  };
}

function skipDocument(open: OpenDocument, skipped: SkipReason): CheckedObjects {
  const { source, part, objects } = open;
  return {
    source,
    index: part.index,
    documents: objects.map((object) => ({ ...identifyDocument(open, object), skipped })),
    isReadable: true,
    isSentVerbatim: false,
    drafts: [],
    definitions: [],
    pending: [],
  };
}
