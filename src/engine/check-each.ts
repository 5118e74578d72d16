import type { Minor } from '../kubernetes/minors.ts';
import { looksLikeTemplate } from '../project/manifest-text.ts';
import type { SkipReason } from '../result/verdict.ts';
import { headLocation } from '../rule/location.ts';
import type { ManifestObject } from '../rule/manifest.ts';
import { isOfKind, type Resource } from '../rule/resource.ts';
import type { Rule } from '../rule/rule.ts';
import { CheckRunner, type CheckSubject } from './check-runner.ts';
import { runWorkspaceChecks } from './check-together.ts';
import type { CheckedPart } from './checked-part.ts';
import { BuiltInWorkspace, type CustomKindDefinition, definitionIn } from './custom-kinds.ts';
import { identifyDocument, identifyUnreadable } from './document-identity.ts';
import { ListItems } from './list-items.ts';
import {
  type OpenDocument,
  type OpenPart,
  type ResourceReference,
  resolveObject,
} from './open-part.ts';
import { openResource } from './open-resource.ts';
import type { RunPlan } from './run-plan.ts';

/**
 * Checks the text of a part, then the heads of its objects, then each object by itself, for each minor.
 */
export function checkEach(open: OpenPart, plan: RunPlan): CheckedPart {
  return open.kind === 'refused' ? checkRefused(open, plan) : new DocumentCheck(open, plan).run();
}

function checkRefused(open: OpenPart & { readonly kind: 'refused' }, plan: RunPlan): CheckedPart {
  const { source, part } = open;
  const skipped = whyUnreadableIsSkipped(open);
  const runner = new CheckRunner(source.file, source.lines, plan.now);
  if (skipped === undefined) {
    for (const minor of plan.minors) checkText(open, [], () => null, minor, runner, plan);
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

function whyUnreadableIsSkipped({ source, part }: OpenPart): SkipReason | undefined {
  if (!source.isManifest) return 'not-kubernetes';
  const text = source.text.slice(part.span.start, part.span.end);
  return looksLikeTemplate(text) ? 'template' : undefined;
}

function checkText(
  { source, part }: OpenPart,
  objects: readonly ManifestObject[],
  itemAt: CheckSubject['itemAt'],
  minor: Minor,
  runner: CheckRunner,
  plan: RunPlan,
): void {
  const { start } = part.span;
  const location = { span: { start, end: start }, field: null, related: [] };
  const text = { file: source.file, text: source.text, part, objects };
  runner.run(plan.rules.forText, { minor, kind: undefined, itemAt, location }, (rule, context) =>
    rule.checkText?.(text, context),
  );
}

/** The state of checking one document. */
class DocumentCheck {
  readonly #open: OpenDocument;
  readonly #plan: RunPlan;
  readonly #runner: CheckRunner;
  readonly #definitions: CustomKindDefinition[] = [];
  readonly #pending: ResourceReference[] = [];

  constructor(open: OpenDocument, plan: RunPlan) {
    const { file, lines } = open.source;
    this.#open = open;
    this.#plan = plan;
    this.#runner = new CheckRunner(file, lines, plan.now);
  }

  run(): CheckedPart {
    const { source, part, document, objects } = this.#open;
    const items = new ListItems(objects, document);
    for (const minor of this.#plan.minors) {
      const resolved = objects.map((object) => resolveObject(this.#open, object, minor));
      if (resolved.some(({ resolution }) => resolution?.outcome === 'served')) {
        const itemAt: CheckSubject['itemAt'] = ({ start }) => items.at(start);
        checkText(
          { kind: 'document', ...this.#open },
          resolved,
          itemAt,
          minor,
          this.#runner,
          this.#plan,
        );
      }
      for (const object of resolved) this.#checkObject(object, minor);
    }
    return {
      source,
      index: part.index,
      documents: objects.map((object) => identifyDocument(this.#open, object)),
      isReadable: true,
      isSentVerbatim: part.format === 'json',
      drafts: this.#runner.drafts,
      definitions: this.#definitions,
      pending: this.#pending,
    };
  }

  #checkObject(object: ManifestObject, minor: Minor): void {
    const { head, origin, resolution } = object;
    if (head.kind === 'foreign') return;
    const location = headLocation(origin, null);
    const itemAt = () => origin.item;
    const subject = { minor, kind: undefined, itemAt, location };
    this.#runner.run(this.#plan.rules.forObjects, subject, (rule, context) =>
      rule.checkObject?.(object, context),
    );
    if (resolution?.outcome !== 'served') return;
    this.#checkResource(openResource(object, resolution, minor), {
      ...subject,
      kind: resolution.facts.kind,
    });
  }

  #checkResource(resource: Resource, subject: CheckSubject): void {
    const { kind, minor, origin, undecodable } = resource;
    this.#runner.run(
      this.#plan.rules.forKind(kind),
      subject,
      (rule, context) => rule.check?.(resource, context),
      // Of what it cannot decode, the server says nothing but that.
      (rule) => undecodable && !isAboutDecoding(rule),
    );
    const { source, part } = this.#open;
    const { index, span, format } = part;
    const reference = { source, part: { index, span, format }, item: origin.item, minor };
    if (!this.#checkAmongBuiltInKinds(resource)) this.#pending.push(reference);
    if (
      isOfKind(resource, 'CustomResourceDefinition') &&
      this.#runner.mayBeAccepted(minor, origin.item)
    ) {
      const definition = definitionIn(resource, reference);
      if (definition !== undefined) this.#definitions.push(definition);
    }
  }

  /**
   * Runs the checks that need the workspace on an object that names only built-in kinds, as most do, so that it
   * need not be opened again when everything has been read. Tells whether that was so.
   */
  #checkAmongBuiltInKinds(resource: Resource): boolean {
    const rules = this.#plan.rules.inWorkspace(resource.kind);
    if (rules.length === 0) return true;
    const workspace = new BuiltInWorkspace();
    const before = this.#runner.drafts.length;
    runWorkspaceChecks(this.#runner, rules, resource, workspace);
    if (workspace.wasAsked) this.#runner.drafts.length = before;
    return !workspace.wasAsked;
  }
}

/** Whether a rule reports what the decoder of the server says. */
function isAboutDecoding({ messages }: Rule): boolean {
  return Object.values(messages).some(
    ({ cause }) => cause === 'Undecodable' || cause === 'UnknownField',
  );
}
