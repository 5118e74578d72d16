import type { Cause } from '../result/finding.ts';
import type { Fix } from '../result/fix.ts';
import type { KindName } from '../server/kubernetes/kinds.ts';
import type { Minor } from '../server/kubernetes/minors.ts';
import type { Server } from '../server/kubernetes/server.ts';
import type { ValuesProblem } from '../sources/chart-values/values-problem.ts';
import type { IncompleteEntry } from '../sources/project/kustomize/incomplete-entries.ts';
import type { Value } from '../yaml/index.ts';
import type { ObjectAndKinds } from './custom-kinds.ts';
import type { CustomResource } from './custom-resource.ts';
import type { DecidedRequest } from './decided-request.ts';
import type { Message, Messages, RuleDescription } from './description.ts';
import type { Field } from './field.ts';
import type { Installation, Place, RelatedPlace } from './installation.ts';
import type { Location, RelatedSpan, Side } from './location.ts';
import type { ManifestObject, TextPart } from './manifest.ts';
import type { Origin } from './origin.ts';
import type { PatchInKustomization } from './patch.ts';
import type { ApiObject, DecodedObject, Resource } from './resource.ts';

type PlaceholderNames<S extends string> = S extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholderNames<Rest>
  : never;

/** The placeholders of a message's text and help. */
type Placeholders<M extends Message> =
  | PlaceholderNames<M['text']>
  | (M extends { readonly help: infer H extends string } ? PlaceholderNames<H> : never);

/** The values of the placeholders. `formatMessage` of `src/result/message-text.ts` makes them safe for a terminal. */
export type MessageValues<M extends Message> = {
  readonly [Name in Placeholders<M>]: string | number | bigint | boolean;
};

/** A finding as a check reports it: its message and its location. */
export interface ReportedFinding<Id extends string, At, Related> {
  readonly message: Id;
  /** The field that the finding is about, or another place. */
  readonly at: At;
  /** Selects the key or the value of the field; the value by default. */
  readonly side?: Side;
  /** The path that the server reports, if it is not the path of the field. */
  readonly path?: string;
  /** A cause that replaces the one of the message; null for no cause. */
  readonly cause?: Cause | null;
  readonly related?: readonly Related[];
  /** Fields of the object that the finding depends on with everything in them; the empty path is the whole object. */
  readonly dependsOn?: readonly string[];
  /**
   * Fields of the same object whose other findings are consequences of this one: `spec.ports`, or `spec.*` for all that
   * is below `spec`.
   */
  readonly explainsFields?: readonly string[];
  /** The fix of the finding. See `safeFix` and `unsafeFix` of `fix.ts`. */
  readonly fix?: Fix | undefined;
}

/** The values of a message, which may be omitted if it has no placeholders. */
type ReportedValues<M extends Message> = keyof MessageValues<M> extends never
  ? { readonly values?: MessageValues<M> }
  : { readonly values: MessageValues<M> };

/** Reports a finding of one of the messages of a rule. */
export type Report<M extends Messages, At = Field | Location, Related = RelatedSpan> = <
  Id extends keyof M & string,
>(
  finding: ReportedFinding<Id, At, Related> & ReportedValues<M[Id]>,
) => void;

/** The context of a check: everything that it may use in addition to the thing that it looks at. */
export interface CheckContext<M extends Messages, At = Field | Location, Related = RelatedSpan> {
  readonly report: Report<M, At, Related>;
  readonly minor: Minor;
  /** The server of that minor, with the flags of the run. */
  readonly server: Server;
  /** The date that certificates are checked against; undefined if the caller of the run gave none. */
  readonly now: Date | undefined;
}

/** The subject that one stage of the run gives to a check, and the way in which the check reports. */
interface Check<Subject, M extends Messages, At = Field | Location, Related = RelatedSpan> {
  check(subject: Subject, context: CheckContext<M, At, Related>): void;
}

/** A check of objects of some built-in kinds. */
interface CheckOfKinds<Subject, K extends KindName, M extends Messages> extends Check<Subject, M> {
  readonly kinds: readonly K[];
}

/**
 * The things that a rule can look at, one for each stage of the run, with the check that gets them. A rule looks at one
 * of them, so that a check which never runs does not compile.
 */
