// Made by `npm run generate` from the files of this folder; do not edit.
import type { Rule, RuleEntry } from '../src/rule/rule.ts';
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
import autoscalerBehavior from './autoscaler/behavior.ts';
import autoscalerMetrics from './autoscaler/metrics.ts';
import autoscalerReplicas from './autoscaler/replicas.ts';
import autoscalerTarget from './autoscaler/target.ts';
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
import certificateRequestPod from './certificate-request/pod.ts';
import certificateRequestSpec from './certificate-request/spec.ts';
import claimDataSource from './claim/data-source.ts';
import claimDeprecated from './claim/deprecated.ts';
import claimSpec from './claim/spec.ts';
import compatibilityChangedMeaning from './compatibility/changed-meaning.ts';
import compatibilityRefusedValues from './compatibility/refused-values.ts';
import compatibilityRemovedFields from './compatibility/removed-fields.ts';
import compatibilityRemovedVersions from './compatibility/removed-versions.ts';
import configInvalid from './config/invalid.ts';
import controllerRevisionData from './controller-revision/data.ts';
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
import crdPatternEscapes from './crd/pattern-escapes.ts';
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
import dataKeys from './data/keys.ts';
import dataSize from './data/size.ts';
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
import deviceCapacity from './device/capacity.ts';
import deviceConfiguration from './device/configuration.ts';
import deviceConstraints from './device/constraints.ts';
import deviceDevices from './device/devices.ts';
import deviceExtendedResource from './device/extended-resource.ts';
import devicePoolRequest from './device/pool-request.ts';
import devicePotentialNodes from './device/potential-nodes.ts';
import deviceRequests from './device/requests.ts';
import deviceSelector from './device/selector.ts';
import deviceSlice from './device/slice.ts';
import deviceTaint from './device/taint.ts';
import deviceTemplateMetadata from './device/template-metadata.ts';
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
import endpointSliceEndpoints from './endpoint-slice/endpoints.ts';
import endpointSlicePorts from './endpoint-slice/ports.ts';
import endpointsSubsets from './endpoints/subsets.ts';
import eventNamespace from './event/namespace.ts';
import eventNewEvent from './event/new-event.ts';
import evictionRequester from './eviction/requester.ts';
import evictionSpec from './eviction/spec.ts';
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
import ingressClassController from './ingress-class/controller.ts';
import ingressClassParameters from './ingress-class/parameters.ts';
import ingressBackend from './ingress/backend.ts';
import ingressClassAnnotation from './ingress/class-annotation.ts';
import ingressHosts from './ingress/hosts.ts';
import ingressPaths from './ingress/paths.ts';
import internalRuleCrash from './internal/rule-crash.ts';
import ipAddressParent from './ip-address/parent.ts';
import jobCompletions from './job/completions.ts';
import jobName from './job/name.ts';
import jobPodFailurePolicy from './job/pod-failure-policy.ts';
import jobRestartPolicy from './job/restart-policy.ts';
import jobSchedule from './job/schedule.ts';
import jobSelector from './job/selector.ts';
import jobSuccessPolicy from './job/success-policy.ts';
import kindDeprecated from './kind/deprecated.ts';
import kindHead from './kind/head.ts';
import kindMisspelled from './kind/misspelled.ts';
import kindNoSpec from './kind/no-spec.ts';
import kindUnserved from './kind/unserved.ts';
import leaseCandidate from './lease/candidate.ts';
import leaseSpec from './lease/spec.ts';
import leaseStrategy from './lease/strategy.ts';
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
import metadataMountableSecrets from './metadata/mountable-secrets.ts';
import metadataName from './metadata/name.ts';
import metadataNamespace from './metadata/namespace.ts';
import metadataOwnerReferences from './metadata/owner-references.ts';
import metadataResourceVersion from './metadata/resource-version.ts';
import namespaceFinalizers from './namespace/finalizers.ts';
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
import nodeDeprecated from './node/deprecated.ts';
import nodePodRanges from './node/pod-ranges.ts';
import nodeSchedulerAnnotations from './node/scheduler-annotations.ts';
import nodeStatus from './node/status.ts';
import nodeTaints from './node/taints.ts';
import podGroupParent from './pod-group/parent.ts';
import podGroupSpec from './pod-group/spec.ts';
import podGroupTemplates from './pod-group/templates.ts';
import podGroupWorkload from './pod-group/workload.ts';
import podSecurityNamespaceLabels from './pod-security/namespace-labels.ts';
import podSecurityViolation from './pod-security/violation.ts';
import podAddressForm from './pod/address-form.ts';
import podAllowedValues from './pod/allowed-values.ts';
import podAnnotations from './pod/annotations.ts';
import podContainerRestart from './pod/container-restart.ts';
import podContainerSecurity from './pod/container-security.ts';
import podContainers from './pod/containers.ts';
import podDeadlines from './pod/deadlines.ts';
import podDeprecated from './pod/deprecated.ts';
import podDns from './pod/dns.ts';
import podDownwardApi from './pod/downward-api.ts';
import podEnv from './pod/env.ts';
import podEphemeralContainers from './pod/ephemeral-containers.ts';
import podEphemeralVolumes from './pod/ephemeral-volumes.ts';
import podFractionalBytes from './pod/fractional-bytes.ts';
import podGates from './pod/gates.ts';
import podHandlerPortNames from './pod/handler-port-names.ts';
import podHandlers from './pod/handlers.ts';
import podHiddenVariables from './pod/hidden-variables.ts';
import podHostNames from './pod/host-names.ts';
import podHostNamespaces from './pod/host-namespaces.ts';
import podInitContainers from './pod/init-containers.ts';
import podName from './pod/name.ts';
import podNodeAffinity from './pod/node-affinity.ts';
import podOsFields from './pod/os-fields.ts';
import podOverhead from './pod/overhead.ts';
import podOverlappingFiles from './pod/overlapping-files.ts';
import podOverlappingPorts from './pod/overlapping-ports.ts';
import podPodAffinity from './pod/pod-affinity.ts';
import podPodResources from './pod/pod-resources.ts';
import podPolicies from './pod/policies.ts';
import podPorts from './pod/ports.ts';
import podProbes from './pod/probes.ts';
import podProfileAnnotations from './pod/profile-annotations.ts';
import podProjectedVolumes from './pod/projected-volumes.ts';
import podReferences from './pod/references.ts';
import podRepeatedEntries from './pod/repeated-entries.ts';
import podResizePolicy from './pod/resize-policy.ts';
import podResourceClaims from './pod/resource-claims.ts';
import podResources from './pod/resources.ts';
import podRootUser from './pod/root-user.ts';
import podSecurityContext from './pod/security-context.ts';
import podSecurityProfiles from './pod/security-profiles.ts';
import podSelectsNothing from './pod/selects-nothing.ts';
import podTemplateMetadata from './pod/template-metadata.ts';
import podTolerations from './pod/tolerations.ts';
import podTopologySpread from './pod/topology-spread.ts';
import podVolumeDevices from './pod/volume-devices.ts';
import podVolumeMounts from './pod/volume-mounts.ts';
import podVolumeNames from './pod/volume-names.ts';
import podVolumeSources from './pod/volume-sources.ts';
import podWindows from './pod/windows.ts';
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
import priorityClassPreemptionPolicy from './priority-class/preemption-policy.ts';
import priorityClassValue from './priority-class/value.ts';
import projectBuildFailed from './project/build-failed.ts';
import projectChartValues from './project/chart-values.ts';
import projectKustomizationFields from './project/kustomization-fields.ts';
import projectMissingFile from './project/missing-file.ts';
import projectPatchTarget from './project/patch-target.ts';
import quantityRounding from './quantity/rounding.ts';
import rbacAggregation from './rbac/aggregation.ts';
import rbacPolicyRules from './rbac/policy-rules.ts';
import rbacRoleRef from './rbac/role-ref.ts';
import rbacSubjects from './rbac/subjects.ts';
import referenceBackendPods from './reference/backend-pods.ts';
import referenceBackendService from './reference/backend-service.ts';
import referenceBindingParams from './reference/binding-params.ts';
import referenceBindingReach from './reference/binding-reach.ts';
import referenceBoundPolicy from './reference/bound-policy.ts';
import referenceBoundRole from './reference/bound-role.ts';
import referenceBudgetPods from './reference/budget-pods.ts';
import referenceClass from './reference/class.ts';
import referenceFlowSubject from './reference/flow-subject.ts';
import referenceGoverningService from './reference/governing-service.ts';
import referenceIngressBackend from './reference/ingress-backend.ts';
import referenceInjectedCertificate from './reference/injected-certificate.ts';
import referencePodObjects from './reference/pod-objects.ts';
import referencePriorityLevel from './reference/priority-level.ts';
import referenceScaleTarget from './reference/scale-target.ts';
import referenceUnboundPolicy from './reference/unbound-policy.ts';
import referenceUnusedReason from './reference/unused-reason.ts';
import referenceWebhookNames from './reference/webhook-names.ts';
import requestAccessReview from './request/access-review.ts';
import requestAccessSelectors from './request/access-selectors.ts';
import requestBinding from './request/binding.ts';
import requestContent from './request/content.ts';
import requestOwnerReferences from './request/owner-references.ts';
import requestReviewMetadata from './request/review-metadata.ts';
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
import runtimeClassHandler from './runtime-class/handler.ts';
import secretCertificate from './secret/certificate.ts';
import secretType from './secret/type.ts';
import selectorLabels from './selector/labels.ts';
import selectorOperators from './selector/operators.ts';
import serviceCidrRanges from './service-cidr/ranges.ts';
import serviceAddressForm from './service/address-form.ts';
import serviceAddresses from './service/addresses.ts';
import serviceDeprecated from './service/deprecated.ts';
import serviceExternalIps from './service/external-ips.ts';
import serviceIgnoredFields from './service/ignored-fields.ts';
import serviceLoadBalancer from './service/load-balancer.ts';
import serviceNodePorts from './service/node-ports.ts';
import servicePorts from './service/ports.ts';
import serviceSelector from './service/selector.ts';
import serviceSessionAffinity from './service/session-affinity.ts';
import serviceTopology from './service/topology.ts';
import serviceTraffic from './service/traffic.ts';
import serviceType from './service/type.ts';
import staticManifestFields from './static-manifest/fields.ts';
import staticManifestKind from './static-manifest/kind.ts';
import storageMigrationResource from './storage-migration/resource.ts';
import storageCapacity from './storage/capacity.ts';
import storageClass from './storage/class.ts';
import storageCsiDriver from './storage/csi-driver.ts';
import storageCsiNode from './storage/csi-node.ts';
import storageTopologies from './storage/topologies.ts';
import suppressionSyntax from './suppression/syntax.ts';
import suppressionUnknownRule from './suppression/unknown-rule.ts';
import suppressionUnused from './suppression/unused.ts';
import trustBundleCertificates from './trust-bundle/certificates.ts';
import updateAddressRange from './update/address-range.ts';
import updateConversionCaBundle from './update/conversion-ca-bundle.ts';
import updateDeletionMetadata from './update/deletion-metadata.ts';
import updateFixedValues from './update/fixed-values.ts';
import updateImmutableField from './update/immutable-field.ts';
import updatePod from './update/pod.ts';
import updateRemovedObject from './update/removed-object.ts';
import updateStoredVersions from './update/stored-versions.ts';
import updateWorkload from './update/workload.ts';
import volumeAttachment from './volume/attachment.ts';
import volumeDeprecated from './volume/deprecated.ts';
import volumeSource from './volume/source.ts';
import volumeSpec from './volume/spec.ts';
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
import workloadClaimTemplates from './workload/claim-templates.ts';
import workloadNumbers from './workload/numbers.ts';
import workloadRestartPolicy from './workload/restart-policy.ts';
import workloadRollingUpdate from './workload/rolling-update.ts';
import workloadSelector from './workload/selector.ts';
import workloadStatefulSet from './workload/stateful-set.ts';
import workspaceDuplicateObject from './workspace/duplicate-object.ts';
import workspaceInstallOrder from './workspace/install-order.ts';
import yamlBoolKey from './yaml/bool-key.ts';
import yamlDuplicateKey from './yaml/duplicate-key.ts';
import yamlIgnoredText from './yaml/ignored-text.ts';
import yamlMergeOrder from './yaml/merge-order.ts';
import yamlOctal from './yaml/octal.ts';
import yamlSyntax from './yaml/syntax.ts';

