// Made by scripts/generate/kubernetes-modules.ts; do not edit.
import type { Value } from './value.ts';

/** As written; a text may be a percentage. */
export type IntOrString = number | string;

/** As written: a number, or a text with a suffix. */
export type Quantity = string | number | bigint;

/** A bigint where a double cannot hold it. */
export type Int64 = number | bigint;

export type Double = number | bigint;

export type JSONSchemaPropsOrBool = JSONSchemaProps | boolean;

export type JSONSchemaPropsOrArray = JSONSchemaProps | readonly JSONSchemaProps[];

export type JSONSchemaPropsOrStringArray = JSONSchemaProps | readonly string[];

/** The type of each kind, which covers all its versions that a supported minor serves. */
export interface KindTypes {
  readonly CustomResourceDefinition: CustomResourceDefinition;
  readonly APIService: APIService;
  readonly MutatingWebhookConfiguration: MutatingWebhookConfiguration;
  readonly ValidatingWebhookConfiguration: ValidatingWebhookConfiguration;
  readonly ValidatingAdmissionPolicy: ValidatingAdmissionPolicy;
  readonly ValidatingAdmissionPolicyBinding: ValidatingAdmissionPolicyBinding;
  readonly MutatingAdmissionPolicy: MutatingAdmissionPolicy;
  readonly MutatingAdmissionPolicyBinding: MutatingAdmissionPolicyBinding;
  readonly FlowSchema: FlowSchema;
  readonly PriorityLevelConfiguration: PriorityLevelConfiguration;
  readonly NetworkPolicy: NetworkPolicy;
  readonly PodDisruptionBudget: PodDisruptionBudget;
  readonly LimitRange: LimitRange;
  readonly ResourceQuota: ResourceQuota;
}

export interface APIService {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata?: ObjectMeta;
  readonly spec?: APIServiceSpec;
  readonly status?: APIServiceStatus;
}

export interface APIServiceCondition {
  readonly lastTransitionTime?: string;
  readonly message?: string;
  readonly reason?: string;
  readonly status?: string;
  readonly type?: string;
}

export interface APIServiceReference {
  readonly name?: string;
  readonly namespace?: string;
  readonly port?: number;
}

export interface APIServiceSpec {
  readonly caBundle?: string;
  readonly group?: string;
  readonly groupPriorityMinimum?: number;
  readonly insecureSkipTLSVerify?: boolean;
  readonly service?: APIServiceReference;
  readonly version?: string;
  readonly versionPriority?: number;
}

export interface APIServiceStatus {
  readonly conditions?: readonly APIServiceCondition[];
}

export interface ApplyConfiguration {
  readonly expression?: string;
}

export interface AuditAnnotation {
  readonly key?: string;
  readonly valueExpression?: string;
}

export interface Condition {
  readonly lastTransitionTime?: string;
  readonly message?: string;
  readonly observedGeneration?: Int64;
  readonly reason?: string;
  readonly status?: string;
  readonly type?: string;
}

export interface CustomResourceColumnDefinition {
  readonly description?: string;
  readonly format?: string;
  readonly jsonPath?: string;
  readonly name?: string;
  readonly priority?: number;
  readonly type?: string;
}

export interface CustomResourceConversion {
  readonly strategy?: string;
  readonly webhook?: WebhookConversion;
}

export interface CustomResourceDefinition {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata?: ObjectMeta;
  readonly spec?: CustomResourceDefinitionSpec;
  readonly status?: CustomResourceDefinitionStatus;
}

export interface CustomResourceDefinitionCondition {
  readonly lastTransitionTime?: string;
  readonly message?: string;
  /** Since 1.35. */
  readonly observedGeneration?: Int64;
  readonly reason?: string;
  readonly status?: string;
  readonly type?: string;
}

export interface CustomResourceDefinitionNames {
  readonly categories?: readonly string[];
  readonly kind?: string;
  readonly listKind?: string;
  readonly plural?: string;
  readonly shortNames?: readonly string[];
  readonly singular?: string;
}

export interface CustomResourceDefinitionSpec {
  readonly conversion?: CustomResourceConversion;
  readonly group?: string;
  readonly names?: CustomResourceDefinitionNames;
  readonly preserveUnknownFields?: boolean;
  readonly scope?: string;
  readonly versions?: readonly CustomResourceDefinitionVersion[];
}

