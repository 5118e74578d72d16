/** The purpose of fields that many definitions have. A definition may describe such a field in other words. */
export const FREQUENT_DESCRIPTIONS: ReadonlyMap<string, string> = new Map([
  ['conditions', 'What controllers have observed; written by the cluster.'],
  ['lastTransitionTime', 'When the condition last changed its status.'],
  ['message', 'The details of the last change, for people.'],
  ['observedGeneration', 'The generation of the object that the status is about.'],
  ['readOnly', 'Whether the volume is mounted read-only. Default: false.'],
  ['reason', 'The reason for the last change, as one word in CamelCase.'],
  ['status', 'Written by the cluster; leave it out of manifests.'],
]);

/** The fields of conditions, which controllers report in the status. */
const CONDITION = {
  status: 'True, False or Unknown.',
  type: 'What the condition is about.',
};

/** The fields of newer conditions. */
const OBSERVED_CONDITION = {
  ...CONDITION,
  observedGeneration: 'The generation of the object that the condition is about.',
};

/** The common fields of the two kinds of webhooks. */
const WEBHOOK = {
  admissionReviewVersions:
    'The versions of AdmissionReview that the webhook supports, in order of preference. The server uses the first that it knows.',
  clientConfig: 'How the server calls the webhook: through a Service, or by URL.',
  failurePolicy:
    'What happens if the webhook cannot be called: Fail rejects the request, Ignore admits it. Default: Fail.',
  matchConditions:
    'CEL expressions that all have to be true for the webhook to be called. At most 64.',
  matchPolicy:
    'Whether a request for an equivalent resource in another group or version matches too: Exact or Equivalent. Default: Equivalent.',
  name: 'The name of the webhook: a domain name with at least three labels, unique in the object.',
  namespaceSelector:
    'Limits the webhook to objects in namespaces with these labels. Does not limit cluster-scoped objects, except for Namespaces.',
  objectSelector:
    'Limits the webhook to objects with these labels. Whoever creates an object can avoid it.',
  rules: 'The requests for which the webhook is called.',
  sideEffects:
    'Whether a call changes something elsewhere: None or NoneOnDryRun. The webhook must not change anything for dry runs.',
  timeoutSeconds: 'How long the server waits for an answer: 1 to 30 seconds. Default: 10.',
};

/** The common fields of the versions of autoscalers. */
const AUTOSCALER_SPEC = {
  maxReplicas: 'The largest number of replicas. Required.',
  minReplicas: 'The smallest number of replicas, not more than maxReplicas. Default: 1.',
  scaleTargetRef: 'The workload that is scaled.',
};

const AUTOSCALER_STATUS = {
  currentReplicas: 'The number of replicas.',
  desiredReplicas: 'The number of replicas that is aimed at.',
  lastScaleTime: 'When the number of replicas was changed last.',
};

/** The common fields of a request for devices and its alternatives. */
const ALTERNATIVE_DEVICES = {
  allocationMode: 'ExactCount or All. Default: ExactCount.',
  capacity: 'The amounts that each device must have.',
  count: 'The number of devices with ExactCount. Default: 1.',
  derivedAttributes: 'Attributes that are computed for constraints.',
  deviceClassName: 'The DeviceClass of the devices.',
  selectors: 'Conditions that a device must fulfill, in addition to those of the class.',
  tolerations: 'The taints of devices that are accepted.',
};

/** The fields of a device, except for its name. */
const DEVICE = {
  allNodes: 'Whether all nodes have the device.',
  allowMultipleAllocations: 'Whether several claims can share the device.',
  attributes: 'The properties by name. At most 32, together with the capacities.',
  bindingConditions: 'Conditions that the device must have before a pod is bound. At most 4.',
  bindingFailureConditions: 'Conditions that mean that the device cannot be used. At most 4.',
  bindsToNode: 'Whether a claim with the device can be used only on the node of its pod.',
  capacity: 'The amounts that the device has, by name.',
  consumesCounters: 'What the device uses of the shared counters. At most 2 sets.',
  nodeAllocatableResourceMappings: 'The resources of the node that the device uses.',
  nodeAllocatableResources: 'The resources of the node that the device uses.',
  nodeName: 'The node that has the device.',
  nodeSelector: 'The nodes that have the device.',
  taints: 'The taints of the device. At most 16.',
};

/** The common fields of the two kinds of policies. */
const POLICY_SPEC = {
  failurePolicy:
    'What happens if an expression fails or the policy is misconfigured: Fail rejects the request, Ignore admits it. Default: Fail.',
  matchConditions:
    'CEL expressions that all have to be true for the policy to be evaluated. At most 64.',
  matchConstraints: 'The requests that the policy applies to. Required.',
  paramKind: 'The kind of the objects that bindings can pass as params.',
  variables: 'Named expressions that later expressions can use as variables.NAME, in this order.',
};

const BINDING_SPEC = {
  matchResources: 'Limits the policy further, to some of the requests that it matches.',
  paramRef: 'The objects that the policy gets as params.',
  policyName: 'The name of the policy.',
};

const RESOURCE_RULE = {
  apiGroups: "The API groups; '' is the core group, '*' is all groups. '*' must be alone.",
  apiVersions: "The versions of the groups; '*' is all versions. '*' must be alone.",
  operations: "CREATE, UPDATE, DELETE, CONNECT or '*'. '*' must be alone.",
  resources:
    "Plural resources: 'pods', 'pods/log' for a subresource, 'pods/*' for all subresources, '*' for all resources but subresources, '*/*' for all.",
  scope: "Cluster, Namespaced or '*'. Default: '*'.",
};

const MATCH_CONDITION = {
  expression:
    'A CEL expression of type bool, over object, oldObject, request, authorizer and, in policies, params.',
  name: 'The name of the condition, unique in its list.',
};

const WEBHOOK_SERVICE = {
  name: 'The name of the Service.',
  namespace: 'The namespace of the Service.',
  path: 'The path of the requests.',
  port: 'The port of the Service. Default: 443.',
};

const LABEL_REQUIREMENT = {
  key: 'The key of the label.',
  operator: 'In, NotIn, Exists or DoesNotExist.',
  values: 'The values for In and NotIn; none for Exists and DoesNotExist.',
};

/**
 * The purpose of fields, in a sentence or two, by definition. Editors show it. `''` is the definition as a whole. A
 * definition of which all fields are frequent ones is empty.
 */
