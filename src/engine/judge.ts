import crashRule from '../../rules/internal/rule-crash.ts';
import { type FoundObject, objectsOf } from '../decode/index.ts';
import { isDecodedOnly, resolveKind } from '../kubernetes/kinds.ts';
import type { Minor } from '../kubernetes/minors.ts';
import type { Finding } from '../result/finding.ts';
import { type DocumentReport, type SkipReason, verdictOf } from '../result/verdict.ts';
import { headSpot, type Spot } from '../rule/location.ts';
import { looksLikeTemplate, type ManifestObject } from '../rule/manifest.ts';
import { isOfKind, isResource, type Resource } from '../rule/resource.ts';
import type { CheckContext, Message, Rule } from '../rule/rule.ts';
import type { Workspace } from '../rule/workspace.ts';
import type { Document, Lines, Part, Span } from '../yaml/index.ts';
import { CustomResourceDefinitions } from './definitions.ts';
import { type ReportedPlace, reportObject, reportUnreadable } from './document-report.ts';
import { type CheckScope, FindingCollector } from './finding-collector.ts';
import { ListItems } from './list-items.ts';
import { openObject } from './open-resource.ts';
import type { SelectedRule, Selection } from './selection.ts';

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

/** A part of which all is known that it shows by itself. */
export interface PartInProgress {
  /** Whether there is more to say of it when the rest of the input is known. */
  readonly waits: boolean;
  /** Says the rest. To be called once, and where it waits, after everything has been read. */
  finish(definitions: CustomResourceDefinitions): JudgedPart;
}

/** How parts are judged in a run. */
export interface JudgeOptions {
  readonly minors: readonly Minor[];
  readonly selection: Selection;
  readonly now: Date | undefined;
}

/**
 * Judges one part of a text for each minor: the text, the heads of its objects, then the objects themselves. The
 * CRDs in it that the server would take are added to the definitions.
 */
export function judgePart(
  source: SourceText,
  part: Part,
  options: JudgeOptions,
  definitions: CustomResourceDefinitions,
): PartInProgress {
  const run = new PartRun(source, part, options, definitions);
  if (part.content.kind === 'refused') {
    const judged = run.judgeRefused();
    return { waits: false, finish: () => judged };
  }
  const { document } = part.content;
  return run.judgeDocument(document);
}

type AnyContext = CheckContext<Readonly<Record<string, Message>>>;

/** An object with the rules that look at it when everything has been read. */
interface Waiting {
  readonly resource: Resource;
  readonly rules: readonly SelectedRule[];
}

/** The state of judging one part. */
class PartRun {
  readonly #collector: FindingCollector;
  readonly #source: SourceText;
  readonly #part: Part;
  readonly #options: JudgeOptions;
  readonly #definitions: CustomResourceDefinitions;
  readonly #items = new ListItems();
  readonly #waiting: Waiting[] = [];

  constructor(
    source: SourceText,
    part: Part,
    options: JudgeOptions,
    definitions: CustomResourceDefinitions,
  ) {
    this.#source = source;
    this.#part = part;
    this.#options = options;
    this.#definitions = definitions;
    const { file, lines } = source;
    this.#collector = new FindingCollector({ file, index: part.index, lines });
  }

  judgeRefused(): JudgedPart {
    const { span } = this.#part;
    const skipped = this.#whyUnreadableIsSkipped();
    if (skipped === undefined) {
      for (const minor of this.#options.minors) this.#checkText([], minor);
    }
    const { findings } = this.#collector.finish();
    const place = this.#placeAt(span.start);
    const { minors } = this.#options;
    return { documents: [reportUnreadable(place, minors, skipped)], findings };
  }

  judgeDocument(document: Document): PartInProgress {
    const found = objectsOf(document.value);
    for (const { item, path } of found) {
      const location = item === null ? undefined : document.locate(path);
      if (item !== null && location !== undefined) this.#items.add(item, location.value);
    }
    for (const minor of this.#options.minors) {
      const objects = found.map((object) => this.#manifestObject(document, object, minor));
      if (objects.some(isOurs)) this.#checkText(objects, minor);
      for (const object of objects) this.#checkObject(object, minor);
    }
    return {
      waits: this.#waiting.length > 0,
      finish: (definitions) => this.#finish(document, found, definitions),
    };
  }

  #finish(
    document: Document,
    found: readonly FoundObject[],
    definitions: CustomResourceDefinitions,
  ): JudgedPart {
    for (const waiting of this.#waiting) {
      const { origin, minor } = waiting.resource;
      this.#checkInWorkspace(waiting, definitions.seenFrom(origin.file, minor));
    }
    const { findings, causesOf } = this.#collector.finish();
    const refusesDuplicates = this.#part.format === 'json';
    const documents = found.map((object) => {
      const { item, path, head } = object;
      const offset = document.locate(path)?.value.start ?? this.#part.span.start;
      const isValidated =
        head.kind !== 'object' || !isDecodedOnly(head.apiVersion, head.objectKind);
      return reportObject(this.#placeAt(offset), object, this.#options.minors, (minor) =>
        verdictOf(causesOf(minor, item), { refusesDuplicates, isValidated }),
      );
    });
    return { documents, findings };
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
    const { start } = this.#part.span;
    const where = { span: { start, end: start }, field: null, related: [] };
    for (const { rule, muted } of this.#options.selection.forText) {
      const itemOf = (span: Span) => this.#items.at(span.start);
      this.#run({ rule, minor, kind: undefined, itemOf, muted, unheard: false }, where, (context) =>
        rule.checkText?.(part, context),
      );
    }
  }

