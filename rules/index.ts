// Made by scripts/generate-rule-index.ts from the files of this folder; do not edit.
import type { Rule } from '../src/rule.ts';
import admissionExpressionRequired from './admission/expression-required.ts';
import admissionFailurePolicy from './admission/failure-policy.ts';
import admissionMatchConditionNames from './admission/match-condition-names.ts';
import admissionMatchPolicy from './admission/match-policy.ts';
import admissionReinvocationPolicy from './admission/reinvocation-policy.ts';
import admissionResourceNames from './admission/resource-names.ts';
import admissionRuleLists from './admission/rule-lists.ts';
import admissionRuleOperations from './admission/rule-operations.ts';
import admissionRuleScope from './admission/rule-scope.ts';
import admissionRuleWildcards from './admission/rule-wildcards.ts';
import admissionStaticName from './admission/static-name.ts';
import apiserviceGroupVersion from './apiservice/group-version.ts';
import apiserviceName from './apiservice/name.ts';
import apiservicePriorities from './apiservice/priorities.ts';
import apiserviceService from './apiservice/service.ts';
import apiserviceTls from './apiservice/tls.ts';
import bindingParamRef from './binding/param-ref.ts';
import bindingParameterNotFound from './binding/parameter-not-found.ts';
import bindingPolicyName from './binding/policy-name.ts';
import bindingValidationActions from './binding/validation-actions.ts';
import crdApiApproved from './crd/api-approved.ts';
import crdConversion from './crd/conversion.ts';
import crdDeprecationWarning from './crd/deprecation-warning.ts';
import crdGroup from './crd/group.ts';
import crdName from './crd/name.ts';
import crdNames from './crd/names.ts';
import crdReviewVersions from './crd/review-versions.ts';
import crdScope from './crd/scope.ts';
import crdStorageVersion from './crd/storage-version.ts';
import crdVersionNames from './crd/version-names.ts';
import crdVersionSchema from './crd/version-schema.ts';
import disruptionBudgetEvictionPolicy from './disruption-budget/eviction-policy.ts';
import disruptionBudgetNumbers from './disruption-budget/numbers.ts';
import disruptionBudgetOneNumber from './disruption-budget/one-number.ts';
import fieldFormat from './field/format.ts';
import fieldLost from './field/lost.ts';
import fieldType from './field/type.ts';
import fieldUnknown from './field/unknown.ts';
import flowControlConcurrency from './flow-control/concurrency.ts';
import flowControlDistinguisher from './flow-control/distinguisher.ts';
import flowControlLevelType from './flow-control/level-type.ts';
import flowControlLimitResponse from './flow-control/limit-response.ts';
import flowControlMandatoryObjects from './flow-control/mandatory-objects.ts';
import flowControlNonResourceUrls from './flow-control/non-resource-urls.ts';
import flowControlPrecedence from './flow-control/precedence.ts';
import flowControlPriorityLevelReference from './flow-control/priority-level-reference.ts';
import flowControlQueuing from './flow-control/queuing.ts';
import flowControlResourceRules from './flow-control/resource-rules.ts';
import flowControlRuleContent from './flow-control/rule-content.ts';
import flowControlSubjectKind from './flow-control/subject-kind.ts';
import flowControlSubjectNames from './flow-control/subject-names.ts';
import flowControlVerbs from './flow-control/verbs.ts';
import flowControlZeroSharesAnnotation from './flow-control/zero-shares-annotation.ts';
import internalRuleCrash from './internal/rule-crash.ts';
import kindDeprecated from './kind/deprecated.ts';
import kindHead from './kind/head.ts';
import kindMisspelled from './kind/misspelled.ts';
import kindUnserved from './kind/unserved.ts';
import limitRangeBounds from './limit-range/bounds.ts';
import limitRangeClaimStorage from './limit-range/claim-storage.ts';
import limitRangeOvercommit from './limit-range/overcommit.ts';
import limitRangePodDefaults from './limit-range/pod-defaults.ts';
import limitRangeRatios from './limit-range/ratios.ts';
import limitRangeResourceNames from './limit-range/resource-names.ts';
import limitRangeTypes from './limit-range/types.ts';
import metadataAnnotations from './metadata/annotations.ts';
import metadataClusterScoped from './metadata/cluster-scoped.ts';
import metadataExported from './metadata/exported.ts';
import metadataFinalizers from './metadata/finalizers.ts';
import metadataGenerateName from './metadata/generate-name.ts';
import metadataGeneration from './metadata/generation.ts';
import metadataLabels from './metadata/labels.ts';
import metadataManagedFields from './metadata/managed-fields.ts';
import metadataName from './metadata/name.ts';
import metadataNamespace from './metadata/namespace.ts';
import metadataOwnerReferences from './metadata/owner-references.ts';
import networkPolicyIpBlocks from './network-policy/ip-blocks.ts';
import networkPolicyPeers from './network-policy/peers.ts';
import networkPolicyPolicyTypes from './network-policy/policy-types.ts';
import networkPolicyPortRanges from './network-policy/port-ranges.ts';
import networkPolicyPorts from './network-policy/ports.ts';
import networkPolicyRangeForm from './network-policy/range-form.ts';
import policyAuditAnnotations from './policy/audit-annotations.ts';
import policyMatchConstraints from './policy/match-constraints.ts';
import policyMessages from './policy/messages.ts';
import policyMutatingOperations from './policy/mutating-operations.ts';
import policyMutations from './policy/mutations.ts';
import policyParamKind from './policy/param-kind.ts';
import policyReason from './policy/reason.ts';
import policyValidations from './policy/validations.ts';
import policyVariableNames from './policy/variable-names.ts';
import quantityRounding from './quantity/rounding.ts';
import resourceQuotaAmounts from './resource-quota/amounts.ts';
import resourceQuotaRequestsOverLimits from './resource-quota/requests-over-limits.ts';
import resourceQuotaResourceNames from './resource-quota/resource-names.ts';
import resourceQuotaScopeResources from './resource-quota/scope-resources.ts';
import resourceQuotaScopeSelector from './resource-quota/scope-selector.ts';
import resourceQuotaScopes from './resource-quota/scopes.ts';
import selectorLabels from './selector/labels.ts';
import selectorOperators from './selector/operators.ts';
import webhookClientConfig from './webhook/client-config.ts';
import webhookName from './webhook/name.ts';
import webhookReviewVersions from './webhook/review-versions.ts';
import webhookService from './webhook/service.ts';
import webhookSideEffects from './webhook/side-effects.ts';
import webhookTimeout from './webhook/timeout.ts';
import webhookUrl from './webhook/url.ts';
import yamlBoolKey from './yaml/bool-key.ts';
import yamlDuplicateKey from './yaml/duplicate-key.ts';
import yamlIgnoredText from './yaml/ignored-text.ts';
import yamlMergeOrder from './yaml/merge-order.ts';
import yamlOctal from './yaml/octal.ts';
import yamlSyntax from './yaml/syntax.ts';

