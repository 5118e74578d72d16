/** The variables that the server declares for expressions, with what they are. */
export const VARIABLE_TEXTS: ReadonlyMap<string, string> = new Map([
  ['object', 'The object of the request; null if it is deleted.'],
  ['oldObject', 'The object before the request; null if it is created.'],
  ['request', 'The request: its operation, resource and user.'],
  ['params', 'The object that the binding names in paramRef; null if there is none.'],
  ['namespaceObject', 'The namespace of the object; null if the object is cluster-scoped.'],
  ['authorizer', 'Checks what users may do; its default is the user of the request.'],
  ['variables', 'The variables of the policy.'],
  ['self', 'The value of the schema with the rule.'],
  ['oldSelf', 'The value before the update.'],
  ['device', 'A device that may be selected.'],
]);
