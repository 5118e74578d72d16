import { trimSpace } from '../../../base/go/white-space.ts';
import {
  ErrorValue,
  noSuchOverload,
  OpaqueValue,
  type Result,
  TypeValue,
} from '../../../cel/values/value.ts';
import { isDns1123Label, isDns1123Subdomain } from '../../kubernetes/formats/dns.ts';

/** The user or service account that the check is about. */
interface Subject {
  readonly name: string;
  readonly groups: readonly string[];
}

/** A question that an expression asks about a subject. */
type Question = { readonly verb: string } & (
  | { readonly is: 'path'; readonly path: string }
  | ({ readonly is: 'resource' } & ResourceToCheck)
);

/** The check that an expression asks the authorizer for. */
export type AuthorizationCheck = Question & { readonly subject: Subject };

/** The resource of a check. A string is empty if the expression does not specify it. */
interface ResourceToCheck {
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  readonly fieldSelector: string;
  readonly labelSelector: string;
}

export interface AuthorizationAnswer {
  readonly isAllowed: boolean;
  readonly reason: string;
}

/** Answers a check; undefined if the answer is not known. */
type Authorize = (check: AuthorizationCheck) => AuthorizationAnswer | undefined;

/** Answers a question about one subject. */
type Ask = (question: Question) => AuthorizationAnswer | undefined;

const TYPES = {
  Authorizer: new TypeValue('kubernetes.authorization.Authorizer'),
  Decision: new TypeValue('kubernetes.authorization.Decision'),
  GroupCheck: new TypeValue('kubernetes.authorization.GroupCheck'),
  PathCheck: new TypeValue('kubernetes.authorization.PathCheck'),
  ResourceCheck: new TypeValue('kubernetes.authorization.ResourceCheck'),
};

const UNKNOWN = new ErrorValue('what the authorizer allows is not known without a cluster');

/**
 * A value of which only methods can be called. The server's comparison of two of them always fails.
 *
 * Source: `receiverOnlyObjectVal` in `pkg/cel/library/authz.go` of the API server.
 */
abstract class ReceiverValue extends OpaqueValue {
  override equals(): ErrorValue {
    return noSuchOverload();
  }
}

/** The value of `authorizer`. Source: `pkg/cel/library/authz.go` of the API server. */
export class AuthorizerValue extends ReceiverValue {
  readonly type = TYPES.Authorizer;
  readonly #authorize: Authorize;
  readonly #ask: Ask;

  constructor(subject: Subject, authorize: Authorize) {
    super();
    this.#authorize = authorize;
    this.#ask = (question) => authorize({ subject, ...question });
  }

  path(path: string): Result {
    if (trimSpace(path) === '') return new ErrorValue('path must not be empty');
    return new PathCheckValue(path, this.#ask);
  }

  group(group: string): GroupCheckValue {
    return new GroupCheckValue(group, this.#ask);
  }

  serviceAccount(namespace: string, name: string): Result {
    if (!isDns1123Subdomain(name)) return new ErrorValue('Invalid service account name');
    if (!isDns1123Label(namespace)) return new ErrorValue('Invalid service account namespace');
    const subject = {
      name: `system:serviceaccount:${namespace}:${name}`,
      groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`],
    };
    return new AuthorizerValue(subject, this.#authorize);
  }

  /** The value of `authorizer.requestResource`. */
  requestResource(resource: ResourceToCheck): ResourceCheckValue {
    return new ResourceCheckValue(resource, this.#ask);
  }
}

export class GroupCheckValue extends ReceiverValue {
  readonly type = TYPES.GroupCheck;
  readonly #group: string;
  readonly #ask: Ask;

  constructor(group: string, ask: Ask) {
    super();
    this.#group = group;
    this.#ask = ask;
  }

  resource(resource: string): Result {
    if (trimSpace(resource) === '') return new ErrorValue('resource must not be empty');
    const check = {
      group: this.#group,
      resource,
      subresource: '',
      namespace: '',
      name: '',
      fieldSelector: '',
      labelSelector: '',
    };
    return new ResourceCheckValue(check, this.#ask);
  }
}

export class ResourceCheckValue extends ReceiverValue {
  readonly type = TYPES.ResourceCheck;
  readonly #resource: ResourceToCheck;
  readonly #ask: Ask;

  constructor(resource: ResourceToCheck, ask: Ask) {
    super();
    this.#resource = resource;
    this.#ask = ask;
  }

  with(changes: Partial<ResourceToCheck>): ResourceCheckValue {
    return new ResourceCheckValue({ ...this.#resource, ...changes }, this.#ask);
  }

  check(verb: string): Result {
    return decisionOf(this.#ask({ is: 'resource', verb, ...this.#resource }));
  }
}

export class PathCheckValue extends ReceiverValue {
  readonly type = TYPES.PathCheck;
  readonly #path: string;
  readonly #ask: Ask;

  constructor(path: string, ask: Ask) {
    super();
    this.#path = path;
    this.#ask = ask;
  }

  check(verb: string): Result {
    return decisionOf(this.#ask({ is: 'path', verb, path: this.#path }));
  }
}

export class DecisionValue extends ReceiverValue {
  readonly type = TYPES.Decision;
  readonly answer: AuthorizationAnswer;

  constructor(answer: AuthorizationAnswer) {
    super();
    this.answer = answer;
  }
}

function decisionOf(answer: AuthorizationAnswer | undefined): Result {
  return answer === undefined ? UNKNOWN : new DecisionValue(answer);
}
