// Made by scripts/generate/rule-index.ts from the files of this folder; do not edit.
import type { Rule } from '../src/rule/rule.ts';
import admissionExpressionRequired from './admission/expression-required.ts';
import admissionFailOpen from './admission/fail-open.ts';
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
import apiserviceCaBundle from './apiservice/ca-bundle.ts';
import apiserviceDiscoveryOrder from './apiservice/discovery-order.ts';
import apiserviceGroupVersion from './apiservice/group-version.ts';
import apiserviceName from './apiservice/name.ts';
import apiservicePriorities from './apiservice/priorities.ts';
import apiserviceServedGroup from './apiservice/served-group.ts';
import apiserviceService from './apiservice/service.ts';
import apiserviceServiceNames from './apiservice/service-names.ts';
import apiserviceTls from './apiservice/tls.ts';
import bindingChosenParams from './binding/chosen-params.ts';
import bindingNotEnforced from './binding/not-enforced.ts';
import bindingParamRef from './binding/param-ref.ts';
import bindingParameterNotFound from './binding/parameter-not-found.ts';
import bindingPolicyName from './binding/policy-name.ts';
import bindingValidationActions from './binding/validation-actions.ts';
import celCompilation from './cel/compilation.ts';
import celConstant from './cel/constant.ts';
import celCrdConstantRule from './cel/crd-constant-rule.ts';
import celCrdCost from './cel/crd-cost.ts';
import celCrdCostHigh from './cel/crd-cost-high.ts';
import celCrdDefaults from './cel/crd-defaults.ts';
import celCrdImmutableField from './cel/crd-immutable-field.ts';
import celCrdMessageOldSelf from './cel/crd-message-old-self.ts';
import celCrdRules from './cel/crd-rules.ts';
import celCrdUnguardedField from './cel/crd-unguarded-field.ts';
import celEscapedProperty from './cel/escaped-property.ts';
import celFalseTypeWarning from './cel/false-type-warning.ts';
import celJsonPatch from './cel/json-patch.ts';
import celListSemantics from './cel/list-semantics.ts';
import celMessageAuthorizer from './cel/message-authorizer.ts';
import celNullNamespace from './cel/null-namespace.ts';
import celNullObject from './cel/null-object.ts';
import celPatchAtomic from './cel/patch-atomic.ts';
import celPatchField from './cel/patch-field.ts';
import celPatchIndex from './cel/patch-index.ts';
import celPatchTypeName from './cel/patch-type-name.ts';
import celPolicyCost from './cel/policy-cost.ts';
import celRefusedLiteral from './cel/refused-literal.ts';
import celRepeatedMutation from './cel/repeated-mutation.ts';
import celTypeCheck from './cel/type-check.ts';
import celUnguardedField from './cel/unguarded-field.ts';
import celUnused from './cel/unused.ts';
import compatibilityChangedMeaning from './compatibility/changed-meaning.ts';
import compatibilityRefusedValues from './compatibility/refused-values.ts';
import compatibilityRemovedFields from './compatibility/removed-fields.ts';
import compatibilityRemovedVersions from './compatibility/removed-versions.ts';
import configInvalid from './config/invalid.ts';
import crdAdditionalProperties from './crd/additional-properties.ts';
import crdApiApproved from './crd/api-approved.ts';
import crdBounds from './crd/bounds.ts';
import crdColumnPaths from './crd/column-paths.ts';
import crdColumns from './crd/columns.ts';
import crdCombinedDefaults from './crd/combined-defaults.ts';
import crdConversion from './crd/conversion.ts';
import crdConversionWebhook from './crd/conversion-webhook.ts';
import crdDefaultEmbedded from './crd/default-embedded.ts';
import crdDefaultPlace from './crd/default-place.ts';
import crdDefaultValue from './crd/default-value.ts';
import crdDeprecationWarning from './crd/deprecation-warning.ts';
import crdEmbeddedResource from './crd/embedded-resource.ts';
import crdEnumValues from './crd/enum-values.ts';
import crdFormat from './crd/format.ts';
import crdGroup from './crd/group.ts';
import crdIntOrString from './crd/int-or-string.ts';
import crdIntOrStringType from './crd/int-or-string-type.ts';
import crdKeywordForType from './crd/keyword-for-type.ts';
import crdKindNames from './crd/kind-names.ts';
import crdKubectlNames from './crd/kubectl-names.ts';
import crdListMapKeys from './crd/list-map-keys.ts';
import crdListMerge from './crd/list-merge.ts';
import crdListType from './crd/list-type.ts';
import crdMapType from './crd/map-type.ts';
import crdName from './crd/name.ts';
import crdNames from './crd/names.ts';
import crdNeedlessFields from './crd/needless-fields.ts';
import crdNestedKeywords from './crd/nested-keywords.ts';
import crdNestedProperties from './crd/nested-properties.ts';
import crdPattern from './crd/pattern.ts';
import crdPatternAnchors from './crd/pattern-anchors.ts';
import crdPreserveUnknownFields from './crd/preserve-unknown-fields.ts';
import crdPrinterColumns from './crd/printer-columns.ts';
import crdPrunedValues from './crd/pruned-values.ts';
import crdRequiredProperties from './crd/required-properties.ts';
import crdReviewVersions from './crd/review-versions.ts';
import crdRuleBounds from './crd/rule-bounds.ts';
import crdRuleTexts from './crd/rule-texts.ts';
import crdScale from './crd/scale.ts';
import crdScalePaths from './crd/scale-paths.ts';
import crdSchemaMetadata from './crd/schema-metadata.ts';
import crdSchemaRoot from './crd/schema-root.ts';
import crdSchemaType from './crd/schema-type.ts';
import crdSchemaUntyped from './crd/schema-untyped.ts';
import crdScope from './crd/scope.ts';
import crdSelectableFields from './crd/selectable-fields.ts';
import crdSelectableFieldsSince from './crd/selectable-fields-since.ts';
import crdServedVersions from './crd/served-versions.ts';
import crdSize from './crd/size.ts';
import crdStatusSubresource from './crd/status-subresource.ts';
import crdStorageVersion from './crd/storage-version.ts';
import crdUnapproved from './crd/unapproved.ts';
import crdUncheckedDefault from './crd/unchecked-default.ts';
import crdUnconvertedVersions from './crd/unconverted-versions.ts';
import crdUniqueItems from './crd/unique-items.ts';
import crdUnsupportedKeywords from './crd/unsupported-keywords.ts';
import crdValidationRules from './crd/validation-rules.ts';
import crdVersionNames from './crd/version-names.ts';
import crdVersionOrder from './crd/version-order.ts';
import crdVersionSchema from './crd/version-schema.ts';
import customResourceAlternatives from './custom-resource/alternatives.ts';
import customResourceDeprecatedVersion from './custom-resource/deprecated-version.ts';
import customResourceDuplicateItems from './custom-resource/duplicate-items.ts';
import customResourceEmbeddedResource from './custom-resource/embedded-resource.ts';
import customResourceEnum from './custom-resource/enum.ts';
import customResourceFormat from './custom-resource/format.ts';
import customResourceLength from './custom-resource/length.ts';
import customResourceNumber from './custom-resource/number.ts';
import customResourcePattern from './custom-resource/pattern.ts';
import customResourceRequired from './custom-resource/required.ts';
import customResourceScale from './custom-resource/scale.ts';
import customResourceSize from './custom-resource/size.ts';
import customResourceType from './custom-resource/type.ts';
import customResourceUnknownField from './custom-resource/unknown-field.ts';
import customResourceUnservedVersion from './custom-resource/unserved-version.ts';
import customResourceValidationRule from './custom-resource/validation-rule.ts';
import deadlockMutualWebhooks from './deadlock/mutual-webhooks.ts';
import deadlockOwnCertificate from './deadlock/own-certificate.ts';
import deadlockOwnCrds from './deadlock/own-crds.ts';
import deadlockOwnNamespace from './deadlock/own-namespace.ts';
import deadlockOwnParams from './deadlock/own-params.ts';
import deadlockOwnPods from './deadlock/own-pods.ts';
import decisionAudited from './decision/audited.ts';
import decisionDenied from './decision/denied.ts';
import decisionUnknown from './decision/unknown.ts';
import decisionWarned from './decision/warned.ts';
import disruptionBudgetAlwaysAllows from './disruption-budget/always-allows.ts';
import disruptionBudgetEvictionPolicy from './disruption-budget/eviction-policy.ts';
import disruptionBudgetNeverAllows from './disruption-budget/never-allows.ts';
import disruptionBudgetNumbers from './disruption-budget/numbers.ts';
import disruptionBudgetOneNumber from './disruption-budget/one-number.ts';
import disruptionBudgetSelectedPods from './disruption-budget/selected-pods.ts';
import disruptionBudgetUnhealthyPods from './disruption-budget/unhealthy-pods.ts';
import effectBlockedClient from './effect/blocked-client.ts';
import effectBlockedWebhook from './effect/blocked-webhook.ts';
import effectEviction from './effect/eviction.ts';
import effectLimitRange from './effect/limit-range.ts';
import effectQuota from './effect/quota.ts';
import effectShadowedFlowSchema from './effect/shadowed-flow-schema.ts';
import effectUnmatchedPolicy from './effect/unmatched-policy.ts';
import fieldFormat from './field/format.ts';
import fieldLost from './field/lost.ts';
import fieldType from './field/type.ts';
import fieldUnknown from './field/unknown.ts';
import flowControlConcurrency from './flow-control/concurrency.ts';
import flowControlDistinguisher from './flow-control/distinguisher.ts';
import flowControlExemptRequests from './flow-control/exempt-requests.ts';
import flowControlFlows from './flow-control/flows.ts';
import flowControlKeptObjects from './flow-control/kept-objects.ts';
import flowControlLevelType from './flow-control/level-type.ts';
import flowControlLimitResponse from './flow-control/limit-response.ts';
import flowControlMandatoryObjects from './flow-control/mandatory-objects.ts';
import flowControlNoRules from './flow-control/no-rules.ts';
import flowControlNonResourceUrls from './flow-control/non-resource-urls.ts';
import flowControlPrecedence from './flow-control/precedence.ts';
import flowControlPriorityLevelReference from './flow-control/priority-level-reference.ts';
import flowControlQueueIsolation from './flow-control/queue-isolation.ts';
import flowControlQueuing from './flow-control/queuing.ts';
import flowControlRepeatedEntries from './flow-control/repeated-entries.ts';
import flowControlResourceRules from './flow-control/resource-rules.ts';
import flowControlRuleContent from './flow-control/rule-content.ts';
import flowControlSeats from './flow-control/seats.ts';
import flowControlShadowed from './flow-control/shadowed.ts';
import flowControlSubjectKind from './flow-control/subject-kind.ts';
import flowControlSubjectNames from './flow-control/subject-names.ts';
import flowControlTakesEverything from './flow-control/takes-everything.ts';
import flowControlUnmatchedPaths from './flow-control/unmatched-paths.ts';
import flowControlUnmatchedResources from './flow-control/unmatched-resources.ts';
import flowControlUnmatchedScope from './flow-control/unmatched-scope.ts';
import flowControlVerbs from './flow-control/verbs.ts';
import flowControlZeroSharesAnnotation from './flow-control/zero-shares-annotation.ts';
import internalRuleCrash from './internal/rule-crash.ts';
import kindDeprecated from './kind/deprecated.ts';
import kindHead from './kind/head.ts';
import kindMisspelled from './kind/misspelled.ts';
import kindNoSpec from './kind/no-spec.ts';
import kindUnserved from './kind/unserved.ts';
import limitRangeAmounts from './limit-range/amounts.ts';
import limitRangeBounds from './limit-range/bounds.ts';
import limitRangeClaimStorage from './limit-range/claim-storage.ts';
import limitRangeImpliedDefaults from './limit-range/implied-defaults.ts';
import limitRangeMissingNumbers from './limit-range/missing-numbers.ts';
import limitRangeNoEffect from './limit-range/no-effect.ts';
import limitRangeOvercommit from './limit-range/overcommit.ts';
import limitRangePodBelowContainer from './limit-range/pod-below-container.ts';
import limitRangePodDefaults from './limit-range/pod-defaults.ts';
import limitRangeRatios from './limit-range/ratios.ts';
import limitRangeResourceNames from './limit-range/resource-names.ts';
import limitRangeTypes from './limit-range/types.ts';
import matchExclusions from './match/exclusions.ts';
import matchExemptResources from './match/exempt-resources.ts';
import matchGroupNames from './match/group-names.ts';
import matchInvalidCombinations from './match/invalid-combinations.ts';
import matchMalformedResources from './match/malformed-resources.ts';
import matchNamespaceLabels from './match/namespace-labels.ts';
import matchNamespaceSelector from './match/namespace-selector.ts';
import matchObjectSelector from './match/object-selector.ts';
import matchOperations from './match/operations.ts';
import matchOtherVersions from './match/other-versions.ts';
import matchPartialWildcards from './match/partial-wildcards.ts';
import matchRedundantEntries from './match/redundant-entries.ts';
import matchResourceNames from './match/resource-names.ts';
import matchScope from './match/scope.ts';
import matchSelectorContradictions from './match/selector-contradictions.ts';
import matchUncoveredSubresources from './match/uncovered-subresources.ts';
import matchUnknownResource from './match/unknown-resource.ts';
import matchUnservedVersions from './match/unserved-versions.ts';
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
import networkPolicyAllowsEverything from './network-policy/allows-everything.ts';
import networkPolicyDeniesEverything from './network-policy/denies-everything.ts';
import networkPolicyDirections from './network-policy/directions.ts';
import networkPolicyEmptyLists from './network-policy/empty-lists.ts';
import networkPolicyIpBlocks from './network-policy/ip-blocks.ts';
import networkPolicyNameResolution from './network-policy/name-resolution.ts';
import networkPolicyNamedPorts from './network-policy/named-ports.ts';
import networkPolicyNamespaceLabels from './network-policy/namespace-labels.ts';
import networkPolicyPeerReach from './network-policy/peer-reach.ts';
import networkPolicyPeers from './network-policy/peers.ts';
import networkPolicyPolicyTypes from './network-policy/policy-types.ts';
import networkPolicyPortRanges from './network-policy/port-ranges.ts';
import networkPolicyPorts from './network-policy/ports.ts';
import networkPolicyRangeForm from './network-policy/range-form.ts';
import networkPolicyRedundantPorts from './network-policy/redundant-ports.ts';
import networkPolicyRedundantRanges from './network-policy/redundant-ranges.ts';
import networkPolicySelectedPods from './network-policy/selected-pods.ts';
import networkPolicyUselessExceptions from './network-policy/useless-exceptions.ts';
import policyAuditAnnotations from './policy/audit-annotations.ts';
import policyDenialMessages from './policy/denial-messages.ts';
import policyKnownParamKind from './policy/known-param-kind.ts';
import policyMatchConstraints from './policy/match-constraints.ts';
import policyMessages from './policy/messages.ts';
import policyMutatingOperations from './policy/mutating-operations.ts';
import policyMutations from './policy/mutations.ts';
import policyNeverMutated from './policy/never-mutated.ts';
import policyParamKind from './policy/param-kind.ts';
import policyReason from './policy/reason.ts';
import policyRepeatedVariables from './policy/repeated-variables.ts';
import policyStatus from './policy/status.ts';
import policyValidations from './policy/validations.ts';
import policyVariableNames from './policy/variable-names.ts';
import quantityRounding from './quantity/rounding.ts';
import referenceBackendPods from './reference/backend-pods.ts';
import referenceBackendService from './reference/backend-service.ts';
import referenceBindingParams from './reference/binding-params.ts';
import referenceBindingReach from './reference/binding-reach.ts';
import referenceBoundPolicy from './reference/bound-policy.ts';
import referenceFlowSubject from './reference/flow-subject.ts';
import referenceInjectedCertificate from './reference/injected-certificate.ts';
import referencePriorityLevel from './reference/priority-level.ts';
import referenceUnboundPolicy from './reference/unbound-policy.ts';
import referenceUnusedReason from './reference/unused-reason.ts';
import referenceWebhookNames from './reference/webhook-names.ts';
import resourceQuotaAmounts from './resource-quota/amounts.ts';
import resourceQuotaByteAmounts from './resource-quota/byte-amounts.ts';
import resourceQuotaImpossibleScopes from './resource-quota/impossible-scopes.ts';
import resourceQuotaNeverCounted from './resource-quota/never-counted.ts';
import resourceQuotaNoEffect from './resource-quota/no-effect.ts';
import resourceQuotaRequestsOverLimits from './resource-quota/requests-over-limits.ts';
import resourceQuotaRequiredNumbers from './resource-quota/required-numbers.ts';
import resourceQuotaResourceNames from './resource-quota/resource-names.ts';
import resourceQuotaScopeResources from './resource-quota/scope-resources.ts';
import resourceQuotaScopeSelector from './resource-quota/scope-selector.ts';
import resourceQuotaScopeValues from './resource-quota/scope-values.ts';
import resourceQuotaScopes from './resource-quota/scopes.ts';
import resourceQuotaTwoNames from './resource-quota/two-names.ts';
import selectorLabels from './selector/labels.ts';
import selectorOperators from './selector/operators.ts';
import suppressionSyntax from './suppression/syntax.ts';
import suppressionUnknownRule from './suppression/unknown-rule.ts';
import suppressionUnused from './suppression/unused.ts';
import updateAddressRange from './update/address-range.ts';
import updateConversionCaBundle from './update/conversion-ca-bundle.ts';
import updateDeletionMetadata from './update/deletion-metadata.ts';
import updateImmutableField from './update/immutable-field.ts';
import updateRemovedObject from './update/removed-object.ts';
import updateStoredVersions from './update/stored-versions.ts';
import webhookCaBundle from './webhook/ca-bundle.ts';
import webhookClientConfig from './webhook/client-config.ts';
import webhookFailClosed from './webhook/fail-closed.ts';
import webhookLegacyReviews from './webhook/legacy-reviews.ts';
import webhookName from './webhook/name.ts';
import webhookNoEffect from './webhook/no-effect.ts';
import webhookReviewVersions from './webhook/review-versions.ts';
import webhookService from './webhook/service.ts';
import webhookServiceNames from './webhook/service-names.ts';
import webhookSideEffects from './webhook/side-effects.ts';
import webhookSlow from './webhook/slow.ts';
import webhookTimeout from './webhook/timeout.ts';
import webhookUnreachableUrl from './webhook/unreachable-url.ts';
import webhookUrl from './webhook/url.ts';
import workspaceDuplicateObject from './workspace/duplicate-object.ts';
import workspaceInstallOrder from './workspace/install-order.ts';
import yamlBoolKey from './yaml/bool-key.ts';
import yamlDuplicateKey from './yaml/duplicate-key.ts';
import yamlIgnoredText from './yaml/ignored-text.ts';
import yamlMergeOrder from './yaml/merge-order.ts';
import yamlOctal from './yaml/octal.ts';
import yamlSyntax from './yaml/syntax.ts';