/** All rules, by id. */
export const rules: readonly Rule[] = [
  admissionExpressionRequired,
  admissionFailurePolicy,
  admissionMatchConditionNames,
  admissionMatchPolicy,
  admissionReinvocationPolicy,
  admissionResourceNames,
  admissionRuleLists,
  admissionRuleOperations,
  admissionRuleScope,
  admissionRuleWildcards,
  admissionStaticName,
  apiserviceGroupVersion,
  apiserviceName,
  apiservicePriorities,
  apiserviceService,
  apiserviceTls,
  bindingParamRef,
  bindingParameterNotFound,
  bindingPolicyName,
  bindingValidationActions,
  crdApiApproved,
  crdConversion,
  crdDeprecationWarning,
  crdGroup,
  crdName,
  crdNames,
  crdReviewVersions,
  crdScope,
  crdStorageVersion,
  crdVersionNames,
  crdVersionSchema,
  disruptionBudgetEvictionPolicy,
  disruptionBudgetNumbers,
  disruptionBudgetOneNumber,
  fieldFormat,
  fieldLost,
  fieldType,
  fieldUnknown,
  flowControlConcurrency,
  flowControlDistinguisher,
  flowControlLevelType,
  flowControlLimitResponse,
  flowControlMandatoryObjects,
  flowControlNonResourceUrls,
  flowControlPrecedence,
  flowControlPriorityLevelReference,
  flowControlQueuing,
  flowControlResourceRules,
  flowControlRuleContent,
  flowControlSubjectKind,
  flowControlSubjectNames,
  flowControlVerbs,
  flowControlZeroSharesAnnotation,
  internalRuleCrash,
  kindDeprecated,
  kindHead,
  kindMisspelled,
  kindUnserved,
  limitRangeBounds,
  limitRangeClaimStorage,
  limitRangeOvercommit,
  limitRangePodDefaults,
  limitRangeRatios,
  limitRangeResourceNames,
  limitRangeTypes,
  metadataAnnotations,
  metadataClusterScoped,
  metadataExported,
  metadataFinalizers,
  metadataGenerateName,
  metadataGeneration,
  metadataLabels,
  metadataManagedFields,
  metadataName,
  metadataNamespace,
  metadataOwnerReferences,
  networkPolicyIpBlocks,
  networkPolicyPeers,
  networkPolicyPolicyTypes,
  networkPolicyPortRanges,
  networkPolicyPorts,
  networkPolicyRangeForm,
  policyAuditAnnotations,
  policyMatchConstraints,
  policyMessages,
  policyMutatingOperations,
  policyMutations,
  policyParamKind,
  policyReason,
  policyValidations,
  policyVariableNames,
  quantityRounding,
  resourceQuotaAmounts,
  resourceQuotaRequestsOverLimits,
  resourceQuotaResourceNames,
  resourceQuotaScopeResources,
  resourceQuotaScopeSelector,
  resourceQuotaScopes,
  selectorLabels,
  selectorOperators,
  webhookClientConfig,
  webhookName,
  webhookReviewVersions,
  webhookService,
  webhookSideEffects,
  webhookTimeout,
  webhookUrl,
  yamlBoolKey,
  yamlDuplicateKey,
  yamlIgnoredText,
  yamlMergeOrder,
  yamlOctal,
  yamlSyntax,
];