const DESCRIPTIONS = {
  ObjectMeta: {
    '': 'What all objects have: name, namespace, labels, annotations.',
    annotations:
      'Data that tools attach to the object. Keys are like those of labels, values any strings.',
    creationTimestamp: 'When the object was created; set by the cluster.',
    deletionGracePeriodSeconds: 'How long the deletion waits; set by the cluster.',
    deletionTimestamp: 'When the object will be deleted; set by the cluster.',
    finalizers: 'Controllers that have to finish their work before the object is removed.',
    generateName: 'A prefix; the cluster adds random characters to make the name.',
    generation: 'Counts the changes of the spec; set by the cluster.',
    labels: 'Keys and values that selectors select objects by.',
    managedFields: 'Who has set which fields; kept by the cluster.',
    name: 'The name, unique for the kind in its namespace, or in the cluster for cluster-scoped kinds.',
    namespace: 'The namespace; none for cluster-scoped kinds.',
    ownerReferences: 'The objects that this one is deleted with.',
    resourceVersion: 'The version of the stored object; set by the cluster.',
    selfLink: 'No longer set.',
    uid: 'Identifies the object over time; set by the cluster.',
  },
  OwnerReference: {
    '': 'An object that owns this one.',
    apiVersion: 'The apiVersion of the owner.',
    blockOwnerDeletion: 'Whether a foreground deletion of the owner waits for this object.',
    controller: 'Whether the owner is the controller of this object; at most one owner is.',
    kind: 'The kind of the owner.',
    name: 'The name of the owner.',
    uid: 'The uid of the owner.',
  },
  ManagedFieldsEntry: {
    '': 'The fields that one manager has set.',
    apiVersion: 'The apiVersion that the fields are given in.',
    fieldsType: 'Always FieldsV1.',
    fieldsV1: 'The fields.',
    manager: 'The name of the manager.',
    operation: 'Apply or Update.',
    subresource: 'The subresource that was used.',
    time: 'When the fields were last changed.',
  },
  LabelSelector: {
    '': 'Selects objects by their labels. An empty selector selects all objects.',
    matchExpressions: 'Requirements that all have to hold.',
    matchLabels: 'Labels that an object must have, with these values.',
  },
  LabelSelectorRequirement: { '': 'A requirement on a label.', ...LABEL_REQUIREMENT },
  Condition: { '': 'Something that a controller has observed.', ...OBSERVED_CONDITION },

  CustomResourceDefinition: {
    '': 'Defines a kind of custom resources: its names, its versions and their schemas.',
    spec: 'The names, the scope and the versions of the kind.',
  },
  CustomResourceDefinitionSpec: {
    conversion: 'How objects are converted between versions. Default: only apiVersion changes.',
    group:
      'The API group: a domain name. The name of the CRD is names.plural, a dot and the group.',
    names: 'The names of the kind.',
    preserveUnknownFields:
      'Must be false or absent: unknown fields are pruned. Use x-kubernetes-preserve-unknown-fields in schemas instead.',
    scope: 'Namespaced, or Cluster for objects without a namespace.',
    versions: 'The versions of the kind. Exactly one is the storage version.',
  },
  CustomResourceDefinitionNames: {
    categories: 'Groups of kinds that the kind belongs to for kubectl get, such as all.',
    kind: 'The kind, in CamelCase and singular.',
    listKind: 'The kind of lists. Default: the kind with List.',
    plural: 'The plural in URLs and in kubectl, in lower case.',
    shortNames: 'Short names for kubectl, in lower case.',
    singular: 'The singular in kubectl, in lower case. Default: the kind in lower case.',
  },
  CustomResourceDefinitionVersion: {
    additionalPrinterColumns: 'The columns that kubectl get shows beside the name.',
    deprecated: 'Whether the server warns clients that use the version.',
    deprecationWarning: 'The warning for a deprecated version, instead of the default one.',
    name: 'The name of the version, such as v1 or v1beta1.',
    schema: 'The schema that objects are validated against, and pruned to.',
    selectableFields: 'The fields that field selectors can use. At most 8.',
    served: 'Whether the server serves the version.',
    storage: 'Whether objects are stored in this version; true for exactly one version.',
    subresources: 'The subresources of the objects: status and scale.',
  },
  CustomResourceValidation: {
    openAPIV3Schema: 'The structural schema of the objects; type: object.',
  },
  CustomResourceSubresources: {
    scale: 'Serves /scale, for kubectl scale and autoscalers.',
    status:
      'Serves /status: {} to turn it on. Then requests for the object ignore status, and those for /status all else.',
  },
  CustomResourceSubresourceScale: {
    labelSelectorPath:
      'The JSONPath of the label selector, as a string, below .status or .spec. Needed by the HorizontalPodAutoscaler.',
    specReplicasPath: 'The JSONPath of the desired replicas, below .spec.',
    statusReplicasPath: 'The JSONPath of the actual replicas, below .status.',
  },
  SelectableField: {
    jsonPath: 'The JSONPath of a scalar field of the object, not in a list or map.',
  },
  CustomResourceColumnDefinition: {
    description: 'What the column shows.',
    format: 'The format of the value, such as date-time, byte or int32.',
    jsonPath: 'The JSONPath of the value in the object.',
    name: 'The heading of the column.',
    priority: 'Columns with a priority above 0 are only shown by kubectl get -o wide.',
    type: 'The type: string, integer, number, boolean or date.',
  },
  CustomResourceConversion: {
    strategy: 'None changes only apiVersion; Webhook calls a webhook.',
    webhook: 'How the webhook is called; required with strategy Webhook.',
  },
  WebhookConversion: {
    clientConfig: 'How the server calls the webhook: through a Service, or by URL.',
    conversionReviewVersions:
      'The versions of ConversionReview that the webhook supports, in order of preference.',
  },
  CustomResourceDefinitionStatus: {
    acceptedNames: 'The names that are in use.',
    storedVersions: 'All versions that objects may be stored in.',
  },
  CustomResourceDefinitionCondition: OBSERVED_CONDITION,
  WebhookClientConfig: {
    caBundle:
      'The certificates, as PEM in base64, that the certificate of the webhook is verified with.',
    service: 'The Service that the webhook runs behind.',
    url: 'The https URL of a webhook that runs outside of the cluster; not together with service.',
  },
  ServiceReference: WEBHOOK_SERVICE,
  JSONSchemaProps: {
    '': 'A structural schema (OpenAPI v3) with extensions of Kubernetes.',
    $ref: 'Not supported: schemas must be complete.',
    $schema: 'Ignored.',
    additionalItems: 'Not supported.',
    additionalProperties: 'The schema of the values of a map; not together with properties.',
    allOf:
      'Schemas that all have to hold; without type, default and the other structural keywords.',
    anyOf:
      'Schemas of which one has to hold; without type, default and the other structural keywords.',
    default: 'The value that is set where the field is absent. It is pruned and has to be valid.',
    definitions: 'Not supported.',
    dependencies: 'Not supported.',
    description: 'What the field is for; kubectl explain shows it.',
    enum: 'All values that are allowed.',
    example: 'An example of a value; not validated.',
    exclusiveMaximum: 'Whether maximum itself is not allowed.',
    exclusiveMinimum: 'Whether minimum itself is not allowed.',
    externalDocs: 'Documentation elsewhere.',
    format:
      'The format of a string or number, such as date-time, ipv4, int64. Unknown formats are ignored.',
    id: 'Not supported.',
    items: 'The schema of the items of an array.',
    maxItems: 'The most items of an array. CEL rules need it for their cost estimate.',
    maxLength: 'The most characters of a string. CEL rules need it for their cost estimate.',
    maxProperties: 'The most entries of a map. CEL rules need it for their cost estimate.',
    maximum: 'The largest number.',
    minItems: 'The fewest items of an array.',
    minLength: 'The fewest characters of a string.',
    minProperties: 'The fewest entries of a map.',
    minimum: 'The smallest number.',
    multipleOf: 'Numbers have to be a multiple of this one.',
    not: 'A schema that must not hold; without type, default and the other structural keywords.',
    nullable: 'Whether null is a value; else null is dropped and the default applies.',
    oneOf:
      'Schemas of which exactly one has to hold; without type, default and the other structural keywords.',
    pattern:
      'A regular expression (RE2) that a string has to match; it matches anywhere, unless it begins with ^ and ends with $.',
    patternProperties: 'Not supported.',
    properties: 'The fields of an object, each with its schema. Fields without one are pruned.',
    required: 'The fields that must be present.',
    title: 'A short name.',
    type: 'The type: object, array, string, integer, number or boolean.',
    uniqueItems: 'Not supported as true; use x-kubernetes-list-type: set.',
    'x-kubernetes-embedded-resource':
      'Whether the value is an object with apiVersion, kind and metadata, which are validated.',
    'x-kubernetes-int-or-string': 'Whether the value is an integer or a string; without type.',
    'x-kubernetes-list-map-keys': 'The fields that identify an item of a list of type map.',
    'x-kubernetes-list-type':
      'How server-side apply merges the list: atomic (default), set or map.',
    'x-kubernetes-map-type':
      'How server-side apply merges the object: granular (default) or atomic.',
    'x-kubernetes-preserve-unknown-fields': 'Whether fields without a schema are kept.',
    'x-kubernetes-validations': 'CEL rules that the value has to pass.',
  },
  ValidationRule: {
    fieldPath: 'The JSONPath, from the value, that errors are reported at.',
    message: 'The message if the rule is false.',
    messageExpression:
      'A CEL expression of type string for the message; takes precedence over message.',
    optionalOldSelf:
      'Whether a rule with oldSelf also runs when there is no old value; oldSelf is then optional.',
    reason:
      'The reason in the error: FieldValueInvalid (default), FieldValueForbidden, FieldValueRequired or FieldValueDuplicate.',
    rule: 'A CEL expression of type bool over self and, for updates, oldSelf.',
  },
  ExternalDocumentation: { description: 'What the documentation is about.', url: 'Where it is.' },

  APIService: {
    '': 'Serves a version of an API group, by the server itself or by another one behind a Service.',
    spec: 'The group, the version, and what serves them.',
  },
  APIServiceSpec: {
    caBundle:
      'The certificates, as PEM in base64, that the certificate of the server is verified with.',
    group: 'The API group.',
    groupPriorityMinimum:
      'The priority of the group among groups, at least; 1 to 20000. Higher is first.',
    insecureSkipTLSVerify:
      'Whether the certificate of the server is not verified; not together with caBundle.',
    service: 'The Service of the server; absent for groups of the API server itself.',
    version: 'The version of the group.',
    versionPriority: 'The priority of the version in its group; 1 to 1000. Higher is first.',
  },
  APIServiceReference: {
    name: 'The name of the Service.',
    namespace: 'The namespace of the Service.',
    port: 'The port of the Service. Default: 443.',
  },
  APIServiceStatus: {},
  APIServiceCondition: CONDITION,

  MutatingWebhookConfiguration: {
    '': 'Webhooks that can change objects before they are validated and stored.',
    webhooks: 'The webhooks, with unique names.',
  },
  ValidatingWebhookConfiguration: {
    '': 'Webhooks that can reject requests.',
    webhooks: 'The webhooks, with unique names.',
  },
  MutatingWebhook: {
    ...WEBHOOK,
    reinvocationPolicy:
      'Whether the webhook is called again when later webhooks have changed the object: Never (default) or IfNeeded.',
  },
  ValidatingWebhook: WEBHOOK,
  RuleWithOperations: { '': 'Requests that match all lists.', ...RESOURCE_RULE },
  NamedRuleWithOperations: {
    '': 'Requests that match all lists.',
    ...RESOURCE_RULE,
    resourceNames: 'The names of objects; an empty list is all names.',
  },
  MatchCondition: MATCH_CONDITION,

  ValidatingAdmissionPolicy: {
    '': 'CEL expressions that can reject requests. A binding puts the policy in force.',
    spec: 'What the policy applies to, and its validations.',
  },
  ValidatingAdmissionPolicySpec: {
    ...POLICY_SPEC,
    auditAnnotations: 'Values that are added to the audit log. At most 20.',
    validations: 'Expressions that all have to be true for the request to be admitted.',
  },
  ValidatingAdmissionPolicyStatus: {
    typeChecking: 'The warnings of the type checker.',
  },
  TypeChecking: { expressionWarnings: 'The warnings, by expression.' },
  ExpressionWarning: {
    fieldRef: 'The path of the expression in the policy.',
    warning: 'The warning.',
  },
  MutatingAdmissionPolicy: {
    '': 'CEL expressions that change objects before they are validated and stored. A binding puts the policy in force.',
    spec: 'What the policy applies to, and its mutations.',
  },
  MutatingAdmissionPolicySpec: {
    ...POLICY_SPEC,
    mutations: 'The changes, in this order.',
    reinvocationPolicy:
      'Whether the policy is evaluated again when later ones have changed the object: Never or IfNeeded.',
  },
  Variable: {
    expression: 'A CEL expression of any type. It is evaluated when it is first used.',
    name: 'The name: a CEL identifier, unique in the policy.',
  },
  Validation: {
    expression:
      'A CEL expression of type bool, over object, oldObject, request, params, namespaceObject, authorizer and variables.',
    message: 'The message if the expression is false: one line.',
    messageExpression:
      'A CEL expression of type string for the message; takes precedence over message.',
    reason:
      'The reason in the response: Unauthorized, Forbidden, Invalid (default) or RequestEntityTooLarge.',
  },
  Mutation: {
    applyConfiguration:
      'A configuration that is merged as by server-side apply; with patchType ApplyConfiguration.',
    jsonPatch: 'A JSON Patch; with patchType JSONPatch.',
    patchType: 'ApplyConfiguration or JSONPatch.',
  },
  JSONPatch: { expression: 'A CEL expression that makes a list of JSONPatch{op, path, value}.' },
  ApplyConfiguration: {
    expression: 'A CEL expression that makes an Object{...} with the fields to set.',
  },
  ParamKind: { apiVersion: 'The apiVersion of the params.', kind: 'The kind of the params.' },
  AuditAnnotation: {
    key: 'The key of the annotation, unique in the policy.',
    valueExpression: 'A CEL expression of type string, or null for no annotation.',
  },
  MatchResources: {
    excludeResourceRules: 'Requests that are excluded, even if resourceRules match them.',
    matchPolicy:
      'Whether a request for an equivalent resource in another group or version matches too: Exact or Equivalent (default).',
    namespaceSelector: 'Limits it to objects in namespaces with these labels.',
    objectSelector: 'Limits it to objects with these labels.',
    resourceRules: 'The requests that it applies to.',
  },
  ValidatingAdmissionPolicyBinding: {
    '': 'Puts a ValidatingAdmissionPolicy in force, for some requests and with some params.',
    spec: 'The policy, its params, and what happens if a validation fails.',
  },
  ValidatingAdmissionPolicyBindingSpec: {
    ...BINDING_SPEC,
    validationActions:
      'What happens if a validation fails: Deny, Warn, Audit; not Deny and Warn together.',
  },
  MutatingAdmissionPolicyBinding: {
    '': 'Puts a MutatingAdmissionPolicy in force, for some requests and with some params.',
    spec: 'The policy and its params.',
  },
  MutatingAdmissionPolicyBindingSpec: BINDING_SPEC,
  ParamRef: {
    '': 'The objects that the policy gets as params, by name or by labels.',
    name: 'The name of one object; not together with selector.',
    namespace: 'The namespace; where absent, that of the object that the request is about.',
    parameterNotFoundAction: 'What happens if there is no such object: Allow or Deny. Required.',
    selector:
      'The labels of the objects; the policy is evaluated for each. Not together with name.',
  },

  FlowSchema: {
    '': 'Assigns requests to a priority level, and to a flow in it.',
    spec: 'The requests, and their priority level.',
  },
  FlowSchemaSpec: {
    distinguisherMethod: 'How requests are divided into flows; absent for a single flow.',
    matchingPrecedence:
      'Of the FlowSchemas that match a request, the one with the lowest number is used: 1 to 10000. Default: 1000.',
    priorityLevelConfiguration: 'The priority level of the requests.',
    rules: 'A request matches if one of the rules does.',
  },
  PriorityLevelConfigurationReference: { name: 'The name of the PriorityLevelConfiguration.' },
  FlowDistinguisherMethod: { type: 'ByUser or ByNamespace.' },
  PolicyRulesWithSubjects: {
    '': 'Requests of one of the subjects that match one of the rules.',
    nonResourceRules: 'Requests for other URLs than those of resources.',
    resourceRules: 'Requests for resources.',
    subjects: 'Users, groups and service accounts.',
  },
  Subject: {
    group: 'A group; with kind Group.',
    kind: 'User, Group or ServiceAccount.',
    serviceAccount: 'A service account; with kind ServiceAccount.',
    user: 'A user; with kind User.',
  },
  UserSubject: { name: "The name of the user; '*' is all users." },
  GroupSubject: { name: "The name of the group; '*' is all groups." },
  ServiceAccountSubject: {
    name: "The name of the service account; '*' is all of the namespace.",
    namespace: 'The namespace of the service account.',
  },
  ResourcePolicyRule: {
    apiGroups: "The API groups; '' is the core group, '*' is all. '*' must be alone.",
    clusterScope: 'Whether requests without a namespace match.',
    namespaces: "The namespaces of the requests; '*' is all. '*' must be alone.",
    resources: "Plural resources, such as 'pods' or 'nodes/status'; '*' is all. '*' must be alone.",
    verbs: "The verbs, such as get, list, watch, create; '*' is all. '*' must be alone.",
  },
  NonResourcePolicyRule: {
    nonResourceURLs:
      "Paths such as '/healthz'; a final '*' after a slash matches what follows; '*' is all and must be alone.",
    verbs: "The verbs; '*' is all. '*' must be alone.",
  },
  FlowSchemaStatus: {},
  FlowSchemaCondition: CONDITION,
  PriorityLevelConfiguration: {
    '': 'A priority level: how many requests of it are served at a time, and how others wait.',
    spec: 'Whether requests are limited, and how.',
  },
  PriorityLevelConfigurationSpec: {
    exempt: 'The settings of an Exempt level.',
    limited: 'The settings of a Limited level.',
    type: 'Limited, or Exempt for requests that never wait.',
  },
  LimitedPriorityLevelConfiguration: {
    borrowingLimitPercent:
      'How much may be borrowed from other levels, in percent of the own concurrency; absent for no limit.',
    lendablePercent: 'How much of the concurrency other levels may borrow, in percent: 0 to 100.',
    limitResponse: 'What happens to requests that cannot be served at once.',
    nominalConcurrencyShares:
      'The share of the concurrency of the server, relative to those of the other levels. Default: 30.',
  },
  ExemptPriorityLevelConfiguration: {
    lendablePercent: 'How much of the concurrency other levels may borrow, in percent: 0 to 100.',
    nominalConcurrencyShares:
      'The share of the concurrency of the server that is set aside. Default: 0.',
  },
  LimitResponse: {
    queuing: 'The queues; with type Queue.',
    type: 'Queue to let requests wait, Reject to refuse them.',
  },
  QueuingConfiguration: {
    handSize:
      'How many queues a flow can use; more isolates flows better from a single busy one. Default: 8.',
    queueLengthLimit: 'How many requests can wait in a queue. Default: 50.',
    queues: 'How many queues there are. Default: 64.',
  },
  PriorityLevelConfigurationStatus: {},
  PriorityLevelConfigurationCondition: CONDITION,

  NetworkPolicy: {
    '': 'Limits the connections of the pods that it selects, in its namespace.',
    spec: 'The pods, and the connections that are allowed.',
  },
  NetworkPolicySpec: {
    egress: 'The connections that the pods may open; an empty list allows none.',
    ingress: 'The connections that the pods accept; an empty list allows none.',
    podSelector: 'The pods that the policy is for; {} is all pods of the namespace.',
    policyTypes:
      'The directions that are limited: Ingress, Egress. Default: Ingress, and Egress if there is egress.',
  },
  NetworkPolicyIngressRule: {
    '': 'Connections from one of the peers to one of the ports.',
    from: 'The peers; absent or empty for all.',
    ports: 'The ports of the selected pods; absent or empty for all.',
  },
  NetworkPolicyEgressRule: {
    '': 'Connections to one of the ports of one of the peers.',
    ports: 'The ports of the peers; absent or empty for all.',
    to: 'The peers; absent or empty for all.',
  },
  NetworkPolicyPort: {
    endPort: 'The end of a range of ports that begins with port.',
    port: 'A port by number, or by the name that the container gives it; absent for all ports.',
    protocol: 'TCP (default), UDP or SCTP.',
  },
  NetworkPolicyPeer: {
    ipBlock: 'Addresses outside of the cluster; not together with the selectors.',
    namespaceSelector: 'Namespaces by their labels: all their pods, or those of podSelector.',
    podSelector:
      'Pods by their labels, in the namespaces of namespaceSelector or in that of the policy.',
  },
  IPBlock: {
    cidr: 'A range of addresses, such as 192.168.1.0/24 or 2001:db8::/64.',
    except: 'Ranges inside of cidr that are not meant.',
  },

  PodDisruptionBudget: {
    '': 'Limits how many of the selected pods may be evicted at a time.',
    spec: 'The pods, and how many of them have to stay.',
  },
  PodDisruptionBudgetSpec: {
    maxUnavailable:
      'The most pods that may be unavailable: a number, or a percentage. Not together with minAvailable.',
    minAvailable:
      'The fewest pods that have to be available: a number, or a percentage. Not together with maxUnavailable.',
    selector: 'The pods; {} is all pods of the namespace, an absent selector none.',
    unhealthyPodEvictionPolicy:
      'When pods that are not ready may be evicted: IfHealthyBudget (default), or AlwaysAllow.',
  },
  PodDisruptionBudgetStatus: {
    currentHealthy: 'How many of the pods are healthy.',
    desiredHealthy: 'How many have to be healthy.',
    disruptedPods: 'Pods whose eviction has begun.',
    disruptionsAllowed: 'How many pods may be evicted now.',
    expectedPods: 'How many pods there should be.',
  },

  LimitRange: {
    '': 'Limits and defaults for the resources of each container, pod or claim of a namespace.',
    spec: 'The limits.',
  },
  LimitRangeSpec: { limits: 'Limits, each for one type of object.' },
  LimitRangeItem: {
    default: 'The limits of a container that has none; only for Container.',
    defaultRequest: 'The requests of a container that has none; only for Container.',
    max: 'The most of each resource.',
    maxLimitRequestRatio: 'How many times the request the limit may be.',
    min: 'The least of each resource.',
    type: 'Container, Pod or PersistentVolumeClaim.',
  },

  ResourceQuota: {
    '': 'Limits what all objects of a namespace use together.',
    spec: 'The limits, and what they count.',
  },
  ResourceQuotaSpec: {
    hard: 'The limits, by resource: requests.cpu, limits.memory, pods, count/deployments.apps ...',
    scopeSelector: 'Counts only what is in all of these scopes, by expressions.',
    scopes: 'Counts only what is in all of these scopes, such as BestEffort or Terminating.',
  },
  ScopeSelector: { matchExpressions: 'Requirements that all have to hold.' },
  ScopedResourceSelectorRequirement: {
    operator: 'In, NotIn, Exists or DoesNotExist.',
    scopeName: 'The scope, such as PriorityClass.',
    values: 'The values for In and NotIn.',
  },
  ResourceQuotaStatus: {
    hard: 'The limits that are in force.',
    used: 'What is used now.',
  },

  Namespace: {
    '': 'A part of the cluster with names of its own.',
    spec: 'The finalizers of the Namespace. Manifests rarely have it.',
  },
  NamespaceSpec: {
    finalizers:
      'What has to happen before the Namespace is removed. The server adds kubernetes itself.',
  },
  NamespaceStatus: {
    phase: 'Active or Terminating.',
  },
  NamespaceCondition: CONDITION,
  ServiceAccount: {
    '': 'An identity for the processes in Pods.',
    automountServiceAccountToken: 'Whether Pods get a token of the ServiceAccount. Default: true.',
    imagePullSecrets: 'The Secrets with which the images of Pods are pulled.',
    secrets: 'The Secrets that Pods may use. Nothing enforces it by default.',
  },
  ObjectReference: {
    apiVersion: 'The group and the version of the object.',
    fieldPath: 'The part of the object that is meant.',
    kind: 'The kind of the object.',
    name: 'The name of the object.',
    namespace: 'The namespace of the object.',
    resourceVersion: 'The version of the stored object.',
    uid: 'The unique identifier of the object.',
  },
  LocalObjectReference: { name: 'The name of the object, in the same namespace.' },
  ConfigMap: {
    '': 'Settings for Pods.',
    binaryData: 'Values in base64, by key. A key cannot be in data too.',
    data: 'Texts by key.',
    immutable: 'Whether the data can never change again.',
  },
  Secret: {
    '': 'Passwords, keys and other data that few should see.',
    data: 'Values in base64, by key.',
    immutable: 'Whether the data can never change again.',
    stringData: 'Texts by key, which the server moves to data in base64.',
    type: 'What the Secret is for, such as kubernetes.io/tls. It determines the required keys. Default: Opaque.',
  },
  PriorityClass: {
    '': 'A priority for Pods.',
    description: 'When to use the class, for people.',
    globalDefault: 'Whether Pods without a class get this one. Only one class can be the default.',
    preemptionPolicy: 'PreemptLowerPriority or Never. Default: PreemptLowerPriority.',
    value: 'The priority: the higher, the more important. At most 1000000000.',
  },
  Lease: {
    '': 'A claim of a leader, or the heartbeat of a node.',
    spec: 'The holder and its times, which controllers write.',
  },
  LeaseSpec: {
    acquireTime: 'When the holder acquired the Lease.',
    holderIdentity: 'Who holds the Lease.',
    leaseDurationSeconds:
      'How long others wait after the last renewal before they take the Lease over.',
    leaseTransitions: 'How often the holder has changed.',
    preferredHolder: 'Who should hold the Lease next.',
    renewTime: 'When the holder renewed the Lease last.',
    strategy: 'How the next holder is chosen.',
  },
  IngressClass: {
    '': 'A class of Ingresses, which one controller handles.',
    spec: 'The controller and its parameters.',
  },
  IngressClassSpec: {
    controller:
      'The name of the controller, such as example.com/nginx. It cannot be changed later.',
    parameters: 'An object with settings of the controller.',
  },
  IngressClassParametersReference: {
    apiGroup: 'The API group of the object; absent for the core group.',
    kind: 'The kind of the object.',
    name: 'The name of the object.',
    namespace: 'The namespace of the object, if the scope is Namespace.',
    scope: 'Cluster or Namespace. Default: Cluster.',
  },

  Service: {
    '': 'One address for a set of Pods, or a name for something outside of the cluster.',
    spec: 'The pods, ports and addresses.',
  },
  ServiceSpec: {
    allocateLoadBalancerNodePorts:
      'Whether the ports of a load balancer get node ports. Only for type: LoadBalancer. Default: true.',
    clusterIP: 'The address in the cluster, or None for a headless Service. The server chooses it.',
    clusterIPs: 'At most one IPv4 and one IPv6 address, or None alone. The first is clusterIP.',
    externalIPs: 'Addresses of nodes at which the Service is reached too. Deprecated.',
    externalName:
      'The DNS name that the name of the Service stands for. Only for type: ExternalName.',
    externalTrafficPolicy:
      'Cluster, or Local for the pods on the node that is reached. Only for Services that are reached from outside.',
    healthCheckNodePort:
      'The node port for health checks, for type: LoadBalancer with externalTrafficPolicy: Local.',
    internalTrafficPolicy: 'Cluster, or Local for the pods on the same node. Default: Cluster.',
    ipFamilies: 'IPv4, IPv6 or both, in the order of clusterIPs.',
    ipFamilyPolicy: 'SingleStack, PreferDualStack or RequireDualStack.',
    loadBalancerClass: 'The load balancer that is used, such as example.com/internal.',
    loadBalancerIP: 'The address of the load balancer, if it supports that. Deprecated.',
    loadBalancerSourceRanges:
      'The ranges of clients that the load balancer admits, in CIDR notation.',
    ports: 'The ports. Required, unless the Service is headless or of type: ExternalName.',
    publishNotReadyAddresses: 'Whether pods that are not ready get traffic. Default: false.',
    selector: 'The labels of the pods. Without it, EndpointSlices are made by hand.',
    sessionAffinity: 'ClientIP sends a client to the same pod. Default: None.',
    sessionAffinityConfig: 'How long a client is sent to the same pod.',
    trafficDistribution:
      'PreferSameZone, PreferSameNode or PreferClose. By default all pods get traffic.',
    type: 'ClusterIP, NodePort, LoadBalancer or ExternalName. Default: ClusterIP.',
  },
  ServicePort: {
    appProtocol: 'The protocol above the transport, such as http or kubernetes.io/h2c.',
    name: 'The name of the port. Required if the Service has several.',
    nodePort: 'The port at each node: 30000 to 32767 by default. The server chooses it.',
    port: 'The port of the Service: 1 to 65535.',
    protocol: 'TCP, UDP or SCTP. Default: TCP.',
    targetPort: 'The number or name of the port of the pods. Default: the same as port.',
  },
  SessionAffinityConfig: { clientIP: 'The settings for sessionAffinity: ClientIP.' },
  ClientIPConfig: {
    timeoutSeconds: 'How long a client is sent to the same pod: 1 to 86400. Default: 10800.',
  },
  ServiceStatus: {
    loadBalancer: 'The state of the load balancer.',
  },
  LoadBalancerStatus: { ingress: 'The addresses of the load balancer.' },
  LoadBalancerIngress: {
    hostname: 'The DNS name of the load balancer.',
    ip: 'The address of the load balancer.',
    ipMode: 'VIP or Proxy.',
    ports: 'The ports of the load balancer.',
  },
  PortStatus: {
    error: 'The reason why the port does not work.',
    port: 'The number of the port.',
    protocol: 'TCP, UDP or SCTP.',
  },
  RBDVolumeSource: {
    fsType: 'The filesystem of the image, such as ext4 or xfs. Default: ext4.',
    image: 'The name of the RBD image. Required.',
    keyring: 'The path of the keyring on the node. Default: /etc/ceph/keyring.',
    monitors: 'The addresses of the Ceph monitors. Required.',
    pool: 'The Ceph pool of the image. Default: rbd.',
    secretRef: 'The Secret with the key of the Ceph user. Takes precedence over keyring.',
    user: 'The Ceph user. Default: admin.',
  },
  QuobyteVolumeSource: {
    group: 'The group that accesses the volume. Default: no group.',
    registry: 'The Quobyte registries as host:port, separated by commas. Required.',
    tenant: 'The Quobyte tenant that owns the volume.',
    user: 'The user that accesses the volume. Default: the user of the service account.',
    volume: 'The name of an existing Quobyte volume. Required.',
  },
  ProjectedVolumeSource: {
    defaultMode:
      'The permission bits of files without a mode of their own: 0 to 0777. Default: 0644.',
    defaultUser: 'The user ID that owns the files that do not name a user.',
    sources: 'What goes into the directory. Each entry sets exactly one source.',
  },
  VolumeProjection: {
    clusterTrustBundle: 'Writes trusted certificates from ClusterTrustBundles to a file.',
    configMap: 'Writes the keys of a ConfigMap to files.',
    downwardAPI: 'Writes information about the pod to files.',
    podCertificate: 'Writes a private key and a certificate for the pod, which the kubelet renews.',
    secret: 'Writes the keys of a Secret to files.',
    serviceAccountToken: 'Writes a token of the service account of the pod to a file.',
  },
  ServiceAccountTokenProjection: {
    audience: 'Who the token is meant for; recipients should check it. Default: the API server.',
    expirationSeconds:
      'How long the token is valid; the kubelet renews it in time. At least 600. Default: 3600.',
    path: 'The file for the token, relative to the mount point of the volume. Required.',
    user: 'The user ID that owns the file.',
  },
  SecretProjection: {
    items:
      'The keys to project and their file names. Default: all keys, each in a file of its name.',
    name: 'The name of the Secret, in the namespace of the pod.',
    optional: 'Whether the pod can start without the Secret or its keys. Default: false.',
  },
  PodCertificateProjection: {
    certificateChainPath:
      'The file for the certificate chain. Prefer credentialBundlePath, which is updated in one step.',
    credentialBundlePath:
      'The file for the private key and the certificate chain together, in PEM format.',
    keyPath:
      'The file for the private key. Prefer credentialBundlePath, which is updated in one step.',
    keyType:
      'The type of the private key: RSA3072, RSA4096, ECDSAP256, ECDSAP384, ECDSAP521 or ED25519. Required.',
    maxExpirationSeconds:
      'The longest lifetime of the certificate: 3600 to 7862400 seconds (91 days). Default: 86400.',
    signerName: 'The signer that issues the certificate. Required.',
    user: 'The user ID that owns the files.',
    userAnnotations: 'Additional values for the signer, which defines the keys that it accepts.',
  },
  DownwardAPIProjection: {
    items: 'The files to write, each with a field of the pod or a resource of a container.',
  },
  DownwardAPIVolumeFile: {
    fieldRef: 'A field of the pod, such as metadata.labels. Excludes resourceFieldRef.',
    mode: 'The permission bits of the file: 0 to 0777. Default: the defaultMode of the volume.',
    path: 'The file, relative to the mount point and without .. parts. Required.',
    resourceFieldRef: 'A resource limit or request of a container. Excludes fieldRef.',
    user: 'The user ID that owns the file.',
  },
  ResourceFieldSelector: {
    containerName:
      'The container with the resource. Required in volumes; in variables the default is the own container.',
    divisor: 'The unit of the value, such as 1m or 1Mi. Default: 1.',
    resource: 'The limit or request to read, such as limits.cpu or requests.memory. Required.',
  },
  ObjectFieldSelector: {
    apiVersion: 'The API version that the path is written for. Default: v1.',
    fieldPath: 'The path of the field, such as metadata.name. Required.',
  },
  ConfigMapProjection: {
    items:
      'The keys to project and their file names. Default: all keys, each in a file of its name.',
    name: 'The name of the ConfigMap, in the namespace of the pod.',
    optional: 'Whether the pod can start without the ConfigMap or its keys. Default: false.',
  },
  ClusterTrustBundleProjection: {
    labelSelector:
      'Selects bundles of the signer by label. Needs signerName. Empty: all of its bundles.',
    name: 'The name of one ClusterTrustBundle. Excludes signerName and labelSelector.',
    optional: 'Whether the pod can start if no bundle is found. Default: false.',
    path: 'The file for the certificates, relative to the mount point of the volume. Required.',
    signerName: 'Selects all bundles of this signer, merged into one file. Excludes name.',
    user: 'The user ID that owns the file.',
  },
  PortworxVolumeSource: {
    fsType: 'The filesystem of the volume: ext4 or xfs. Default: ext4.',
    volumeID: 'The ID of the Portworx volume. Required.',
  },
  PhotonPersistentDiskVolumeSource: {
    fsType: 'The filesystem of the disk, such as ext4 or xfs. Default: ext4.',
    pdID: 'The ID of the Photon Controller disk. Required.',
  },
  PersistentVolumeClaimVolumeSource: {
    claimName: 'The name of a PersistentVolumeClaim in the namespace of the pod. Required.',
    readOnly: 'Makes all mounts of the volume read-only. Default: false.',
  },
  NFSVolumeSource: {
    path: 'The path that the NFS server exports. Required.',
    readOnly: 'Whether the export is mounted read-only. Default: false.',
    server: 'The host name or IP address of the NFS server. Required.',
  },
  ISCSIVolumeSource: {
    chapAuthDiscovery: 'Whether discovery uses CHAP authentication.',
    chapAuthSession: 'Whether the session uses CHAP authentication.',
    fsType: 'The filesystem of the volume, such as ext4 or xfs. Default: ext4.',
    initiatorName: 'The name of the iSCSI initiator, if it differs from that of the node.',
    iqn: 'The qualified name (IQN) of the target. Required.',
    iscsiInterface: 'The iSCSI interface to use. Default: default (tcp).',
    lun: 'The number of the logical unit of the target. Required.',
    portals: 'More portals of the target, as IP addresses or as ip:port. Used for multipath.',
    secretRef: 'The Secret with the CHAP credentials.',
    targetPortal:
      'The portal of the target, as an IP address or as ip:port. Default port: 3260. Required.',
  },
  ImageVolumeSource: {
    pullPolicy:
      'Always, Never or IfNotPresent. Default: Always for the tag latest, otherwise IfNotPresent.',
    reference: 'The image or artifact to mount, written like the image of a container.',
  },
  HostPathVolumeSource: {
    path: 'The path on the node. Symbolic links are followed. Required.',
    type: 'Directory, DirectoryOrCreate, File, FileOrCreate, Socket, CharDevice, BlockDevice or empty. Default: empty, which checks nothing.',
  },
  GlusterfsVolumeSource: {
    endpoints: 'The name of the Endpoints object with the GlusterFS servers. Required.',
    path: 'The name of the GlusterFS volume. Required.',
  },
  GitRepoVolumeSource: {
    directory:
      'Where to clone to, relative to the volume and without .. parts. A dot means the volume itself.',
    repository: 'The URL of the Git repository. Required.',
    revision: 'The commit to check out.',
  },
  GCEPersistentDiskVolumeSource: {
    fsType: 'The filesystem of the disk, such as ext4 or xfs. Default: ext4.',
    partition: 'The number of the partition to mount. Default: 0, which means the whole disk.',
    pdName: 'The name of the persistent disk in Google Compute Engine. Required.',
    readOnly: 'Whether the disk is mounted read-only. Default: false.',
  },
  FlockerVolumeSource: {
    datasetName: 'The name of the Flocker dataset. Deprecated; use datasetUUID.',
    datasetUUID: 'The UUID of the Flocker dataset.',
  },
  FlexVolumeSource: {
    driver: 'The name of the FlexVolume driver. Required.',
    fsType: 'The filesystem of the volume, such as ext4 or xfs. The default depends on the driver.',
    options: 'Additional options for the driver.',
    secretRef: 'The Secret whose data is passed to the driver.',
  },
  FCVolumeSource: {
    fsType: 'The filesystem of the volume, such as ext4 or xfs. Default: ext4.',
    lun: 'The number of the logical unit. Needed together with targetWWNs.',
    targetWWNs: 'The worldwide names of the Fibre Channel targets. Needs lun; excludes wwids.',
    wwids: 'The worldwide identifiers of the volume. Excludes targetWWNs with lun.',
  },
  EphemeralVolumeSource: {
    volumeClaimTemplate:
      'The template of the PersistentVolumeClaim, which is created and deleted with the pod. Required.',
  },
  PersistentVolumeClaimTemplate: {
    '': 'A template from which a PersistentVolumeClaim is created for one pod.',
    spec: 'The spec of the claim, copied without changes. Required.',
  },
  EmptyDirVolumeSource: {
    medium:
      'Where the data is kept: empty for the disk of the node, Memory for a tmpfs, or HugePages. Default: empty.',
    mode: 'The permission bits of the directory.',
    sizeLimit:
      'How much the volume may hold. Default: no limit. With the medium Memory, memory limits apply too.',
  },
  DownwardAPIVolumeSource: {
    defaultMode:
      'The permission bits of files without a mode of their own: 0 to 0777. Default: 0644.',
    defaultUser: 'The user ID that owns the files that do not name a user.',
    items: 'The files to write, each with a field of the pod or a resource of a container.',
  },
  CSIVolumeSource: {
    driver: 'The name of the CSI driver. It has to support ephemeral inline volumes. Required.',
    fsType: 'The filesystem of the volume, such as ext4 or xfs. The default depends on the driver.',
    nodePublishSecretRef:
      'The Secret that is passed to the driver when it mounts or unmounts the volume.',
    volumeAttributes: 'Parameters for the driver, which defines their names.',
  },
  ConfigMapVolumeSource: {
    defaultMode:
      'The permission bits of files without a mode of their own: 0 to 0777. Default: 0644.',
    defaultUser: 'The user ID that owns the files that do not name a user.',
    items: 'The keys to mount and their file names. Default: all keys, each in a file of its name.',
    name: 'The name of the ConfigMap, in the namespace of the pod.',
    optional: 'Whether the pod can start without the ConfigMap or its keys. Default: false.',
  },
  CinderVolumeSource: {
    fsType: 'The filesystem of the volume, such as ext4 or xfs. Default: ext4.',
    secretRef: 'The Secret with the parameters for connecting to OpenStack.',
    volumeID: 'The ID of the Cinder volume. Required.',
  },
  CephFSVolumeSource: {
    monitors: 'The addresses of the Ceph monitors. Required.',
    path: 'The directory of CephFS to mount. Default: /.',
    secretFile: 'The path of the key of the user on the node. Default: /etc/ceph/user.secret.',
    secretRef: 'The Secret with the key of the Ceph user. Takes precedence over secretFile.',
    user: 'The Ceph user. Default: admin.',
  },
  AzureFileVolumeSource: {
    readOnly: 'Whether the share is mounted read-only. Default: false.',
    secretName: 'The Secret with the name and the key of the Azure storage account. Required.',
    shareName: 'The name of the Azure file share. Required.',
  },
  AzureDiskVolumeSource: {
    cachingMode: 'How the host caches the disk: None, ReadOnly or ReadWrite. Default: ReadWrite.',
    diskName: 'The name of the disk in the storage. Required.',
    diskURI: 'The URI of the disk in the storage. Required.',
    fsType: 'The filesystem of the disk, such as ext4 or xfs. Default: ext4.',
    kind: 'Shared (many disks per storage account), Dedicated (one per account) or Managed. Default: Shared.',
    readOnly: 'Whether the disk is mounted read-only. Default: false.',
  },
  AWSElasticBlockStoreVolumeSource: {
    fsType: 'The filesystem of the volume, such as ext4 or xfs. Default: ext4.',
    partition: 'The number of the partition to mount. Default: 0, which means the whole volume.',
    volumeID: 'The ID of the EBS volume. Required.',
  },
  TopologySpreadConstraint: {
    labelSelector: 'Selects the pods that are counted in each domain.',
    matchLabelKeys:
      'Label keys whose values are taken from the new pod and added to labelSelector, such as pod-template-hash.',
    maxSkew:
      'How far the numbers of matching pods in the domains may differ; at least 1. Required.',
    minDomains: 'The least number of domains. Needs DoNotSchedule. Default: 1.',
    nodeAffinityPolicy:
      'Whether nodes that node affinity excludes are left out: Honor, or Ignore to count all. Default: Honor.',
    nodeTaintsPolicy:
      'Whether nodes with taints that are not tolerated are left out: Honor, or Ignore to count all. Default: Ignore.',
    topologyKey:
      'The node label whose values are the domains, such as topology.kubernetes.io/zone. Required.',
    whenUnsatisfiable:
      'What to do if the constraint cannot be met: DoNotSchedule or ScheduleAnyway. Required.',
  },
  Toleration: {
    effect:
      'The effect to tolerate: NoSchedule, PreferNoSchedule or NoExecute. Default: all effects.',
    key: 'The key of the taint. Empty with the operator Exists: all taints.',
    operator:
      'How the value is compared: Equal or Exists; newer clusters can enable Lt and Gt. Default: Equal.',
    tolerationSeconds:
      'How long the pod stays on the node after a NoExecute taint appears. Default: forever.',
    value: 'The value of the taint. Leave it out with the operator Exists.',
  },
  PodSecurityContext: {
    appArmorProfile: 'The AppArmor profile of the containers. Linux only.',
    fsGroup:
      'An additional group of all containers, which also owns the volumes that support it. Linux only.',
    fsGroupChangePolicy:
      'When the owner of volumes is changed: Always, or OnRootMismatch if their root differs. Default: Always.',
    runAsGroup: 'The main group ID of the processes. Containers can override it. Linux only.',
    runAsNonRoot:
      'Whether the kubelet refuses to start containers that run as root. Containers can override it.',
    runAsUser:
      'The user ID of the processes. Default: the user of the image. Containers can override it. Linux only.',
    seLinuxChangePolicy:
      'How volumes get the SELinux label: MountOption, or Recursive to relabel each file. Default: MountOption.',
    seLinuxOptions:
      'The SELinux label of the containers. Default: the runtime picks one. Linux only.',
    seccompProfile: 'The seccomp profile of the containers. Linux only.',
    supplementalGroups: 'More group IDs for the first process of each container. Linux only.',
    supplementalGroupsPolicy:
      'Merge adds the groups that the image gives the user, Strict does not. Default: Merge.',
    sysctls: 'Kernel parameters that are set for the pod. Linux only.',
    windowsOptions: 'Settings for containers on Windows.',
  },
  WindowsSecurityContextOptions: {
    gmsaCredentialSpec:
      'The content of the GMSA credential spec. Usually filled in by the GMSA admission webhook.',
    gmsaCredentialSpecName: 'The name of the GMSA credential spec to use.',
    hostProcess:
      'Whether containers run as HostProcess containers: the same for all in a pod, and with hostNetwork.',
    runAsUserName: 'The Windows user of the processes. Default: the user of the image.',
  },
  Sysctl: {
    name: 'The name of the kernel parameter, such as net.ipv4.tcp_syncookies. Required.',
    value: 'The value of the kernel parameter. Required.',
  },
  SeccompProfile: {
    localhostProfile:
      'The profile on the node, relative to the seccomp directory of the kubelet. Only with the type Localhost.',
    type: 'RuntimeDefault, Localhost (a file on the node) or Unconfined. Required.',
  },
  SELinuxOptions: {
    level: 'The level part of the SELinux label, such as s0:c123,c456.',
    role: 'The role part of the SELinux label.',
    type: 'The type part of the SELinux label, such as spc_t.',
    user: 'The user part of the SELinux label.',
  },
  AppArmorProfile: {
    localhostProfile:
      'The name of a profile that is loaded on the node. Only with the type Localhost.',
    type: 'RuntimeDefault, Localhost (loaded on the node) or Unconfined. Required.',
  },
  PodSchedulingGroup: {
    podGroupName:
      'The name of the PodGroup with which the pod is scheduled, in the same namespace.',
  },
  PodSchedulingGate: {
    name: 'The name of the gate. The pod is not scheduled until all gates are removed. Required.',
  },
  PodResourceClaim: {
    name: 'The name by which containers refer to the claim; unique in the pod. Required.',
    resourceClaimName:
      'An existing ResourceClaim in the namespace. Set this or resourceClaimTemplateName.',
    resourceClaimTemplateName:
      'The template for a ResourceClaim of this pod only. Set this or resourceClaimName.',
    source: 'Where the claim comes from. Only in old versions; now the fields are set directly.',
  },
  ClaimSource: {
    resourceClaimName:
      'An existing ResourceClaim in the namespace. Set this or resourceClaimTemplateName.',
    resourceClaimTemplateName:
      'The template for a ResourceClaim of this pod only. Set this or resourceClaimName.',
  },
  PodReadinessGate: {
    conditionType:
      'The type of a condition of the pod that has to be True before the pod is ready. Required.',
  },
  PodOS: {
    name: 'The operating system of the pod: linux or windows. Required.',
  },
  Container: {
    args: 'The arguments of the command. Replaces CMD of the image. $(NAME) inserts a variable.',
    command:
      'The program to run, without a shell. Replaces ENTRYPOINT of the image. $(NAME) inserts a variable.',
    env: 'Environment variables. They take precedence over those of envFrom.',
    envFrom: 'ConfigMaps and Secrets whose keys all become environment variables.',
    image: 'The image of the container, such as registry.example.com/app:1.2.',
    imagePullPolicy:
      'Always, IfNotPresent or Never. Default: Always for the tag latest, otherwise IfNotPresent.',
    lifecycle: 'What to run after the start and before the stop of the container.',
    livenessProbe: 'Checks whether the container still works; the kubelet restarts it if not.',
    name: 'The name of the container, a DNS label; unique in the pod. Required.',
    ports:
      'The ports that the container listens on. Mostly informative: other ports can be reached too.',
    readinessProbe:
      'Checks whether the container can serve; Services send no traffic to the pod if not.',
    resizePolicy: 'Whether a change of CPU or memory of a running pod restarts the container.',
    resources: 'The CPU, memory and other resources that the container requests and is limited to.',
    restartPolicy:
      'Always makes an init container a sidecar. Newer versions allow OnFailure and Never as well. Default: that of the pod.',
    restartPolicyRules:
      'Rules by exit code, tried in order before restartPolicy applies. At most 20.',
    securityContext:
      'User, privileges and other security settings. They override those of the pod.',
    startupProbe:
      'Checks whether the container has started. The other probes wait until it succeeds.',
    stdin:
      'Whether standard input is kept open for attaching. Default: false, which means end of file.',
    stdinOnce: 'Whether standard input is closed after the first client detaches. Default: false.',
    terminationMessagePath:
      'The file with the final message of the container. Default: /dev/termination-log.',
    terminationMessagePolicy:
      'File, or FallbackToLogsOnError to use the end of the log after a failure. Default: File.',
    tty: 'Whether the container gets a terminal. Needs stdin. Default: false.',
    volumeDevices: 'The raw block devices that the container uses.',
    volumeMounts: 'Where the volumes of the pod are mounted in the container.',
    workingDir: 'The working directory. Default: that of the image.',
  },
  ReplicaSetSpec: {
    minReadySeconds:
      'How many seconds a new pod has to be ready before it counts as available. Default: 0.',
    replicas: 'The number of pods to run. Default: 1.',
    selector:
      'Selects the pods that belong to the object. Has to match the labels of the template; cannot be changed later.',
    template: 'The template for new pods. Existing pods are not changed when it changes.',
  },
  Deployment: {
    '': 'Runs interchangeable copies of a pod and replaces them step by step when the template changes.',
    spec: 'The wanted pods and how they are updated.',
    status: 'Written by the cluster; leave it out of manifests.',
  },
  DeploymentStatus: {
    availableReplicas: 'The number of pods that have been ready for at least minReadySeconds.',
    collisionCount:
      'How often the name of a new ReplicaSet was already taken. The controller uses it to make new names.',
    conditions: 'What the controller has observed about the object.',
    readyReplicas: 'The number of ready pods.',
    replicas: 'The number of pods, without those that are terminating.',
    terminatingReplicas: 'The number of pods that are being deleted and have not ended yet.',
    unavailableReplicas: 'The number of pods that are still missing or not yet available.',
    updatedReplicas: 'The number of pods that were made from the current template.',
  },
  DeploymentCondition: {
    lastUpdateTime: 'When the condition was last updated.',
    status: 'True, False or Unknown.',
    type: 'What the condition is about: Available, Progressing or ReplicaFailure.',
  },
  DeploymentSpec: {
    minReadySeconds:
      'How many seconds a new pod has to be ready before it counts as available. Default: 0.',
    paused: 'Whether changes of the template are held back. Default: false.',
    progressDeadlineSeconds:
      'How many seconds a rollout may make no progress before it is reported as failed. Default: 600.',
    replicas: 'The number of pods to run. Default: 1.',
    revisionHistoryLimit: 'How many old ReplicaSets are kept for rollbacks. Default: 10.',
    selector:
      'Selects the pods that belong to the object. Has to match the labels of the template; cannot be changed later.',
    strategy: 'How old pods are replaced by new ones.',
    template:
      'The template for the pods. A change starts a rollout; its restartPolicy has to be Always.',
  },
  DeploymentStrategy: {
    rollingUpdate: 'The settings of a rolling update. Only with type RollingUpdate.',
    type: 'RollingUpdate replaces pods step by step, Recreate ends all old pods first. Default: RollingUpdate.',
  },
  RollingUpdateDeployment: {
    maxSurge:
      'How many pods may run beyond replicas during an update: a number or a percentage, rounded up. Default: 25%.',
    maxUnavailable:
      'How many pods may be unavailable during an update: a number or a percentage, rounded down. Default: 25%.',
  },
  StatefulSet: {
    '': 'Runs pods that each keep a stable name, a place in the order and volumes of their own.',
    spec: 'The wanted pods, their volumes and how they are updated.',
    status: 'Written by the cluster; leave it out of manifests.',
  },
  StatefulSetStatus: {
    availableReplicas: 'The number of pods that have been ready for at least minReadySeconds.',
    collisionCount: 'How often the name of a new ControllerRevision was already taken.',
    conditions: 'What the controller has observed about the object.',
    currentReplicas: 'The number of pods of the revision in currentRevision.',
    currentRevision: 'The revision of pods that have not been updated yet.',
    readyReplicas: 'The number of ready pods.',
    replicas: 'The number of pods that the controller has created.',
    updateRevision: 'The revision of pods that have been updated.',
    updatedReplicas: 'The number of pods of the revision in updateRevision.',
  },
  StatefulSetCondition: {
    status: 'True, False or Unknown.',
    type: 'What the condition is about.',
  },
  StatefulSetSpec: {
    minReadySeconds:
      'How many seconds a new pod has to be ready before it counts as available. Default: 0.',
    ordinals: 'How the pods are numbered. By default from 0.',
    persistentVolumeClaimRetentionPolicy:
      'What happens to claims made from volumeClaimTemplates when they are no longer needed. By default they are kept.',
    podManagementPolicy:
      'OrderedReady starts and stops pods one after another, Parallel all at once. Default: OrderedReady.',
    replicas: 'The number of pods to run. Default: 1.',
    revisionHistoryLimit: 'How many old revisions are kept for rollbacks. Default: 10.',
    selector:
      'Selects the pods that belong to the object. Has to match the labels of the template; cannot be changed later.',
    serviceName:
      'The name of the headless Service that gives the pods their DNS names. It has to be created separately.',
    template:
      'The template for the pods. Each is named after the StatefulSet and its number, for instance web-0.',
    updateStrategy: 'How pods are replaced when the template changes.',
    volumeClaimTemplates:
      'Templates for claims; each pod gets its own. They take precedence over volumes of the same name in the template.',
  },
  StatefulSetUpdateStrategy: {
    rollingUpdate: 'The settings of a rolling update. Only with type RollingUpdate.',
    type: 'RollingUpdate replaces pods automatically, OnDelete only once they are deleted by hand. Default: RollingUpdate.',
  },
  RollingUpdateStatefulSetStrategy: {
    maxUnavailable:
      'How many pods may be unavailable during an update: a number or a percentage, not 0. Default: 1.',
    partition:
      'Only pods with this number or a higher one are updated. Default: 0, which means all.',
  },
  StatefulSetPersistentVolumeClaimRetentionPolicy: {
    whenDeleted: 'Retain or Delete the claims when the StatefulSet is deleted. Default: Retain.',
    whenScaled:
      'Retain or Delete the claims of pods that are removed by scaling down. Default: Retain.',
  },
  StatefulSetOrdinals: {
    start: 'The number of the first pod. Default: 0.',
  },
  DaemonSet: {
    '': 'Runs one copy of a pod on every node, or on every node that the pod template selects.',
    spec: 'The wanted pods and how they are updated.',
    status: 'Written by the cluster; leave it out of manifests.',
  },
  DaemonSetStatus: {
    collisionCount: 'How often the name of a new ControllerRevision was already taken.',
    conditions: 'What the controller has observed about the object.',
    currentNumberScheduled: 'The number of nodes that should run the pod and do.',
    desiredNumberScheduled: 'The number of nodes that should run the pod.',
    numberAvailable: 'The number of nodes whose pod has been ready for at least minReadySeconds.',
    numberMisscheduled: 'The number of nodes that run the pod but should not.',
    numberReady: 'The number of nodes that should run the pod and have a ready one.',
    numberUnavailable: 'The number of nodes that should run the pod but have no available one.',
    updatedNumberScheduled: 'The number of nodes that run a pod of the current template.',
  },
  DaemonSetCondition: {
    status: 'True, False or Unknown.',
    type: 'What the condition is about.',
  },
  DaemonSetSpec: {
    minReadySeconds:
      'How many seconds a new pod has to be ready before it counts as available. Default: 0.',
    revisionHistoryLimit: 'How many old revisions are kept for rollbacks. Default: 10.',
    selector:
      'Selects the pods that belong to the object. Has to match the labels of the template; cannot be changed later.',
    template:
      'The template for the pods. Its nodeSelector and affinity limit the nodes; its restartPolicy has to be Always.',
    updateStrategy: 'How pods are replaced when the template changes.',
  },
  DaemonSetUpdateStrategy: {
    rollingUpdate: 'The settings of a rolling update. Only with type RollingUpdate.',
    type: 'RollingUpdate replaces pods automatically, OnDelete only once they are deleted by hand. Default: RollingUpdate.',
  },
  RollingUpdateDaemonSet: {
    maxSurge:
      'On how many nodes a new pod may run beside the old one during an update: a number or a percentage. Default: 0.',
    maxUnavailable:
      'On how many nodes the pod may be unavailable during an update: a number or a percentage. Default: 1.',
  },
  Job: {
    '': 'Runs pods until a given number of them has succeeded.',
    spec: 'The pods to run, how many of them, and what counts as success or failure.',
    status: 'Written by the cluster; leave it out of manifests.',
  },
  JobStatus: {
    active: 'The number of pods that are pending or running and not terminating.',
    completedIndexes:
      'The indexes that have succeeded, such as 1,3-5,7. Only with completionMode Indexed.',
    completionTime: 'When the job succeeded. Not set for jobs that failed.',
    conditions:
      'What the controller has observed, for instance whether the job is complete, failed or suspended.',
    failed: 'The number of pods that failed.',
    failedIndexes: 'The indexes that have failed, such as 1,3-5,7. Only with backoffLimitPerIndex.',
    ready: 'The number of active pods that are ready.',
    startTime: 'When the controller started the job. Set again when a suspended job is resumed.',
    succeeded: 'The number of pods that succeeded.',
    terminating: 'The number of pods that are being deleted and have not ended yet.',
    uncountedTerminatedPods: 'Pods that have ended but are not in the counters yet.',
  },
  UncountedTerminatedPods: {
    failed: 'The UIDs of failed pods that are not counted yet.',
    succeeded: 'The UIDs of succeeded pods that are not counted yet.',
  },
  JobCondition: {
    lastProbeTime: 'When the condition was last checked.',
    status: 'True, False or Unknown.',
    type: 'What the condition is about, for instance Complete, Failed or Suspended.',
  },
  JobSpec: {
    activeDeadlineSeconds:
      'How many seconds the job may be active before it is ended as failed. By default there is no limit.',
    backoffLimit:
      'How many retries are made before the job fails. Default: 6, or unlimited with backoffLimitPerIndex.',
    backoffLimitPerIndex:
      'How many retries are made for an index before it fails. Only with completionMode Indexed.',
    completionMode:
      'NonIndexed counts successful pods, Indexed needs a success for each index from 0. Default: NonIndexed.',
    completions:
      'How many pods have to succeed. If it is not set, the success of any pod is enough once all pods have ended.',
    managedBy:
      'The controller that runs the job, such as example.com/controller; at most 63 characters. Cannot be changed later.',
    manualSelector:
      'Whether you set the selector and the pod labels yourself. Rarely needed. Default: false.',
    maxFailedIndexes:
      'How many indexes may fail before the whole job fails. Only with backoffLimitPerIndex.',
    parallelism: 'How many pods may run at the same time. Default: 1.',
    podFailurePolicy:
      'Rules for how failed pods are handled. Needs restartPolicy Never in the template.',
    podReplacementPolicy:
      'TerminatingOrFailed replaces pods once they terminate, Failed once they have ended. With podFailurePolicy only Failed.',
    scheduling: 'How the pods of the job are scheduled as a group.',
    selector: 'Selects the pods of the job. Usually generated; set it only with manualSelector.',
    successPolicy:
      'When the job counts as successful before all indexes have succeeded. Only with completionMode Indexed.',
    suspend: 'Whether the job is suspended; its running pods are then deleted. Default: false.',
    template: 'The template for the pods. Its restartPolicy has to be Never or OnFailure.',
    ttlSecondsAfterFinished:
      'How many seconds after its end the job is deleted, with its pods. By default it is kept.',
  },
  SuccessPolicy: {
    rules: 'The rules, checked in order. The job succeeds once one of them is met. At most 20.',
  },
  SuccessPolicyRule: {
    succeededCount: 'How many indexes have to succeed, out of succeededIndexes if that is set.',
    succeededIndexes:
      'The indexes that have to succeed, such as 1,3-5,7. With succeededCount, that many of them.',
  },
  JobSchedulingConfiguration: {
    disruptionMode:
      'Whether the pods of the group can be disrupted one by one or only all together.',
    resourceClaims: 'The ResourceClaims that the pods of the group share.',
    schedulingConstraints: 'Where the pods of the group have to be placed together.',
    schedulingPolicy: 'Whether pods are scheduled one by one or as a gang.',
  },
  WorkloadPodGroupSchedulingPolicy: {
    basic: 'Schedules each pod on its own, as usual. Set either this or gang.',
    gang: 'Schedules the pods only if enough of them fit at once. Set either this or basic.',
  },
  WorkloadPodGroupGangSchedulingPolicy: {
    minCount: 'How many pods have to fit at once for the group to be scheduled. A positive number.',
  },
  WorkloadPodGroupSchedulingConstraints: {
    topology: 'The topology domains that the pods of the group have to share.',
  },
  TopologyConstraint: {
    key: 'The key of the node label that names the domain. All pods are placed on nodes with the same value.',
  },
  WorkloadPodGroupResourceClaim: {
    name: 'The name by which pods refer to the claim. Unique in the group.',
    resourceClaimName:
      'The name of an existing ResourceClaim in the namespace. Set either this or resourceClaimTemplateName.',
    resourceClaimTemplateName:
      'The name of a ResourceClaimTemplate from which a claim is made for the group. Set either this or resourceClaimName.',
  },
  WorkloadPodGroupDisruptionMode: {
    all: 'The pods of the group are disrupted only all together. Set either this or single.',
    single: 'Each pod of the group can be disrupted on its own. Set either this or all.',
  },
  PodFailurePolicy: {
    rules:
      'The rules, checked in order; the first that matches applies. Other failures count as usual. At most 20.',
  },
  PodFailurePolicyRule: {
    action:
      'FailJob, FailIndex (only with backoffLimitPerIndex), Ignore (does not count towards the limit) or Count.',
    onExitCodes: 'Matches by the exit codes of containers. Set either this or onPodConditions.',
    onPodConditions:
      'Matches if one of the patterns fits a condition of the pod. Set either this or onExitCodes. At most 20.',
  },
  PodFailurePolicyOnPodConditionsPattern: {
    status: 'The status that the condition has to have: True, False or Unknown. Default: True.',
    type: 'The type of the condition, for instance DisruptionTarget.',
  },
  PodFailurePolicyOnExitCodesRequirement: {
    containerName:
      'The name of a container or init container to check. By default all are checked.',
    operator:
      'In matches if an exit code is one of the values, NotIn if it is none of them. Exit code 0 never matches.',
    values:
      'The exit codes, in ascending order and without duplicates; 1 to 255 of them. Not 0 with operator In.',
  },
  CronJob: {
    '': 'Creates Jobs at the times of a schedule.',
    spec: 'The schedule and the template for the Jobs.',
    status: 'Written by the cluster; leave it out of manifests.',
  },
  CronJobStatus: {
    active: 'References to the Jobs that are running.',
    lastScheduleTime: 'When a Job was last scheduled.',
    lastSuccessfulTime: 'When a Job last completed with success.',
  },
  CronJobSpec: {
    concurrencyPolicy:
      'What happens if the previous Job still runs: Allow both, Forbid the new one or Replace the old one. Default: Allow.',
    failedJobsHistoryLimit: 'How many failed Jobs are kept. Default: 1.',
    jobTemplate: 'The template for the Jobs.',
    schedule:
      'The times in cron format: minute, hour, day of month, month and day of week, or a macro such as @daily.',
    startingDeadlineSeconds:
      'How many seconds late a Job may start; later it is skipped. By default there is no limit.',
    successfulJobsHistoryLimit: 'How many successful Jobs are kept. Default: 3.',
    suspend: 'Whether no new Jobs are started. Does not stop running ones. Default: false.',
    timeZone:
      'The time zone of the schedule, such as Europe/Berlin. Default: the zone of the kube-controller-manager.',
  },
  JobTemplateSpec: {
    '': 'A template for the Jobs of a CronJob.',
    spec: 'The specification of the Jobs.',
  },
  VolumeMount: {
    bindMountOptions:
      'Options for the bind mount that restrict what it can be used for: noexec, nodev and nosuid. Alpha.',
    mountPath: 'The path in the container where the volume appears. Must not contain a colon.',
    mountPropagation:
      'How mounts spread between host and container: None, HostToContainer or Bidirectional. Default: None.',
    name: 'The name of a volume of the pod.',
    readOnly: 'Whether the container can only read the volume. Default: false.',
    recursiveReadOnly:
      'Whether mounts below a read-only mount are read-only too: Disabled, IfPossible or Enabled. Default: Disabled.',
    subPath: 'The path in the volume that is mounted. Default: the root of the volume.',
    subPathExpr:
      'Like subPath, but references such as $(NAME) to environment variables are replaced. Excludes subPath.',
  },
  VolumeDevice: {
    devicePath: 'The path of the block device in the container.',
    name: 'The name of a volume of the pod with a PersistentVolumeClaim in block mode.',
  },
  Probe: {
    exec: 'Runs a command in the container. Exit code 0 means success.',
    failureThreshold:
      'How many checks in a row have to fail for the probe to fail. At least 1. Default: 3.',
    grpc: 'Calls the gRPC health check service of the container.',
    httpGet: 'Sends an HTTP GET request. Codes from 200 to 399 mean success.',
    initialDelaySeconds:
      'How many seconds after the start of the container the first check happens. Default: 0.',
    periodSeconds: 'How many seconds pass between checks. At least 1. Default: 10.',
    successThreshold:
      'How many checks in a row have to succeed after a failure. Default: 1; must be 1 for liveness and startup probes.',
    tcpSocket: 'Opens a TCP connection. Success means that the port accepts it.',
    terminationGracePeriodSeconds:
      'How many seconds the container gets to stop after a failure. Default: the value of the pod. Not for readiness probes.',
    timeoutSeconds:
      'After how many seconds without an answer a check fails. At least 1. Default: 1.',
  },
  TCPSocketAction: {
    host: 'The host to connect to. Default: the IP address of the pod.',
    port: 'The port: a number from 1 to 65535, or the name of a container port.',
  },
  HTTPGetAction: {
    host: 'The host to connect to. Default: the IP address of the pod. For virtual hosts, set the Host header instead.',
    httpHeaders: 'Additional headers of the request.',
    path: 'The path of the request. Default: /.',
    port: 'The port: a number from 1 to 65535, or the name of a container port.',
    protocol: 'The version of the HTTP protocol that the request uses.',
    scheme: 'HTTP or HTTPS. The certificate is not verified. Default: HTTP.',
  },
  HTTPHeader: {
    name: 'The name of the header.',
    value: 'The value of the header.',
  },
  GRPCAction: {
    mode: 'How the connection to the gRPC service is made.',
    port: 'The port of the gRPC service: 1 to 65535.',
    service: 'The service name to send in the health check request. Default: empty.',
  },
  ExecAction: {
    command:
      'The program and its arguments. It does not run in a shell. Exit code 0 means success.',
  },
  SecurityContext: {
    allowPrivilegeEscalation:
      'Whether a process can gain more privileges than its parent. Always true for privileged containers.',
    appArmorProfile: 'The AppArmor profile of the container. Overrides that of the pod.',
    capabilities:
      'The Linux capabilities to add and to drop. Default: those of the container runtime.',
    privileged: 'Whether processes have about the same rights as root on the host. Default: false.',
    procMount: 'How /proc is mounted: Default or Unmasked. Default: Default.',
    readOnlyRootFilesystem:
      'Whether the root file system of the container is read-only. Default: false.',
    runAsGroup: 'The ID of the primary group of the processes. Overrides that of the pod.',
    runAsNonRoot:
      'Whether the kubelet refuses to start the container as user 0. Overrides the value of the pod.',
    runAsUser:
      'The ID of the user of the processes. Overrides that of the pod. Default: the user of the image.',
    seLinuxOptions: 'The SELinux labels of the container. Override those of the pod.',
    seccompProfile: 'The seccomp profile of the container. Overrides that of the pod.',
    windowsOptions:
      'Settings for Windows containers. Override those of the pod. Not allowed on Linux.',
  },
  Capabilities: {
    add: 'The capabilities to add, such as NET_BIND_SERVICE. ALL means every capability.',
    drop: 'The capabilities to remove, such as NET_RAW. ALL means every capability.',
  },
  ContainerRestartRule: {
    action: 'What happens if the rule matches, such as Restart. Required.',
    exitCodes: 'The exit codes of the container for which the rule applies.',
  },
  ContainerRestartRuleOnExitCodes: {
    operator: 'In matches the listed exit codes, NotIn all others.',
    values: 'The exit codes to compare with. At most 255.',
  },
  ContainerResizePolicy: {
    resourceName: 'The resource that the policy is about: cpu or memory.',
    restartPolicy:
      'What a resize of the resource needs: NotRequired or RestartContainer. Default: NotRequired.',
  },
  ContainerPort: {
    containerPort: 'The port that the container listens on: 1 to 65535.',
    hostIP: 'The IP address of the host that the host port is bound to.',
    hostPort:
      'The port of the host that leads to the container: 1 to 65535. With hostNetwork, it has to equal containerPort.',
    name: 'A name for the port, at most 15 characters, unique in the pod. Services can refer to it.',
    protocol: 'TCP, UDP or SCTP. Default: TCP.',
  },
  Lifecycle: {
    postStart: 'Runs right after the container was created. If it fails, the container is stopped.',
    preStop: 'Runs before the container is stopped. The grace period of the pod starts before it.',
    stopSignal:
      'The signal that stops the container, such as SIGTERM. Only allowed if spec.os.name is set. Default: that of the image.',
  },
  LifecycleHandler: {
    exec: 'Runs a command in the container.',
    httpGet: 'Sends an HTTP GET request.',
    sleep: 'Waits for some seconds.',
    tcpSocket: 'Deprecated. Accepted, but it fails when the handler runs.',
  },
  SleepAction: {
    seconds: 'How many seconds to wait. For preStop, not more than the grace period of the pod.',
  },
  EnvFromSource: {
    configMapRef: 'The ConfigMap whose keys become variables.',
    prefix: 'Text to put before the name of each variable. Default: none.',
    secretRef: 'The Secret whose keys become variables.',
  },
  SecretEnvSource: {
    name: 'The name of the Secret, in the namespace of the pod.',
    optional: 'Whether the container can start if the Secret does not exist. Default: false.',
  },
  ConfigMapEnvSource: {
    name: 'The name of the ConfigMap, in the namespace of the pod.',
    optional: 'Whether the container can start if the ConfigMap does not exist. Default: false.',
  },
  EnvVar: {
    name: 'The name of the environment variable.',
    value: 'The value. References such as $(NAME) are replaced; $$ stands for $. Default: empty.',
    valueFrom: 'Where the value comes from. Not allowed together with a value.',
  },
  EnvVarSource: {
    configMapKeyRef: 'Takes the value from a key of a ConfigMap.',
    fieldRef: 'Takes the value from a field of the pod, such as metadata.name or status.podIP.',
    fileKeyRef: 'Takes the value from a file with variables in a volume.',
    resourceFieldRef: 'Takes the value from the resource requests or limits of a container.',
    secretKeyRef: 'Takes the value from a key of a Secret.',
  },
  SecretKeySelector: {
    key: 'The key in the Secret.',
    name: 'The name of the Secret, in the namespace of the pod.',
    optional:
      'Whether the container can start if the Secret or the key does not exist. Default: false.',
  },
  FileKeySelector: {
    key: 'The name of the variable in the file.',
    optional:
      'Whether the container can start if the file or the key does not exist. Default: false.',
    path: 'The path of the file in the volume, relative and without "..".',
    volumeName: 'The name of the volume that has the file.',
  },
  ConfigMapKeySelector: {
    key: 'The key in the ConfigMap.',
    name: 'The name of the ConfigMap, in the namespace of the pod.',
    optional:
      'Whether the container can start if the ConfigMap or the key does not exist. Default: false.',
  },
  HostAlias: {
    hostnames: 'The host names for the IP address.',
    ip: 'The IP address of the entry in /etc/hosts.',
  },
  EvictionResponder: {
    name: 'The name of the responder that helps to evict the pod gracefully. Unique in the pod.',
    priority: 'The order of responders: those with a higher priority act first.',
  },
  EphemeralContainer: {
    args: 'The arguments of the command. Default: the CMD of the image.',
    command: 'The program to run, without a shell. Default: the ENTRYPOINT of the image.',
    env: 'Environment variables of the container.',
    envFrom:
      'ConfigMaps and Secrets whose keys become environment variables. Entries in env take precedence.',
    image: 'The image of the container.',
    imagePullPolicy:
      'Always, IfNotPresent or Never. Default: Always for the tag latest or no tag, otherwise IfNotPresent.',
    lifecycle: 'Not allowed for ephemeral containers; leave it out.',
    livenessProbe: 'Not allowed for ephemeral containers; leave it out.',
    name: 'The name of the container, unique among all containers of the pod.',
    ports: 'Not allowed for ephemeral containers; leave it out.',
    readinessProbe: 'Not allowed for ephemeral containers; leave it out.',
    resizePolicy: 'Not allowed for ephemeral containers; leave it out.',
    resources: 'Not allowed for ephemeral containers; they use what the pod has left.',
    restartPolicy: 'Not allowed for ephemeral containers; leave it out.',
    restartPolicyRules: 'Not allowed for ephemeral containers; leave it out.',
    securityContext: 'The security settings of the container. Override those of the pod.',
    startupProbe: 'Not allowed for ephemeral containers; leave it out.',
    stdin: 'Whether the standard input stays open for clients to attach to. Default: false.',
    stdinOnce:
      'Whether the standard input is closed after the first client detaches. Default: false.',
    targetContainerName:
      'The container whose process namespace is shared. Default: the namespaces of the pod.',
    terminationMessagePath:
      'The file from which the final message of the container is read. Default: /dev/termination-log.',
    terminationMessagePolicy:
      'Where the final message comes from: File or FallbackToLogsOnError. Default: File.',
    tty: 'Whether the container gets a terminal. Needs stdin. Default: false.',
    volumeDevices: 'Block devices that the container uses.',
    volumeMounts: 'The volumes of the pod to mount. subPath and subPathExpr are not allowed.',
    workingDir: 'The working directory. Default: that of the image.',
  },
  PodDNSConfig: {
    nameservers: 'IP addresses of DNS servers, added to those of dnsPolicy. At most 3.',
    options: 'Resolver options, merged with those of dnsPolicy.',
    searches: 'Search domains for host names, added to those of dnsPolicy. At most 32.',
  },
  PodDNSConfigOption: {
    name: 'The name of the resolver option, such as ndots.',
    value: 'The value of the option, if it has one.',
  },
  Affinity: {
    nodeAffinity: 'Rules about the labels of nodes.',
    podAffinity: 'Rules that place the pod near other pods.',
    podAntiAffinity: 'Rules that keep the pod away from other pods.',
  },
  PodAntiAffinity: {
    preferredDuringSchedulingIgnoredDuringExecution:
      'Weighted rules about pods to keep away from, if possible.',
    requiredDuringSchedulingIgnoredDuringExecution:
      'Rules about pods to keep away from. The pod is not scheduled where one of them is violated.',
  },
  PodAffinityTerm: {
    labelSelector: 'Selects the other pods by their labels. If missing, no pods match.',
    matchLabelKeys:
      'Label keys of the pod whose values the other pods have to share. Needs labelSelector.',
    mismatchLabelKeys:
      'Label keys of the pod whose values the other pods must not share. Needs labelSelector.',
    namespaceSelector:
      'Selects the namespaces of the other pods by label, in addition to namespaces. An empty selector means all.',
    namespaces:
      'The namespaces of the other pods. Default: that of the pod, if there is no namespaceSelector.',
    topologyKey:
      'The node label that defines what is near, such as kubernetes.io/hostname. Required.',
  },
  WeightedPodAffinityTerm: {
    podAffinityTerm: 'The rule.',
    weight: 'The weight of the rule: 1 to 100.',
  },
  PodAffinity: {
    preferredDuringSchedulingIgnoredDuringExecution:
      'Weighted rules that the scheduler tries to satisfy. The node with the highest sum of weights is preferred.',
    requiredDuringSchedulingIgnoredDuringExecution:
      'Rules that a node has to satisfy for the pod to be scheduled there. All of them have to match.',
  },
  NodeAffinity: {
    preferredDuringSchedulingIgnoredDuringExecution:
      'Weighted rules that nodes should satisfy. The node with the highest sum of weights is preferred.',
    requiredDuringSchedulingIgnoredDuringExecution:
      'What a node has to satisfy for the pod to be scheduled there.',
  },
  NodeSelector: {
    nodeSelectorTerms: 'The terms; a node has to match at least one of them. Required.',
  },
  NodeSelectorTerm: {
    matchExpressions: 'Requirements for the labels of the node. All of them have to match.',
    matchFields:
      'Requirements for the fields of the node: only metadata.name. All of them have to match.',
  },
  NodeSelectorRequirement: {
    key: 'The label or field.',
    operator: 'In, NotIn, Exists, DoesNotExist, Gt or Lt.',
    values:
      'The values: at least one for In and NotIn, none for Exists and DoesNotExist, one integer for Gt and Lt.',
  },
  PreferredSchedulingTerm: {
    preference: 'The term that nodes should match.',
    weight: 'The weight of the term: 1 to 100.',
  },
  PodTemplate: {
    '': 'A template for pods that is stored as an object of its own.',
    template: 'The pods that are created from the template.',
  },
  PodTemplateSpec: {
    '': 'The labels, annotations and spec of the pods that a workload creates.',
    spec: 'What the pods look like.',
  },
  ReplicationController: {
    '': 'Keeps a number of equal pods running. Deployments have replaced it.',
    spec: 'How many pods there should be, and what they look like.',
    status: 'Written by the cluster; leave it out of manifests.',
  },
  ReplicationControllerStatus: {
    availableReplicas: 'The number of pods that have been ready for at least minReadySeconds.',
    conditions: 'What the controller has observed; written by the cluster.',
    fullyLabeledReplicas: 'The number of pods that have all labels of the pod template.',
    readyReplicas: 'The number of ready pods.',
    replicas: 'The number of pods that exist.',
  },
  ReplicationControllerCondition: {
    status: 'True, False or Unknown.',
    type: 'What the condition is about, such as ReplicaFailure.',
  },
  ReplicationControllerSpec: {
    minReadySeconds: 'How many seconds a pod has to be ready to count as available. Default: 0.',
    replicas: 'The number of pods. Default: 1.',
    selector:
      'The labels of the pods that belong to the controller. Default: the labels of the template.',
    template: 'The pods that the controller creates. Their labels have to match the selector.',
  },
  ReplicaSet: {
    '': 'Keeps a number of equal pods running. Usually created by a Deployment.',
    spec: 'How many pods there should be, and what they look like.',
    status: 'Written by the cluster; leave it out of manifests.',
  },
  ReplicaSetStatus: {
    availableReplicas: 'The number of pods that have been ready for at least minReadySeconds.',
    conditions: 'What the controller has observed; written by the cluster.',
    fullyLabeledReplicas: 'The number of pods that have all labels of the pod template.',
    readyReplicas: 'The number of ready pods.',
    replicas: 'The number of pods that exist.',
    terminatingReplicas: 'The number of pods that are being deleted and have not ended yet.',
  },
  ReplicaSetCondition: {
    status: 'True, False or Unknown.',
    type: 'What the condition is about, such as ReplicaFailure.',
  },
  Pod: {
    '': 'One or more containers that run together on a node.',
    spec: 'The containers, the volumes and where the pod runs.',
    status: 'The state of the pod. Written by the cluster.',
  },
  PodStatus: {
    allocatedResources: 'The resources that the node has allocated to the pod.',
    conditions: 'The conditions of the pod, such as Ready and PodScheduled.',
    containerStatuses: 'The state of each container.',
    ephemeralContainerStatuses: 'The state of each ephemeral container.',
    extendedResourceClaimStatus: 'The ResourceClaim that was made for extended resources.',
    hostIP: 'The address of the node.',
    hostIPs: 'The addresses of the node.',
    initContainerStatuses: 'The state of each init container.',
    message: 'The reason for the state, for people.',
    nodeAllocatableResourceClaimStatuses:
      'The resources of the node that devices of ResourceClaims use.',
    nominatedNodeName: 'The node on which other pods are preempted for this pod.',
    phase: 'Pending, Running, Succeeded, Failed or Unknown.',
    podIP: 'The address of the pod.',
    podIPs: 'The addresses of the pod, at most one of each IP family.',
    qosClass: 'Guaranteed, Burstable or BestEffort; it follows from the resources.',
    reason: 'The reason for the state, as one word in CamelCase.',
    resize: 'The state of a change of resources. Conditions have replaced this field.',
    resourceClaimStatuses: 'The ResourceClaims that were made for the pod.',
    resources: 'The resources of the pod as a whole that are in effect.',
    startTime: 'When the kubelet accepted the pod.',
    volumeHealth: 'The health of the volumes of the pod.',
  },
  PodVolumeHealth: {
    healthConditions: 'The problems of the volume.',
    lastTransitionTime: 'When the health last changed.',
    name: 'The name of the volume.',
  },
  ResourceRequirements: {
    claims: 'The entries of resourceClaims of the pod that the container uses.',
    limits: 'The most that may be used of each resource.',
    requests: 'The amounts that are reserved on the node. Default: limits.',
  },
  ResourceClaim: {
    '': 'A claim for devices, or a reference to one.',
    name: 'The name of an entry of resourceClaims of the pod.',
    request: 'The request of the claim whose devices are used. Default: all.',
    spec: 'The devices that are wanted. It cannot be changed later.',
  },
  PodResourceClaimStatus: {
    name: 'The name of an entry of resourceClaims of the pod.',
    resourceClaimName: 'The name of the ResourceClaim that was made for it.',
  },
  PodIP: {
    ip: 'An address of the pod.',
  },
  NodeAllocatableResourceClaimStatus: {
    containers: 'The containers that use the claim.',
    mapping: 'The resources of the node that the devices use.',
    overhead: 'The amounts that are added for each pod and container.',
    resourceClaimName: 'The name of the ResourceClaim.',
    resources: 'The amounts of resources of the node.',
  },
  NodeAllocatableOverheadResources: {
    name: 'The name of the resource.',
    perContainer: 'The amount that is added for each container.',
    perPod: 'The amount that is added for the pod.',
  },
  NodeAllocatableMappedResources: {
    name: 'The name of the resource.',
    quantity: 'The amount of the resource.',
  },
  ContainerStatus: {
    allocatedResources: 'The resources that the node has allocated to the container.',
    allocatedResourcesStatus: 'The health of the devices of the container.',
    containerID: 'The runtime and the ID of the container, such as containerd://1234.',
    image: 'The image that the container runs.',
    imageID: 'The ID of the image.',
    lastState: 'The state in which the container ended the last time.',
    name: 'The name of the container.',
    ready: 'Whether the readiness probe succeeds.',
    resources: 'The resources that are in effect.',
    restartCount: 'The number of restarts.',
    started: 'Whether the startup probe has succeeded and the container runs.',
    state: 'The present state of the container.',
    stopSignal: 'The signal that stops the container.',
    user: 'The user as which the first process runs.',
    volumeMounts: 'The mounts of the container.',
  },
  VolumeMountStatus: {
    mountPath: 'The path of the mount in the container.',
    name: 'The name of the volume.',
    readOnly: 'Whether the mount is read-only.',
    recursiveReadOnly: 'Whether mounts below it are read-only: Disabled or Enabled.',
    volumeStatus: 'The state of the volume.',
  },
  VolumeStatus: {
    image: 'The state of a volume of an image.',
  },
  ImageVolumeStatus: {
    imageRef: 'The digest of the image that is mounted.',
  },
  ContainerUser: {
    linux: 'The user of a container on Linux.',
  },
  LinuxContainerUser: {
    gid: 'The ID of the primary group of the first process.',
    supplementalGroups: 'The IDs of the supplementary groups of the first process.',
    uid: 'The ID of the user of the first process.',
  },
  ContainerState: {
    running: 'The details of a container that runs.',
    terminated: 'The details of a container that has ended.',
    waiting: 'The details of a container that has not started yet.',
  },
  ContainerStateWaiting: {
    message: 'Why the container waits, for people.',
    reason: 'Why the container waits, as one word in CamelCase.',
  },
  ContainerStateTerminated: {
    containerID: 'The runtime and the ID of the container.',
    exitCode: 'The exit status of the container.',
    finishedAt: 'When the container ended.',
    message: 'The termination message of the container.',
    reason: 'Why the container ended, as one word in CamelCase.',
    signal: 'The signal that ended the container.',
    startedAt: 'When the container started.',
  },
  ContainerStateRunning: {
    startedAt: 'When the container started.',
  },
  ResourceStatus: {
    name: 'The name of the resource, or of the claim and its request.',
    resources: 'The health of each device.',
  },
  ResourceHealth: {
    health: 'Healthy, Unhealthy or Unknown.',
    message: 'The details of the health, for people.',
    resourceID: 'The ID of the device.',
  },
  HostIP: {
    ip: 'An address of the node.',
  },
  PodExtendedResourceClaimStatus: {
    requestMappings: 'The request of the claim for each extended resource of a container.',
    resourceClaimName: 'The name of the ResourceClaim that was made for the pod.',
  },
  ContainerExtendedResourceRequest: {
    containerName: 'The name of the container.',
    requestName: 'The name of the request of the claim.',
    resourceName: 'The name of the extended resource.',
  },
  PodCondition: {
    lastProbeTime: 'When the condition was last probed.',
    observedGeneration: 'The generation of the object that the condition is about.',
    status: 'True, False or Unknown.',
    type: 'What the condition is about, such as Ready or PodScheduled.',
  },
  PodSpec: {
    activeDeadlineSeconds: 'The seconds after which the pod is ended and fails. At least 1.',
    affinity: 'Rules about the nodes and the other pods that the scheduler looks at.',
    automountServiceAccountToken:
      'Whether the token of the service account is mounted. Default: that of the ServiceAccount.',
    containers: 'The containers that run together. At least one.',
    dnsConfig: 'Name servers, search domains and options in addition to those of dnsPolicy.',
    dnsPolicy: 'ClusterFirst, ClusterFirstWithHostNet, Default or None. Default: ClusterFirst.',
    enableServiceLinks:
      'Whether environment variables name the Services of the namespace. Default: true.',
    ephemeralContainers:
      'Containers for debugging. Only kubectl debug can add them to a running pod.',
    evictionResponders: 'The programs that take part in the eviction of the pod.',
    hostAliases: 'Lines that are added to /etc/hosts.',
    hostIPC: 'Whether the pod uses the IPC namespace of the node. Default: false.',
    hostNetwork: 'Whether the pod uses the network of the node. Default: false.',
    hostPID: 'Whether the pod sees the processes of the node. Default: false.',
    hostUsers: 'Whether the pod uses the user namespace of the node. Default: true.',
    hostname: 'The host name of the pod, as a DNS label. Default: the name of the pod.',
    hostnameOverride: 'The host name inside of the containers, whatever the DNS name is.',
    imagePullSecrets: 'The Secrets for pulling images.',
    initContainers: 'Containers that run one after the other before the containers start.',
    nodeName: 'The node of the pod. The scheduler sets it.',
    nodeSelector: 'The labels that the node must have.',
    os: 'The operating system of the node. Fields for other systems are refused.',
    overhead: 'The resources that the runtime class adds. The server sets it.',
    preemptionPolicy: 'PreemptLowerPriority or Never. Default: PreemptLowerPriority.',
    priority: 'The priority as a number. The server sets it from priorityClassName.',
    priorityClassName: 'The PriorityClass of the pod.',
    readinessGates: 'Conditions that must be true, too, before the pod is ready.',
    resourceClaims: 'The ResourceClaims that must be allocated before the pod starts.',
    resources: 'The resources of the pod as a whole.',
    restartPolicy: 'Always, OnFailure or Never. Default: Always. Pods of a Job cannot have Always.',
    runtimeClassName: 'The RuntimeClass that runs the pod. Default: the runtime of the node.',
    schedulerName: 'The scheduler of the pod. Default: default-scheduler.',
    schedulingGates: 'Names that must be removed before the pod is scheduled.',
    schedulingGroup: 'The group of pods that are scheduled together.',
    securityContext: 'Users, groups, profiles and other settings for all containers.',
    serviceAccount: 'An old name of serviceAccountName.',
    serviceAccountName: 'The ServiceAccount as which the pod runs. Default: default.',
    setHostnameAsFQDN: 'Whether the host name is the full domain name. Default: false.',
    shareProcessNamespace: 'Whether containers see the processes of each other. Default: false.',
    subdomain: 'The headless Service whose domain the pod is in.',
    terminationGracePeriodSeconds:
      'The seconds between the signal to end and the kill. Default: 30.',
    tolerations: 'The taints of nodes that do not keep the pod away.',
    topologySpreadConstraints: 'How pods are spread over zones, nodes and others.',
    volumes: 'The volumes that containers can mount.',
    workloadRef: 'The Workload and the group that the pod belongs to.',
  },
  WorkloadReference: {
    name: 'The name of the Workload.',
    podGroup: 'The name of the group of pods in the Workload.',
    podGroupReplicaKey: 'The replica of the group.',
  },
  PersistentVolumeSpec: {
    accessModes: 'ReadWriteOnce, ReadOnlyMany, ReadWriteMany, or ReadWriteOncePod alone. Required.',
    awsElasticBlockStore: 'An AWS EBS disk. Its CSI driver has replaced it.',
    azureDisk: 'An Azure disk. Its CSI driver has replaced it.',
    azureFile: 'An Azure file share. Its CSI driver has replaced it.',
    capacity: 'The amount of storage, as storage: 1Gi. Required.',
    cephfs: 'A Ceph file system. It no longer works.',
    cinder: 'An OpenStack disk. Its CSI driver has replaced it.',
    claimRef:
      'The claim that is bound to the volume. A volume can be reserved for a claim with it.',
    csi: 'A volume of a CSI driver.',
    fc: 'A Fibre Channel disk.',
    flexVolume: 'A volume of a FlexVolume plugin. Deprecated: use CSI.',
    flocker: 'A Flocker volume. It no longer works.',
    gcePersistentDisk: 'A Google Compute Engine disk. Its CSI driver has replaced it.',
    glusterfs: 'A GlusterFS volume. It no longer works.',
    hostPath: 'A file or directory of the node.',
    iscsi: 'An iSCSI disk.',
    local: 'A disk or directory of one node. Needs nodeAffinity.',
    mountOptions: 'Options for mounting the volume, such as hard. They are not validated.',
    nfs: 'A directory of an NFS server.',
    nodeAffinity: 'The nodes that can use the volume.',
    persistentVolumeReclaimPolicy:
      'What happens when the claim is deleted: Retain, Delete or Recycle. Default: Retain; for volumes of a class, the policy of the class.',
    photonPersistentDisk: 'A Photon disk. It no longer works.',
    portworxVolume: 'A Portworx volume. Its CSI driver has replaced it.',
    quobyte: 'A Quobyte volume. It no longer works.',
    rbd: 'A Ceph block device. It no longer works.',
    scaleIO: 'A ScaleIO volume. It no longer works.',
    storageClassName: 'The StorageClass of the volume. Claims of the same class can use it.',
    storageos: 'A StorageOS volume. It no longer works.',
    volumeAttributesClassName: 'The VolumeAttributesClass with settings of the volume. Needs csi.',
    volumeMode: 'Filesystem or Block. Default: Filesystem.',
    vsphereVolume: 'A vSphere disk. Its CSI driver has replaced it.',
  },
  PersistentVolume: {
    spec: 'The storage, and who can use it.',
  },
  PersistentVolumeStatus: {
    lastPhaseTransitionTime: 'When the phase last changed.',
    message: 'Why the volume is in this phase, for people.',
    phase: 'Pending, Available, Bound, Released or Failed.',
    reason: 'The reason for a failure, as one word in CamelCase.',
  },
  VolumeNodeAffinity: {
    required: 'The labels of the nodes that can use the volume. Required.',
  },
  LocalVolumeSource: {
    fsType: 'The filesystem of the volume, such as ext4 or xfs. Default: the one that is found.',
    path: 'The path on the node, to a directory or a block device. Required.',
  },
  SecretReference: {
    name: 'The name of the Secret.',
    namespace: 'The namespace of the Secret.',
  },
  CSIPersistentVolumeSource: {
    controllerExpandSecretRef:
      'The Secret that is passed to the driver when it makes the volume larger.',
    controllerPublishSecretRef:
      'The Secret that is passed to the driver when it attaches or detaches the volume.',
    driver: 'The name of the CSI driver. Required.',
    fsType: 'The filesystem of the volume, such as ext4 or xfs. The default depends on the driver.',
    nodeExpandSecretRef:
      'The Secret that is passed to the driver when the node makes the volume larger.',
    nodePublishSecretRef:
      'The Secret that is passed to the driver when it mounts or unmounts the volume.',
    nodeStageSecretRef:
      'The Secret that is passed to the driver when it prepares the volume on a node.',
    volumeAttributes: 'Parameters for the driver, which defines their names.',
    volumeHandle: 'The id of the volume for the driver. Required.',
  },
  GlusterfsPersistentVolumeSource: {
    endpoints: 'The name of the Endpoints object with the GlusterFS servers. Required.',
    endpointsNamespace: 'The namespace of the Endpoints. Default: the one of the claim.',
    path: 'The name of the GlusterFS volume. Required.',
  },
  AzureFilePersistentVolumeSource: {
    readOnly: 'Whether the share is mounted read-only. Default: false.',
    secretName: 'The Secret with the name and the key of the Azure storage account. Required.',
    secretNamespace: 'The namespace of the Secret. Default: the one of the pod.',
    shareName: 'The name of the Azure file share. Required.',
  },
  RBDPersistentVolumeSource: {
    fsType: 'The filesystem of the image, such as ext4 or xfs. Default: ext4.',
    image: 'The name of the RBD image. Required.',
    keyring: 'The path of the keyring on the node. Default: /etc/ceph/keyring.',
    monitors: 'The addresses of the Ceph monitors. Required.',
    pool: 'The Ceph pool of the image. Default: rbd.',
    secretRef: 'The Secret with the key of the Ceph user. Takes precedence over keyring.',
    user: 'The Ceph user. Default: admin.',
  },
  CephFSPersistentVolumeSource: {
    monitors: 'The addresses of the Ceph monitors. Required.',
    path: 'The directory of CephFS to mount. Default: /.',
    secretFile: 'The path of the key of the user on the node. Default: /etc/ceph/user.secret.',
    secretRef: 'The Secret with the key of the Ceph user. Takes precedence over secretFile.',
    user: 'The Ceph user. Default: admin.',
  },
  ISCSIPersistentVolumeSource: {
    chapAuthDiscovery: 'Whether discovery uses CHAP authentication.',
    chapAuthSession: 'Whether the session uses CHAP authentication.',
    fsType: 'The filesystem of the volume, such as ext4 or xfs. Default: ext4.',
    initiatorName: 'The name of the iSCSI initiator, if it differs from that of the node.',
    iqn: 'The qualified name (IQN) of the target. Required.',
    iscsiInterface: 'The iSCSI interface to use. Default: default (tcp).',
    lun: 'The number of the logical unit of the target. Required.',
    portals: 'More portals of the target, as IP addresses or as ip:port. Used for multipath.',
    secretRef: 'The Secret with the CHAP credentials.',
    targetPortal:
      'The portal of the target, as an IP address or as ip:port. Default port: 3260. Required.',
  },
  ScaleIOPersistentVolumeSource: {
    fsType: 'The filesystem of the volume. Default: xfs.',
    gateway: 'The address of the ScaleIO gateway. Required.',
    protectionDomain: 'The protection domain of the storage.',
    secretRef: 'The Secret with the account. Required.',
    sslEnabled: 'Whether the gateway is called with TLS. Default: false.',
    storageMode: 'ThickProvisioned or ThinProvisioned. Default: ThinProvisioned.',
    storagePool: 'The storage pool of the protection domain.',
    system: 'The name of the storage system. Required.',
    volumeName: 'The name of the volume in the storage system.',
  },
  StorageOSPersistentVolumeSource: {
    fsType: 'The filesystem of the volume. Default: ext4.',
    secretRef: 'The Secret for the StorageOS API.',
    volumeName: 'The name of the volume.',
    volumeNamespace: 'The namespace of the volume in StorageOS.',
  },
  FlexPersistentVolumeSource: {
    driver: 'The name of the FlexVolume driver. Required.',
    fsType: 'The filesystem of the volume, such as ext4 or xfs. The default depends on the driver.',
    options: 'Additional options for the driver.',
    secretRef: 'The Secret whose data is passed to the driver.',
  },
  CinderPersistentVolumeSource: {
    fsType: 'The filesystem of the volume, such as ext4 or xfs. Default: ext4.',
    secretRef: 'The Secret with the parameters for connecting to OpenStack.',
    volumeID: 'The ID of the Cinder volume. Required.',
  },
  VolumeAttachment: {
    spec: 'The volume, the node and the driver.',
  },
  VolumeAttachmentSpec: {
    attacher: 'The name of the CSI driver. Required.',
    nodeName: 'The node to which the volume is attached. Required.',
    source: 'The volume. Required.',
  },
  VolumeAttachmentSource: {
    inlineVolumeSpec: 'The volume itself, if it is in the spec of a pod and was migrated to CSI.',
    persistentVolumeName: 'The name of the PersistentVolume.',
  },
  VolumeAttachmentStatus: {
    attachError: 'The last error of attaching the volume.',
    attached: 'Whether the volume is attached.',
    attachmentMetadata: 'What the driver returned about the attached volume.',
    detachError: 'The last error of detaching the volume.',
  },
  VolumeError: {
    errorCode: 'The gRPC code of the error.',
    message: 'The error, for people.',
    time: 'When the error happened.',
  },
  RuntimeClass: {
    handler: 'The configuration of the container runtime, such as runsc or kata. Required.',
    overhead: 'What each pod needs in addition to its containers.',
    scheduling: 'The nodes that have the handler. By default all have it.',
  },
  Overhead: {
    podFixed: 'The resources that a pod needs in addition to its containers.',
  },
  Scheduling: {
    nodeSelector: 'The labels of the nodes that have the handler. They are added to the pods.',
    tolerations: 'The tolerations that are added to the pods.',
  },
  Volume: {
    awsElasticBlockStore: 'An AWS EBS disk. Its CSI driver has replaced it.',
    azureDisk: 'An Azure disk. Its CSI driver has replaced it.',
    azureFile: 'An Azure file share. Its CSI driver has replaced it.',
    cephfs: 'A Ceph file system. It no longer works.',
    cinder: 'An OpenStack disk. Its CSI driver has replaced it.',
    configMap: 'The keys of a ConfigMap as files.',
    csi: 'A volume of a CSI driver that lives as long as the pod.',
    downwardAPI: 'Fields of the pod as files.',
    emptyDir: 'An empty directory that lives as long as the pod.',
    ephemeral: 'A volume that is claimed for the pod, and deleted with it.',
    fc: 'A Fibre Channel disk.',
    flexVolume: 'A volume of a FlexVolume plugin. Deprecated: use CSI.',
    flocker: 'A Flocker volume. It no longer works.',
    gcePersistentDisk: 'A Google Compute Engine disk. Its CSI driver has replaced it.',
    gitRepo: 'A git repository. Deprecated: clone it in an init container.',
    glusterfs: 'A GlusterFS volume. It no longer works.',
    hostPath: 'A file or directory of the node.',
    image: 'The content of an OCI image or artifact.',
    iscsi: 'An iSCSI disk.',
    name: 'The name that volumeMounts refer to: a DNS label.',
    nfs: 'A directory of an NFS server.',
    persistentVolumeClaim: 'The volume of a PersistentVolumeClaim of the namespace.',
    photonPersistentDisk: 'A Photon disk. It no longer works.',
    portworxVolume: 'A Portworx volume. Its CSI driver has replaced it.',
    projected: 'Secrets, ConfigMaps, tokens and fields in one directory.',
    quobyte: 'A Quobyte volume. It no longer works.',
    rbd: 'A Ceph block device. It no longer works.',
    scaleIO: 'A ScaleIO volume. It no longer works.',
    secret: 'The keys of a Secret as files.',
    storageos: 'A StorageOS volume. It no longer works.',
    vsphereVolume: 'A vSphere disk. Its CSI driver has replaced it.',
  },
  VsphereVirtualDiskVolumeSource: {
    fsType: 'The filesystem of the disk. Default: ext4.',
    storagePolicyID: 'The ID of the storage policy.',
    storagePolicyName: 'The name of the storage policy.',
    volumePath: 'The path of the disk. Required.',
  },
  StorageOSVolumeSource: {
    fsType: 'The filesystem of the volume. Default: ext4.',
    secretRef: 'The Secret for the StorageOS API.',
    volumeName: 'The name of the volume.',
    volumeNamespace: 'The namespace of the volume in StorageOS.',
  },
  SecretVolumeSource: {
    defaultMode:
      'The permission bits of files without a mode of their own: 0 to 0777. Default: 0644.',
    defaultUser: 'The user ID that owns the files that do not name a user.',
    items: 'The keys that become files. Default: all keys.',
    optional: 'Whether the pod starts without the Secret or its keys. Default: false.',
    secretName: 'The name of the Secret. Required.',
  },
  KeyToPath: {
    key: 'The key. Required.',
    mode: 'The permission bits of the file: 0 to 0777. Default: defaultMode.',
    path: 'The relative path of the file, without .. in it. Required.',
    user: 'The user ID that owns the file.',
  },
  ScaleIOVolumeSource: {
    fsType: 'The filesystem of the volume. Default: xfs.',
    gateway: 'The address of the ScaleIO gateway. Required.',
    protectionDomain: 'The protection domain of the storage.',
    secretRef: 'The Secret with the account. Required.',
    sslEnabled: 'Whether the gateway is called with TLS. Default: false.',
    storageMode: 'ThickProvisioned or ThinProvisioned. Default: ThinProvisioned.',
    storagePool: 'The storage pool of the protection domain.',
    system: 'The name of the storage system. Required.',
    volumeName: 'The name of the volume in the storage system.',
  },
  Event: {
    '': 'A report about something that happened to an object.',
    action: 'What was done, or is the consequence. At most 128 bytes.',
    count: 'How often it happened.',
    deprecatedCount: 'The count in the form of v1. Not allowed in a new Event.',
    deprecatedFirstTimestamp: 'The firstTimestamp of v1. Not allowed in a new Event.',
    deprecatedLastTimestamp: 'The lastTimestamp of v1. Not allowed in a new Event.',
    deprecatedSource: 'The source of v1. Not allowed in a new Event.',
    eventTime: 'When it happened first, with microseconds.',
    firstTimestamp: 'When it happened first.',
    involvedObject: 'The object that the Event is about, in the same namespace.',
    lastTimestamp: 'When it happened last.',
    message: 'The report, for people. At most 1024 bytes.',
    note: 'The report, for people. At most 1024 bytes.',
    reason: 'Why it happened, as a short word for programs. At most 128 bytes.',
    regarding: 'The object that the Event is about, in the same namespace.',
    related: 'Another object that is involved.',
    reportingComponent: 'The controller that reports, such as example.com/backup.',
    reportingController: 'The controller that reports, such as example.com/backup.',
    reportingInstance: 'The instance of the controller. At most 128 bytes.',
    series: 'How often it happened again.',
    source: 'The component that reports, of older clients.',
    type: 'Normal or Warning.',
  },
  EventSeries: {
    count: 'How often it happened until lastObservedTime. At least 2.',
    lastObservedTime: 'When it happened last.',
  },
  EventSource: {
    component: 'The component that reports.',
    host: 'The node of the component.',
  },
  ControllerRevision: {
    '': 'A state in the history of a StatefulSet or DaemonSet. Controllers write it.',
    data: 'The object that the controller compares and restores.',
    revision: 'The position in the history. Not negative.',
  },
  Node: {
    '': 'A machine on which Pods run. The kubelet creates it.',
    spec: 'The taints and the address ranges of the Node.',
    status: 'What the kubelet reports.',
  },
  NodeSpec: {
    configSource: 'Of a feature that was removed. The server ignores it.',
    externalID: 'Deprecated, and without effect.',
    podCIDR: 'The first range of podCIDRs.',
    podCIDRs: 'The ranges of the addresses of the Pods: one, or one of each IP family.',
    podPreemptionPolicy: 'How the scheduler preempts Pods of this Node.',
    providerID: 'The machine in the cloud. It cannot be changed later.',
    taints: 'Pods without a matching toleration are not scheduled on the Node, or evicted.',
    unschedulable: 'Whether the scheduler leaves the Node out.',
  },
  NodePodPreemptionPolicy: {
    disableResizePreemption: 'Whether no Pod is preempted when another one is resized.',
  },
  NodeConfigSource: { configMap: 'The ConfigMap with the settings of the kubelet.' },
  ConfigMapNodeConfigSource: {
    kubeletConfigKey: 'The key with the settings of the kubelet.',
    name: 'The name of the ConfigMap.',
    namespace: 'The namespace of the ConfigMap.',
    resourceVersion: 'The version of the ConfigMap. Only in the status.',
    uid: 'The identifier of the ConfigMap. Only in the status.',
  },
  Taint: {
    effect: 'NoSchedule, PreferNoSchedule or NoExecute.',
    key: 'The key, in the form of a label.',
    timeAdded: 'When the taint was added.',
    value: 'The value, in the form of a label.',
  },
  NodeStatus: {
    addresses: 'The addresses of the Node.',
    allocatable: 'The amounts for Pods. Default: the capacity.',
    capacity: 'All amounts of the Node.',
    config: 'Of a feature that was removed.',
    daemonEndpoints: 'The ports of the kubelet.',
    declaredFeatures: 'The features that the kubelet has, in alphabetical order.',
    features: 'What the container runtime supports.',
    images: 'The images on the Node.',
    nodeInfo: 'The versions of the software of the Node.',
    phase: 'No longer used.',
    runtimeHandlers: 'The handlers of the container runtime.',
    volumesAttached: 'The volumes that are attached.',
    volumesInUse: 'The volumes that are mounted.',
  },
  NodeAddress: { address: 'The address.', type: 'InternalIP, ExternalIP, Hostname and others.' },
  NodeCondition: { ...CONDITION, lastHeartbeatTime: 'When the condition was reported last.' },
  NodeConfigStatus: {
    active: 'The source that is used.',
    assigned: 'The source that will be used.',
    error: 'Why the source cannot be used.',
    lastKnownGood: 'The last source that worked.',
  },
  NodeDaemonEndpoints: { kubeletEndpoint: 'The port of the kubelet.' },
  DaemonEndpoint: { Port: 'The number of the port.' },
  NodeFeatures: { supplementalGroupsPolicy: 'Whether the field of that name has an effect.' },
  ContainerImage: { names: 'The names of the image.', sizeBytes: 'The size in bytes.' },
  NodeRuntimeHandler: { features: 'What it supports.', name: 'The name of the handler.' },
  NodeRuntimeHandlerFeatures: {
    recursiveReadOnlyMounts: 'Whether it supports recursive read-only mounts.',
    userNamespaces: 'Whether it supports user namespaces.',
  },
  NodeSystemInfo: {
    architecture: 'The architecture of the processor, such as amd64.',
    bootID: 'The identifier of the last start.',
    containerRuntimeVersion: 'The version of the container runtime.',
    kernelVersion: 'The version of the kernel.',
    kubeProxyVersion: 'No longer used.',
    kubeletVersion: 'The version of the kubelet.',
    machineID: 'The identifier of the machine.',
    operatingSystem: 'The operating system: linux or windows.',
    osImage: 'The name of the operating system.',
    runningInUserNamespace: 'Whether the kubelet runs in a user namespace.',
    swap: 'The swap space.',
    systemUUID: 'The identifier of the hardware.',
  },
  NodeSwapStatus: { capacity: 'The size in bytes.' },
  AttachedVolume: { devicePath: 'The path of the device.', name: 'The name of the volume.' },
  CertificateSigningRequest: {
    '': 'A request for a certificate, which a signer approves and signs.',
    spec: 'The request. It cannot be changed later.',
    status: 'The approval and the certificate. The server ignores it in a new object.',
  },
  CertificateSigningRequestSpec: {
    expirationSeconds: 'How long the certificate should be valid. At least 600.',
    extra: 'Who made the request. The server sets it.',
    groups: 'Who made the request. The server sets it.',
    request: 'The certificate request as a PEM file, in base64.',
    signerName: 'Who signs it, such as kubernetes.io/kube-apiserver-client.',
    uid: 'Who made the request. The server sets it.',
    usages: 'What the certificate is for, such as client auth.',
    username: 'Who made the request. The server sets it.',
  },
  CertificateSigningRequestStatus: {
    certificate: 'The certificate as a PEM file, in base64.',
    conditions: 'Approved, Denied or Failed.',
  },
  CertificateSigningRequestCondition: {
    ...CONDITION,
    lastUpdateTime: 'When the condition was changed last.',
  },
  ClusterTrustBundle: {
    '': 'Certificates of authorities that pods can trust.',
    spec: 'The certificates, and who signs with them.',
  },
  ClusterTrustBundleSpec: {
    signerName:
      'The signer that the certificates belong to. The name of the object starts with it, and it cannot be changed later.',
    trustBundle: 'The CA certificates, as a PEM file. Each is there once.',
  },
  PodCertificateRequest: {
    '': 'A request for the certificate of a pod, which its kubelet makes.',
    spec: 'The request. It cannot be changed later.',
    status: 'The certificate. The server ignores it in a new object.',
  },
  PodCertificateRequestSpec: {
    maxExpirationSeconds:
      'The longest lifetime of the certificate: 3600 to 7862400 seconds (91 days). Default: 86400.',
    nodeName: 'The Node of the pod.',
    nodeUID: 'The UID of the Node.',
    podName: 'The pod that the certificate is for.',
    podUID: 'The UID of the pod.',
    serviceAccountName: 'The ServiceAccount of the pod.',
    serviceAccountUID: 'The UID of the ServiceAccount.',
    signerName: 'Who signs it, such as kubernetes.io/kube-apiserver-client-pod.',
    stubPKCS10Request: 'A PKCS #10 request in DER format, in base64. It has the public key.',
    unverifiedUserAnnotations: 'What the signer gets from the pod. The keys have a domain.',
  },
  PodCertificateRequestStatus: {
    beginRefreshAt: 'When the kubelet should request the next certificate.',
    certificateChain: 'The certificate and those of its authorities, as a PEM file.',
    conditions: 'Issued, Denied or Failed.',
    notAfter: 'When the certificate expires.',
    notBefore: 'When the certificate begins to be valid.',
  },
  StorageVersionMigration: {
    '': 'Rewrites all stored objects of a resource, in the version that the server now stores.',
    spec: 'The resource. It cannot be changed later.',
  },
  StorageVersionMigrationSpec: {
    resource: 'The resource whose objects are rewritten.',
  },
  StorageVersionMigrationStatus: {
    conditions: 'Running, Succeeded or Failed.',
    resourceVersion: 'The version of the list of objects at the start.',
  },
  GroupResource: {
    group: 'The API group of the resource. Empty for the core group.',
    resource: 'The plural name of the resource.',
  },

  Binding: {
    '': 'Assigns a pod to a node. The server answers it, and does not store it.',
    target: 'The node.',
  },
  SubjectAccessReview: {
    '': 'Asks whether somebody may do something. The server answers it, and does not store it.',
    spec: 'The request, and who sends it.',
  },
  LocalSubjectAccessReview: {
    '': 'Asks whether somebody may do something in a namespace. The server answers it, and does not store it.',
    spec: 'The request, and who sends it.',
  },
  SelfSubjectAccessReview: {
    '': 'Asks whether the user who creates it may do something. The server answers it, and does not store it.',
    spec: 'The request.',
  },
  SubjectAccessReviewSpec: {
    extra: 'More about the user, from the authenticator.',
    groups: 'The groups of the user.',
    nonResourceAttributes: 'A request for a path of the server that is no resource.',
    resourceAttributes: 'A request for a resource.',
    uid: 'The UID of the user.',
    user: 'The name of the user.',
  },
  SelfSubjectAccessReviewSpec: {
    nonResourceAttributes: 'A request for a path of the server that is no resource.',
    resourceAttributes: 'A request for a resource.',
  },
  SubjectAccessReviewStatus: {
    allowed: 'True if the request is allowed.',
    denied: 'True if the request is denied, whatever other authorizers say.',
    evaluationError: 'The errors of authorizers.',
    reason: 'Why the request is allowed or denied.',
  },
  ResourceAttributes: {
    fieldSelector: 'The objects that the request is limited to, by their fields.',
    group: 'The API group of the resource. `*` means all.',
    labelSelector: 'The objects that the request is limited to, by their labels.',
    name: 'The name of the object. Empty means all.',
    namespace:
      'The namespace of the object. Empty means all, or none for cluster-scoped resources.',
    resource: 'The plural name of the resource. `*` means all.',
    subresource: 'The subresource.',
    verb: 'The verb, such as get, list or create. `*` means all.',
    version: 'The API version of the resource. `*` means all.',
  },
  NonResourceAttributes: {
    path: 'The path of the URL.',
    verb: 'The HTTP verb in lowercase letters.',
  },
  FieldSelectorAttributes: {
    rawSelector: 'The selector as in a URL.',
    requirements: 'The conditions on fields. An object must meet all of them.',
  },
  FieldSelectorRequirement: {
    key: 'The path of the field.',
    operator: 'In, NotIn, Exists or DoesNotExist.',
    values: 'The values that In and NotIn compare with.',
  },
  LabelSelectorAttributes: {
    rawSelector: 'The selector as in a URL.',
    requirements: 'The conditions on labels. An object must meet all of them.',
  },
  SelfSubjectRulesReview: {
    '': 'Asks what the user who creates it may do in a namespace. The server answers it, and does not store it.',
    spec: 'The namespace.',
  },
  SelfSubjectRulesReviewSpec: {
    namespace: 'The namespace. Required.',
  },
  SubjectRulesReviewStatus: {
    evaluationError: 'The errors of authorizers.',
    incomplete: 'True if not all rules are listed.',
    nonResourceRules: 'The allowed requests for paths of the server that are no resources.',
    resourceRules: 'The allowed requests for resources.',
  },
  ResourceRule: {
    apiGroups: 'The API groups. `*` means all.',
    resourceNames: 'The names of the objects. None means all.',
    resources: 'The plural names of the resources. `*` means all.',
    verbs: 'The verbs, such as get, list or create. `*` means all.',
  },
  NonResourceRule: {
    nonResourceURLs: 'The paths of URLs. `*` at the end means all that begin so.',
    verbs: 'The HTTP verbs in lowercase letters. `*` means all.',
  },
  TokenReview: {
    '': 'Asks whose token it is. The server answers it, and does not store it.',
    spec: 'The token.',
  },
  TokenReviewSpec: {
    audiences: 'The audiences that the token must be for. That of the server by default.',
    token: 'The token. Required.',
  },
  TokenReviewStatus: {
    audiences: 'The audiences that the token is for.',
    authenticated: 'True if the token belongs to a known user.',
    error: 'Why the token could not be checked.',
    user: 'The user.',
  },
  SelfSubjectReview: {
    '': 'Asks who creates it. The server answers it, and does not store it.',
  },
  SelfSubjectReviewStatus: {
    userInfo: 'The user.',
  },
  UserInfo: {
    extra: 'More about the user, from the authenticator.',
    groups: 'The groups of the user.',
    uid: 'The UID of the user.',
    username: 'The name of the user.',
  },

  DeviceClaim: {
    config: 'Settings for the drivers of the devices.',
    constraints: 'Conditions that devices of several requests must fulfill together.',
    requests: 'The devices that are wanted. At most 32.',
  },
  DeviceRequest: {
    exactly: 'The devices that are wanted.',
    firstAvailable: 'Alternatives, the best first. At most 8.',
    name: 'The name of the request, as a DNS label.',
  },
  ExactDeviceRequest: {
    ...ALTERNATIVE_DEVICES,
    adminAccess: 'Whether the devices are monitored, in a namespace that is labeled for it.',
  },
  DeviceSubRequest: {
    ...ALTERNATIVE_DEVICES,
    name: 'The name of the alternative, as a DNS label.',
  },
  CapacityRequirements: { requests: 'The amounts by the name of the capacity.' },
  DeviceSelector: { cel: 'A condition in CEL.' },
  CELDeviceSelector: {
    expression: 'A CEL expression about device, with the result true or false.',
  },
  DeviceDerivedAttribute: {
    expression: 'A CEL expression with the value of the attribute.',
    name: 'The name of the attribute, with a domain.',
  },
  DeviceToleration: {
    effect: 'The effect of the taint. Empty for all effects.',
    key: 'The key of the taint. Empty for all taints.',
    operator: 'Equal or Exists. Default: Equal.',
    tolerationSeconds: 'How long a taint with the effect NoExecute is tolerated.',
    value: 'The value of the taint.',
  },
  DeviceConstraint: {
    distinctAttribute: 'The attribute in which the devices differ.',
    matchAttribute: 'The attribute that is the same for the devices.',
    requests: 'The requests that it is about. Empty for all.',
  },
  DeviceClaimConfiguration: {
    opaque: 'Settings for a driver.',
    requests: 'The requests that it is about. Empty for all.',
  },
  OpaqueDeviceConfiguration: {
    driver: 'The name of the driver.',
    parameters: 'An object of the driver. At most 10 KiB.',
  },
  ResourceClaimSpec: { devices: 'The devices that are wanted.' },
  ResourceClaimStatus: {
    allocation: 'The devices that the claim has.',
    devices: 'What the drivers report about the devices.',
    reservedFor: 'The pods that can use the devices.',
  },
  AllocationResult: {
    allocationTimestamp: 'When the devices were allocated.',
    devices: 'The devices that the claim has.',
    nodeSelector: 'The nodes on which the devices can be used.',
  },
  DeviceAllocationResult: {
    config: 'Settings of the class and the claim.',
    results: 'The devices of each request.',
  },
  DeviceRequestAllocationResult: {
    adminAccess: 'Whether the device is used for monitoring.',
    bindingConditions: 'Conditions that the device must have before the pod is bound.',
    bindingFailureConditions: 'Conditions that mean that the device cannot be used.',
    consumedCapacity: 'The amounts that the claim uses of the device.',
    device: 'The name of the device.',
    driver: 'The name of the driver.',
    pool: 'The name of the pool.',
    request: 'The request that the device is for.',
    shareID: 'The share of a device that several claims use.',
    skipNodeOperations: 'What the kubelet does not do for the device.',
    tolerations: 'The tolerations of the request.',
  },
  DeviceAllocationConfiguration: {
    opaque: 'Settings for a driver.',
    requests: 'The requests that it is about. Empty for all.',
    source: 'FromClass or FromClaim.',
  },
  ResourceClaimConsumerReference: {
    apiGroup: 'The API group of the user.',
    name: 'The name of the user.',
    resource: 'The resource of the user, such as pods.',
    uid: 'The identifier of the user.',
  },
  AllocatedDeviceStatus: {
    data: 'Data of the driver.',
    device: 'The name of the device.',
    driver: 'The name of the driver.',
    networkData: 'The addresses of a network device.',
    pool: 'The name of the pool.',
    shareID: 'The share of a device that several claims use.',
  },
  NetworkDeviceData: {
    hardwareAddress: 'The hardware address.',
    interfaceName: 'The name of the interface.',
    ips: 'The addresses, with the length of the prefix.',
  },
  ResourceClaimTemplate: {
    '': 'A template of the claims of pods for devices.',
    spec: 'The claims that are made. It cannot be changed later.',
  },
  ResourceClaimTemplateSpec: {
    metadata: 'The labels and annotations of the claims.',
    spec: 'The spec of the claims.',
  },
  DeviceClass: {
    '': 'A kind of devices, for claims.',
    spec: 'How the devices are selected and configured.',
  },
  DeviceClassSpec: {
    config: 'Settings for the drivers of the devices. At most 32.',
    extendedResourceName: 'The extended resource for which containers get these devices.',
    selectors: 'Conditions that a device must fulfill. At most 32.',
  },
  DeviceClassConfiguration: { opaque: 'Settings for a driver.' },
  DeviceTaintRule: {
    '': 'A taint of all devices that are selected.',
    spec: 'The taint, and the devices.',
  },
  DeviceTaintRuleSpec: {
    deviceSelector: 'The devices. Without it, there are none.',
    taint: 'The taint.',
  },
  DeviceTaintSelector: {
    device: 'The name of the devices.',
    driver: 'The driver of the devices.',
    pool: 'The pool of the devices.',
  },
  DeviceTaint: {
    effect: 'NoSchedule, NoExecute or None.',
    key: 'The key, in the form of a label.',
    timeAdded: 'When the taint was added. The server sets it.',
    value: 'The value, in the form of a label.',
  },
  DeviceTaintRuleStatus: {},
  ResourceSlice: {
    '': 'Devices of a driver, which claims can get.',
    spec: 'The devices, and the nodes that have them.',
  },
  ResourceSliceSpec: {
    allNodes: 'Whether all nodes have the devices.',
    devices: 'The devices. At most 128.',
    driver: 'The name of the driver. It cannot be changed later.',
    nodeName: 'The node that has the devices. It cannot be changed later.',
    nodeSelector: 'The nodes that have the devices, as one term.',
    partitionTypeAttribute: 'The attribute that names the type of a partition.',
    perDeviceNodeSelection: 'Whether each device says which nodes have it.',
    pool: 'The pool that the slice is a part of.',
    sharedCounters: 'Amounts that devices share. At most 8 sets.',
    skipNodeOperations: 'What the kubelet does not do for the devices.',
  },
  ResourcePool: {
    generation: 'The version of the pool. It grows with each change.',
    name: 'The name of the pool, such as the name of the node. It cannot be changed later.',
    resourceSliceCount: 'The number of slices of the pool. At least 1.',
  },
  CounterSet: {
    counters: 'The amounts by the name of the counter. At most 32.',
    name: 'The name of the set, as a DNS label.',
  },
  Counter: { value: 'The amount.' },
  Device: { ...DEVICE, name: 'The name of the device, as a DNS label.' },
  DeviceAttribute: {
    bool: 'A value that is true or false.',
    bools: 'Values that are true or false.',
    int: 'A number.',
    ints: 'Numbers.',
    string: 'A text of at most 64 bytes.',
    strings: 'Texts of at most 64 bytes.',
    version: 'A semantic version, such as 1.2.3.',
    versions: 'Semantic versions, such as 1.2.3.',
  },
  DeviceCapacity: {
    requestPolicy: 'The amounts that can be requested of a device that several claims share.',
    value: 'The amount that the device has.',
  },
  CapacityRequestPolicy: {
    default: 'The amount for a request without one.',
    validRange: 'The range of the amounts.',
    validValues: 'The allowed amounts in ascending order. At most 10.',
  },
  CapacityRequestPolicyRange: {
    max: 'The greatest amount. Default: the capacity.',
    min: 'The smallest amount. Required.',
    step: 'The difference between two amounts.',
  },
  DeviceCounterConsumption: {
    compatibilityGroups: 'The groups of devices that can be used together. At most 2.',
    counters: 'The amounts that the device uses, by the name of the counter.',
    counterSet: 'The name of the set of counters.',
  },
  NodeAllocatableResource: {
    mapping: 'How much of the resource of the node the device uses.',
    overhead: 'The amounts that are added for each pod and container.',
  },
  NodeAllocatableMapping: {
    capacityKey: 'The capacity of the device that counts.',
    capacityMultiplier: 'The amount for each unit of the capacity.',
    deviceMultiplier: 'The amount for each device.',
  },
  NodeAllocatableOverhead: {
    perContainer: 'The amount that is added for each container.',
    perPod: 'The amount that is added for the pod.',
  },
  NodeAllocatableResourceMapping: {
    allocationMultiplier: 'The amount for each device, or for each unit of the capacity.',
    capacityKey: 'The capacity of the device that counts.',
  },

  Ingress: {
    '': 'Routes of HTTP requests from outside of the cluster to Services.',
    spec: 'The routes.',
  },
  IngressSpec: {
    defaultBackend: 'The target of requests that no rule matches. Required if there are no rules.',
    ingressClassName: 'The name of the IngressClass, whose controller handles the Ingress.',
    rules: 'The targets by host and path.',
    tls: 'The certificates by host.',
  },
  IngressTLS: {
    hosts: 'The hosts of the certificate, such as shop.example.com or *.example.com.',
    secretName: 'The name of the Secret with the certificate, of type kubernetes.io/tls.',
  },
  IngressRule: {
    host: 'The host of the requests, such as shop.example.com or *.example.com. By default all hosts.',
    http: 'The targets by path.',
  },
  HTTPIngressRuleValue: { paths: 'The paths. At least one.' },
  HTTPIngressPath: {
    backend: 'The target of the requests.',
    path: 'The path of the requests, which starts with a slash.',
    pathType: 'Prefix, Exact or ImplementationSpecific. Required.',
  },
  IngressBackend: {
    resource: 'Another object than a Service, if the controller supports its kind.',
    service: 'The Service and its port.',
  },
  IngressServiceBackend: {
    name: 'The name of the Service.',
    port: 'The port of the Service, by name or number.',
  },
  ServiceBackendPort: {
    name: 'The name of the port. Not together with number.',
    number: 'The number of the port. Not together with name.',
  },
  TypedLocalObjectReference: {
    apiGroup: 'The API group of the object; absent for the core group.',
    kind: 'The kind of the object.',
    name: 'The name of the object, in the same namespace.',
  },
  IngressStatus: { loadBalancer: 'The state of the load balancer.' },
  IngressLoadBalancerStatus: { ingress: 'The addresses of the load balancer.' },
  IngressLoadBalancerIngress: {
    hostname: 'The DNS name of the load balancer.',
    ip: 'The address of the load balancer.',
    ports: 'The ports of the load balancer.',
  },
  IngressPortStatus: {
    error: 'The reason why the port does not work.',
    port: 'The number of the port.',
    protocol: 'TCP, UDP or SCTP.',
  },
  Endpoints: {
    '': 'The addresses of a Service. Deprecated; EndpointSlices have replaced them.',
    subsets: 'The addresses, with the ports that they have.',
  },
  EndpointSubset: {
    addresses: 'The addresses that get traffic.',
    notReadyAddresses: 'The addresses that get no traffic yet.',
    ports: 'The ports of the addresses. With several ports, each needs a name.',
  },
  EndpointAddress: {
    hostname: 'The name of the address below the name of the Service.',
    ip: 'The address. It must not be local to a node.',
    nodeName: 'The name of the node with the address.',
    targetRef: 'The object with the address, such as a Pod.',
  },
  EndpointPort: {
    appProtocol: 'The protocol above the transport, such as http or kubernetes.io/h2c.',
    name: 'The name of the port of the Service.',
    port: 'The number of the port.',
    protocol: 'TCP, UDP or SCTP. Default: TCP.',
  },
  EndpointSlice: {
    '': 'Some of the addresses of a Service.',
    addressType: 'IPv4, IPv6 or FQDN. It cannot be changed later.',
    endpoints: 'The addresses. At most 1000.',
    ports: 'The ports of all endpoints, with different names.',
  },
  Endpoint: {
    addresses: 'The addresses of one target: 1 to 100, of the addressType.',
    conditions: 'Whether the target gets traffic.',
    deprecatedTopology: 'Labels of versions before v1. The server drops it.',
    hints: 'The zones and nodes whose clients should use the target.',
    hostname: 'The name of the target below the name of the Service.',
    nodeName: 'The name of the node of the target.',
    targetRef: 'The object with the addresses, such as a Pod.',
    zone: 'The zone of the target.',
  },
  EndpointConditions: {
    ready: 'Whether the target gets new connections.',
    serving: 'Whether the target answers, even if it is terminating.',
    terminating: 'Whether the target is being deleted.',
  },
  EndpointHints: {
    forNodes: 'The nodes whose clients should use the target. At most 8.',
    forZones: 'The zones whose clients should use the target. At most 8.',
  },
  ForZone: { name: 'The name of the zone.' },
  ForNode: { name: 'The name of the node.' },
  ServiceCIDR: {
    '': 'Ranges from which Services get their addresses.',
    spec: 'The ranges.',
  },
  ServiceCIDRSpec: {
    cidrs: 'One range in CIDR notation, or one of IPv4 and one of IPv6.',
  },
  ServiceCIDRStatus: {},
  IPAddress: {
    '': 'An address that is in use. Its name is the address.',
    spec: 'The object that has the address.',
  },
  IPAddressSpec: { parentRef: 'The object that has the address, such as a Service.' },
  ParentReference: {
    group: 'The API group of the object; empty for the core group.',
    name: 'The name of the object.',
    namespace: 'The namespace of the object.',
    resource: 'The plural of the kind of the object, such as services.',
  },

  HorizontalPodAutoscaler: {
    '': 'Changes the number of pods of a workload by metrics.',
    spec: 'The workload, the limits and the metrics.',
  },
  HorizontalPodAutoscalerSpec: {
    ...AUTOSCALER_SPEC,
    targetCPUUtilizationPercentage:
      'The average use of CPU that is aimed at, in percent of the requests. Default: 80.',
  },
  'autoscaling.v2.HorizontalPodAutoscalerSpec': {
    ...AUTOSCALER_SPEC,
    behavior: 'How fast the number of replicas changes.',
    metrics:
      'The metrics; the one that needs the most replicas counts. Default: 80% of the requested CPU.',
  },
  HorizontalPodAutoscalerStatus: {
    ...AUTOSCALER_STATUS,
    currentCPUUtilizationPercentage: 'The average use of CPU, in percent of the requests.',
  },
  'autoscaling.v2.HorizontalPodAutoscalerStatus': {
    ...AUTOSCALER_STATUS,
    currentMetrics: 'The metrics as they were last measured.',
  },
  HorizontalPodAutoscalerCondition: OBSERVED_CONDITION,
  CrossVersionObjectReference: {
    apiVersion: 'The group and the version of the object, such as apps/v1.',
    kind: 'The kind of the object.',
    name: 'The name of the object.',
  },
  HorizontalPodAutoscalerBehavior: {
    scaleDown: 'How fast replicas are removed.',
    scaleUp: 'How fast replicas are added.',
  },
  HPAScalingRules: {
    policies: 'The largest changes in a period. At least one.',
    selectPolicy: 'Max, Min or Disabled: the policy that counts. Default: Max.',
    stabilizationWindowSeconds: 'How long earlier recommendations count: 0 to 3600 seconds.',
    tolerance: 'The deviation from the target that changes nothing. Default: 10%.',
  },
  HPAScalingPolicy: {
    periodSeconds: 'The period of the change: 1 to 1800 seconds.',
    type: 'Pods or Percent.',
    value: 'The largest change. At least 1.',
  },
  MetricSpec: {
    containerResource: 'The use of a resource by one container of the pods.',
    external: 'A metric from outside of the cluster.',
    object: 'A metric of another object.',
    pods: 'A metric of the pods.',
    resource: 'The use of a resource by the pods.',
    type: 'Resource, ContainerResource, Pods, Object or External.',
  },
  ResourceMetricSource: {
    name: 'The resource, such as cpu or memory.',
    target: 'The use that is aimed at.',
  },
  ContainerResourceMetricSource: {
    container: 'The name of the container.',
    name: 'The resource, such as cpu or memory.',
    target: 'The use that is aimed at.',
  },
  PodsMetricSource: { metric: 'The metric.', target: 'The average that is aimed at.' },
  ObjectMetricSource: {
    describedObject: 'The object that has the metric.',
    metric: 'The metric.',
    target: 'The value that is aimed at.',
  },
  ExternalMetricSource: { metric: 'The metric.', target: 'The value that is aimed at.' },
  MetricIdentifier: {
    name: 'The name of the metric.',
    selector: 'The labels of the metric.',
  },
  MetricTarget: {
    averageUtilization: 'The average of the pods, in percent of their requests.',
    averageValue: 'The average of the pods.',
    type: 'Utilization, Value or AverageValue.',
    value: 'The value.',
  },
  MetricStatus: {
    containerResource: 'The use of a resource by one container of the pods.',
    external: 'A metric from outside of the cluster.',
    object: 'A metric of another object.',
    pods: 'A metric of the pods.',
    resource: 'The use of a resource by the pods.',
    type: 'Resource, ContainerResource, Pods, Object or External.',
  },
  ResourceMetricStatus: { current: 'The use that was measured.', name: 'The resource.' },
  ContainerResourceMetricStatus: {
    container: 'The name of the container.',
    current: 'The use that was measured.',
    name: 'The resource.',
  },
  PodsMetricStatus: { current: 'The average that was measured.', metric: 'The metric.' },
  ObjectMetricStatus: {
    current: 'The value that was measured.',
    describedObject: 'The object that has the metric.',
    metric: 'The metric.',
  },
  ExternalMetricStatus: { current: 'The value that was measured.', metric: 'The metric.' },
  MetricValueStatus: {
    averageUtilization: 'The average of the pods, in percent of their requests.',
    averageValue: 'The average of the pods.',
    value: 'The value.',
  },

  PersistentVolumeClaim: {
    '': 'A request for storage.',
    spec: 'The amount, the class and the access modes.',
  },
  PersistentVolumeClaimSpec: {
    accessModes: 'ReadWriteOnce, ReadOnlyMany, ReadWriteMany, or ReadWriteOncePod alone. Required.',
    dataSource: 'The claim or VolumeSnapshot with the data of the volume.',
    dataSourceRef:
      'The object with the data of the volume: a claim, or of any kind with an API group.',
    resources: 'The amount of storage in requests.storage. Required.',
    selector: 'The labels of the volumes that can be used.',
    storageClassName: 'The StorageClass; the empty string for none. By default the default class.',
    volumeAttributesClassName: 'The VolumeAttributesClass with settings of the volume.',
    volumeMode: 'Filesystem or Block. Default: Filesystem.',
    volumeName: 'The name of the PersistentVolume to use.',
  },
  VolumeResourceRequirements: {
    limits: 'The largest amount of storage.',
    requests: 'The smallest amount of storage, as storage: 1Gi.',
  },
  TypedObjectReference: {
    apiGroup: 'The API group of the object; absent for the core group.',
    kind: 'The kind of the object.',
    name: 'The name of the object.',
    namespace: 'The namespace of the object, if the server has the feature gate for it.',
  },
  PersistentVolumeClaimStatus: {
    accessModes: 'The access modes of the volume.',
    allocatedResourceStatuses: 'The state of the expansion of the volume.',
    allocatedResources: 'The storage that is allocated.',
    capacity: 'The storage of the volume.',
    currentVolumeAttributesClassName: 'The VolumeAttributesClass that is in use.',
    healthStatus: 'The health of the volume.',
    modifyVolumeStatus: 'The state of the change to another VolumeAttributesClass.',
    phase: 'Pending, Bound or Lost.',
  },
  PersistentVolumeClaimCondition: {
    ...CONDITION,
    lastProbeTime: 'When the condition was checked last.',
  },
  ModifyVolumeStatus: {
    status: 'Pending, InProgress or Infeasible.',
    targetVolumeAttributesClassName: 'The VolumeAttributesClass that is aimed at.',
  },
  VolumeHealthStatus: {
    healthConditions: 'The problems of the volume.',
    lastTransitionTime: 'When the health changed last.',
  },
  VolumeHealthCondition: {
    message: 'The details, for people.',
    reason: 'The reason, as one word in CamelCase.',
    status: 'The kind of the problem.',
  },
  StorageClass: {
    '': 'A class of storage, from which volumes are made for claims.',
    allowVolumeExpansion: 'Whether claims can grow.',
    allowedTopologies: 'The nodes by whose labels volumes are made. By default all.',
    mountOptions: 'The options with which volumes are mounted.',
    parameters: 'The parameters of the driver, as texts.',
    provisioner: 'The name of the driver, such as ebs.csi.aws.com. Required.',
    reclaimPolicy: 'Delete or Retain. Default: Delete.',
    volumeBindingMode: 'Immediate or WaitForFirstConsumer. Default: Immediate.',
  },
  TopologySelectorTerm: { matchLabelExpressions: 'The labels of the nodes, all of which count.' },
  TopologySelectorLabelRequirement: {
    key: 'The key of the label.',
    values: 'The values of the label. At least one.',
  },
  VolumeAttributesClass: {
    '': 'Settings of volumes that can change.',
    driverName: 'The name of the CSI driver. Required.',
    parameters: 'The parameters of the driver, as texts. At least one.',
  },
  CSIDriver: {
    '': 'What Kubernetes does for a CSI driver. Its name is that of the driver.',
    spec: 'The settings.',
  },
  CSIDriverSpec: {
    attachRequired: 'Whether volumes are attached to nodes. Default: true.',
    fsGroupPolicy: 'ReadWriteOnceWithFSType, File or None. Default: ReadWriteOnceWithFSType.',
    nodeAllocatableUpdatePeriodSeconds:
      'How often the number of volumes of a node is updated. At least 10.',
    podInfoOnMount: 'Whether the driver gets the name of the Pod. Default: false.',
    preventPodSchedulingIfMissing: 'Whether Pods need a node that has the driver. Default: false.',
    requiresRepublish: 'Whether volumes are published again and again. Default: false.',
    seLinuxMount: 'Whether volumes are mounted with a label of SELinux. Default: false.',
    serviceAccountTokenInSecrets: 'Whether the driver gets tokens as secrets. Needs tokenRequests.',
    storageCapacity: 'Whether the scheduler considers the storage that is left. Default: false.',
    tokenRequests: 'The tokens of the ServiceAccount of the Pod that the driver gets.',
    volumeLifecycleModes: 'Persistent, Ephemeral or both. Default: Persistent.',
  },
  TokenRequest: {
    audience: 'Who accepts the token. Different in each request.',
    expirationSeconds: 'How long the token is valid. At least 600. Default: 3600.',
  },
  CSINode: {
    '': 'The CSI drivers of a node. The kubelet maintains it.',
    spec: 'The drivers.',
  },
  CSINodeSpec: { drivers: 'The drivers of the node.' },
  CSINodeDriver: {
    allocatable: 'The number of volumes that the node can have.',
    name: 'The name of the driver: a DNS name of at most 63 characters.',
    nodeID: 'The ID of the node for the driver. At most 256 characters.',
    topologyKeys: 'The labels of the node that the driver uses.',
  },
  VolumeNodeResources: { count: 'The number of volumes.' },
  CSINodeStatus: { storageHealth: 'The health of the storage by driver.' },
  StorageHealth: {
    healthConditions: 'The problems of the storage.',
    name: 'The name of the driver.',
  },
  StorageHealthCondition: {
    accessMode: 'The access mode that has the problem.',
    lastTransitionTime: 'When the condition changed last.',
    message: 'The details, for people.',
    reason: 'The reason, as one word in CamelCase.',
    status: 'The kind of the problem.',
    volumeMode: 'The volume mode that has the problem.',
  },
  CSIStorageCapacity: {
    '': 'The storage of a class that is left on some nodes. CSI drivers make it.',
    capacity: 'The amount of storage.',
    maximumVolumeSize: 'The size of the largest volume.',
    nodeTopology: 'The labels of the nodes.',
    storageClassName: 'The name of the StorageClass. Required.',
  },

  Role: {
    '': 'Permissions in one namespace.',
    rules: 'The permissions.',
  },
  ClusterRole: {
    '': 'Permissions in the whole cluster, or for bindings in any namespace.',
    aggregationRule:
      'The ClusterRoles whose rules this one takes over. The control plane then overwrites the rules.',
    rules: 'The permissions.',
  },
  AggregationRule: {
    clusterRoleSelectors: 'The labels of the ClusterRoles. At least one selector.',
  },
  PolicyRule: {
    apiGroups: 'The API groups of the resources; "" is the core group, "*" is all groups.',
    nonResourceURLs:
      'The URLs of the server that are no resources, such as /healthz. Only in a ClusterRole.',
    resourceNames: 'The names of single objects. By default all names.',
    resources:
      'The resources by their plural names, such as pods or pods/log; "*" is all resources.',
    verbs: 'The actions, such as get, list and watch; "*" is all verbs.',
  },
  RoleBinding: {
    '': 'Gives the permissions of a role to subjects, in one namespace.',
    roleRef: 'The Role or ClusterRole. It cannot be changed later.',
    subjects: 'The users, groups and ServiceAccounts that get the permissions.',
  },
  ClusterRoleBinding: {
    '': 'Gives the permissions of a ClusterRole to subjects, in the whole cluster.',
    roleRef: 'The ClusterRole. It cannot be changed later.',
    subjects: 'The users, groups and ServiceAccounts that get the permissions.',
  },
  RoleRef: {
    apiGroup: 'The API group of roles, rbac.authorization.k8s.io.',
    kind: 'Role or ClusterRole.',
    name: 'The name of the role.',
  },
  'rbac.v1.Subject': {
    apiGroup:
      'The API group rbac.authorization.k8s.io for a User or Group, which is the default; empty for a ServiceAccount.',
    kind: 'User, Group or ServiceAccount.',
    name: 'The name of the user, group or ServiceAccount.',
    namespace: 'The namespace of a ServiceAccount.',
  },
};

/** The purpose of the fields of every object. */
export const OBJECT_DESCRIPTIONS = {
  apiVersion: 'The group and the version of the kind.',
  kind: 'The kind of the object.',
  metadata: 'The name, the namespace, labels and annotations of the object.',
};

let table: ReadonlyMap<string, ReadonlyMap<string, string>> | undefined;

/** The purpose of fields, by definition and by the name of the field. `''` is the definition as a whole. */
export function fieldDescriptions(): ReadonlyMap<string, ReadonlyMap<string, string>> {
  table ??= new Map(
    Object.entries(DESCRIPTIONS).map(([name, fields]) => [
      name,
      new Map(Object.entries<string>(fields)),
    ]),
  );
  return table;
}