export interface CustomResourceDefinitionStatus {
  readonly acceptedNames?: CustomResourceDefinitionNames;
  readonly conditions?: readonly CustomResourceDefinitionCondition[];
  /** Since 1.35. */
  readonly observedGeneration?: Int64;
  readonly storedVersions?: readonly string[];
}

export interface CustomResourceDefinitionVersion {
  readonly additionalPrinterColumns?: readonly CustomResourceColumnDefinition[];
  readonly deprecated?: boolean;
  readonly deprecationWarning?: string;
  readonly name?: string;
  readonly schema?: CustomResourceValidation;
  readonly selectableFields?: readonly SelectableField[];
  readonly served?: boolean;
  readonly storage?: boolean;
  readonly subresources?: CustomResourceSubresources;
}

export interface CustomResourceSubresourceScale {
  readonly labelSelectorPath?: string;
  readonly specReplicasPath?: string;
  readonly statusReplicasPath?: string;
}

export type CustomResourceSubresourceStatus = Readonly<Record<string, never>>;

export interface CustomResourceSubresources {
  readonly scale?: CustomResourceSubresourceScale;
  readonly status?: CustomResourceSubresourceStatus;
}

export interface CustomResourceValidation {
  readonly openAPIV3Schema?: JSONSchemaProps;
}

export interface ExemptPriorityLevelConfiguration {
  readonly lendablePercent?: number;
  readonly nominalConcurrencyShares?: number;
}

export interface ExpressionWarning {
  readonly fieldRef?: string;
  readonly warning?: string;
}

export interface ExternalDocumentation {
  readonly description?: string;
  readonly url?: string;
}

export interface FlowDistinguisherMethod {
  readonly type?: string;
}

export interface FlowSchema {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata?: ObjectMeta;
  readonly spec?: FlowSchemaSpec;
  readonly status?: FlowSchemaStatus;
}

export interface FlowSchemaCondition {
  readonly lastTransitionTime?: string;
  readonly message?: string;
  readonly reason?: string;
  readonly status?: string;
  readonly type?: string;
}

export interface FlowSchemaSpec {
  readonly distinguisherMethod?: FlowDistinguisherMethod;
  readonly matchingPrecedence?: number;
  readonly priorityLevelConfiguration?: PriorityLevelConfigurationReference;
  readonly rules?: readonly PolicyRulesWithSubjects[];
}

export interface FlowSchemaStatus {
  readonly conditions?: readonly FlowSchemaCondition[];
}

export interface GroupSubject {
  readonly name?: string;
}

export interface IPBlock {
  readonly cidr?: string;
  readonly except?: readonly string[];
}

export interface JSONPatch {
  readonly expression?: string;
}

export interface JSONSchemaProps {
  readonly $ref?: string;
  readonly $schema?: string;
  readonly additionalItems?: JSONSchemaPropsOrBool;
  readonly additionalProperties?: JSONSchemaPropsOrBool;
  readonly allOf?: readonly JSONSchemaProps[];
  readonly anyOf?: readonly JSONSchemaProps[];
  readonly default?: Value;
  readonly definitions?: { readonly [key: string]: JSONSchemaProps };
  readonly dependencies?: { readonly [key: string]: JSONSchemaPropsOrStringArray };
  readonly description?: string;
  readonly enum?: readonly Value[];
  readonly example?: Value;
  readonly exclusiveMaximum?: boolean;
  readonly exclusiveMinimum?: boolean;
  readonly externalDocs?: ExternalDocumentation;
  readonly format?: string;
  readonly id?: string;
  readonly items?: JSONSchemaPropsOrArray;
  readonly maxItems?: Int64;
  readonly maxLength?: Int64;
  readonly maxProperties?: Int64;
  readonly maximum?: Double;
  readonly minItems?: Int64;
  readonly minLength?: Int64;
  readonly minProperties?: Int64;
  readonly minimum?: Double;
  readonly multipleOf?: Double;
  readonly not?: JSONSchemaProps;
  readonly nullable?: boolean;
  readonly oneOf?: readonly JSONSchemaProps[];
  readonly pattern?: string;
  readonly patternProperties?: { readonly [key: string]: JSONSchemaProps };
  readonly properties?: { readonly [key: string]: JSONSchemaProps };
  readonly required?: readonly string[];
  readonly title?: string;
  readonly type?: string;
  readonly uniqueItems?: boolean;
  readonly 'x-kubernetes-embedded-resource'?: boolean;
  readonly 'x-kubernetes-int-or-string'?: boolean;
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
  readonly 'x-kubernetes-list-type'?: string;
  readonly 'x-kubernetes-map-type'?: string;
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean;
  readonly 'x-kubernetes-validations'?: readonly ValidationRule[];
}