interface Checks<K extends KindName, M extends Messages> {
  /** The text of a part: text that cannot be read, and values that are lost while reading. */
  readonly text: Check<TextPart, M>;
  /** The apiVersion and kind of an object, before its kind is known. */
  readonly head: Check<ManifestObject, M>;
  /**
   * An object as it is decoded: of any built-in kind, in a version that the minor serves, or of a kind that a CRD
   * defines.
   */
  readonly decoded: Check<DecodedObject, M>;
  /** The metadata, which all objects whose values are validated have, including custom resources. */
  readonly metadata: Check<ApiObject, M>;
  /** An object of a kind whose values are validated, in a version that the minor serves. */
  readonly object: CheckOfKinds<Resource<K>, K, M>;
  /**
   * Such an object together with the custom kinds of the run, after all sources have been read. No verdict depends on
   * it.
   */
  readonly 'object-and-kinds': CheckOfKinds<ObjectAndKinds<K>, K, M>;
  /** A custom resource, in a version that its CRD serves. */
  readonly 'custom-resource': Check<CustomResource, M>;
  /**
   * Objects that are applied together, after all sources have been read, for problems that no single object shows. No
   * verdict depends on it.
   */
  readonly installation: Check<Installation, M, Place, RelatedPlace>;
  /** A patch of a kustomization, after all sources have been read. No verdict depends on it. */
  readonly patch: Check<PatchInKustomization, M>;
  /** The default values of a chart that has a schema for them. */
  readonly 'chart-values': Check<ChartValues, M>;
  readonly kustomization: Check<KustomizationFile, M>;
  /** A file or folder that a kustomization lists and that does not exist. */
  readonly 'listed-file': Check<ListedFile, M>;
  /** The decisions of admission policies about an object, in a run with policies. No verdict depends on it. */
  readonly request: Check<DecidedRequest, M>;
  /** The run itself: the rule has no check, and the run reports its messages. */
  readonly run: object;
}

/** The names of the things that rules can look at. */
export type Stage = keyof Checks<KindName, Messages>;

/** The declaration of a rule that looks at one of the things. */
type CheckOn<S extends Stage, K extends KindName, M extends Messages> = { readonly on: S } & Checks<
  K,
  M
>[S];

/** The thing that a rule looks at, and its check. */
type AnyCheck<K extends KindName, M extends Messages> = {
  [S in Stage]: CheckOn<S, K, M>;
}[Stage];

/** A rule that looks at one of the things. */
export type RuleOn<S extends Stage> = RuleDescription & CheckOn<S, KindName, Messages>;

/** A rule as the run sees it. */
export type Rule = RuleDescription & AnyCheck<KindName, Messages>;

/** A rule that is loaded when it is needed. */
export interface RuleEntry {
  readonly id: string;
  readonly on: Stage;
  /** The kinds of a rule that looks at objects of some built-in kinds. */
  readonly kinds?: readonly KindName[];
  load(): Rule;
}

/**
 * Declares a rule: the one place from which its page, its metadata, its tests and its findings come.
 * The types tie the check to its messages (ids and placeholders) and to its kinds (fields).
 */
export function defineRule<const K extends KindName, const M extends Messages>(
  rule: Omit<RuleDescription, 'messages'> & { readonly messages: M } & AnyCheck<K, M>,
): Rule {
  // A rule only receives objects of its kinds and reports only its own messages, which the narrower types express. The
  // run holds rules of all kinds in one list.
  return rule as unknown as Rule;
}

/** Marks a template as YAML of an example, for readers and editors; `exampleText` takes the indentation away. */
export function yaml(
  strings: TemplateStringsArray,
  ...values: readonly (string | number)[]
): string {
  return String.raw({ raw: strings.raw }, ...values);
}

/** The default values of a chart, and their errors by the schema of the chart. */
interface ChartValues {
  readonly origin: Origin;
  readonly problems: readonly ValuesProblem[];
}

/** A file or folder that a kustomization lists and that does not exist. */
interface ListedFile {
  /** The path as the kustomization lists it. */
  readonly path: string;
  readonly at: Location;
  /** The paths of files and kustomizations in the same folder that the kustomization does not list. */
  readonly others: readonly string[];
}

interface KustomizationFile {
  readonly origin: Origin;
  /** The document of the kustomization; null if the file has none. */
  readonly value: Value;
  /** The entries that kustomize refuses because of the files and folders that they name. */
  readonly refused: readonly IncompleteEntry[];
}
