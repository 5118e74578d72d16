import { parametersKey } from '../../result/message-text.ts';
import { locationAt } from '../../rule/location.ts';
import { objectsOf } from '../../server/decode/index.ts';
import type { ObjectFacts } from '../../sources/installations/object-facts.ts';
import { stepsOfField } from '../../sources/project/field-path.ts';
import {
  isExample,
  isInDocumentation,
  isInTemplates,
  isInTests,
} from '../../sources/project/file-location.ts';
import { hasPlaceholder } from '../../sources/project/placeholders.ts';
import { isMapping } from '../../yaml/index.ts';
import { checkObjects } from '../check/check-document.ts';
import { mayBeIgnored } from '../check/check-patch.ts';
import { CheckRunner } from '../check/check-runner.ts';
import { type Draft, isRefusal } from '../check/draft.ts';
import { type OpenDocument, originOfDocument } from '../open/open-part.ts';
import type { SourceText } from '../read/source-text.ts';
import type { Run } from '../run.ts';
import { PatchedDocument } from '../settle/withhold.ts';
import { applyChanges, type FailedBuild } from './apply-changes.ts';
import type { BuildChange } from './build-changes.ts';
import { BuiltDocument, type JoinedLayer, type Layer } from './built-document.ts';
import type { NumberedDocument } from './kustomization-documents.ts';

/** A finding, and the part of the input that it is in. */
export interface PlacedDraft {
  readonly part: number;
  readonly draft: Draft;
  readonly about: Subject;
}

/** The part of a built object that a finding depends on. */
export type Subject =
  | { readonly kind: 'field'; readonly field: string }
  /** The `path` of an operation, and its `from`. */
  | { readonly kind: 'operation'; readonly pointers: readonly string[] };

/** An object in its file, which kustomizations build with different changes. */
export class BaseObject {
  readonly layer: Layer;
  readonly #run: Run;
  readonly #patched: PatchedDocument;
  #ownDrafts: ReadonlyMap<string, Draft> | undefined;

  constructor(document: NumberedDocument, facts: ObjectFacts, run: Run) {
    const { open } = document;
    this.layer = { ...document, span: open.part.span };
    this.#run = run;
    this.#patched = new PatchedDocument(
      { source: open.source, part: open.part },
      { ...facts.asPatched(), item: null },
      run.patches,
    );
  }

  /**
   * The errors of the object with changes. An error that the object has in its file too is only returned if patches may
   * change it, because it is not reported there then.
   */
  builtWith(changes: readonly BuildChange[]): readonly PlacedDraft[] {
    const own = this.layer.open.document.value;
    const result = isMapping(own) ? applyChanges(own, changes) : undefined;
    if (result === undefined) return [];
    if (result.outcome === 'failed') return this.#failure(result);
    const { value, written } = result;
    const layers = changes.map(({ layer }, at) => ({ ...layer, written: written[at] }));
    const built = new BuiltDocument(value, this.layer, layers);
    const drafts = this.#errorsIn(built);
    return drafts.flatMap((draft) => {
      const joined = built.layerOf(draft.line);
      const placed = joined && this.#placeOf(draft, joined);
      if (joined === undefined || placed === undefined) return [];
      const own = this.#own.get(keyOf(placed.part, placed.draft));
      // Unknown fields and most values of a wrong type in a patch have been reported there.
      const isReported = isOfDecoding(draft) && joined.written.length === 0 && !isLeft(draft);
      const isNew = own === undefined && !isReported;
      return isNew || (own !== undefined && this.#patched.willDiffer(own)) ? [placed] : [];
    });
  }

  /** The finding about an operation or a replacement that cannot be applied, if that is certain. */
  #failure({ kind, change, at: path, pointers, problem }: FailedBuild): readonly PlacedDraft[] {
    // A mapping or a list may replace a placeholder.
    const own = this.layer.open;
    if (own.source.mayHavePlaceholders(own.part.span.start)) return [];
    if (pointers.some(hasUnknownPath)) return [];
    const { open, part } = change.layer;
    const { source } = open;
    const at = locationAt(originOfDocument(open), path, null);
    const failed = { kind, at, problem } as const;
    const runner = new CheckRunner(source, this.#run);
    runner.runInAllMinors(runner.rules.on('patch'), failed, at);
    const about = { kind: 'operation', pointers } as const;
    return runner.drafts.map((draft) => ({ part, draft, about }));
  }

  /**
   * The finding in the file of its layer; undefined if it is not reported there. It has no cause, because a patch or
   * base has no verdict, and no fix.
   */
  #placeOf(draft: Draft, { layer, lines }: JoinedLayer): PlacedDraft | undefined {
    const { source } = layer.open;
    const base = this.layer.open.source;
    const isReported = [source, base].every((one) => this.#run.rulesFor(one).reports(draft.rule));
    if (!isReported || mayBeCompleted(source, base)) return undefined;
    const { line, endLine } = draft;
    const range = { line: line - lines, endLine: endLine - lines };
    return {
      part: layer.part,
      draft: { ...draft, ...range, item: null, cause: null, fix: null, related: [] },
      about: { kind: 'field', field: fieldOf(draft) ?? '' },
    };
  }

  /** The drafts of the object in its file, by their keys. */
  get #own(): ReadonlyMap<string, Draft> {
    const { open, part } = this.layer;
    this.#ownDrafts ??= new Map(
      checkObjects(open, this.#run).drafts.map((draft) => [keyOf(part, draft), draft]),
    );
    return this.#ownDrafts;
  }

  /** The errors for which the server refuses the object. If it cannot decode the object, it reports nothing else. */
  #errorsIn(built: BuiltDocument): readonly Draft[] {
    const { part } = this.layer.open;
    const content = { kind: 'value', document: built } as const;
    const open: OpenDocument = {
      kind: 'document',
      source: built.source,
      part: { ...part, content },
      document: built,
      objects: objectsOf(built.value),
    };
    const { drafts } = checkObjects(open, this.#run);
    const undecodable = new Set(
      drafts.flatMap(({ cause, minor }) => (cause === 'Undecodable' ? [minor] : [])),
    );
    return drafts.filter(
      (draft) => isCertainError(draft) && (isOfDecoding(draft) || !undecodable.has(draft.minor)),
    );
  }
}

