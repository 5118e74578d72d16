import {
  type AuthorizationAnswer,
  type AuthorizationCheck,
  AuthorizerValue,
  type ResourceCheckValue,
} from '../expressions/values/authorizer-values.ts';
import type { AdmissionRequest } from './request.ts';

/** Answers the checks of expressions; undefined for one whose answer is not known. */
export type AuthorizationAnswers = (check: AuthorizationCheck) => AuthorizationAnswer | undefined;

/** The authorizer of one request, which records the checks that it could not answer. */
export class Authorizer {
  readonly root: AuthorizerValue;
  readonly requestResource: ResourceCheckValue;
  #unanswered: string | undefined;

  constructor(request: AdmissionRequest, answers: AuthorizationAnswers) {
    const { user, resource, subresource, namespace, name } = request;
    this.root = new AuthorizerValue({ name: user.name, groups: user.groups }, (check) => {
      const answer = answers(check);
      if (answer === undefined) this.#unanswered ??= describeCheck(check);
      return answer;
    });
    this.requestResource = this.root.requestResource({
      group: resource.group,
      resource: resource.resource,
      subresource,
      namespace,
      name,
      fieldSelector: '',
      labelSelector: '',
    });
  }

  /**
   * The first check that was not answered since the last call of `forget`, as a reason; undefined if there was none.
   */
  get unanswered(): string | undefined {
    return this.#unanswered;
  }

  forget(): void {
    this.#unanswered = undefined;
  }
}

function describeCheck(check: AuthorizationCheck): string {
  const { subject, verb } = check;
  if (check.is === 'path') {
    return `it is not known whether ${subject.name} may ${verb} ${check.path}`;
  }
  const { group, resource, subresource, namespace, name } = check;
  const named = `${resource}${subresource && `/${subresource}`}${group && `.${group}`}`;
  const where = `${name && ` ${name}`}${namespace && ` in namespace ${namespace}`}`;
  return `it is not known whether ${subject.name} may ${verb} ${named}${where}`;
}