  #checkObject(object: ManifestObject, minor: Minor): void {
    const { head, origin, resolution } = object;
    if (head.kind === 'foreign') return;
    const where = headSpot(origin, null);
    const itemOf = () => origin.item;
    for (const { rule, muted } of this.#options.selection.forObjects) {
      this.#run({ rule, minor, kind: undefined, itemOf, muted, unheard: false }, where, (context) =>
        rule.checkObject?.(object, context),
      );
    }
    if (resolution?.outcome !== 'served') return;
    const opened = openObject(object, resolution, minor);
    for (const { rule, muted } of this.#options.selection.forDecoded) {
      this.#run({ rule, minor, kind: undefined, itemOf, muted, unheard: false }, where, (context) =>
        rule.checkDecoded?.(opened, context),
      );
    }
    if (isResource(opened)) this.#checkResource(opened);
  }

  #checkResource(resource: Resource): void {
    const { kind, minor, origin } = resource;
    const where = headSpot(origin, null);
    const itemOf = () => origin.item;
    for (const { rule, muted } of this.#options.selection.forKind(kind)) {
      // Of what it cannot decode, the server says nothing but that.
      const unheard = resource.undecodable && !isAboutDecoding(rule);
      this.#run({ rule, minor, kind, itemOf, muted, unheard }, where, (context) =>
        rule.check?.(resource, context),
      );
    }
    const rules = this.#options.selection.inWorkspace(kind);
    if (rules.length > 0 && !this.#checkAtOnce({ resource, rules })) {
      this.#waiting.push({ resource, rules });
    }
    if (isOfKind(resource, 'CustomResourceDefinition')) this.#define(resource);
  }

  /** Makes the kinds of a CRD known, if the server would take it. */
  #define(resource: Resource<'CustomResourceDefinition'>): void {
    const { file, item } = resource.origin;
    if (!this.#collector.isFine(resource.minor, item)) return;
    const { text } = this.#source;
    const { start, end } = this.#part.span;
    this.#definitions.add(resource, { file, item, read: () => text.slice(start, end) });
  }

  /**
   * Looks at an object that names nothing but what is built in, as most do, so that it need not be kept until
   * everything has been read. Tells whether that was so.
   */
  #checkAtOnce(waiting: Waiting): boolean {
    const { workspace, wasAsked } = CustomResourceDefinitions.probe();
    const mark = this.#collector.mark();
    this.#checkInWorkspace(waiting, workspace);
    if (wasAsked()) this.#collector.forget(mark);
    return !wasAsked();
  }

  #checkInWorkspace({ resource, rules }: Waiting, workspace: Workspace): void {
    const { kind, minor, origin } = resource;
    const where = headSpot(origin, null);
    const itemOf = () => origin.item;
    for (const { rule, muted } of rules) {
      this.#run({ rule, minor, kind, itemOf, muted, unheard: false }, where, (context) =>
        rule.checkInWorkspace?.(resource, workspace, context),
      );
    }
  }

  /** Runs one check. What it throws is a bug of ours, which must not hide what the other checks have to say. */
  #run(scope: CheckScope, where: Spot, check: (context: AnyContext) => void): void {
    const context = this.#collector.contextFor(scope);
    try {
      const { now } = this.#options;
      check(now === undefined ? context : { ...context, now });
    } catch (error) {
      const crash = this.#collector.contextFor({ ...scope, rule: crashRule, muted: false });
      crash.report('crash', where, { rule: scope.rule.id, error: String(error) });
    }
  }

  /** Where a part of the text is reported. */
  #placeAt(offset: number): ReportedPlace {
    const { file, lines } = this.#source;
    return { file, index: this.#part.index, line: lines.position(offset).line };
  }
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
