import type { Cause, Severity } from '../result/finding.ts';
import type { Fix } from '../result/fix.ts';
import type { KindName } from '../server/kubernetes/kinds.ts';
import type { Minor } from '../server/kubernetes/minors.ts';
import type { Server } from '../server/kubernetes/server.ts';
import type { BehaviorRange } from '../server/kubernetes/server-changes.ts';
import type { CustomResource } from './custom-resource.ts';
import type { DecidedRequest } from './decided-request.ts';
import type { Field } from './field.ts';
import type { Installation, InstallationContext } from './installation.ts';
import type { Location, RelatedSpan, Side } from './location.ts';
import type { ManifestObject, TextPart } from './manifest.ts';
import type { ApiObject, DecodedObject, Resource } from './resource.ts';
import type { Workspace } from './workspace.ts';

/** One of the things that a rule can say. */
export interface Message {
  /** What is wrong, at which value; `{name}` stands for a value given by the check. */
  readonly text: string;
  /** What to write instead. May have the same placeholders. */
  readonly help?: string;
  /** Where it differs from the rule's. */
  readonly severity?: Severity;
  /** What the API server itself reports; absent for findings that are kubeadmit's own. */
  readonly cause?: Cause;
  /** The rows of the catalogue of checks that this message covers: the names of their conformance cases. */
  readonly rows?: readonly string[];
  /** The minors in which the message holds; a check need not look at the minor itself. */
  readonly range?: BehaviorRange;
  /**
   * The kinds of which the server gets as far as this check only if it refuses the object for nothing
   * else; `true` for all kinds.
   */
  readonly onlyIfOtherwiseValid?: readonly KindName[] | true;
  /** A warning that the server gives before it validates, so that it comes with a refusal too. */
  readonly beforeValidation?: boolean;
  /**
   * The code of the server fails on it (HTTP 500): the object is refused, and of nothing else that is wrong with
   * it anything is said. Goes without a cause.
   */
  readonly crashesServer?: true;
  /**
   * Other fields that it depends on, from the root of the object, `[*]` for any item of a list: if a patch of kustomize
   * changes one of them, or its value has a placeholder, the message need not hold for what is sent to the server.
   */
  readonly dependsOn?: readonly string[];
  /**
   * What is reported of the same object only because of this: ids of rules, or of messages as `rule#message`; `*`
   * for all errors outside of the metadata.
   */
  readonly explains?: readonly string[];
  /** What is reported of the same field only because of this: ids of rules, or of messages as `rule#message`. */
  readonly explainsInField?: readonly string[];
  /** What the server says of updates only, so that nothing is overlooked. */
  readonly ofUpdates?: true;
  /** Why no example of the rule shows it, such as its size; a test of its own must. */
  readonly withoutExample?: string;
}

type PlaceholderNames<S extends string> = S extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholderNames<Rest>
  : never;

/** The placeholders of a message's text and help. */
type Placeholders<M extends Message> =
  | PlaceholderNames<M['text']>
  | (M extends { readonly help: infer H extends string } ? PlaceholderNames<H> : never);

/** What stands for the placeholders; `formatMessage` of `src/result/message-text.ts` makes them fit for a terminal. */
export type MessageValues<M extends Message> = {
  readonly [Name in Placeholders<M>]: string | number | bigint | boolean;
};

/** What a check adds to a finding beyond its message. */
export interface ReportOptions {
  /** Whether the key or the value of the field is at fault; the value where not said. */
  readonly side?: Side;
  /** The server's path, where it is not that of the field at fault. */
  readonly path?: string;
  /** Another cause than the message's, or none. */
  readonly cause?: Cause | null;
  readonly related?: readonly RelatedSpan[];
  /** Fields of the object, the empty path for all, that the finding depends on with everything in them. */
  readonly dependsOn?: readonly string[];
  /** How it can be fixed; see `safeFix` and `unsafeFix` of `fix.ts`. */
  readonly fix?: Fix | undefined;
}

/** Makes a finding of a message, at a field or at any other location of the document. */
export type ReportFunction<M extends Readonly<Record<string, Message>>> = <
  Id extends keyof M & string,
>(
  id: Id,
  where: Field | Location,
  ...rest: keyof MessageValues<M[Id]> extends never
    ? [values?: MessageValues<M[Id]>, options?: ReportOptions]
    : [values: MessageValues<M[Id]>, options?: ReportOptions]
) => void;