export interface LabelSelector {
  readonly matchExpressions?: readonly LabelSelectorRequirement[];
  readonly matchLabels?: { readonly [key: string]: string };
}

export interface LabelSelectorRequirement {
  readonly key?: string;
  readonly operator?: string;
  readonly values?: readonly string[];
}

export interface LimitRange {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata?: ObjectMeta;
  readonly spec?: LimitRangeSpec;
}

export interface LimitRangeItem {
  readonly default?: { readonly [key: string]: Quantity };
  readonly defaultRequest?: { readonly [key: string]: Quantity };
  readonly max?: { readonly [key: string]: Quantity };
  readonly maxLimitRequestRatio?: { readonly [key: string]: Quantity };
  readonly min?: { readonly [key: string]: Quantity };
  readonly type?: string;
}

export interface LimitRangeSpec {
  readonly limits?: readonly LimitRangeItem[];
}

export interface LimitResponse {
  readonly queuing?: QueuingConfiguration;
  readonly type?: string;
}

export interface LimitedPriorityLevelConfiguration {
  readonly borrowingLimitPercent?: number;
  readonly lendablePercent?: number;
  readonly limitResponse?: LimitResponse;
  readonly nominalConcurrencyShares?: number;
}

export interface ManagedFieldsEntry {
  readonly apiVersion?: string;
  readonly fieldsType?: string;
  readonly fieldsV1?: Value;
  readonly manager?: string;
  readonly operation?: string;
  readonly subresource?: string;
  readonly time?: string;
}

export interface MatchCondition {
  readonly expression?: string;
  readonly name?: string;
}

export interface MatchResources {
  readonly excludeResourceRules?: readonly NamedRuleWithOperations[];
  readonly matchPolicy?: string;
  readonly namespaceSelector?: LabelSelector;
  readonly objectSelector?: LabelSelector;
  readonly resourceRules?: readonly NamedRuleWithOperations[];
}

export interface MutatingAdmissionPolicy {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata?: ObjectMeta;
  readonly spec?: MutatingAdmissionPolicySpec;
}

export interface MutatingAdmissionPolicyBinding {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata?: ObjectMeta;
  readonly spec?: MutatingAdmissionPolicyBindingSpec;
}

export interface MutatingAdmissionPolicyBindingSpec {
  readonly matchResources?: MatchResources;
  readonly paramRef?: ParamRef;
  readonly policyName?: string;
}

export interface MutatingAdmissionPolicySpec {
  readonly failurePolicy?: string;
  readonly matchConditions?: readonly MatchCondition[];
  readonly matchConstraints?: MatchResources;
  readonly mutations?: readonly Mutation[];
  readonly paramKind?: ParamKind;
  readonly reinvocationPolicy?: string;
  readonly variables?: readonly Variable[];
}

export interface MutatingWebhook {
  readonly admissionReviewVersions?: readonly string[];
  readonly clientConfig?: WebhookClientConfig;
  readonly failurePolicy?: string;
  readonly matchConditions?: readonly MatchCondition[];
  readonly matchPolicy?: string;
  readonly name?: string;
  readonly namespaceSelector?: LabelSelector;
  readonly objectSelector?: LabelSelector;
  readonly reinvocationPolicy?: string;
  readonly rules?: readonly RuleWithOperations[];
  readonly sideEffects?: string;
  readonly timeoutSeconds?: number;
}

export interface MutatingWebhookConfiguration {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata?: ObjectMeta;
  readonly webhooks?: readonly MutatingWebhook[];
}

export interface Mutation {
  readonly applyConfiguration?: ApplyConfiguration;
  readonly jsonPatch?: JSONPatch;
  readonly patchType?: string;
}

export interface NamedRuleWithOperations {
  readonly apiGroups?: readonly string[];
  readonly apiVersions?: readonly string[];
  readonly operations?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly resources?: readonly string[];
  readonly scope?: string;
}

export interface NetworkPolicy {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata?: ObjectMeta;
  readonly spec?: NetworkPolicySpec;
}