/** All rules, by id. */
export const rules: readonly Rule[] = [
  admissionExpressionRequired,
  admissionFailOpen,
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
  apiserviceCaBundle,
  apiserviceDiscoveryOrder,
  apiserviceGroupVersion,
  apiserviceName,
  apiservicePriorities,
  apiserviceServedGroup,
  apiserviceService,
  apiserviceServiceNames,
  apiserviceTls,
  bindingChosenParams,
  bindingNotEnforced,
  bindingParamRef,
  bindingParameterNotFound,
  bindingPolicyName,
  bindingValidationActions,
  celCompilation,
  celConstant,
  celCrdConstantRule,
  celCrdCost,
  celCrdCostHigh,
  celCrdDefaults,
  celCrdImmutableField,
  celCrdMessageOldSelf,
  celCrdRules,
  celCrdUnguardedField,
  celEscapedProperty,
  celFalseTypeWarning,
  celJsonPatch,
  celListSemantics,
  celMessageAuthorizer,
  celNullNamespace,
  celNullObject,
  celPatchAtomic,
  celPatchField,
  celPatchIndex,
  celPatchTypeName,
  celPolicyCost,
  celRefusedLiteral,
  celRepeatedMutation,
  celTypeCheck,
  celUnguardedField,
  celUnused,
  compatibilityChangedMeaning,
  compatibilityRefusedValues,
  compatibilityRemovedFields,
  compatibilityRemovedVersions,
  configInvalid,
  crdAdditionalProperties,
  crdApiApproved,
  crdBounds,
  crdColumnPaths,
  crdColumns,
  crdCombinedDefaults,
  crdConversion,
  crdConversionWebhook,
  crdDefaultEmbedded,
  crdDefaultPlace,
  crdDefaultValue,
  crdDeprecationWarning,
  crdEmbeddedResource,
  crdEnumValues,
  crdFormat,
  crdGroup,
  crdIntOrString,
  crdIntOrStringType,
  crdKeywordForType,
  crdKindNames,
  crdKubectlNames,
  crdListMapKeys,
  crdListMerge,
  crdListType,
  crdMapType,
  crdName,
  crdNames,
  crdNeedlessFields,
  crdNestedKeywords,
  crdNestedProperties,
  crdPattern,
  crdPatternAnchors,
  crdPreserveUnknownFields,
  crdPrinterColumns,
  crdPrunedValues,
  crdRequiredProperties,
  crdReviewVersions,
  crdRuleBounds,
  crdRuleTexts,
  crdScale,
  crdScalePaths,
  crdSchemaMetadata,
  crdSchemaRoot,
  crdSchemaType,
  crdSchemaUntyped,
  crdScope,
  crdSelectableFields,
  crdSelectableFieldsSince,
  crdServedVersions,
  crdSize,
  crdStatusSubresource,
  crdStorageVersion,
  crdUnapproved,
  crdUncheckedDefault,
  crdUnconvertedVersions,
  crdUniqueItems,
  crdUnsupportedKeywords,
  crdValidationRules,
  crdVersionNames,
  crdVersionOrder,
  crdVersionSchema,
  customResourceAlternatives,
  customResourceDeprecatedVersion,
  customResourceDuplicateItems,
  customResourceEmbeddedResource,
  customResourceEnum,
  customResourceFormat,
  customResourceLength,
  customResourceNumber,
  customResourcePattern,
  customResourceRequired,
  customResourceScale,
  customResourceSize,
  customResourceType,
  customResourceUnknownField,
  customResourceUnservedVersion,
  customResourceValidationRule,
  deadlockMutualWebhooks,
  deadlockOwnCertificate,
  deadlockOwnCrds,
  deadlockOwnNamespace,
  deadlockOwnParams,
  deadlockOwnPods,
  decisionAudited,
  decisionDenied,
  decisionUnknown,
  decisionWarned,
  disruptionBudgetAlwaysAllows,
  disruptionBudgetEvictionPolicy,
  disruptionBudgetNeverAllows,
  disruptionBudgetNumbers,
  disruptionBudgetOneNumber,
  disruptionBudgetSelectedPods,
  disruptionBudgetUnhealthyPods,
  effectBlockedClient,
  effectBlockedWebhook,
  effectEviction,
  effectLimitRange,
  effectQuota,
  effectShadowedFlowSchema,
  effectUnmatchedPolicy,
  fieldFormat,
  fieldLost,
  fieldType,
  fieldUnknown,
  flowControlConcurrency,
  flowControlDistinguisher,
  flowControlExemptRequests,
  flowControlFlows,
  flowControlKeptObjects,
  flowControlLevelType,
  flowControlLimitResponse,
  flowControlMandatoryObjects,
  flowControlNoRules,
  flowControlNonResourceUrls,
  flowControlPrecedence,
  flowControlPriorityLevelReference,
  flowControlQueueIsolation,
  flowControlQueuing,
  flowControlRepeatedEntries,
  flowControlResourceRules,
  flowControlRuleContent,
  flowControlSeats,
  flowControlShadowed,
  flowControlSubjectKind,
  flowControlSubjectNames,
  flowControlTakesEverything,
  flowControlUnmatchedPaths,
  flowControlUnmatchedResources,
  flowControlUnmatchedScope,
  flowControlVerbs,
  flowControlZeroSharesAnnotation,
  internalRuleCrash,
  kindDeprecated,
  kindHead,
  kindMisspelled,
  kindNoSpec,
  kindUnserved,
  limitRangeAmounts,
  limitRangeBounds,
  limitRangeClaimStorage,
  limitRangeImpliedDefaults,
  limitRangeMissingNumbers,
  limitRangeNoEffect,
  limitRangeOvercommit,
  limitRangePodBelowContainer,
  limitRangePodDefaults,
  limitRangeRatios,
  limitRangeResourceNames,
  limitRangeTypes,
  matchExclusions,
  matchExemptResources,
  matchGroupNames,
  matchInvalidCombinations,
  matchMalformedResources,
  matchNamespaceLabels,
  matchNamespaceSelector,
  matchObjectSelector,
  matchOperations,
  matchOtherVersions,
  matchPartialWildcards,
  matchRedundantEntries,
  matchResourceNames,
  matchScope,
  matchSelectorContradictions,
  matchUncoveredSubresources,
  matchUnknownResource,
  matchUnservedVersions,
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
  networkPolicyAllowsEverything,
  networkPolicyDeniesEverything,
  networkPolicyDirections,
  networkPolicyEmptyLists,
  networkPolicyIpBlocks,
  networkPolicyNameResolution,
  networkPolicyNamedPorts,
  networkPolicyNamespaceLabels,
  networkPolicyPeerReach,
  networkPolicyPeers,
  networkPolicyPolicyTypes,
  networkPolicyPortRanges,
  networkPolicyPorts,
  networkPolicyRangeForm,
  networkPolicyRedundantPorts,
  networkPolicyRedundantRanges,
  networkPolicySelectedPods,
  networkPolicyUselessExceptions,
  policyAuditAnnotations,
  policyDenialMessages,
  policyKnownParamKind,
  policyMatchConstraints,
  policyMessages,
  policyMutatingOperations,
  policyMutations,
  policyNeverMutated,
  policyParamKind,
  policyReason,
  policyRepeatedVariables,
  policyStatus,
  policyValidations,
  policyVariableNames,
  quantityRounding,
  referenceBackendPods,
  referenceBackendService,
  referenceBindingParams,
  referenceBindingReach,
  referenceBoundPolicy,
  referenceFlowSubject,
  referenceInjectedCertificate,
  referencePriorityLevel,
  referenceUnboundPolicy,
  referenceUnusedReason,
  referenceWebhookNames,
  resourceQuotaAmounts,
  resourceQuotaByteAmounts,
  resourceQuotaImpossibleScopes,
  resourceQuotaNeverCounted,
  resourceQuotaNoEffect,
  resourceQuotaRequestsOverLimits,
  resourceQuotaRequiredNumbers,
  resourceQuotaResourceNames,
  resourceQuotaScopeResources,
  resourceQuotaScopeSelector,
  resourceQuotaScopeValues,
  resourceQuotaScopes,
  resourceQuotaTwoNames,
  selectorLabels,
  selectorOperators,
  suppressionSyntax,
  suppressionUnknownRule,
  suppressionUnused,
  updateAddressRange,
  updateConversionCaBundle,
  updateDeletionMetadata,
  updateImmutableField,
  updateRemovedObject,
  updateStoredVersions,
  webhookCaBundle,
  webhookClientConfig,
  webhookFailClosed,
  webhookLegacyReviews,
  webhookName,
  webhookNoEffect,
  webhookReviewVersions,
  webhookService,
  webhookServiceNames,
  webhookSideEffects,
  webhookSlow,
  webhookTimeout,
  webhookUnreachableUrl,
  webhookUrl,
  workspaceDuplicateObject,
  workspaceInstallOrder,
  yamlBoolKey,
  yamlDuplicateKey,
  yamlIgnoredText,
  yamlMergeOrder,
  yamlOctal,
  yamlSyntax,
];