export interface CheckContext<M extends Readonly<Record<string, Message>>> {
  readonly report: ReportFunction<M>;
  /** The minor that the verdict is for. */
  readonly minor: Minor;
  /** The server of that minor, with the flags of the run. */
  readonly server: Server;
  /** The date that certificates are checked against; undefined where the caller gave none. */
  readonly now: Date | undefined;
}

/** A manifest before and after the fixes of a rule are applied. */
export interface FixExample {
  readonly before: string;
  readonly after: string;
}

/** What is known of a rule without running it. */
export interface RuleDescription {
  /** `family/name`, the path of its file below `rules/`. */
  readonly id: string;
  readonly severity: Severity;
  /** One line: what holds where the rule finds nothing. */
  readonly summary: string;
  /** Why it matters, what the server does, what to write instead. Markdown. */
  readonly details: string;
  /** The page of the API reference or specification that the rule follows. */
  readonly reference: string;
  readonly messages: Readonly<Record<string, Message>>;
  readonly examples: {
    /** Manifests with each expected finding marked where it stands; see CONTRIBUTING.md. */
    readonly bad: readonly string[];
    readonly good: readonly string[];
    /** What fixes make of manifests. */
    readonly fixed?: readonly FixExample[];
  };
}

/** The messages of a rule, by their ids. */
export type Messages = Readonly<Record<string, Message>>;

/** The stages at which a rule can look, in the order of the pipeline; most rules have only `check`. */
export interface RuleChecks<K extends KindName, M extends Messages> {
  /** Looks at the text of a part: what cannot be read, what gets lost while reading. */
  checkText?(part: TextPart, context: CheckContext<M>): void;
  /** Looks at the head of an object, before its kind is settled. */
  checkObject?(object: ManifestObject, context: CheckContext<M>): void;
  /**
   * Looks at how an object is decoded: of any built-in kind, in a version that the minor serves, or of a kind that a CRD
   * defines. Such a rule has no kinds.
   */
  checkDecoded?(object: DecodedObject, context: CheckContext<M>): void;
  /**
   * The kinds that `check` and `checkInWorkspace` are for: built-in kinds, or `custom` for those that CRDs define, with
   * `checkCustomResource`; `installation` for `checkInstallation`, which looks at objects of several kinds; `request` for
   * `checkRequest`.
   */
  readonly kinds?: readonly K[] | 'all' | 'custom' | 'installation' | 'request';
  /** Looks at what all objects whose values are validated have in common, also custom resources: the metadata. */
  checkAnyKind?(object: ApiObject, context: CheckContext<M>): void;
  /** Looks at one object of a kind whose values are validated, in a version that the minor serves. */
  check?(resource: Resource<K>, context: CheckContext<M>): void;
  /**
   * Looks at one object of such a kind beside all else that the run is given, after all of it has been read. For what
   * the object alone does not show; the verdict does not depend on it.
   */
  checkInWorkspace?(resource: Resource<K>, workspace: Workspace, context: CheckContext<M>): void;
  /** Looks at one custom resource, in a version that its CRD serves. */
  checkCustomResource?(resource: CustomResource, context: CheckContext<M>): void;
  /**
   * Looks at objects that are applied together, after everything has been read. For what no single object shows; no
   * verdict depends on it.
   */
  checkInstallation?(installation: Installation, context: InstallationContext<M>): void;
  /**
   * Looks at what admission policies decide about an object, in a run with policies. The verdict does not depend on it.
   */
  checkRequest?(request: DecidedRequest, context: CheckContext<M>): void;
}

/** A rule as the pipeline sees it. */
export type Rule = RuleDescription & RuleChecks<KindName, Messages>;

/**
 * Declares a rule: the one place from which its page, its metadata, its tests and its findings come.
 * The types tie the check to its messages (ids and placeholders) and to its kinds (fields).
 */
export function defineRule<const K extends KindName, const M extends Messages>(
  rule: Omit<RuleDescription, 'messages'> & { readonly messages: M } & RuleChecks<K, M>,
): Rule {
  // A rule is only ever given resources of its kinds and reports only its own messages, which is
  // what the narrower types say; the pipeline holds rules of all kinds in one list.
  return rule as unknown as Rule;
}

/** Marks a template as YAML of an example, for readers and editors; `exampleText` takes the indentation away. */
export function yaml(
  strings: TemplateStringsArray,
  ...values: readonly (string | number)[]
): string {
  return String.raw({ raw: strings.raw }, ...values);
}
