import type { Cause, Plugin, Severity } from '../result/finding.ts';
import type { BehaviorRange } from '../server/kubernetes/behavior-range.ts';

/** The words of a message, and how it relates to other findings. */
interface MessageText {
  /** The text of the message: what is wrong, and at which value. `{name}` is replaced by a value of the check. */
  readonly text: string;
  /** The text to write instead. It may have the same placeholders. */
  readonly help?: string;
  /** The severity, if it differs from the severity of the rule. */
  readonly severity?: Severity;
  /** The rows of the catalogue of checks that this message covers: the names of their conformance cases. */
  readonly rows?: readonly string[];
  /** The minors in which the message holds; a check need not look at the minor itself. */
  readonly range?: BehaviorRange;
  /**
   * Other fields that the finding depends on, from the root of the object, with `[*]` for any item of a list. If a
   * patch of kustomize changes one of them, or its value has a placeholder, the message may be wrong for the object
   * that is sent to the server.
   */
  readonly dependsOn?: readonly string[];
  /**
   * The findings in the same object that are consequences of this one: ids of rules, or of messages as `rule#message`;
   * `*` for all errors outside of the metadata.
   */
  readonly explains?: readonly string[];
  /**
   * The findings in the same field that are consequences of this one: ids of rules, or of messages as `rule#message`.
   */
  readonly explainsInField?: readonly string[];
  /** True if the message is about a version of a kind that a flag of the server enables. */
  readonly isOfDisabledVersion?: true;
  /** True if the message is about an absent field that is required, with another cause than `FieldValueRequired`. */
  readonly isOfRequired?: true;
  /** The reason why no example of the rule shows the message, such as its size. It must have a test of its own. */
  readonly withoutExample?: string;
}

/** A finding that comes from kubeadmit only. */
interface OwnFinding {
  /** True if the server checks something that this program does not, so that the verdict is unknown. */
  readonly isUnknown?: true;
  /** The errors of the server that the finding replaces, of which the server reports one for each field. */
  readonly summarizes?: Exclude<Cause, 'Warning'>;
  /** True for a finding that only an update can have. */
  readonly ofUpdates?: true;
}

/** An error of the API server itself. */
interface ServerError {
  readonly cause: Exclude<Cause, 'Warning'>;
  /**
   * The step of the request in which the server reports it, if not with the other values of the object:
   * - `before-validation`: before it validates the object, of which it then reports no other error.
   * - `metadata`, `name`: with the metadata, or the format of a name, which it validates for every kind; for some kinds
   *   only if
   *   it finds no other error (`validatesLast` in the table of kinds).
   * - `last`: only if it finds no other error.
   * - `after-errors`: only together with another error of the object.
   */
  readonly step?: 'before-validation' | 'metadata' | 'name' | 'last' | 'after-errors';
  /** True for an error that only an update can have. It is never ignored in an update. */
  readonly ofUpdates?: true;
}

/** A warning of the API server itself. */
interface ServerWarning {
  readonly cause: 'Warning';
  /** The server gives the warning before it validates the object, so that it comes with a refusal too. */
  readonly step?: 'before-validation';
  /** True for a warning that only an update can have. */
  readonly ofUpdates?: true;
}

/**
 * A failure of the server's code on the object (HTTP 500). The object is refused, and no other error in it is reported.
 */
interface ServerCrash {
  readonly crashesServer: true;
}

/** An answer of an admission plugin of the server. */
interface PluginAnswer {
  readonly plugin: Plugin;
}

/** One of these declarations, without the members of the others. */
type Only<T> = T & {
  readonly [Name in Exclude<
    keyof OwnFinding | keyof ServerError | keyof ServerCrash | keyof PluginAnswer,
    keyof T
  >]?: never;
};

export type Message = MessageText &
  (
    | Only<OwnFinding>
    | Only<ServerError>
    | Only<ServerWarning>
    | Only<ServerCrash>
    | Only<PluginAnswer>
  );

/** The messages of a rule, by their ids. */
export type Messages = Readonly<Record<string, Message>>;

/** A manifest before and after the fixes of a rule are applied. */
interface FixExample {
  readonly before: string;
  readonly after: string;
}

/** A manifest that is stored, and one that replaces it, in which each expected finding is marked as in `bad`. */
interface UpdateExample {
  readonly stored: string;
  readonly changed: string;
}

/** The facts about a rule that are known without running it. */
export interface RuleDescription {
  /** `family/name`, the path of its file below `rules/`. */
  readonly id: string;
  readonly severity: Severity;
  /**
   * The requirement on single values that the rule checks. Placeholders and values of examples are read accordingly.
   */
  readonly valueMustHave?: 'format' | 'type';
  /** True if a warning of the rule is an info in a sample of a project. */
  readonly isInfoInSamples?: true;
  /** One line: the requirement that is met if the rule finds nothing. */
  readonly summary: string;
  /** The reason for the rule, the behaviour of the server, and the text to write instead, as Markdown. */
  readonly details: string;
  /** The page of the API reference or specification that the rule follows. */
  readonly reference: string;
  readonly messages: Readonly<Record<string, Message>>;
  readonly examples: {
    /** Manifests in which each expected finding is marked where it is. See CONTRIBUTING.md. */
    readonly bad: readonly string[];
    /** Updates in which the rule finds something. */
    readonly updates?: readonly UpdateExample[];
    readonly good: readonly string[];
    /** Manifests before and after their fixes. */
    readonly fixed?: readonly FixExample[];
  };
}
