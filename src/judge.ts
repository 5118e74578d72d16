import crashRule from '../rules/internal/rule-crash.ts';
import { applyDefaults, decode, type FoundObject, objectsOf } from './decode/index.ts';
import { Field } from './field.ts';
import type { Cause, Finding } from './finding.ts';
import { compareFindings, FindingCollector } from './findings.ts';
import { type Resolution, resolveKind } from './kubernetes/kinds.ts';
import { type Minor, NEWEST_MINOR } from './kubernetes/minors.ts';
import { looksLikeTemplate, type ManifestObject } from './manifest.ts';
import type { Resource } from './resource.ts';
import type { CheckContext, Message, Rule } from './rule.ts';
import type { SelectedRule, Selection } from './selection.ts';
import { headSpot, type Spot } from './spot.ts';
import { type DocumentReport, type SkipReason, type Verdict, verdictOf } from './verdict.ts';
import {
  type Document,
  isMapping,
  type Lines,
  type Part,
  type Span,
  type Value,
} from './yaml/index.ts';

/** A text of which parts are judged. */
export interface SourceText {
  readonly file: string;
  readonly text: string;
  readonly lines: Lines;
  /** Whether the file is meant for Kubernetes, so that a part that cannot be read is worth a word. */
  readonly meantAsManifest: () => boolean;
}

/** What is said about one part: a verdict for each object in it, and the findings in reporting order. */
export interface JudgedPart {
  readonly documents: readonly DocumentReport[];
  readonly findings: readonly Finding[];
}

/** Judges one part of a text for each minor: the text, the heads of its objects, then the objects themselves. */
export function judgePart(
  source: SourceText,
  part: Part,
  minors: readonly Minor[],
  selection: Selection,
): JudgedPart {
  const run = new PartRun(source, part, selection);
  const documents =
    part.content.kind === 'refused'
      ? [run.judgeRefused(minors)]
      : run.judgeDocument(part.content.document, minors);
  return { documents, findings: [...run.collector.findings].sort(compareFindings) };
}

type AnyContext = CheckContext<Readonly<Record<string, Message>>>;

/** What the reports of a document share. */
interface Identity {
  readonly item: number | null;
  readonly apiVersion: string | null;
  readonly kind: string | null;
  readonly namespace: string | null;
  readonly name: string | null;
}

const NO_IDENTITY: Identity = {
  item: null,
  apiVersion: null,
  kind: null,
  namespace: null,
  name: null,
};

/** The state of judging one part: its findings, and what the server says of each object in each minor. */
class PartRun {
  readonly collector: FindingCollector;
  readonly #source: SourceText;
  readonly #part: Part;
  readonly #selection: Selection;
  /** Where the items of a List lie, in order. */
  readonly #items: { readonly span: Span; readonly item: number }[] = [];
  /** What the server says, by minor and item. */
  readonly #causes = new Map<string, Set<Cause>>();

  constructor(source: SourceText, part: Part, selection: Selection) {
    this.#source = source;
    this.#part = part;
    this.#selection = selection;
    this.collector = new FindingCollector({
      file: source.file,
      index: part.index,
      lines: source.lines,
      itemAt: (span) => this.#itemAt(span),
    });
  }

  judgeRefused(minors: readonly Minor[]): DocumentReport {
    const { span } = this.#part;
    const skipped = this.#whyUnreadableIsSkipped();
    if (skipped === undefined) {
      for (const minor of minors) this.#checkText([], minor);
    }
    return this.#report(NO_IDENTITY, span.start, minors, () => 'undecodable', skipped);
  }