export interface NetworkPolicyEgressRule {
  readonly ports?: readonly NetworkPolicyPort[];
  readonly to?: readonly NetworkPolicyPeer[];
}

export interface NetworkPolicyIngressRule {
  readonly from?: readonly NetworkPolicyPeer[];
  readonly ports?: readonly NetworkPolicyPort[];
}

export interface NetworkPolicyPeer {
  readonly ipBlock?: IPBlock;
  readonly namespaceSelector?: LabelSelector;
  readonly podSelector?: LabelSelector;
}

export interface NetworkPolicyPort {
  readonly endPort?: number;
  readonly port?: IntOrString;
  readonly protocol?: string;
}

export interface NetworkPolicySpec {
  readonly egress?: readonly NetworkPolicyEgressRule[];
  readonly ingress?: readonly NetworkPolicyIngressRule[];
  readonly podSelector?: LabelSelector;
  readonly policyTypes?: readonly string[];
}

export interface NonResourcePolicyRule {
  readonly nonResourceURLs?: readonly string[];
  readonly verbs?: readonly string[];
}

export interface ObjectMeta {
  readonly annotations?: { readonly [key: string]: string };
  readonly creationTimestamp?: string;
  readonly deletionGracePeriodSeconds?: Int64;
  readonly deletionTimestamp?: string;
  readonly finalizers?: readonly string[];
  readonly generateName?: string;
  readonly generation?: Int64;
  readonly labels?: { readonly [key: string]: string };
  readonly managedFields?: readonly ManagedFieldsEntry[];
  readonly name?: string;
  readonly namespace?: string;
  readonly ownerReferences?: readonly OwnerReference[];
  readonly resourceVersion?: string;
  readonly selfLink?: string;
  readonly uid?: string;
}

export interface OwnerReference {
  readonly apiVersion?: string;
  readonly blockOwnerDeletion?: boolean;
  readonly controller?: boolean;
  readonly kind?: string;
  readonly name?: string;
  readonly uid?: string;
}

export interface ParamKind {
  readonly apiVersion?: string;
  readonly kind?: string;
}

export interface ParamRef {
  readonly name?: string;
  readonly namespace?: string;
  readonly parameterNotFoundAction?: string;
  readonly selector?: LabelSelector;
}

export interface PodDisruptionBudget {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata?: ObjectMeta;
  readonly spec?: PodDisruptionBudgetSpec;
  readonly status?: PodDisruptionBudgetStatus;
}

export interface PodDisruptionBudgetSpec {
  readonly maxUnavailable?: IntOrString;
  readonly minAvailable?: IntOrString;
  readonly selector?: LabelSelector;
  readonly unhealthyPodEvictionPolicy?: string;
}

export interface PodDisruptionBudgetStatus {
  readonly conditions?: readonly Condition[];
  readonly currentHealthy?: number;
  readonly desiredHealthy?: number;
  readonly disruptedPods?: { readonly [key: string]: string };
  readonly disruptionsAllowed?: number;
  readonly expectedPods?: number;
  readonly observedGeneration?: Int64;
}

export interface PolicyRulesWithSubjects {
  readonly nonResourceRules?: readonly NonResourcePolicyRule[];
  readonly resourceRules?: readonly ResourcePolicyRule[];
  readonly subjects?: readonly Subject[];
}

export interface PriorityLevelConfiguration {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata?: ObjectMeta;
  readonly spec?: PriorityLevelConfigurationSpec;
  readonly status?: PriorityLevelConfigurationStatus;
}

export interface PriorityLevelConfigurationCondition {
  readonly lastTransitionTime?: string;
  readonly message?: string;
  readonly reason?: string;
  readonly status?: string;
  readonly type?: string;
}

export interface PriorityLevelConfigurationReference {
  readonly name?: string;
}

export interface PriorityLevelConfigurationSpec {
  readonly exempt?: ExemptPriorityLevelConfiguration;
  readonly limited?: LimitedPriorityLevelConfiguration;
  readonly type?: string;
}

export interface PriorityLevelConfigurationStatus {
  readonly conditions?: readonly PriorityLevelConfigurationCondition[];
}

export interface QueuingConfiguration {
  readonly handSize?: number;
  readonly queueLengthLimit?: number;
  readonly queues?: number;
}