const KINDS_0 = ["ValidatingWebhookConfiguration","MutatingWebhookConfiguration","ValidatingAdmissionPolicy","MutatingAdmissionPolicy"] as const;
const KINDS_1 = ["ValidatingWebhookConfiguration","ValidatingAdmissionPolicy","MutatingAdmissionPolicy"] as const;
const KINDS_2 = ["ValidatingWebhookConfiguration","MutatingWebhookConfiguration","ValidatingAdmissionPolicy","ValidatingAdmissionPolicyBinding","MutatingAdmissionPolicy","MutatingAdmissionPolicyBinding"] as const;
const KINDS_3 = ["MutatingWebhookConfiguration","MutatingAdmissionPolicy"] as const;
const KINDS_4 = ["ValidatingAdmissionPolicy","MutatingAdmissionPolicy","ValidatingAdmissionPolicyBinding","MutatingAdmissionPolicyBinding"] as const;
const KINDS_5 = ["APIService"] as const;
const KINDS_6 = ["HorizontalPodAutoscaler"] as const;
const KINDS_7 = ["ValidatingAdmissionPolicyBinding","MutatingAdmissionPolicyBinding"] as const;
const KINDS_8 = ["ValidatingAdmissionPolicyBinding"] as const;
const KINDS_9 = ["CustomResourceDefinition"] as const;
const KINDS_10 = ["ValidatingAdmissionPolicy"] as const;
const KINDS_11 = ["MutatingAdmissionPolicy"] as const;
const KINDS_12 = ["ValidatingAdmissionPolicy","MutatingAdmissionPolicy"] as const;
const KINDS_13 = ["PodCertificateRequest"] as const;
const KINDS_14 = ["CertificateSigningRequest"] as const;
const KINDS_15 = ["PersistentVolumeClaim"] as const;
const KINDS_16 = ["ControllerRevision"] as const;
const KINDS_17 = ["ConfigMap","Secret"] as const;
const KINDS_18 = ["ResourceSlice"] as const;
const KINDS_19 = ["ResourceClaim","ResourceClaimTemplate","DeviceClass"] as const;
const KINDS_20 = ["ResourceClaim","ResourceClaimTemplate"] as const;
const KINDS_21 = ["DeviceClass"] as const;
const KINDS_22 = ["ResourcePoolStatusRequest"] as const;
const KINDS_23 = ["PodSchedulingContext"] as const;
const KINDS_24 = ["DeviceTaintRule"] as const;
const KINDS_25 = ["ResourceClaimTemplate"] as const;
const KINDS_26 = ["PodDisruptionBudget"] as const;
const KINDS_27 = ["EndpointSlice"] as const;
const KINDS_28 = ["Endpoints"] as const;
const KINDS_29 = ["Event"] as const;
const KINDS_30 = ["EvictionRequest"] as const;
const KINDS_31 = ["EvictionRequest","Eviction"] as const;
const KINDS_32 = ["PriorityLevelConfiguration"] as const;
const KINDS_33 = ["FlowSchema"] as const;
const KINDS_34 = ["FlowSchema","PriorityLevelConfiguration"] as const;
const KINDS_35 = ["IngressClass"] as const;
const KINDS_36 = ["Ingress"] as const;
const KINDS_37 = ["IPAddress"] as const;
const KINDS_38 = ["Job","CronJob"] as const;
const KINDS_39 = ["CronJob"] as const;
const KINDS_40 = ["APIService","CustomResourceDefinition","FlowSchema","MutatingAdmissionPolicy","MutatingAdmissionPolicyBinding","PriorityLevelConfiguration","ValidatingAdmissionPolicy","ValidatingAdmissionPolicyBinding"] as const;
const KINDS_41 = ["LeaseCandidate"] as const;
const KINDS_42 = ["Lease"] as const;
const KINDS_43 = ["Lease","LeaseCandidate"] as const;
const KINDS_44 = ["LimitRange"] as const;
const KINDS_45 = ["LimitRange","ResourceQuota","APIService","Namespace","ServiceAccount","ConfigMap","Secret","Lease","Event","ControllerRevision","Node","CertificateSigningRequest","Service","Endpoints","IPAddress","ServiceCIDR","PersistentVolumeClaim","StorageClass","VolumeAttributesClass","CSIDriver","CSINode","CSIStorageCapacity","PersistentVolume","Pod","VolumeAttachment","RuntimeClass","Role","ClusterRole","RoleBinding","ClusterRoleBinding","ResourceClaim","ResourceClaimTemplate","HorizontalPodAutoscaler","ClusterTrustBundle","PodCertificateRequest","StorageVersionMigration","LeaseCandidate","StorageVersion","PodSchedulingContext","ResourcePoolStatusRequest","PodGroup","CompositePodGroup","Workload"] as const;
const KINDS_46 = ["ServiceAccount"] as const;
const KINDS_47 = ["Namespace"] as const;
const KINDS_48 = ["NetworkPolicy"] as const;
const KINDS_49 = ["Node"] as const;
const KINDS_50 = ["PodGroup"] as const;
const KINDS_51 = ["PodGroup","CompositePodGroup"] as const;
const KINDS_52 = ["Workload"] as const;
const KINDS_53 = ["Pod","PodTemplate","ReplicationController","ReplicaSet","Deployment","StatefulSet","DaemonSet","Job","CronJob"] as const;
const KINDS_54 = ["Pod","PodTemplate","ReplicationController","ReplicaSet","Deployment","StatefulSet","DaemonSet","Job","CronJob","PersistentVolume","RuntimeClass"] as const;
const KINDS_55 = ["Pod","ReplicationController","ReplicaSet","Deployment","Job","CronJob"] as const;
const KINDS_56 = ["Pod","PodTemplate","ReplicationController","ReplicaSet","Deployment","StatefulSet","DaemonSet","Job","CronJob","PersistentVolume","RuntimeClass","ResourceSlice"] as const;
const KINDS_57 = ["Pod","PodTemplate","ReplicationController","ReplicaSet","Deployment","StatefulSet","DaemonSet","Job","CronJob","RuntimeClass"] as const;
const KINDS_58 = ["MutatingAdmissionPolicy","MutatingAdmissionPolicyBinding"] as const;
const KINDS_59 = ["PriorityClass"] as const;
const KINDS_60 = ["LimitRange","ResourceQuota"] as const;
const KINDS_61 = ["ClusterRole"] as const;
const KINDS_62 = ["Role","ClusterRole"] as const;
const KINDS_63 = ["RoleBinding","ClusterRoleBinding"] as const;
const KINDS_64 = ["SubjectAccessReview","LocalSubjectAccessReview","SelfSubjectAccessReview"] as const;
const KINDS_65 = ["Binding"] as const;
const KINDS_66 = ["TokenReview","SelfSubjectRulesReview"] as const;
const KINDS_67 = ["Binding","SubjectAccessReview","LocalSubjectAccessReview","SelfSubjectAccessReview","SelfSubjectRulesReview","TokenReview","SelfSubjectReview"] as const;
const KINDS_68 = ["ResourceQuota"] as const;
const KINDS_69 = ["RuntimeClass"] as const;
const KINDS_70 = ["Secret"] as const;
const KINDS_71 = ["ValidatingWebhookConfiguration","MutatingWebhookConfiguration","ValidatingAdmissionPolicy","ValidatingAdmissionPolicyBinding","MutatingAdmissionPolicy","MutatingAdmissionPolicyBinding","NetworkPolicy","PodDisruptionBudget","ClusterRole","PersistentVolumeClaim","CSIStorageCapacity","Pod","PodTemplate","ReplicationController","ReplicaSet","Deployment","StatefulSet","DaemonSet","Job","CronJob"] as const;
const KINDS_72 = ["ServiceCIDR"] as const;
const KINDS_73 = ["Service"] as const;
const KINDS_74 = ["StorageVersionMigration"] as const;
const KINDS_75 = ["CSIStorageCapacity"] as const;
const KINDS_76 = ["StorageClass","VolumeAttributesClass"] as const;
const KINDS_77 = ["CSIDriver"] as const;
const KINDS_78 = ["CSINode"] as const;
const KINDS_79 = ["StorageClass"] as const;
const KINDS_80 = ["ClusterTrustBundle"] as const;
const KINDS_81 = ["Secret","ConfigMap","Service","PriorityClass","IngressClass","IPAddress","ServiceCIDR","EndpointSlice","PersistentVolumeClaim","StorageClass","VolumeAttributesClass","PersistentVolume","VolumeAttachment","RuntimeClass","ClusterTrustBundle","PodCertificateRequest","StorageVersionMigration","LeaseCandidate","CSIDriver","CSINode","CSIStorageCapacity","ResourceClaim","ResourceClaimTemplate","ResourceSlice","ControllerRevision","RoleBinding","ClusterRoleBinding","Event","Node","Eviction","EvictionRequest","ResourcePoolStatusRequest","PodGroup","CompositePodGroup","Workload"] as const;
const KINDS_82 = ["CustomResourceDefinition","ResourceQuota"] as const;
const KINDS_83 = ["Pod"] as const;
const KINDS_84 = ["ReplicaSet","Deployment","StatefulSet","DaemonSet","Job"] as const;
const KINDS_85 = ["VolumeAttachment"] as const;
const KINDS_86 = ["PersistentVolume"] as const;
const KINDS_87 = ["PersistentVolume","VolumeAttachment"] as const;
const KINDS_88 = ["ValidatingWebhookConfiguration","MutatingWebhookConfiguration"] as const;
const KINDS_89 = ["ValidatingWebhookConfiguration","MutatingWebhookConfiguration","CustomResourceDefinition"] as const;
const KINDS_90 = ["StatefulSet"] as const;
const KINDS_91 = ["ReplicationController","ReplicaSet","Deployment","StatefulSet","DaemonSet"] as const;
const KINDS_92 = ["Deployment","StatefulSet","DaemonSet"] as const;