  judgeDocument(document: Document, minors: readonly Minor[]): readonly DocumentReport[] {
    const found = objectsOf(document.value);
    for (const { item, path } of found) {
      const location = item === null ? undefined : document.locate(path);
      if (item !== null && location !== undefined) this.#items.push({ span: location.value, item });
    }
    for (const minor of minors) {
      const objects = found.map((object) => this.#manifestObject(document, object, minor));
      if (objects.some(isOurs)) this.#checkText(objects, minor);
      for (const object of objects) this.#checkObject(object, minor);
    }
    return found.map((object) => this.#reportObject(document, object, minors));
  }

  #whyUnreadableIsSkipped(): SkipReason | undefined {
    const { text, meantAsManifest } = this.#source;
    const { span } = this.#part;
    if (!meantAsManifest()) return 'not-kubernetes';
    return looksLikeTemplate(text.slice(span.start, span.end)) ? 'template' : undefined;
  }

  #manifestObject(document: Document, object: FoundObject, minor: Minor): ManifestObject {
    const { head, item, path, value } = object;
    return {
      head,
      value,
      origin: { file: this.#source.file, index: this.#part.index, item, document, path },
      resolution:
        head.kind === 'object' ? resolveKind(head.apiVersion, head.objectKind, minor) : undefined,
    };
  }

  #checkText(objects: readonly ManifestObject[], minor: Minor): void {
    const { file, text } = this.#source;
    const part = { file, text, part: this.#part, objects };
    const spot = {
      span: { start: this.#part.span.start, end: this.#part.span.start },
      field: null,
    };
    for (const selected of this.#selection.forText) {
      this.#run(selected, minor, false, { ...spot, related: [] }, (context) =>
        selected.rule.checkText?.(part, context),
      );
    }
  }

  #checkObject(object: ManifestObject, minor: Minor): void {
    const { head, origin, resolution } = object;
    if (head.kind === 'foreign') return;
    for (const selected of this.#selection.forObjects) {
      this.#run(selected, minor, false, headSpot(origin, null), (context) =>
        selected.rule.checkObject?.(object, context),
      );
    }
    if (resolution?.outcome !== 'served') return;
    const resource = resourceOf(object, resolution, minor);
    for (const selected of this.#selection.forKind(resource.kind)) {
      // Of what it cannot decode, the server says nothing but that.
      const unheard = resource.undecodable && !isAboutDecoding(selected.rule);
      this.#run(selected, minor, unheard, headSpot(origin, null), (context) =>
        selected.rule.check?.(resource, context),
      );
    }
  }

  /** Runs one check. What it throws is a bug of ours, which must not hide what the other checks have to say. */
  #run(
    { rule, muted }: SelectedRule,
    minor: Minor,
    unheard: boolean,
    where: Spot,
    check: (context: AnyContext) => void,
  ): void {
    const onCause = (cause: Cause, item: number | null) => this.#causesOf(minor, item).add(cause);
    try {
      check(this.collector.contextFor(rule, minor, { onCause, muted, unheard }));
    } catch (error) {
      const context = this.collector.contextFor(crashRule, minor, {
        onCause,
        muted: false,
        unheard,
      });
      context.report('crash', where, { rule: rule.id, error: String(error) });
    }
  }

  #causesOf(minor: Minor, item: number | null): Set<Cause> {
    const key = `${minor} ${item}`;
    let causes = this.#causes.get(key);
    if (causes === undefined) {
      causes = new Set();
      this.#causes.set(key, causes);
    }
    return causes;
  }

  #reportObject(document: Document, object: FoundObject, minors: readonly Minor[]): DocumentReport {
    const { head, item, path, value } = object;
    const place = document.locate(path)?.value.start ?? this.#part.span.start;
    const metadata = memberOf(value, 'metadata');
    const identity: Identity = {
      item,
      apiVersion: head.kind === 'foreign' ? null : (head.apiVersion ?? null),
      kind: head.kind === 'foreign' ? null : (head.objectKind ?? null),
      namespace: textOf(memberOf(metadata, 'namespace')),
      name: textOf(memberOf(metadata, 'name')),
    };
    const refusesDuplicates = this.#part.format === 'json';
    return this.#report(
      identity,
      place,
      minors,
      (minor) => verdictOf(this.#causesOf(minor, item), refusesDuplicates),
      whySkipped(object),
    );
  }

  #report(
    identity: Identity,
    offset: number,
    minors: readonly Minor[],
    verdict: (minor: Minor) => Verdict,
    skipped: SkipReason | undefined,
  ): DocumentReport {
    const { item, ...names } = identity;
    return {
      file: this.#source.file,
      index: this.#part.index,
      item,
      ...names,
      line: this.#source.lines.position(offset).line,
      verdicts: Object.fromEntries(
        minors.map((minor) => [minor, skipped === undefined ? verdict(minor) : 'skipped']),
      ),
      ...(skipped === undefined ? {} : { skipped }),
    };
  }

  #itemAt({ start }: Span): number | null {
    const owner = this.#items.find(({ span }) => span.start <= start && start < span.end);
    return owner?.item ?? null;
  }
}

/** Decodes an object and applies the defaults, as the server does before it validates. */
function resourceOf(
  { origin, value }: ManifestObject,
  { facts, apiVersion }: Resolution & { readonly outcome: 'served' },
  minor: Minor,
): Resource {
  const { kind } = facts;
  const decoded = decode(kind, isMapping(value) ? value : {}, minor, { at: origin.path });
  const owner = { origin, isPruned: decoded.isPruned };
  return {
    kind,
    apiVersion,
    facts,
    minor,
    origin,
    root: Field.root(owner, applyDefaults(kind, apiVersion, decoded.value)),
    problems: decoded.problems,
    undecodable: decoded.undecodable,
  };
}

/** Whether kubeadmit has anything to say about the contents of an object. */
function isOurs({ resolution }: ManifestObject): boolean {
  return resolution?.outcome === 'served';
}

/** Whether a rule speaks of decoding itself. */
function isAboutDecoding({ messages }: Rule): boolean {
  return Object.values(messages).some(
    ({ cause }) => cause === 'Undecodable' || cause === 'UnknownField',
  );
}

/** Why nothing is said of an object; kinds of ours are judged in every version and minor. */
function whySkipped({ head, item }: FoundObject): SkipReason | undefined {
  if (head.kind === 'foreign') return 'not-kubernetes';
  if (head.kind === 'bad') return undefined;
  const { outcome } = resolveKind(head.apiVersion, head.objectKind, NEWEST_MINOR);
  if (outcome === 'served' || outcome === 'unserved') return undefined;
  return item !== null && head.objectKind.endsWith('List') ? 'nested-list' : 'unknown-kind';
}

function memberOf(value: Value, key: string): Value {
  return isMapping(value) ? (value[key] ?? null) : null;
}

function textOf(value: Value): string | null {
  return typeof value === 'string' ? value : null;
}