export interface ResourcePolicyRule {
  readonly apiGroups?: readonly string[];
  readonly clusterScope?: boolean;
  readonly namespaces?: readonly string[];
  readonly resources?: readonly string[];
  readonly verbs?: readonly string[];
}

export interface ResourceQuota {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata?: ObjectMeta;
  readonly spec?: ResourceQuotaSpec;
  readonly status?: ResourceQuotaStatus;
}

export interface ResourceQuotaSpec {
  readonly hard?: { readonly [key: string]: Quantity };
  readonly scopeSelector?: ScopeSelector;
  readonly scopes?: readonly string[];
}

export interface ResourceQuotaStatus {
  readonly hard?: { readonly [key: string]: Quantity };
  readonly used?: { readonly [key: string]: Quantity };
}

export interface RuleWithOperations {
  readonly apiGroups?: readonly string[];
  readonly apiVersions?: readonly string[];
  readonly operations?: readonly string[];
  readonly resources?: readonly string[];
  readonly scope?: string;
}

export interface ScopeSelector {
  readonly matchExpressions?: readonly ScopedResourceSelectorRequirement[];
}

export interface ScopedResourceSelectorRequirement {
  readonly operator?: string;
  readonly scopeName?: string;
  readonly values?: readonly string[];
}

export interface SelectableField {
  readonly jsonPath?: string;
}

export interface ServiceAccountSubject {
  readonly name?: string;
  readonly namespace?: string;
}

export interface ServiceReference {
  readonly name?: string;
  readonly namespace?: string;
  readonly path?: string;
  readonly port?: number;
}

export interface Subject {
  readonly group?: GroupSubject;
  readonly kind?: string;
  readonly serviceAccount?: ServiceAccountSubject;
  readonly user?: UserSubject;
}

export interface TypeChecking {
  readonly expressionWarnings?: readonly ExpressionWarning[];
}

export interface UserSubject {
  readonly name?: string;
}

export interface ValidatingAdmissionPolicy {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata?: ObjectMeta;
  readonly spec?: ValidatingAdmissionPolicySpec;
  readonly status?: ValidatingAdmissionPolicyStatus;
}

export interface ValidatingAdmissionPolicyBinding {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata?: ObjectMeta;
  readonly spec?: ValidatingAdmissionPolicyBindingSpec;
}

export interface ValidatingAdmissionPolicyBindingSpec {
  readonly matchResources?: MatchResources;
  readonly paramRef?: ParamRef;
  readonly policyName?: string;
  readonly validationActions?: readonly string[];
}

export interface ValidatingAdmissionPolicySpec {
  readonly auditAnnotations?: readonly AuditAnnotation[];
  readonly failurePolicy?: string;
  readonly matchConditions?: readonly MatchCondition[];
  readonly matchConstraints?: MatchResources;
  readonly paramKind?: ParamKind;
  readonly validations?: readonly Validation[];
  readonly variables?: readonly Variable[];
}

export interface ValidatingAdmissionPolicyStatus {
  readonly conditions?: readonly Condition[];
  readonly observedGeneration?: Int64;
  readonly typeChecking?: TypeChecking;
}

export interface ValidatingWebhook {
  readonly admissionReviewVersions?: readonly string[];
  readonly clientConfig?: WebhookClientConfig;
  readonly failurePolicy?: string;
  readonly matchConditions?: readonly MatchCondition[];
  readonly matchPolicy?: string;
  readonly name?: string;
  readonly namespaceSelector?: LabelSelector;
  readonly objectSelector?: LabelSelector;
  readonly rules?: readonly RuleWithOperations[];
  readonly sideEffects?: string;
  readonly timeoutSeconds?: number;
}

export interface ValidatingWebhookConfiguration {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata?: ObjectMeta;
  readonly webhooks?: readonly ValidatingWebhook[];
}

export interface Validation {
  readonly expression?: string;
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason?: string;
}

export interface ValidationRule {
  readonly fieldPath?: string;
  readonly message?: string;
  readonly messageExpression?: string;
  readonly optionalOldSelf?: boolean;
  readonly reason?: string;
  readonly rule?: string;
}

export interface Variable {
  readonly expression?: string;
  readonly name?: string;
}

export interface WebhookClientConfig {
  readonly caBundle?: string;
  readonly service?: ServiceReference;
  readonly url?: string;
}

export interface WebhookConversion {
  readonly clientConfig?: WebhookClientConfig;
  readonly conversionReviewVersions?: readonly string[];
}