/** All rules, in the order of their ids. */
export const rules: readonly RuleEntry[] = [
  { id: 'admission/expression-required', on: 'object', kinds: KINDS_0, load: () => admissionExpressionRequired },
  { id: 'admission/fail-open', on: 'object', kinds: KINDS_1, load: () => admissionFailOpen },
  { id: 'admission/failure-policy', on: 'object', kinds: KINDS_0, load: () => admissionFailurePolicy },
  { id: 'admission/match-condition-names', on: 'object', kinds: KINDS_0, load: () => admissionMatchConditionNames },
  { id: 'admission/match-policy', on: 'object', kinds: KINDS_2, load: () => admissionMatchPolicy },
  { id: 'admission/reinvocation-policy', on: 'object', kinds: KINDS_3, load: () => admissionReinvocationPolicy },
  { id: 'admission/resource-names', on: 'object', kinds: KINDS_4, load: () => admissionResourceNames },
  { id: 'admission/rule-lists', on: 'object', kinds: KINDS_2, load: () => admissionRuleLists },
  { id: 'admission/rule-operations', on: 'object', kinds: KINDS_2, load: () => admissionRuleOperations },
  { id: 'admission/rule-scope', on: 'object', kinds: KINDS_2, load: () => admissionRuleScope },
  { id: 'admission/rule-wildcards', on: 'object', kinds: KINDS_2, load: () => admissionRuleWildcards },
  { id: 'admission/static-name', on: 'object', kinds: KINDS_2, load: () => admissionStaticName },
  { id: 'apiservice/ca-bundle', on: 'object', kinds: KINDS_5, load: () => apiserviceCaBundle },
  { id: 'apiservice/discovery-order', on: 'object', kinds: KINDS_5, load: () => apiserviceDiscoveryOrder },
  { id: 'apiservice/group-version', on: 'object', kinds: KINDS_5, load: () => apiserviceGroupVersion },
  { id: 'apiservice/name', on: 'object', kinds: KINDS_5, load: () => apiserviceName },
  { id: 'apiservice/priorities', on: 'object', kinds: KINDS_5, load: () => apiservicePriorities },
  { id: 'apiservice/served-group', on: 'object', kinds: KINDS_5, load: () => apiserviceServedGroup },
  { id: 'apiservice/service', on: 'object', kinds: KINDS_5, load: () => apiserviceService },
  { id: 'apiservice/service-names', on: 'object', kinds: KINDS_5, load: () => apiserviceServiceNames },
  { id: 'apiservice/tls', on: 'object', kinds: KINDS_5, load: () => apiserviceTls },
  { id: 'autoscaler/behavior', on: 'object', kinds: KINDS_6, load: () => autoscalerBehavior },
  { id: 'autoscaler/metrics', on: 'object', kinds: KINDS_6, load: () => autoscalerMetrics },
  { id: 'autoscaler/replicas', on: 'object', kinds: KINDS_6, load: () => autoscalerReplicas },
  { id: 'autoscaler/target', on: 'object', kinds: KINDS_6, load: () => autoscalerTarget },
  { id: 'binding/chosen-params', on: 'object', kinds: KINDS_7, load: () => bindingChosenParams },
  { id: 'binding/not-enforced', on: 'object', kinds: KINDS_8, load: () => bindingNotEnforced },
  { id: 'binding/param-ref', on: 'object', kinds: KINDS_7, load: () => bindingParamRef },
  { id: 'binding/parameter-not-found', on: 'object', kinds: KINDS_7, load: () => bindingParameterNotFound },
  { id: 'binding/policy-name', on: 'object', kinds: KINDS_7, load: () => bindingPolicyName },
  { id: 'binding/validation-actions', on: 'object', kinds: KINDS_8, load: () => bindingValidationActions },
  { id: 'cel/compilation', on: 'object', kinds: KINDS_0, load: () => celCompilation },
  { id: 'cel/constant', on: 'object', kinds: KINDS_0, load: () => celConstant },
  { id: 'cel/crd-constant-rule', on: 'object', kinds: KINDS_9, load: () => celCrdConstantRule },
  { id: 'cel/crd-cost', on: 'object', kinds: KINDS_9, load: () => celCrdCost },
  { id: 'cel/crd-cost-high', on: 'object', kinds: KINDS_9, load: () => celCrdCostHigh },
  { id: 'cel/crd-defaults', on: 'object', kinds: KINDS_9, load: () => celCrdDefaults },
  { id: 'cel/crd-immutable-field', on: 'object', kinds: KINDS_9, load: () => celCrdImmutableField },
  { id: 'cel/crd-message-old-self', on: 'object', kinds: KINDS_9, load: () => celCrdMessageOldSelf },
  { id: 'cel/crd-rules', on: 'object', kinds: KINDS_9, load: () => celCrdRules },
  { id: 'cel/crd-unguarded-field', on: 'object', kinds: KINDS_9, load: () => celCrdUnguardedField },
  { id: 'cel/escaped-property', on: 'object-and-kinds', kinds: KINDS_0, load: () => celEscapedProperty },
  { id: 'cel/false-type-warning', on: 'object-and-kinds', kinds: KINDS_10, load: () => celFalseTypeWarning },
  { id: 'cel/json-patch', on: 'object', kinds: KINDS_11, load: () => celJsonPatch },
  { id: 'cel/list-semantics', on: 'object-and-kinds', kinds: KINDS_12, load: () => celListSemantics },
  { id: 'cel/message-authorizer', on: 'object', kinds: KINDS_10, load: () => celMessageAuthorizer },
  { id: 'cel/null-namespace', on: 'object', kinds: KINDS_0, load: () => celNullNamespace },
  { id: 'cel/null-object', on: 'object', kinds: KINDS_0, load: () => celNullObject },
  { id: 'cel/patch-atomic', on: 'object-and-kinds', kinds: KINDS_11, load: () => celPatchAtomic },
  { id: 'cel/patch-field', on: 'object-and-kinds', kinds: KINDS_11, load: () => celPatchField },
  { id: 'cel/patch-index', on: 'object', kinds: KINDS_11, load: () => celPatchIndex },
  { id: 'cel/patch-type-name', on: 'object-and-kinds', kinds: KINDS_11, load: () => celPatchTypeName },
  { id: 'cel/policy-cost', on: 'object', kinds: KINDS_0, load: () => celPolicyCost },
  { id: 'cel/refused-literal', on: 'object', kinds: KINDS_0, load: () => celRefusedLiteral },
  { id: 'cel/repeated-mutation', on: 'object', kinds: KINDS_11, load: () => celRepeatedMutation },
  { id: 'cel/type-check', on: 'object-and-kinds', kinds: KINDS_0, load: () => celTypeCheck },
  { id: 'cel/unguarded-field', on: 'object', kinds: KINDS_0, load: () => celUnguardedField },
  { id: 'cel/unused', on: 'object', kinds: KINDS_12, load: () => celUnused },
  { id: 'certificate-request/pod', on: 'object', kinds: KINDS_13, load: () => certificateRequestPod },
  { id: 'certificate-request/spec', on: 'object', kinds: KINDS_14, load: () => certificateRequestSpec },
  { id: 'claim/data-source', on: 'object', kinds: KINDS_15, load: () => claimDataSource },
  { id: 'claim/deprecated', on: 'object', kinds: KINDS_15, load: () => claimDeprecated },
  { id: 'claim/spec', on: 'object', kinds: KINDS_15, load: () => claimSpec },
  { id: 'compatibility/changed-meaning', on: 'object', kinds: KINDS_9, load: () => compatibilityChangedMeaning },
  { id: 'compatibility/refused-values', on: 'object', kinds: KINDS_9, load: () => compatibilityRefusedValues },
  { id: 'compatibility/removed-fields', on: 'object', kinds: KINDS_9, load: () => compatibilityRemovedFields },
  { id: 'compatibility/removed-versions', on: 'object', kinds: KINDS_9, load: () => compatibilityRemovedVersions },
  { id: 'config/invalid', on: 'run', load: () => configInvalid },
  { id: 'controller-revision/data', on: 'object', kinds: KINDS_16, load: () => controllerRevisionData },
  { id: 'crd/additional-properties', on: 'object', kinds: KINDS_9, load: () => crdAdditionalProperties },
  { id: 'crd/api-approved', on: 'object', kinds: KINDS_9, load: () => crdApiApproved },
  { id: 'crd/bounds', on: 'object', kinds: KINDS_9, load: () => crdBounds },
  { id: 'crd/column-paths', on: 'object', kinds: KINDS_9, load: () => crdColumnPaths },
  { id: 'crd/columns', on: 'object', kinds: KINDS_9, load: () => crdColumns },
  { id: 'crd/combined-defaults', on: 'object', kinds: KINDS_9, load: () => crdCombinedDefaults },
  { id: 'crd/conversion', on: 'object', kinds: KINDS_9, load: () => crdConversion },
  { id: 'crd/conversion-webhook', on: 'object', kinds: KINDS_9, load: () => crdConversionWebhook },
  { id: 'crd/default-embedded', on: 'object', kinds: KINDS_9, load: () => crdDefaultEmbedded },
  { id: 'crd/default-place', on: 'object', kinds: KINDS_9, load: () => crdDefaultPlace },
  { id: 'crd/default-value', on: 'object', kinds: KINDS_9, load: () => crdDefaultValue },
  { id: 'crd/deprecation-warning', on: 'object', kinds: KINDS_9, load: () => crdDeprecationWarning },
  { id: 'crd/embedded-resource', on: 'object', kinds: KINDS_9, load: () => crdEmbeddedResource },
  { id: 'crd/enum-values', on: 'object', kinds: KINDS_9, load: () => crdEnumValues },
  { id: 'crd/format', on: 'object', kinds: KINDS_9, load: () => crdFormat },
  { id: 'crd/group', on: 'object', kinds: KINDS_9, load: () => crdGroup },
  { id: 'crd/int-or-string', on: 'object', kinds: KINDS_9, load: () => crdIntOrString },
  { id: 'crd/int-or-string-type', on: 'object', kinds: KINDS_9, load: () => crdIntOrStringType },
  { id: 'crd/keyword-for-type', on: 'object', kinds: KINDS_9, load: () => crdKeywordForType },
  { id: 'crd/kind-names', on: 'object', kinds: KINDS_9, load: () => crdKindNames },
  { id: 'crd/kubectl-names', on: 'object', kinds: KINDS_9, load: () => crdKubectlNames },
  { id: 'crd/list-map-keys', on: 'object', kinds: KINDS_9, load: () => crdListMapKeys },
  { id: 'crd/list-merge', on: 'object', kinds: KINDS_9, load: () => crdListMerge },
  { id: 'crd/list-type', on: 'object', kinds: KINDS_9, load: () => crdListType },
  { id: 'crd/map-type', on: 'object', kinds: KINDS_9, load: () => crdMapType },
  { id: 'crd/name', on: 'object', kinds: KINDS_9, load: () => crdName },
  { id: 'crd/names', on: 'object', kinds: KINDS_9, load: () => crdNames },
  { id: 'crd/needless-fields', on: 'object', kinds: KINDS_9, load: () => crdNeedlessFields },
  { id: 'crd/nested-keywords', on: 'object', kinds: KINDS_9, load: () => crdNestedKeywords },
  { id: 'crd/nested-properties', on: 'object', kinds: KINDS_9, load: () => crdNestedProperties },
  { id: 'crd/pattern', on: 'object', kinds: KINDS_9, load: () => crdPattern },
  { id: 'crd/pattern-anchors', on: 'object', kinds: KINDS_9, load: () => crdPatternAnchors },
  { id: 'crd/pattern-escapes', on: 'object', kinds: KINDS_9, load: () => crdPatternEscapes },
  { id: 'crd/preserve-unknown-fields', on: 'object', kinds: KINDS_9, load: () => crdPreserveUnknownFields },
  { id: 'crd/printer-columns', on: 'object', kinds: KINDS_9, load: () => crdPrinterColumns },
  { id: 'crd/pruned-values', on: 'object', kinds: KINDS_9, load: () => crdPrunedValues },
  { id: 'crd/required-properties', on: 'object', kinds: KINDS_9, load: () => crdRequiredProperties },
  { id: 'crd/review-versions', on: 'object', kinds: KINDS_9, load: () => crdReviewVersions },
  { id: 'crd/rule-bounds', on: 'object', kinds: KINDS_9, load: () => crdRuleBounds },
  { id: 'crd/rule-texts', on: 'object', kinds: KINDS_9, load: () => crdRuleTexts },
  { id: 'crd/scale', on: 'object', kinds: KINDS_9, load: () => crdScale },
  { id: 'crd/scale-paths', on: 'object', kinds: KINDS_9, load: () => crdScalePaths },
  { id: 'crd/schema-metadata', on: 'object', kinds: KINDS_9, load: () => crdSchemaMetadata },
  { id: 'crd/schema-root', on: 'object', kinds: KINDS_9, load: () => crdSchemaRoot },
  { id: 'crd/schema-type', on: 'object', kinds: KINDS_9, load: () => crdSchemaType },
  { id: 'crd/schema-untyped', on: 'object', kinds: KINDS_9, load: () => crdSchemaUntyped },
  { id: 'crd/scope', on: 'object', kinds: KINDS_9, load: () => crdScope },
  { id: 'crd/selectable-fields', on: 'object', kinds: KINDS_9, load: () => crdSelectableFields },
  { id: 'crd/selectable-fields-since', on: 'object', kinds: KINDS_9, load: () => crdSelectableFieldsSince },
  { id: 'crd/served-versions', on: 'object', kinds: KINDS_9, load: () => crdServedVersions },
  { id: 'crd/size', on: 'object', kinds: KINDS_9, load: () => crdSize },
  { id: 'crd/status-subresource', on: 'object', kinds: KINDS_9, load: () => crdStatusSubresource },
  { id: 'crd/storage-version', on: 'object', kinds: KINDS_9, load: () => crdStorageVersion },
  { id: 'crd/unapproved', on: 'object', kinds: KINDS_9, load: () => crdUnapproved },
  { id: 'crd/unchecked-default', on: 'object', kinds: KINDS_9, load: () => crdUncheckedDefault },
  { id: 'crd/unconverted-versions', on: 'object', kinds: KINDS_9, load: () => crdUnconvertedVersions },
  { id: 'crd/unique-items', on: 'object', kinds: KINDS_9, load: () => crdUniqueItems },
  { id: 'crd/unsupported-keywords', on: 'object', kinds: KINDS_9, load: () => crdUnsupportedKeywords },
  { id: 'crd/validation-rules', on: 'object', kinds: KINDS_9, load: () => crdValidationRules },
  { id: 'crd/version-names', on: 'object', kinds: KINDS_9, load: () => crdVersionNames },
  { id: 'crd/version-order', on: 'object', kinds: KINDS_9, load: () => crdVersionOrder },
  { id: 'crd/version-schema', on: 'object', kinds: KINDS_9, load: () => crdVersionSchema },
  { id: 'custom-resource/alternatives', on: 'custom-resource', load: () => customResourceAlternatives },
  { id: 'custom-resource/deprecated-version', on: 'custom-resource', load: () => customResourceDeprecatedVersion },
  { id: 'custom-resource/duplicate-items', on: 'custom-resource', load: () => customResourceDuplicateItems },
  { id: 'custom-resource/embedded-resource', on: 'custom-resource', load: () => customResourceEmbeddedResource },
  { id: 'custom-resource/enum', on: 'custom-resource', load: () => customResourceEnum },
  { id: 'custom-resource/format', on: 'custom-resource', load: () => customResourceFormat },
  { id: 'custom-resource/length', on: 'custom-resource', load: () => customResourceLength },
  { id: 'custom-resource/number', on: 'custom-resource', load: () => customResourceNumber },
  { id: 'custom-resource/pattern', on: 'custom-resource', load: () => customResourcePattern },
  { id: 'custom-resource/required', on: 'custom-resource', load: () => customResourceRequired },
  { id: 'custom-resource/scale', on: 'custom-resource', load: () => customResourceScale },
  { id: 'custom-resource/size', on: 'custom-resource', load: () => customResourceSize },
  { id: 'custom-resource/type', on: 'custom-resource', load: () => customResourceType },
  { id: 'custom-resource/unknown-field', on: 'custom-resource', load: () => customResourceUnknownField },
  { id: 'custom-resource/unserved-version', on: 'head', load: () => customResourceUnservedVersion },
  { id: 'custom-resource/validation-rule', on: 'custom-resource', load: () => customResourceValidationRule },
  { id: 'data/keys', on: 'object', kinds: KINDS_17, load: () => dataKeys },
  { id: 'data/size', on: 'object', kinds: KINDS_17, load: () => dataSize },
  { id: 'deadlock/mutual-webhooks', on: 'installation', load: () => deadlockMutualWebhooks },
  { id: 'deadlock/own-certificate', on: 'installation', load: () => deadlockOwnCertificate },
  { id: 'deadlock/own-crds', on: 'installation', load: () => deadlockOwnCrds },
  { id: 'deadlock/own-namespace', on: 'installation', load: () => deadlockOwnNamespace },
  { id: 'deadlock/own-params', on: 'installation', load: () => deadlockOwnParams },
  { id: 'deadlock/own-pods', on: 'installation', load: () => deadlockOwnPods },
  { id: 'decision/audited', on: 'request', load: () => decisionAudited },
  { id: 'decision/denied', on: 'request', load: () => decisionDenied },
  { id: 'decision/unknown', on: 'request', load: () => decisionUnknown },
  { id: 'decision/warned', on: 'request', load: () => decisionWarned },
  { id: 'device/capacity', on: 'object', kinds: KINDS_18, load: () => deviceCapacity },
  { id: 'device/configuration', on: 'object', kinds: KINDS_19, load: () => deviceConfiguration },
  { id: 'device/constraints', on: 'object', kinds: KINDS_20, load: () => deviceConstraints },
  { id: 'device/devices', on: 'object', kinds: KINDS_18, load: () => deviceDevices },
  { id: 'device/extended-resource', on: 'object', kinds: KINDS_21, load: () => deviceExtendedResource },
  { id: 'device/pool-request', on: 'object', kinds: KINDS_22, load: () => devicePoolRequest },
  { id: 'device/potential-nodes', on: 'object', kinds: KINDS_23, load: () => devicePotentialNodes },
  { id: 'device/requests', on: 'object', kinds: KINDS_20, load: () => deviceRequests },
  { id: 'device/selector', on: 'object', kinds: KINDS_19, load: () => deviceSelector },
  { id: 'device/slice', on: 'object', kinds: KINDS_18, load: () => deviceSlice },
  { id: 'device/taint', on: 'object', kinds: KINDS_24, load: () => deviceTaint },
  { id: 'device/template-metadata', on: 'object', kinds: KINDS_25, load: () => deviceTemplateMetadata },
  { id: 'disruption-budget/always-allows', on: 'object', kinds: KINDS_26, load: () => disruptionBudgetAlwaysAllows },
  { id: 'disruption-budget/eviction-policy', on: 'object', kinds: KINDS_26, load: () => disruptionBudgetEvictionPolicy },
  { id: 'disruption-budget/never-allows', on: 'object', kinds: KINDS_26, load: () => disruptionBudgetNeverAllows },
  { id: 'disruption-budget/numbers', on: 'object', kinds: KINDS_26, load: () => disruptionBudgetNumbers },
  { id: 'disruption-budget/one-number', on: 'object', kinds: KINDS_26, load: () => disruptionBudgetOneNumber },
  { id: 'disruption-budget/selected-pods', on: 'object', kinds: KINDS_26, load: () => disruptionBudgetSelectedPods },
  { id: 'disruption-budget/unhealthy-pods', on: 'object', kinds: KINDS_26, load: () => disruptionBudgetUnhealthyPods },
  { id: 'effect/blocked-client', on: 'installation', load: () => effectBlockedClient },
  { id: 'effect/blocked-webhook', on: 'installation', load: () => effectBlockedWebhook },
  { id: 'effect/eviction', on: 'installation', load: () => effectEviction },
  { id: 'effect/limit-range', on: 'installation', load: () => effectLimitRange },
  { id: 'effect/quota', on: 'installation', load: () => effectQuota },
  { id: 'effect/shadowed-flow-schema', on: 'installation', load: () => effectShadowedFlowSchema },
  { id: 'effect/unmatched-policy', on: 'installation', load: () => effectUnmatchedPolicy },
  { id: 'endpoint-slice/endpoints', on: 'object', kinds: KINDS_27, load: () => endpointSliceEndpoints },
  { id: 'endpoint-slice/ports', on: 'object', kinds: KINDS_27, load: () => endpointSlicePorts },
  { id: 'endpoints/subsets', on: 'object', kinds: KINDS_28, load: () => endpointsSubsets },
  { id: 'event/namespace', on: 'object', kinds: KINDS_29, load: () => eventNamespace },
  { id: 'event/new-event', on: 'object', kinds: KINDS_29, load: () => eventNewEvent },
  { id: 'eviction/requester', on: 'object', kinds: KINDS_30, load: () => evictionRequester },
  { id: 'eviction/spec', on: 'object', kinds: KINDS_31, load: () => evictionSpec },
  { id: 'field/format', on: 'decoded', load: () => fieldFormat },
  { id: 'field/lost', on: 'object', kinds: KINDS_9, load: () => fieldLost },
  { id: 'field/type', on: 'decoded', load: () => fieldType },
  { id: 'field/unknown', on: 'decoded', load: () => fieldUnknown },
  { id: 'flow-control/concurrency', on: 'object', kinds: KINDS_32, load: () => flowControlConcurrency },
  { id: 'flow-control/distinguisher', on: 'object', kinds: KINDS_33, load: () => flowControlDistinguisher },
  { id: 'flow-control/exempt-requests', on: 'object', kinds: KINDS_33, load: () => flowControlExemptRequests },
  { id: 'flow-control/flows', on: 'object', kinds: KINDS_33, load: () => flowControlFlows },
  { id: 'flow-control/kept-objects', on: 'object', kinds: KINDS_34, load: () => flowControlKeptObjects },
  { id: 'flow-control/level-type', on: 'object', kinds: KINDS_32, load: () => flowControlLevelType },
  { id: 'flow-control/limit-response', on: 'object', kinds: KINDS_32, load: () => flowControlLimitResponse },
  { id: 'flow-control/mandatory-objects', on: 'object', kinds: KINDS_34, load: () => flowControlMandatoryObjects },
  { id: 'flow-control/no-rules', on: 'object', kinds: KINDS_33, load: () => flowControlNoRules },
  { id: 'flow-control/non-resource-urls', on: 'object', kinds: KINDS_33, load: () => flowControlNonResourceUrls },
  { id: 'flow-control/precedence', on: 'object', kinds: KINDS_33, load: () => flowControlPrecedence },
  { id: 'flow-control/priority-level-reference', on: 'object', kinds: KINDS_33, load: () => flowControlPriorityLevelReference },
  { id: 'flow-control/queue-isolation', on: 'object', kinds: KINDS_32, load: () => flowControlQueueIsolation },
  { id: 'flow-control/queuing', on: 'object', kinds: KINDS_32, load: () => flowControlQueuing },
  { id: 'flow-control/repeated-entries', on: 'object', kinds: KINDS_33, load: () => flowControlRepeatedEntries },
  { id: 'flow-control/resource-rules', on: 'object', kinds: KINDS_33, load: () => flowControlResourceRules },
  { id: 'flow-control/rule-content', on: 'object', kinds: KINDS_33, load: () => flowControlRuleContent },
  { id: 'flow-control/seats', on: 'object', kinds: KINDS_32, load: () => flowControlSeats },
  { id: 'flow-control/shadowed', on: 'object', kinds: KINDS_33, load: () => flowControlShadowed },
  { id: 'flow-control/subject-kind', on: 'object', kinds: KINDS_33, load: () => flowControlSubjectKind },
  { id: 'flow-control/subject-names', on: 'object', kinds: KINDS_33, load: () => flowControlSubjectNames },
  { id: 'flow-control/takes-everything', on: 'object', kinds: KINDS_33, load: () => flowControlTakesEverything },
  { id: 'flow-control/unmatched-paths', on: 'object', kinds: KINDS_33, load: () => flowControlUnmatchedPaths },
  { id: 'flow-control/unmatched-resources', on: 'object', kinds: KINDS_33, load: () => flowControlUnmatchedResources },
  { id: 'flow-control/unmatched-scope', on: 'object', kinds: KINDS_33, load: () => flowControlUnmatchedScope },
  { id: 'flow-control/verbs', on: 'object', kinds: KINDS_33, load: () => flowControlVerbs },
  { id: 'flow-control/zero-shares-annotation', on: 'object', kinds: KINDS_32, load: () => flowControlZeroSharesAnnotation },
  { id: 'ingress-class/controller', on: 'object', kinds: KINDS_35, load: () => ingressClassController },
  { id: 'ingress-class/parameters', on: 'object', kinds: KINDS_35, load: () => ingressClassParameters },
  { id: 'ingress/backend', on: 'object', kinds: KINDS_36, load: () => ingressBackend },
  { id: 'ingress/class-annotation', on: 'object', kinds: KINDS_36, load: () => ingressClassAnnotation },
  { id: 'ingress/hosts', on: 'object', kinds: KINDS_36, load: () => ingressHosts },
  { id: 'ingress/paths', on: 'object', kinds: KINDS_36, load: () => ingressPaths },
  { id: 'internal/rule-crash', on: 'run', load: () => internalRuleCrash },
  { id: 'ip-address/parent', on: 'object', kinds: KINDS_37, load: () => ipAddressParent },
  { id: 'job/completions', on: 'object', kinds: KINDS_38, load: () => jobCompletions },
  { id: 'job/name', on: 'object', kinds: KINDS_38, load: () => jobName },
  { id: 'job/pod-failure-policy', on: 'object', kinds: KINDS_38, load: () => jobPodFailurePolicy },
  { id: 'job/restart-policy', on: 'object', kinds: KINDS_38, load: () => jobRestartPolicy },
  { id: 'job/schedule', on: 'object', kinds: KINDS_39, load: () => jobSchedule },
  { id: 'job/selector', on: 'object', kinds: KINDS_38, load: () => jobSelector },
  { id: 'job/success-policy', on: 'object', kinds: KINDS_38, load: () => jobSuccessPolicy },
  { id: 'kind/deprecated', on: 'decoded', load: () => kindDeprecated },
  { id: 'kind/head', on: 'head', load: () => kindHead },
  { id: 'kind/misspelled', on: 'head', load: () => kindMisspelled },
  { id: 'kind/no-spec', on: 'object', kinds: KINDS_40, load: () => kindNoSpec },
  { id: 'kind/unserved', on: 'head', load: () => kindUnserved },
  { id: 'lease/candidate', on: 'object', kinds: KINDS_41, load: () => leaseCandidate },
  { id: 'lease/spec', on: 'object', kinds: KINDS_42, load: () => leaseSpec },
  { id: 'lease/strategy', on: 'object', kinds: KINDS_43, load: () => leaseStrategy },
  { id: 'limit-range/amounts', on: 'object', kinds: KINDS_44, load: () => limitRangeAmounts },
  { id: 'limit-range/bounds', on: 'object', kinds: KINDS_44, load: () => limitRangeBounds },
  { id: 'limit-range/claim-storage', on: 'object', kinds: KINDS_44, load: () => limitRangeClaimStorage },
  { id: 'limit-range/implied-defaults', on: 'object', kinds: KINDS_44, load: () => limitRangeImpliedDefaults },
  { id: 'limit-range/missing-numbers', on: 'object', kinds: KINDS_44, load: () => limitRangeMissingNumbers },
  { id: 'limit-range/no-effect', on: 'object', kinds: KINDS_44, load: () => limitRangeNoEffect },
  { id: 'limit-range/overcommit', on: 'object', kinds: KINDS_44, load: () => limitRangeOvercommit },
  { id: 'limit-range/pod-below-container', on: 'object', kinds: KINDS_44, load: () => limitRangePodBelowContainer },
  { id: 'limit-range/pod-defaults', on: 'object', kinds: KINDS_44, load: () => limitRangePodDefaults },
  { id: 'limit-range/ratios', on: 'object', kinds: KINDS_44, load: () => limitRangeRatios },
  { id: 'limit-range/resource-names', on: 'object', kinds: KINDS_44, load: () => limitRangeResourceNames },
  { id: 'limit-range/types', on: 'object', kinds: KINDS_44, load: () => limitRangeTypes },
  { id: 'match/exclusions', on: 'object', kinds: KINDS_4, load: () => matchExclusions },
  { id: 'match/exempt-resources', on: 'object', kinds: KINDS_2, load: () => matchExemptResources },
  { id: 'match/group-names', on: 'object', kinds: KINDS_2, load: () => matchGroupNames },
  { id: 'match/invalid-combinations', on: 'object', kinds: KINDS_2, load: () => matchInvalidCombinations },
  { id: 'match/malformed-resources', on: 'object', kinds: KINDS_2, load: () => matchMalformedResources },
  { id: 'match/namespace-labels', on: 'object', kinds: KINDS_2, load: () => matchNamespaceLabels },
  { id: 'match/namespace-selector', on: 'object', kinds: KINDS_2, load: () => matchNamespaceSelector },
  { id: 'match/object-selector', on: 'object', kinds: KINDS_2, load: () => matchObjectSelector },
  { id: 'match/operations', on: 'object', kinds: KINDS_2, load: () => matchOperations },
  { id: 'match/other-versions', on: 'object', kinds: KINDS_2, load: () => matchOtherVersions },
  { id: 'match/partial-wildcards', on: 'object', kinds: KINDS_2, load: () => matchPartialWildcards },
  { id: 'match/redundant-entries', on: 'object', kinds: KINDS_2, load: () => matchRedundantEntries },
  { id: 'match/resource-names', on: 'object', kinds: KINDS_4, load: () => matchResourceNames },
  { id: 'match/scope', on: 'object', kinds: KINDS_2, load: () => matchScope },
  { id: 'match/selector-contradictions', on: 'object', kinds: KINDS_2, load: () => matchSelectorContradictions },
  { id: 'match/uncovered-subresources', on: 'object', kinds: KINDS_2, load: () => matchUncoveredSubresources },
  { id: 'match/unknown-resource', on: 'object', kinds: KINDS_2, load: () => matchUnknownResource },
  { id: 'match/unserved-versions', on: 'object', kinds: KINDS_2, load: () => matchUnservedVersions },
  { id: 'metadata/annotations', on: 'metadata', load: () => metadataAnnotations },
  { id: 'metadata/cluster-scoped', on: 'metadata', load: () => metadataClusterScoped },
  { id: 'metadata/exported', on: 'metadata', load: () => metadataExported },
  { id: 'metadata/finalizers', on: 'metadata', load: () => metadataFinalizers },
  { id: 'metadata/generate-name', on: 'metadata', load: () => metadataGenerateName },
  { id: 'metadata/generation', on: 'object', kinds: KINDS_45, load: () => metadataGeneration },
  { id: 'metadata/labels', on: 'metadata', load: () => metadataLabels },
  { id: 'metadata/managed-fields', on: 'metadata', load: () => metadataManagedFields },
  { id: 'metadata/mountable-secrets', on: 'object', kinds: KINDS_46, load: () => metadataMountableSecrets },
  { id: 'metadata/name', on: 'metadata', load: () => metadataName },
  { id: 'metadata/namespace', on: 'metadata', load: () => metadataNamespace },
  { id: 'metadata/owner-references', on: 'metadata', load: () => metadataOwnerReferences },
  { id: 'metadata/resource-version', on: 'metadata', load: () => metadataResourceVersion },
  { id: 'namespace/finalizers', on: 'object', kinds: KINDS_47, load: () => namespaceFinalizers },
  { id: 'network-policy/allows-everything', on: 'object', kinds: KINDS_48, load: () => networkPolicyAllowsEverything },
  { id: 'network-policy/denies-everything', on: 'object', kinds: KINDS_48, load: () => networkPolicyDeniesEverything },
  { id: 'network-policy/directions', on: 'object', kinds: KINDS_48, load: () => networkPolicyDirections },
  { id: 'network-policy/empty-lists', on: 'object', kinds: KINDS_48, load: () => networkPolicyEmptyLists },
  { id: 'network-policy/ip-blocks', on: 'object', kinds: KINDS_48, load: () => networkPolicyIpBlocks },
  { id: 'network-policy/name-resolution', on: 'object', kinds: KINDS_48, load: () => networkPolicyNameResolution },
  { id: 'network-policy/named-ports', on: 'object', kinds: KINDS_48, load: () => networkPolicyNamedPorts },
  { id: 'network-policy/namespace-labels', on: 'installation', load: () => networkPolicyNamespaceLabels },
  { id: 'network-policy/peer-reach', on: 'object', kinds: KINDS_48, load: () => networkPolicyPeerReach },
  { id: 'network-policy/peers', on: 'object', kinds: KINDS_48, load: () => networkPolicyPeers },
  { id: 'network-policy/policy-types', on: 'object', kinds: KINDS_48, load: () => networkPolicyPolicyTypes },
  { id: 'network-policy/port-ranges', on: 'object', kinds: KINDS_48, load: () => networkPolicyPortRanges },
  { id: 'network-policy/ports', on: 'object', kinds: KINDS_48, load: () => networkPolicyPorts },
  { id: 'network-policy/range-form', on: 'object', kinds: KINDS_48, load: () => networkPolicyRangeForm },
  { id: 'network-policy/redundant-ports', on: 'object', kinds: KINDS_48, load: () => networkPolicyRedundantPorts },
  { id: 'network-policy/redundant-ranges', on: 'object', kinds: KINDS_48, load: () => networkPolicyRedundantRanges },
  { id: 'network-policy/selected-pods', on: 'object', kinds: KINDS_48, load: () => networkPolicySelectedPods },
  { id: 'network-policy/useless-exceptions', on: 'object', kinds: KINDS_48, load: () => networkPolicyUselessExceptions },
  { id: 'node/deprecated', on: 'object', kinds: KINDS_49, load: () => nodeDeprecated },
  { id: 'node/pod-ranges', on: 'object', kinds: KINDS_49, load: () => nodePodRanges },
  { id: 'node/scheduler-annotations', on: 'object', kinds: KINDS_49, load: () => nodeSchedulerAnnotations },
  { id: 'node/status', on: 'object', kinds: KINDS_49, load: () => nodeStatus },
  { id: 'node/taints', on: 'object', kinds: KINDS_49, load: () => nodeTaints },
  { id: 'pod-group/parent', on: 'object', kinds: KINDS_50, load: () => podGroupParent },
  { id: 'pod-group/spec', on: 'object', kinds: KINDS_51, load: () => podGroupSpec },
  { id: 'pod-group/templates', on: 'object', kinds: KINDS_52, load: () => podGroupTemplates },
  { id: 'pod-group/workload', on: 'object', kinds: KINDS_52, load: () => podGroupWorkload },
  { id: 'pod-security/namespace-labels', on: 'object', kinds: KINDS_47, load: () => podSecurityNamespaceLabels },
  { id: 'pod-security/violation', on: 'installation', load: () => podSecurityViolation },
  { id: 'pod/address-form', on: 'object', kinds: KINDS_53, load: () => podAddressForm },
  { id: 'pod/allowed-values', on: 'object', kinds: KINDS_53, load: () => podAllowedValues },
  { id: 'pod/annotations', on: 'object', kinds: KINDS_53, load: () => podAnnotations },
  { id: 'pod/container-restart', on: 'object', kinds: KINDS_53, load: () => podContainerRestart },
  { id: 'pod/container-security', on: 'object', kinds: KINDS_53, load: () => podContainerSecurity },
  { id: 'pod/containers', on: 'object', kinds: KINDS_53, load: () => podContainers },
  { id: 'pod/deadlines', on: 'object', kinds: KINDS_53, load: () => podDeadlines },
  { id: 'pod/deprecated', on: 'object', kinds: KINDS_54, load: () => podDeprecated },
  { id: 'pod/dns', on: 'object', kinds: KINDS_53, load: () => podDns },
  { id: 'pod/downward-api', on: 'object', kinds: KINDS_53, load: () => podDownwardApi },
  { id: 'pod/env', on: 'object', kinds: KINDS_53, load: () => podEnv },
  { id: 'pod/ephemeral-containers', on: 'object', kinds: KINDS_53, load: () => podEphemeralContainers },
  { id: 'pod/ephemeral-volumes', on: 'object', kinds: KINDS_53, load: () => podEphemeralVolumes },
  { id: 'pod/fractional-bytes', on: 'object', kinds: KINDS_53, load: () => podFractionalBytes },
  { id: 'pod/gates', on: 'object', kinds: KINDS_53, load: () => podGates },
  { id: 'pod/handler-port-names', on: 'object', kinds: KINDS_53, load: () => podHandlerPortNames },
  { id: 'pod/handlers', on: 'object', kinds: KINDS_53, load: () => podHandlers },
  { id: 'pod/hidden-variables', on: 'object', kinds: KINDS_53, load: () => podHiddenVariables },
  { id: 'pod/host-names', on: 'object', kinds: KINDS_53, load: () => podHostNames },
  { id: 'pod/host-namespaces', on: 'object', kinds: KINDS_53, load: () => podHostNamespaces },
  { id: 'pod/init-containers', on: 'object', kinds: KINDS_53, load: () => podInitContainers },
  { id: 'pod/name', on: 'object', kinds: KINDS_55, load: () => podName },
  { id: 'pod/node-affinity', on: 'object', kinds: KINDS_56, load: () => podNodeAffinity },
  { id: 'pod/os-fields', on: 'object', kinds: KINDS_53, load: () => podOsFields },
  { id: 'pod/overhead', on: 'object', kinds: KINDS_57, load: () => podOverhead },
  { id: 'pod/overlapping-files', on: 'object', kinds: KINDS_53, load: () => podOverlappingFiles },
  { id: 'pod/overlapping-ports', on: 'object', kinds: KINDS_53, load: () => podOverlappingPorts },
  { id: 'pod/pod-affinity', on: 'object', kinds: KINDS_53, load: () => podPodAffinity },
  { id: 'pod/pod-resources', on: 'object', kinds: KINDS_53, load: () => podPodResources },
  { id: 'pod/policies', on: 'object', kinds: KINDS_53, load: () => podPolicies },
  { id: 'pod/ports', on: 'object', kinds: KINDS_53, load: () => podPorts },
  { id: 'pod/probes', on: 'object', kinds: KINDS_53, load: () => podProbes },
  { id: 'pod/profile-annotations', on: 'object', kinds: KINDS_53, load: () => podProfileAnnotations },
  { id: 'pod/projected-volumes', on: 'object', kinds: KINDS_53, load: () => podProjectedVolumes },
  { id: 'pod/references', on: 'object', kinds: KINDS_53, load: () => podReferences },
  { id: 'pod/repeated-entries', on: 'object', kinds: KINDS_53, load: () => podRepeatedEntries },
  { id: 'pod/resize-policy', on: 'object', kinds: KINDS_53, load: () => podResizePolicy },
  { id: 'pod/resource-claims', on: 'object', kinds: KINDS_53, load: () => podResourceClaims },
  { id: 'pod/resources', on: 'object', kinds: KINDS_53, load: () => podResources },
  { id: 'pod/root-user', on: 'object', kinds: KINDS_53, load: () => podRootUser },
  { id: 'pod/security-context', on: 'object', kinds: KINDS_53, load: () => podSecurityContext },
  { id: 'pod/security-profiles', on: 'object', kinds: KINDS_53, load: () => podSecurityProfiles },
  { id: 'pod/selects-nothing', on: 'object', kinds: KINDS_53, load: () => podSelectsNothing },
  { id: 'pod/template-metadata', on: 'object', kinds: KINDS_53, load: () => podTemplateMetadata },
  { id: 'pod/tolerations', on: 'object', kinds: KINDS_57, load: () => podTolerations },
  { id: 'pod/topology-spread', on: 'object', kinds: KINDS_53, load: () => podTopologySpread },
  { id: 'pod/volume-devices', on: 'object', kinds: KINDS_53, load: () => podVolumeDevices },
  { id: 'pod/volume-mounts', on: 'object', kinds: KINDS_53, load: () => podVolumeMounts },
  { id: 'pod/volume-names', on: 'object', kinds: KINDS_53, load: () => podVolumeNames },
  { id: 'pod/volume-sources', on: 'object', kinds: KINDS_53, load: () => podVolumeSources },
  { id: 'pod/windows', on: 'object', kinds: KINDS_53, load: () => podWindows },
  { id: 'policy/audit-annotations', on: 'object', kinds: KINDS_10, load: () => policyAuditAnnotations },
  { id: 'policy/denial-messages', on: 'object', kinds: KINDS_10, load: () => policyDenialMessages },
  { id: 'policy/known-param-kind', on: 'object', kinds: KINDS_12, load: () => policyKnownParamKind },
  { id: 'policy/match-constraints', on: 'object', kinds: KINDS_12, load: () => policyMatchConstraints },
  { id: 'policy/messages', on: 'object', kinds: KINDS_10, load: () => policyMessages },
  { id: 'policy/mutating-operations', on: 'object', kinds: KINDS_58, load: () => policyMutatingOperations },
  { id: 'policy/mutations', on: 'object', kinds: KINDS_11, load: () => policyMutations },
  { id: 'policy/never-mutated', on: 'object', kinds: KINDS_58, load: () => policyNeverMutated },
  { id: 'policy/param-kind', on: 'object', kinds: KINDS_12, load: () => policyParamKind },
  { id: 'policy/reason', on: 'object', kinds: KINDS_10, load: () => policyReason },
  { id: 'policy/repeated-variables', on: 'object', kinds: KINDS_12, load: () => policyRepeatedVariables },
  { id: 'policy/status', on: 'object', kinds: KINDS_10, load: () => policyStatus },
  { id: 'policy/validations', on: 'object', kinds: KINDS_10, load: () => policyValidations },
  { id: 'policy/variable-names', on: 'object', kinds: KINDS_12, load: () => policyVariableNames },
  { id: 'priority-class/preemption-policy', on: 'object', kinds: KINDS_59, load: () => priorityClassPreemptionPolicy },
  { id: 'priority-class/value', on: 'object', kinds: KINDS_59, load: () => priorityClassValue },
  { id: 'project/build-failed', on: 'run', load: () => projectBuildFailed },
  { id: 'project/chart-values', on: 'chart-values', load: () => projectChartValues },
  { id: 'project/kustomization-fields', on: 'kustomization', load: () => projectKustomizationFields },
  { id: 'project/missing-file', on: 'listed-file', load: () => projectMissingFile },
  { id: 'project/patch-target', on: 'patch', load: () => projectPatchTarget },
  { id: 'quantity/rounding', on: 'object', kinds: KINDS_60, load: () => quantityRounding },
  { id: 'rbac/aggregation', on: 'object', kinds: KINDS_61, load: () => rbacAggregation },
  { id: 'rbac/policy-rules', on: 'object', kinds: KINDS_62, load: () => rbacPolicyRules },
  { id: 'rbac/role-ref', on: 'object', kinds: KINDS_63, load: () => rbacRoleRef },
  { id: 'rbac/subjects', on: 'object', kinds: KINDS_63, load: () => rbacSubjects },
  { id: 'reference/backend-pods', on: 'installation', load: () => referenceBackendPods },
  { id: 'reference/backend-service', on: 'installation', load: () => referenceBackendService },
  { id: 'reference/binding-params', on: 'installation', load: () => referenceBindingParams },
  { id: 'reference/binding-reach', on: 'installation', load: () => referenceBindingReach },
  { id: 'reference/bound-policy', on: 'installation', load: () => referenceBoundPolicy },
  { id: 'reference/bound-role', on: 'installation', load: () => referenceBoundRole },
  { id: 'reference/budget-pods', on: 'installation', load: () => referenceBudgetPods },
  { id: 'reference/class', on: 'installation', load: () => referenceClass },
  { id: 'reference/flow-subject', on: 'installation', load: () => referenceFlowSubject },
  { id: 'reference/governing-service', on: 'installation', load: () => referenceGoverningService },
  { id: 'reference/ingress-backend', on: 'installation', load: () => referenceIngressBackend },
  { id: 'reference/injected-certificate', on: 'installation', load: () => referenceInjectedCertificate },
  { id: 'reference/pod-objects', on: 'installation', load: () => referencePodObjects },
  { id: 'reference/priority-level', on: 'installation', load: () => referencePriorityLevel },
  { id: 'reference/scale-target', on: 'installation', load: () => referenceScaleTarget },
  { id: 'reference/unbound-policy', on: 'installation', load: () => referenceUnboundPolicy },
  { id: 'reference/unused-reason', on: 'installation', load: () => referenceUnusedReason },
  { id: 'reference/webhook-names', on: 'installation', load: () => referenceWebhookNames },
  { id: 'request/access-review', on: 'object', kinds: KINDS_64, load: () => requestAccessReview },
  { id: 'request/access-selectors', on: 'object', kinds: KINDS_64, load: () => requestAccessSelectors },
  { id: 'request/binding', on: 'object', kinds: KINDS_65, load: () => requestBinding },
  { id: 'request/content', on: 'object', kinds: KINDS_66, load: () => requestContent },
  { id: 'request/owner-references', on: 'object', kinds: KINDS_67, load: () => requestOwnerReferences },
  { id: 'request/review-metadata', on: 'object', kinds: KINDS_64, load: () => requestReviewMetadata },
  { id: 'resource-quota/amounts', on: 'object', kinds: KINDS_68, load: () => resourceQuotaAmounts },
  { id: 'resource-quota/byte-amounts', on: 'object', kinds: KINDS_68, load: () => resourceQuotaByteAmounts },
  { id: 'resource-quota/impossible-scopes', on: 'object', kinds: KINDS_68, load: () => resourceQuotaImpossibleScopes },
  { id: 'resource-quota/never-counted', on: 'object', kinds: KINDS_68, load: () => resourceQuotaNeverCounted },
  { id: 'resource-quota/no-effect', on: 'object', kinds: KINDS_68, load: () => resourceQuotaNoEffect },
  { id: 'resource-quota/requests-over-limits', on: 'object', kinds: KINDS_68, load: () => resourceQuotaRequestsOverLimits },
  { id: 'resource-quota/required-numbers', on: 'installation', load: () => resourceQuotaRequiredNumbers },
  { id: 'resource-quota/resource-names', on: 'object', kinds: KINDS_68, load: () => resourceQuotaResourceNames },
  { id: 'resource-quota/scope-resources', on: 'object', kinds: KINDS_68, load: () => resourceQuotaScopeResources },
  { id: 'resource-quota/scope-selector', on: 'object', kinds: KINDS_68, load: () => resourceQuotaScopeSelector },
  { id: 'resource-quota/scope-values', on: 'object', kinds: KINDS_68, load: () => resourceQuotaScopeValues },
  { id: 'resource-quota/scopes', on: 'object', kinds: KINDS_68, load: () => resourceQuotaScopes },
  { id: 'resource-quota/two-names', on: 'object', kinds: KINDS_68, load: () => resourceQuotaTwoNames },
  { id: 'runtime-class/handler', on: 'object', kinds: KINDS_69, load: () => runtimeClassHandler },
  { id: 'secret/certificate', on: 'object', kinds: KINDS_70, load: () => secretCertificate },
  { id: 'secret/type', on: 'object', kinds: KINDS_70, load: () => secretType },
  { id: 'selector/labels', on: 'object', kinds: KINDS_71, load: () => selectorLabels },
  { id: 'selector/operators', on: 'object', kinds: KINDS_71, load: () => selectorOperators },
  { id: 'service-cidr/ranges', on: 'object', kinds: KINDS_72, load: () => serviceCidrRanges },
  { id: 'service/address-form', on: 'object', kinds: KINDS_73, load: () => serviceAddressForm },
  { id: 'service/addresses', on: 'object', kinds: KINDS_73, load: () => serviceAddresses },
  { id: 'service/deprecated', on: 'object', kinds: KINDS_73, load: () => serviceDeprecated },
  { id: 'service/external-ips', on: 'object', kinds: KINDS_73, load: () => serviceExternalIps },
  { id: 'service/ignored-fields', on: 'object', kinds: KINDS_73, load: () => serviceIgnoredFields },
  { id: 'service/load-balancer', on: 'object', kinds: KINDS_73, load: () => serviceLoadBalancer },
  { id: 'service/node-ports', on: 'object', kinds: KINDS_73, load: () => serviceNodePorts },
  { id: 'service/ports', on: 'object', kinds: KINDS_73, load: () => servicePorts },
  { id: 'service/selector', on: 'object', kinds: KINDS_73, load: () => serviceSelector },
  { id: 'service/session-affinity', on: 'object', kinds: KINDS_73, load: () => serviceSessionAffinity },
  { id: 'service/topology', on: 'object', kinds: KINDS_73, load: () => serviceTopology },
  { id: 'service/traffic', on: 'object', kinds: KINDS_73, load: () => serviceTraffic },
  { id: 'service/type', on: 'object', kinds: KINDS_73, load: () => serviceType },
  { id: 'static-manifest/fields', on: 'object', kinds: KINDS_2, load: () => staticManifestFields },
  { id: 'static-manifest/kind', on: 'head', load: () => staticManifestKind },
  { id: 'storage-migration/resource', on: 'object', kinds: KINDS_74, load: () => storageMigrationResource },
  { id: 'storage/capacity', on: 'object', kinds: KINDS_75, load: () => storageCapacity },
  { id: 'storage/class', on: 'object', kinds: KINDS_76, load: () => storageClass },
  { id: 'storage/csi-driver', on: 'object', kinds: KINDS_77, load: () => storageCsiDriver },
  { id: 'storage/csi-node', on: 'object', kinds: KINDS_78, load: () => storageCsiNode },
  { id: 'storage/topologies', on: 'object', kinds: KINDS_79, load: () => storageTopologies },
  { id: 'suppression/syntax', on: 'run', load: () => suppressionSyntax },
  { id: 'suppression/unknown-rule', on: 'run', load: () => suppressionUnknownRule },
  { id: 'suppression/unused', on: 'run', load: () => suppressionUnused },
  { id: 'trust-bundle/certificates', on: 'object', kinds: KINDS_80, load: () => trustBundleCertificates },
  { id: 'update/address-range', on: 'object', kinds: KINDS_48, load: () => updateAddressRange },
  { id: 'update/conversion-ca-bundle', on: 'object', kinds: KINDS_9, load: () => updateConversionCaBundle },
  { id: 'update/deletion-metadata', on: 'metadata', load: () => updateDeletionMetadata },
  { id: 'update/fixed-values', on: 'object', kinds: KINDS_81, load: () => updateFixedValues },
  { id: 'update/immutable-field', on: 'object', kinds: KINDS_82, load: () => updateImmutableField },
  { id: 'update/pod', on: 'object', kinds: KINDS_83, load: () => updatePod },
  { id: 'update/removed-object', on: 'installation', load: () => updateRemovedObject },
  { id: 'update/stored-versions', on: 'object', kinds: KINDS_9, load: () => updateStoredVersions },
  { id: 'update/workload', on: 'object', kinds: KINDS_84, load: () => updateWorkload },
  { id: 'volume/attachment', on: 'object', kinds: KINDS_85, load: () => volumeAttachment },
  { id: 'volume/deprecated', on: 'object', kinds: KINDS_86, load: () => volumeDeprecated },
  { id: 'volume/source', on: 'object', kinds: KINDS_87, load: () => volumeSource },
  { id: 'volume/spec', on: 'object', kinds: KINDS_86, load: () => volumeSpec },
  { id: 'webhook/ca-bundle', on: 'object', kinds: KINDS_88, load: () => webhookCaBundle },
  { id: 'webhook/client-config', on: 'object', kinds: KINDS_89, load: () => webhookClientConfig },
  { id: 'webhook/fail-closed', on: 'object', kinds: KINDS_88, load: () => webhookFailClosed },
  { id: 'webhook/legacy-reviews', on: 'object', kinds: KINDS_88, load: () => webhookLegacyReviews },
  { id: 'webhook/name', on: 'object', kinds: KINDS_88, load: () => webhookName },
  { id: 'webhook/no-effect', on: 'object', kinds: KINDS_88, load: () => webhookNoEffect },
  { id: 'webhook/review-versions', on: 'object', kinds: KINDS_88, load: () => webhookReviewVersions },
  { id: 'webhook/service', on: 'object', kinds: KINDS_89, load: () => webhookService },
  { id: 'webhook/service-names', on: 'object', kinds: KINDS_89, load: () => webhookServiceNames },
  { id: 'webhook/side-effects', on: 'object', kinds: KINDS_88, load: () => webhookSideEffects },
  { id: 'webhook/slow', on: 'object', kinds: KINDS_88, load: () => webhookSlow },
  { id: 'webhook/timeout', on: 'object', kinds: KINDS_88, load: () => webhookTimeout },
  { id: 'webhook/unreachable-url', on: 'object', kinds: KINDS_89, load: () => webhookUnreachableUrl },
  { id: 'webhook/url', on: 'object', kinds: KINDS_89, load: () => webhookUrl },
  { id: 'workload/claim-templates', on: 'object', kinds: KINDS_90, load: () => workloadClaimTemplates },
  { id: 'workload/numbers', on: 'object', kinds: KINDS_91, load: () => workloadNumbers },
  { id: 'workload/restart-policy', on: 'object', kinds: KINDS_91, load: () => workloadRestartPolicy },
  { id: 'workload/rolling-update', on: 'object', kinds: KINDS_92, load: () => workloadRollingUpdate },
  { id: 'workload/selector', on: 'object', kinds: KINDS_91, load: () => workloadSelector },
  { id: 'workload/stateful-set', on: 'object', kinds: KINDS_90, load: () => workloadStatefulSet },
  { id: 'workspace/duplicate-object', on: 'installation', load: () => workspaceDuplicateObject },
  { id: 'workspace/install-order', on: 'installation', load: () => workspaceInstallOrder },
  { id: 'yaml/bool-key', on: 'text', load: () => yamlBoolKey },
  { id: 'yaml/duplicate-key', on: 'text', load: () => yamlDuplicateKey },
  { id: 'yaml/ignored-text', on: 'text', load: () => yamlIgnoredText },
  { id: 'yaml/merge-order', on: 'text', load: () => yamlMergeOrder },
  { id: 'yaml/octal', on: 'text', load: () => yamlOctal },
  { id: 'yaml/syntax', on: 'text', load: () => yamlSyntax },
];

/** Loads all rules. */
export function loadRules(): readonly Rule[] {
  return rules.map((rule) => rule.load());
}
