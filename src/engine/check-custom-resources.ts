import type { Minor } from '../kubernetes/minors.ts';
import { headLocation } from '../rule/location.ts';
import type { ManifestObject } from '../rule/manifest.ts';
import { CheckRunner, objectKey } from './check-runner.ts';
import { checkText } from './check-text.ts';
import type { CheckedPart, UnresolvedObject, UnresolvedObjects } from './checked-part.ts';
import type { CustomKinds, KnownKind } from './custom-kinds.ts';
import { ListItems } from './list-items.ts';
import { openCustomResource } from './open-custom-resource.ts';
import { type OpenDocument, openPart, resolveObject } from './open-part.ts';
import { isAboutDecoding } from './rule-selection.ts';
import type { RunPlan } from './run-plan.ts';

/** Checks the objects of a part whose kinds a CRD of the run defines; the others stay without a verdict. */
export function checkCustomResources(
  part: CheckedPart,
  plan: RunPlan,
  kinds: CustomKinds,
): CheckedPart {
  const { source, unresolved } = part;
  if (unresolved === undefined) return part;
  const objects = unresolved.objects.map((object) => ({
    ...object,
    definitions: definitionsOf(object, source.file, plan, kinds),
  }));
  const isLeft = objects.every(
    ({ definitions, isMisspelled }) => definitions.size === 0 && !isMisspelled,
  );
  return isLeft ? part : new CustomResourceCheck(part, unresolved, objects, plan).run();
}

/** The CRD that defines the kind of an object, by minor. */
type Definitions = ReadonlyMap<Minor, KnownKind>;

function definitionsOf(
  { group, kind }: UnresolvedObject,
  file: string,
  { minors }: RunPlan,
  kinds: CustomKinds,
): Definitions {
  const definitions = new Map<Minor, KnownKind>();
  for (const minor of minors) {
    const [nearest] = kinds.find(file, minor, group, kind);
    if (nearest !== undefined) definitions.set(minor, nearest);
  }
  return definitions;
}

/** The state of checking the custom resources of one part. */
class CustomResourceCheck {
  readonly #part: CheckedPart;
  readonly #open: OpenDocument;
  readonly #objects: ReadonlyMap<
    number | null,
    UnresolvedObject & { readonly definitions: Definitions }
  >;
  readonly #plan: RunPlan;
  readonly #runner: CheckRunner;

  constructor(
    part: CheckedPart,
    { part: reference }: UnresolvedObjects,
    objects: readonly (UnresolvedObject & { readonly definitions: Definitions })[],
    plan: RunPlan,
  ) {
    const { source } = part;
    const open = openPart(source, source.partAgain(reference));
    if (open.kind === 'refused') throw new Error('a document has become unreadable');
    this.#part = part;
    this.#open = open;
    this.#objects = new Map(objects.map((object) => [object.item, object]));
    this.#plan = plan;
    this.#runner = new CheckRunner(source, plan.now);
  }

  run(): CheckedPart {
    const { drafts, documents } = this.#part;
    for (const minor of this.#plan.minors) this.#checkIn(minor);
    const unjudged = new Set<string>();
    for (const [item, { definitions }] of this.#objects) {
      for (const minor of this.#plan.minors) {
        if (!definitions.has(minor)) unjudged.add(objectKey(minor, item));
      }
    }
    const isJudged = (item: number | null) => (this.#objects.get(item)?.definitions.size ?? 0) > 0;
    return {
      ...this.#part,
      documents: documents.map((document) =>
        isJudged(document.item) ? { ...document, skipped: undefined } : document,
      ),
      drafts: [...drafts, ...this.#runner.drafts],
      unresolved: undefined,
      unjudged,
    };
  }

  #checkIn(minor: Minor): void {
    const open = this.#open;
    const resolved = open.objects.flatMap((found) => {
      const object = this.#objects.get(found.item);
      return object === undefined
        ? []
        : [this.#resolve(resolveObject(open, found, minor), object, minor)];
    });
    const items = new ListItems(open.objects, open.document);
    if (resolved.some(({ resolution }) => resolution?.outcome === 'custom')) {
      const itemAt = ({ start }: { readonly start: number }) => items.at(start);
      checkText({ kind: 'document', ...open }, resolved, itemAt, minor, this.#runner, this.#plan);
    }
    for (const object of resolved) this.#checkObject(object, minor);
  }

  #resolve(
    object: ManifestObject,
    { version, definitions }: UnresolvedObject & { readonly definitions: Definitions },
    minor: Minor,
  ): ManifestObject {
    const known = definitions.get(minor);
    if (known === undefined) return object;
    const { crd } = known;
    const found = crd.definition.versions.find(({ name }) => name === version);
    return { ...object, resolution: { outcome: 'custom', crd, version: found } };
  }

  #checkObject(object: ManifestObject, minor: Minor): void {
    const { origin, resolution } = object;
    const location = headLocation(origin, null);
    const subject = { minor, kind: undefined, itemAt: () => origin.item, location };
    this.#runner.run(this.#plan.rules.forObjects, subject, (rule, context) =>
      rule.checkObject?.(object, context),
    );
    if (resolution?.outcome !== 'custom' || resolution.version?.isServed !== true) return;
    const known = this.#objects.get(origin.item)?.definitions.get(minor);
    if (known === undefined) return;
    const resource = openCustomResource(object, known, resolution.version, minor);
    this.#runner.run(
      this.#plan.rules.forCustomResources(),
      subject,
      (rule, context) => {
        rule.checkAnyKind?.(resource, context);
        rule.checkCustomResource?.(resource, context);
      },
      // Of what it cannot decode, the server says nothing but that.
      (rule) => resource.undecodable && !isAboutDecoding(rule),
    );
  }
}