function isCertainError(draft: Draft): boolean {
  const { isUnrendered, dependsOnPlaceholder, isMuted } = draft;
  const isUncertain = isUnrendered || dependsOnPlaceholder || isMuted;
  return isRefusal(draft) && fieldOf(draft) !== undefined && !isUncertain;
}

/** The purposes of files whose values people, scripts or tests complete. */
const COMPLETED = [isExample, isInTests, isInTemplates, isInDocumentation];

/** Reports whether the values of a layer may be completed. The check of the object only knows where its base is. */
function mayBeCompleted(layer: SourceText, base: SourceText): boolean {
  return COMPLETED.some((is) => is(layer) && !is(base));
}

function isOfDecoding({ cause }: Draft): boolean {
  return cause === 'Undecodable' || cause === 'UnknownField';
}

/** Reports whether an error is about a value of a wrong type that is not reported in the patch itself. */
function isLeft(draft: Draft): boolean {
  const steps = stepsOfField(fieldOf(draft) ?? '', null);
  const path = steps.map((step) => (step.kind === 'key' ? step.key : (step.index ?? 0)));
  return draft.cause === 'Undecodable' && mayBeIgnored(path);
}

/** The field of an error. The decoder names none. */
function fieldOf({ field, cause, dependsOn }: Draft): string | undefined {
  return field ?? (cause === 'Undecodable' ? dependsOn[0] : undefined);
}

/** Identifies a finding in a part by its place and its message. */
export function keyOf(part: number, draft: Draft): string {
  const { rule, messageId, minor, line, column, values } = draft;
  return JSON.stringify([part, rule, messageId, minor, line, column, parametersKey(values)]);
}

/**
 * Reports whether a path may exist for kustomize: it adds annotations of its own while it builds. Below their
 * values, nothing exists.
 */
function hasUnknownPath(pointer: string): boolean {
  const isOwn = /^\/metadata\/annotations(?:\/[^/]*)?$/.test(pointer);
  return isOwn || !pointer.startsWith('/') || hasPlaceholder(pointer);
}
