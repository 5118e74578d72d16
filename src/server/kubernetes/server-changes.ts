import { type BehaviorRange, behavesSo, type GateCondition } from './behavior-range.ts';
import { compareMinors, MINORS, type Minor } from './minors.ts';
import { type Server, type ServerOrMinor, serverOf } from './server.ts';

/** A change of the API server's behaviour between two supported minors. */
export interface ServerChange {
  /** The first minor with the new behaviour. */
  readonly since: Minor;
  /** The last minor with the behaviour, if it was temporary. */
  readonly until?: Minor;
  /** Older minors whose patch releases have it too. */
  readonly backports?: readonly Minor[];
  /**
   * The feature gate of the behaviour. A flag can enable the behaviour in older minors, or disable it in newer ones.
   */
  readonly gate?: GateCondition;
  /** True if no minor has the behaviour without flags. `since` is then the first minor with the gate. */
  readonly needsFlag?: true;
  /** The behaviour of the server now and before, in one sentence for docs/server-changes.md. */
  readonly description: string;
  /**
   * The rules whose findings show the change, if the code that depends on it is not part of these rules: it is shared
   * by several rules, or part of the CEL engine.
   */
  readonly shownBy?: readonly string[];
}

/** The rules that report the errors of the compiler of expressions. */
const COMPILING = ['cel/crd-rules', 'cel/compilation', 'cel/type-check'] as const;
const EVALUATING = ['cel/crd-defaults', 'cel/crd-constant-rule'] as const;
/** The rules about the estimated costs of expressions. */
const ESTIMATING = ['cel/crd-cost', 'cel/crd-cost-high'] as const;

/**
 * The behaviour of the API server that differs between supported minors. Names describe the new behaviour. Code tests
 * for it by name ({@link serverHas}), and messages take their range from it ({@link minorsWith}).
 *
 * Kinds, fields and their values (`facts/`), and the CEL libraries
 * (`src/server/expressions/libraries/versioned-libraries.ts`), are not here, because they are tables of their own.
 */
const CHANGES = {
  // URLs
  'strict-colons-in-hosts': {
    since: '1.36',
    description:
      'A URL whose host has more than one colon outside brackets, such as `https://::1/`, is invalid (Go 1.26); before, it was valid.',
    shownBy: ['cel/refused-literal', 'cel/crd-defaults'],
  },

  // CustomResourceDefinitions
  'selectable-fields': {
    since: '1.31',
    gate: { name: 'CustomResourceFieldSelectors', enabled: true },
    description:
      '`selectableFields` of a CRD are validated and served; before, the server dropped them, because their feature gate was off.',
  },
  'selectable-field-count-ratcheting': {
    since: '1.35',
    description:
      'An update may keep more than the allowed number of `selectableFields` if the list is unchanged; before, every update of such a CRD was refused.',
    shownBy: ['crd/selectable-fields'],
  },
  'nested-additional-properties-false': {
    since: '1.31',
    description:
      '`additionalProperties: false` inside of `allOf`, `anyOf`, `oneOf` and `not` is ignored; before, it was refused like any other value there.',
    shownBy: ['crd/nested-keywords'],
  },
  'structural-external-docs-and-example': {
    since: '1.36',
    description:
      '`externalDocs` and `example` are kept in structural schemas, so a branch of `anyOf` with them is not the int-or-string pattern; before, they were dropped first.',
    shownBy: ['crd/int-or-string'],
  },
  'conversion-ca-bundle-validation': {
    since: '1.31',
    description:
      'An update of an established CRD must not replace a valid `caBundle` of its conversion webhook with an invalid one; before, the bundle was not validated.',
    shownBy: ['crd/conversion-webhook'],
  },
  'k8s-name-formats': {
    since: '1.34',
    description:
      'Strings of the formats `k8s-short-name` and `k8s-long-name` are validated; before, these formats were ignored.',
    shownBy: ['crd/default-value'],
  },
  'recognized-k8s-name-formats': {
    since: '1.35',
    description:
      'The formats `k8s-short-name` and `k8s-long-name` in a CRD count as known; before, 1.34 warned about them although it validated them.',
    shownBy: ['crd/format'],
  },
  'unrecognized-format-warnings': {
    since: '1.34',
    description:
      'The server warns about a string `format` in a CRD that it does not know; before, it ignored such a format silently.',
    shownBy: ['crd/format'],
  },
  'formats-by-type': {
    since: '1.36',
    description:
      'A `format` in a CRD is known only for the type that it belongs to, and the server warns about all others; before, a format of strings counted beside any type, and only those beside `type: string` were warned about.',
  },
  'numeric-format-ranges': {
    since: '1.36',
    description:
      'Numbers, and the bounds that a schema sets for them, must fit `type: integer` and the formats int32, int64 and float; before, values were compared with bounds whatever the format, and bounds of integers were truncated.',
    shownBy: ['crd/default-value'],
  },
  'int-or-string-max-length-in-costs': {
    since: '1.34',
    description:
      '`maxLength` beside `x-kubernetes-int-or-string` limits the estimated cost of rules; before, it was ignored there.',
    shownBy: [...ESTIMATING, 'crd/rule-bounds'],
  },

  'set-item-warnings': {
    since: '1.37',
    description:
      'The server warns about lists of the type `set` whose items are objects or lists; before, it accepted them silently.',
  },

  // Metadata of all kinds
  'indexed-owner-references': {
    since: '1.37',
    description:
      'Errors about `ownerReferences` name the item (`metadata.ownerReferences[0].uid`), and an empty field of it is refused with FieldValueRequired; before, they only named the list, with FieldValueInvalid.',
    shownBy: [
      'metadata/owner-references',
      'crd/default-embedded',
      'custom-resource/embedded-resource',
    ],
  },
  'mountable-secrets-warnings': {
    since: '1.32',
    description:
      'The server warns about the annotation `kubernetes.io/enforce-mountable-secrets` of a ServiceAccount; before, it accepted it silently.',
  },
  'managed-fields-operation-types': {
    since: '1.37',
    description:
      'An `operation` in the `managedFields` of an embedded object is refused with FieldValueRequired if it is empty, and with FieldValueNotSupported if it is unknown; before, with FieldValueInvalid.',
    shownBy: ['crd/default-embedded', 'custom-resource/embedded-resource'],
  },

  // Webhooks, policies and bindings
  'static-name-warnings': {
    since: '1.36',
    description:
      'The server warns about names that end with `.static.k8s.io`, which are reserved for files on its disk, unless it refuses them; before, they were names like others.',
  },
  'strict-policy-costs': {
    since: '1.32',
    description:
      'Functions that Kubernetes adds to CEL have their own costs in policies and match conditions; before, only in CRDs.',
  },
  'static-names-refused': {
    since: '1.37',
    gate: { name: 'ManifestBasedAdmissionControlConfig', enabled: true },
    description:
      'Objects with names that end with `.static.k8s.io`, which are reserved for files on the disk of the server, are refused; before, and without the feature gate, they are accepted.',
  },
  'reviews-exempt-from-webhooks': {
    since: '1.37',
    gate: { name: 'ExcludeAdmissionWebhookVirtualResources', enabled: true },
    description:
      'Webhooks are not called for reviews such as `tokenreviews` and `subjectaccessreviews`, and the server warns about rules that name them; before, webhooks were called for them.',
    shownBy: ['match/exempt-resources', 'webhook/fail-closed'],
  },
  'all-validation-failures': {
    since: '1.37',
    description:
      'The audit annotation `validation_failure` lists all failures of a request, at most 50; before, only one of them.',
    shownBy: ['decision/denied'],
  },
  'typed-objects-in-policies': {
    since: '1.37',
    description:
      'Expressions of policies and match conditions read objects of built-in kinds as structs: a part of an object that is compared by `==` with a value of another type, and a key that is not a string, are errors, and the value of a JSON patch cannot be a part of an object if its policy has match conditions; before, the comparison was false, and the patch was applied.',
    shownBy: ['decision/denied'],
  },
  'all-lists-in-configurations': {
    since: '1.37',
    description:
      'An apply configuration may contain lists that functions such as `split` return; before, the mutation failed.',
    shownBy: ['decision/denied'],
  },
  'stateful-set-max-unavailable': {
    since: '1.37',
    description:
      'A StatefulSet has `maxUnavailable: 1` in its rolling update by default; before, the field was dropped, because its feature gate was off.',
    shownBy: ['decision/denied'],
  },
  'untyped-params-declared': {
    since: '1.36',
    description:
      'The type checker of policies declares `params` without a type where their kind is unknown; before, it did not declare them and warned about every use.',
    shownBy: ['cel/type-check', 'cel/false-type-warning'],
  },
  'boolean-additional-properties-type-checked': {
    since: '1.35',
    backports: ['1.33'],
    description:
      'The type checker of policies supports schemas with `additionalProperties: true` or `false`; before, it failed on kinds that have one (the release of 1.34 still does).',
    shownBy: ['cel/type-check', 'cel/false-type-warning'],
  },

  // Other built-in kinds
  'zones-without-fields-are-errors': {
    since: '1.35',
    description:
      'A schedule of a CronJob that is nothing but a time zone, such as `TZ=Etc/UTC`, is an error; before, the server crashes on it.',
  },
  'address-range-warnings': {
    since: '1.33',
    until: '1.35',
    gate: { name: 'StrictIPCIDRValidation', enabled: false },
    description:
      'The server warns about address ranges that are ambiguous: leading zeros, IPv4 in IPv6, bits set after the prefix; before, it accepted them silently, and since 1.36 it refuses them.',
  },
  'ipv6-form-warnings': {
    since: '1.33',
    description:
      'The server warns about IPv6 ranges that are not in canonical form; before, it accepted them silently.',
  },
  'strict-address-ranges': {
    since: '1.36',
    gate: { name: 'StrictIPCIDRValidation', enabled: true },
    description:
      'Ambiguous addresses and address ranges are refused: leading zeros, IPv4 in IPv6, bits set after the prefix; before, they were accepted.',
  },
  'node-declared-features': {
    since: '1.36',
    gate: { name: 'NodeDeclaredFeatures', enabled: true },
    description:
      'The features that the status of a Node declares are validated; before, the server dropped them.',
  },
  'event-namespace-as-of-others': {
    since: '1.37',
    description:
      'The namespace of an Event is validated as that of other objects; before, it was reported as `namespace`, too.',
  },
  'review-attributes-as-union': {
    since: '1.37',
    description:
      'The error of an access review with both or none of `resourceAttributes` and `nonResourceAttributes` is at `spec`; before, it was at one of the two.',
  },
  'binding-node-names': {
    since: '1.37',
    description:
      'The name of the node in a Binding is validated; before, the server accepted any text.',
  },
  'repeated-node-names-checked': {
    since: '1.31',
    description:
      'A node that a PodSchedulingContext names for the second time is validated too; before, it was only reported as a duplicate.',
  },
  'device-attributes-invalid': {
    since: '1.35',
    description:
      'An attribute of a device without a value is refused with FieldValueInvalid; before, with FieldValueRequired.',
  },
  'driver-case-warnings': {
    since: '1.35',
    description:
      'The server warns about a driver of a ResourceSlice with uppercase letters; before, it accepted it silently.',
  },
  'device-names-without-key': {
    since: '1.36',
    description:
      'The error of the name of an attribute or a capacity of a device is at `attributes` or `capacity`; before, it was at the name.',
    shownBy: ['device/devices', 'device/capacity'],
  },
  'empty-parts-of-device-names-invalid': {
    since: '1.35',
    description:
      'A name of an attribute or a capacity of a device that has nothing before or after its slash is refused with FieldValueInvalid; before, with FieldValueRequired.',
    shownBy: ['device/devices', 'device/capacity'],
  },
  'dropped-tolerations': {
    since: '1.35',
    description:
      'Without the feature gate DRADeviceTaints, the server drops the `tolerations` of claims; before, it kept and validated them.',
    shownBy: ['device/requests'],
  },
  'repeated-requests-by-item': {
    since: '1.35',
    description:
      'The error of two requests for devices, or two devices, with the same name is at the second one; before, it was at its name.',
    shownBy: ['device/requests', 'device/devices'],
  },
  'dropped-distinct-attributes': {
    since: '1.35',
    description:
      'Without the gate DRAConsumableCapacity, a `distinctAttribute` is dropped, so the constraint has no attribute; before, it was kept.',
    shownBy: ['device/constraints'],
  },
  'lowercase-domains-of-attributes': {
    since: '1.37',
    description:
      'The domain of an attribute in a constraint on devices is in lowercase; before, the server accepted uppercase letters.',
    shownBy: ['device/constraints'],
  },
  'only-one-form-of-requests': {
    since: '1.35',
    description:
      'If a request for devices has both `exactly` and `firstAvailable`, the server refuses only that; before, it validated both.',
    shownBy: ['device/requests', 'device/selector'],
  },
  'device-identifiers-invalid': {
    since: '1.34',
    description:
      'A name of an attribute or a capacity of a device that is not an identifier is refused with FieldValueInvalid; before, with FieldValueTypeInvalid.',
    shownBy: ['device/devices', 'device/capacity', 'device/constraints'],
  },
  'long-device-lists-refused-alone': {
    since: '1.35',
    description:
      'A list of requests, devices, selectors and the like that is too long is refused for its length alone; before, its items were validated too.',
    shownBy: ['device/requests', 'device/selector', 'device/constraints', 'device/configuration'],
  },
  'all-device-values-checked': {
    since: '1.37',
    description:
      'In a claim for devices, the values of `exactly` and `firstAvailable` are checked even if a request has both, and so is `distinctAttribute` beside `matchAttribute`; before, only the request, or `matchAttribute`, was refused. The effects of taints, and other values of devices, are checked even if there are too many of them.',
    shownBy: ['device/requests', 'device/constraints', 'device/devices', 'device/slice'],
  },
  'steps-of-capacity-checked': {
    since: '1.37',
    description:
      'In the range of amounts of a device that can be requested, a default outside of `min` and `max` is reported at `default`, and a step of 0 and amounts that no 64-bit number can hold are refused; before, the default was reported at `min` or `max`, and the server crashed on a step that it reads as 0.',
  },
  'external-ips-warning': {
    since: '1.36',
    description:
      'The server warns that `externalIPs` of Services are deprecated; before, it accepted them silently.',
  },
  'kubelet-port-exposed': {
    since: '1.33',
    description:
      'A Service of type LoadBalancer can have the port 10250 of the kubelet; before, it was refused.',
  },
  'prefer-close-warning': {
    since: '1.35',
    description:
      'The server warns that `trafficDistribution: PreferClose` of Services is deprecated, for which the new name is `PreferSameZone`; before, it accepted it silently.',
  },
  'stored-policy-names-kept': {
    since: '1.36',
    description:
      'An update of a NetworkPolicy is accepted although its stored name or generateName is invalid; before, an update was validated like a new object.',
    shownBy: ['metadata/name', 'metadata/generate-name'],
  },
  'stored-address-ranges-kept': {
    since: '1.36',
    gate: { name: 'StrictIPCIDRValidation', enabled: true },
    description:
      'An update of a NetworkPolicy may keep address ranges that are stored already and would be refused in a new object; before, an update was validated like a new object.',
    shownBy: ['network-policy/range-form'],
  },
  'volume-attributes-class-scope': {
    since: '1.33',
    description:
      'A ResourceQuota can have the scope `VolumeAttributesClass`; before, the scope was unknown and refused.',
    shownBy: [
      'resource-quota/scopes',
      'resource-quota/scope-resources',
      'resource-quota/scope-selector',
    ],
  },
  'requests-over-limits-warnings': {
    since: '1.35',
    description:
      'The server warns about a new ResourceQuota that allows more requests than limits of a resource; before, it accepted it silently.',
  },
  'no-resize-restarts-of-init-containers': {
    since: '1.36',
    description:
      'An init container that is not a sidecar must not have `RestartContainer` in its `resizePolicy`; before, this was accepted.',
  },
  'stored-image-reference-kept': {
    since: '1.37',
    description:
      'An update may keep a volume of an image without a `reference`; before, it was validated like a new object.',
    shownBy: ['pod/volume-sources'],
  },
  'stored-capabilities-kept': {
    since: '1.37',
    description:
      'An update may keep a container with the capability CAP_SYS_ADMIN and `allowPrivilegeEscalation: false`; before, it was validated like a new object.',
    shownBy: ['pod/container-security'],
  },
  'kept-in-device-classes': {
    since: '1.35',
    description:
      'An update of a DeviceClass compiles selectors that do not change as stored expressions, and may keep parameters that are too long; before, both were validated like those of a new object.',
    shownBy: ['device/selector', 'device/configuration'],
  },
  'kept-selectors': {
    since: '1.37',
    description:
      'An update of a DeviceClass does not compile selectors that do not change; before, it compiled them.',
    shownBy: ['device/selector'],
  },
  'stored-device-capacity-kept': {
    since: '1.37',
    description:
      'An update of a ResourceSlice may keep invalid capacities of a device, and effects of its taints only if no device changes; before, only taints were kept.',
    shownBy: ['device/slice'],
  },
  'sleep-of-zero-seconds': {
    since: '1.33',
    description:
      'The `sleep` of a hook of the lifecycle can last 0 seconds; before, it had to last at least one.',
  },
  'relaxed-dns-searches': {
    since: '1.33',
    description:
      'The domains in `dnsConfig.searches` of a pod may have labels with underscores, and one may be a single dot; before, both were refused.',
  },
  'validated-claim-templates': {
    since: '1.34',
    description:
      'The claims in `volumeClaimTemplates` of a StatefulSet are validated like other claims; before, the StatefulSet was accepted and its pods were not made.',
    shownBy: ['workload/claim-templates', 'selector/labels', 'selector/operators'],
  },
  'stateful-set-pods-validated': {
    since: '1.34',
    description:
      'The pods in the template of a StatefulSet are validated like other pods; before, the StatefulSet was accepted and its pods were not made.',
    shownBy: ['update/workload'],
  },
  'container-restart-policies-known': {
    since: '1.34',
    description:
      'A `restartPolicy` of a container is dropped unless the feature gate ContainerRestartRules is enabled; before, only init containers could have one, and only Always.',
  },
  'autoscaler-target-group': {
    since: '1.34',
    description:
      'The `apiVersion` of an object that a HorizontalPodAutoscaler names must be valid, and that of the scaled object must have an API group; before, it could be anything.',
    shownBy: ['autoscaler/target', 'autoscaler/metrics'],
  },
  'autoscaler-zero-targets': {
    since: '1.36',
    description:
      'An object metric with an average value, in the annotation of a HorizontalPodAutoscaler of version 1, can lack a target value; before, that was a target of 0, which is invalid.',
    shownBy: ['autoscaler/metrics'],
  },
  'runtime-class-toleration-paths': {
    since: '1.35',
    description:
      'Errors in the tolerations of a RuntimeClass are reported at `scheduling.tolerations[0]`; before, at `scheduling.tolerations.tolerations[0]`.',
  },
  'volume-path-warnings': {
    since: '1.32',
    description:
      'The server warns about files of a volume whose paths overlap, and about items of a projected volume without a source; before, it accepted them silently.',
  },
  'port-name-warnings': {
    since: '1.33',
    description:
      'The server warns about ports of a pod with the same name; before, it accepted them silently.',
  },
  'revision-limit-changes': {
    since: '1.33',
    description:
      'An update of a StatefulSet can change its `revisionHistoryLimit`; before, it was refused.',
    shownBy: ['update/workload'],
  },
  'revision-limit-warnings': {
    since: '1.33',
    description:
      'The server warns about a negative `revisionHistoryLimit` of a StatefulSet; before, it accepted it silently.',
  },
  'headless-service-warnings': {
    since: '1.34',
    description:
      'The server warns about fields that a headless Service ignores; before, it accepted them silently.',
  },
  'dropped-attribute-classes': {
    since: '1.31',
    description:
      'Without the feature gate VolumeAttributesClass, `volumeAttributesClassName` of an updated PersistentVolume is dropped; before, it could not change.',
    shownBy: ['update/fixed-values'],
  },
  'mount-options-warnings': {
    since: '1.31',
    description:
      'The server warns about the annotation of a PersistentVolume with mount options; before, it accepted it silently.',
  },
  'devices-converted': {
    since: '1.33',
    description:
      'In `resource.k8s.io/v1beta1`, a request can have alternatives, errors of its other fields name the field `exactly`, and those of devices leave out `basic`, which may be absent; before, errors named the fields as they are written.',
    shownBy: ['device/requests', 'device/devices'],
  },
  'service-addresses-read-sloppily': {
    since: '1.33',
    description:
      'The server does not warn about a `loadBalancerIP` that is not an IP address, and about white space around a range of `loadBalancerSourceRanges`; before, it warned.',
    shownBy: ['service/address-form'],
  },
  'endpoint-form-warnings': {
    since: '1.33',
    description:
      'IPv6 addresses of an EndpointSlice must be in canonical form, the server warns about other addresses that are not, and it reports an address of another family at the list; before, it accepted all forms silently, and reported the latter at the address.',
    shownBy: ['endpoint-slice/endpoints'],
  },
  'node-swap-validated': {
    since: '1.33',
    description:
      'The swap space of a Node must be larger than zero; before, nodes had no such field.',
  },
  'host-users-of-devices': {
    since: '1.34',
    description:
      'A container with `volumeDevices` cannot have `hostUsers: false` in its pod; before, it could.',
  },
  'node-affinity-values-validated': {
    since: '1.33',
    description:
      'The values of a required node affinity must be valid values of labels; before, they could be anything.',
  },
  'handler-required': {
    since: '1.36',
    description:
      'A RuntimeClass without `handler` is refused with FieldValueRequired; before, with FieldValueInvalid.',
  },
  'stateful-set-service-names': {
    since: '1.33',
    description:
      'The `serviceName` of a new StatefulSet must be a DNS label; before, it could be anything.',
  },
  'stateful-set-immutable-fields': {
    since: '1.37',
    description:
      'An update of a StatefulSet that changes its selector, its Service, its claims or its policy for pods is refused with FieldValueInvalid for each of them; before, with one FieldValueForbidden for the spec.',
    shownBy: ['update/workload'],
  },
  'job-labels-of-updates-unchecked': {
    since: '1.37',
    description:
      'An update of a Job is not checked for the labels and the selector that the server gives a new one; before, it was.',
  },
  'pod-requests-of-new-pods': {
    since: '1.37',
    description:
      'Requests of a Pod as a whole that follow from its containers are added only to a new Pod; before, to an updated one as well.',
  },
  'cron-job-condition-status': {
    since: '1.34',
    description:
      'The `status` of an item of `onPodConditions` in a CronJob is `True` by default; before, it was required there, although a Job had the default.',
    shownBy: ['job/pod-failure-policy'],
  },
  'pod-fields-in-spec': {
    since: '1.37',
    description:
      'Errors about `shareProcessNamespace` and other namespaces of the node name the field of the spec of the pod; before, one of its `securityContext`, which is not there.',
    shownBy: ['pod/host-namespaces'],
  },
  'priority-level-type-required': {
    since: '1.36',
    description:
      'A PriorityLevelConfiguration without `type` is refused with FieldValueRequired; before, with FieldValueNotSupported.',
    shownBy: ['flow-control/level-type'],
  },

  'priority-level-limited-needs-type': {
    since: '1.37',
    description:
      'A PriorityLevelConfiguration with `limited` or `exempt` is refused unless its `type` is the one that goes with it; before, if its `type` was absent or unknown, only the `type` was refused.',
    shownBy: ['flow-control/level-type'],
  },
  'limit-response-always-validated': {
    since: '1.37',
    description:
      'The type of `limitResponse` is required in a PriorityLevelConfiguration of any `type`, and `queuing` is refused unless it is `Queue`; before, `limited` was validated only with the type Limited, and `queuing` refused only with `Reject`.',
    shownBy: ['flow-control/limit-response'],
  },

  'max-replicas-required': {
    since: '1.36',
    description:
      'A HorizontalPodAutoscaler without `maxReplicas` is refused with FieldValueRequired; before, with FieldValueInvalid.',
  },
  'restart-rules-are-counted': {
    since: '1.36',
    description:
      'More than 20 `restartPolicyRules`, or 255 exit codes in one of them, are refused with FieldValueTooMany; before, with FieldValueTooLong.',
  },
  'storage-class-changes-invalid': {
    since: '1.36',
    description:
      'A change of the `parameters`, `provisioner` or `reclaimPolicy` of a StorageClass is refused with FieldValueInvalid; before, with FieldValueForbidden.',
    shownBy: ['update/fixed-values'],
  },
  'empty-driver-names-not-validated': {
    since: '1.35',
    description:
      'The name of a CSI driver that is empty or absent is refused once, with FieldValueRequired; before, also with FieldValueInvalid.',
    shownBy: ['storage/csi-node', 'volume/source', 'volume/attachment'],
  },
  'any-prefix-for-generated-names': {
    since: '1.35',
    description:
      'The server validates the generated name of a ReplicationController or DeviceClass, and not its `generateName`; before, it validated both.',
  },

  // The CEL language: declarations and type checks
  'keywords-as-field-names': {
    since: '1.31',
    description:
      'A field whose name is a CEL keyword, such as `namespace`, can be selected by its plain name; before, only by the escaped one (`__namespace__`). New expressions may use it one minor later.',
    shownBy: COMPILING,
  },
  'type-names-denote-types': {
    since: '1.32',
    description:
      'The name of a type that Kubernetes declares denotes that type; before, the compiler treated it as a value of the type.',
    shownBy: COMPILING,
  },
  'optional-type-name': {
    since: '1.31',
    description:
      'The type of optional values is called `optional_type`, and its name can be used in expressions; before, it was called `optional`, and its name was unknown.',
    shownBy: COMPILING,
  },
  'typed-second-iteration-variables': {
    since: '1.33',
    description:
      'The second variable of a macro over a dyn value is dyn; before, it had no type, and no function accepted it.',
    shownBy: COMPILING,
  },
  'mixed-literals-anywhere-in-format': {
    since: '1.31',
    description:
      'Literals with elements of several types are allowed anywhere inside of the arguments of `format`; before, only where they were an argument, or part of a literal that was.',
    shownBy: COMPILING,
  },
  'format-strings-checked': {
    since: '1.31',
    description:
      'The compiler compares a literal format string with the arguments of `format`; before, it did not.',
    shownBy: COMPILING,
  },
  'computed-format-strings': {
    since: '1.32',
    description:
      '`format` can be called on a string that is not a literal; before, 1.31 failed with a Go panic there.',
    shownBy: COMPILING,
  },
  'wrapper-types-as-results': {
    since: '1.32',
    description:
      'An expression of a policy may return a wrapper, such as a nullable bool, where its primitive is expected; before, only the primitive was accepted.',
    shownBy: ['cel/compilation'],
  },
  'result-type-in-message': {
    since: '1.32',
    description:
      'The message about an expression of a policy with a wrong type names the type; before, it only named the expected one.',
    shownBy: ['cel/compilation'],
  },

  'no-durations-of-ints': {
    since: '1.37',
    description:
      'There is no `duration(int)`, in stored expressions either; before, it gave so many nanoseconds.',
    shownBy: COMPILING,
  },
  'type-names-of-any': {
    since: '1.37',
    description:
      'The names `list`, `map` and `optional_type` denote types with the parameter dyn, such as `type(optional_type(dyn))`; before, types without or with an unknown parameter.',
    shownBy: COMPILING,
  },
  'separate-scopes': {
    since: '1.37',
    description:
      'A name with a leading dot is never that of a variable of a macro (cel-go 0.29); before, such a variable was found first.',
    shownBy: COMPILING,
  },

  // The CEL language: syntax and positions
  'cel-grammar-0.23': {
    since: '1.33',
    description:
      'Expressions are parsed with the grammar of cel-go 0.23 (escaped field names in backticks, `@result` as the accumulator of macros); before, with the one of cel-go 0.22 and earlier.',
    shownBy: COMPILING,
  },
  'field-names-in-backticks': {
    since: '1.37',
    description:
      'The name of a field can be in backticks (``object.metadata.annotations.`example.com/a` ``); before, that was a syntax error.',
    shownBy: COMPILING,
  },
  'copied-macro-operands': {
    since: '1.32',
    description:
      'A macro that needs its operand twice, such as `optMap`, copies it; before, both places shared one node, which must have one type.',
    shownBy: COMPILING,
  },
  'positions-at-line-start': {
    since: '1.32',
    description:
      'An error at the first character of a line is reported on that line; before, on the line above.',
    shownBy: COMPILING,
  },
  'empty-expression-before-first-column': {
    since: '1.32',
    description: 'The syntax error of an empty expression has the column 0; before, the column 1.',
    shownBy: COMPILING,
  },

  // The CEL language: evaluation and its costs
  'lazy-accumulators': {
    since: '1.32',
    description:
      'A macro computes the initial value of its accumulator when it is first read; before, always.',
    shownBy: EVALUATING,
  },
  'sums-keep-quantities': {
    since: '1.37',
    description:
      '`add` and `sub` of a quantity that does not fit into 64 bits leave that quantity as it is; before, it became the sum.',
    shownBy: EVALUATING,
  },
  'search-beyond-end': {
    since: '1.32',
    description:
      '`indexOf` and `lastIndexOf` with an offset at or after the end of the string return -1; before, they failed.',
    shownBy: EVALUATING,
  },
  'last-index-of-longer-strings': {
    since: '1.34',
    description:
      '`lastIndexOf` returns -1 for a string that is longer than the one it is searched in; before, it failed in an empty string.',
    shownBy: EVALUATING,
  },
  'exponents-without-spaces': {
    since: '1.33',
    description:
      '`%e` of `format` writes `1.5×10⁰³` without spaces; before, with narrow no-break spaces around the sign.',
    shownBy: EVALUATING,
  },
  'cidr-contains-by-prefix': {
    since: '1.32',
    description:
      '`containsCIDR` compares the address under the prefix of the container; before, only ranges that begin with the same address were contained.',
    shownBy: EVALUATING,
  },
  'label-key-messages': {
    since: '1.35',
    description:
      'Messages of `format.qualifiedName()` say "a valid label key must ..."; before, "a qualified name must ...".',
    shownBy: EVALUATING,
  },
  'label-lengths-in-bytes': {
    since: '1.35',
    description:
      'Messages of `format.labelValue()` and `format.qualifiedName()` give the maximal length in bytes; before, in characters.',
    shownBy: EVALUATING,
  },
  'null-fields-absent-in-equality': {
    since: '1.34',
    description:
      'When two objects are compared, a field that is null is absent on both sides; before, on the right side only.',
    shownBy: EVALUATING,
  },
  'empty-strings-found-within': {
    since: '1.37',
    description:
      "`indexOf` and `lastIndexOf` find the empty string at an offset within the string, so that `'abc'.indexOf('', 50)` is 3; before, at any offset.",
    shownBy: EVALUATING,
  },
  'bounded-ranges': {
    since: '1.37',
    description:
      '`lists.range` fails for negative numbers and for more than 1,000,000 elements; before, it returned an empty list, or that many elements.',
    shownBy: EVALUATING,
  },
  'values-added-to-lists': {
    since: '1.37',
    description:
      'Comparing or adding lists of the type `set` fails with an error if their items are objects or lists, and what is added to a list keeps its type; before, sets of objects made the server fail, and doubles and other values lost their types.',
    shownBy: EVALUATING,
  },
  'typed-values-of-optionals': {
    since: '1.37',
    description:
      'A selection in an optional value sees values with the types of the schema, such as timestamps; before, as JSON has them, such as strings.',
    shownBy: EVALUATING,
  },
  'workload-names-of-updates-unchecked': {
    since: '1.34',
    description:
      'In an update, the name of a DaemonSet, ReplicaSet or Service is not validated; before, it was.',
    shownBy: ['metadata/name', 'metadata/generate-name'],
  },
  'controller-names-of-updates-unchecked': {
    since: '1.35',
    description:
      'In an update, the name of a ReplicationController is not validated; before, it was.',
    shownBy: ['metadata/name', 'metadata/generate-name'],
  },
  'stored-source-ranges-kept': {
    since: '1.33',
    description:
      'An update of a Service may keep the invalid source ranges of the stored object; before, they were validated like those of a new object.',
    shownBy: ['service/load-balancer'],
  },
  'all-endpoints-checked': {
    since: '1.37',
    description:
      'The number of addresses of each endpoint of an EndpointSlice is checked even if there are too many endpoints; before, only the number of endpoints was reported.',
  },
  'stored-endpoints-kept': {
    since: '1.33',
    description:
      'In an update, endpoints and subsets that do not change are not validated; before, they were.',
    shownBy: ['endpoints/subsets', 'endpoint-slice/endpoints'],
  },
  'repeated-pod-ranges-of-one-family': {
    since: '1.33',
    description:
      'Ranges of pods that a Node repeats are only ranges of the same IP family; before, each was a duplicate too.',
    shownBy: ['node/pod-ranges'],
  },
  'device-claim-spec-kept': {
    since: '1.35',
    description:
      'In an update of a ResourceClaim, the spec is only compared with the stored one; before, it was validated too.',
    shownBy: ['device/requests'],
  },
  'volume-class-dropped': {
    since: '1.31',
    description:
      'Without its feature gate, the server drops `volumeAttributesClassName` of a new PersistentVolume; before, it kept the field.',
    shownBy: ['volume/spec'],
  },
  'attachment-updates-validated': {
    since: '1.36',
    description:
      'In an update of a VolumeAttachment, the format of the attacher and of the name of the volume is validated; before, it was not.',
    shownBy: ['volume/attachment'],
  },
  'csi-node-driver-path': {
    since: '1.33',
    description:
      'The error of a changed driver of a CSINode names `spec.drivers`; before, it named `CSINodeDriver`.',
    shownBy: ['update/fixed-values'],
  },
  'pod-quality-changes': {
    since: '1.32',
    description:
      'An update of a Pod that changes its quality of service is only an error of its spec; before, it was also one of its metadata.',
    shownBy: ['update/pod'],
  },
  'revision-data-objects': {
    since: '1.31',
    description:
      'The `data` of a ControllerRevision must be an object; before, any value was accepted.',
    shownBy: ['controller-revision/data'],
  },
  'relaxed-service-names': {
    since: '1.36',
    gate: { name: 'RelaxedServiceNameValidation', enabled: true },
    description: 'The name of a Service may begin with a digit; before, it began with a letter.',
    shownBy: ['metadata/name', 'metadata/generate-name', 'ingress/backend'],
  },
  'pod-generation': {
    since: '1.33',
    description:
      'The server sets `metadata.generation` of a new Pod to 1; before, it kept a number, and refused a negative one.',
  },
  'autoscaler-generation': {
    since: '1.37',
    description:
      'The server sets `metadata.generation` of a new HorizontalPodAutoscaler to 1; before, it kept a number, and refused a negative one.',
  },
  'node-provider-id-invalid': {
    since: '1.37',
    description:
      'A changed `providerID` of a Node is an invalid value; before, it was a forbidden change.',
    shownBy: ['update/fixed-values'],
  },
  'alternatives-of-optionals-only': {
    since: '1.37',
    description:
      '`or` and `orValue` of a dynamic value that is not optional fail; before, the result was that value.',
    shownBy: EVALUATING,
  },
  'costs-of-affixes': {
    since: '1.37',
    description:
      'The actual costs of `startsWith` and `endsWith` depend on the length of the prefix or suffix; before, on that of the whole string.',
    shownBy: EVALUATING,
  },
  'optional-sizes-in-costs': {
    since: '1.33',
    description:
      'The cost of comparing optional values depends on their size; before, it was constant.',
    shownBy: EVALUATING,
  },
  'library-values-in-costs': {
    since: '1.32',
    description:
      'Comparing values of Kubernetes libraries, such as URLs and quantities, has a cost of its own, and results of `url` have a size; before, such a comparison cost as much as reading the values.',
    shownBy: ESTIMATING,
  },
  'tracked-sizes-in-costs': {
    since: '1.33',
    description:
      'The cost estimate follows the sizes of values through variables of macros (cel-go 0.23); before, it knew only those of literals, fields and results of functions.',
    shownBy: [...ESTIMATING, 'cel/policy-cost'],
  },
  'bounded-names-in-costs': {
    since: '1.37',
    description:
      'The cost estimate of rules takes `metadata.name` as at most 253 characters long, and `metadata.generateName` as at most 252; before, their lengths were bounded by the size of a request only.',
    shownBy: [...ESTIMATING, 'crd/rule-bounds'],
  },
  'global-matches-costs': {
    since: '1.37',
    description:
      'The call `matches(x, y)` costs as much as `x.matches(y)`, which depends on the sizes of both strings; before, it cost 1.',
    shownBy: [...ESTIMATING, 'cel/policy-cost'],
  },
  'unknown-message-sizes-in-costs': {
    since: '1.31',
    description: 'The cost estimate takes the size of a message literal as unknown; before, as 0.',
    shownBy: ESTIMATING,
  },
} as const satisfies Readonly<Record<string, ServerChange>>;

/** The name of an entry of {@link SERVER_CHANGES}. */
export type ServerChangeName = keyof typeof CHANGES;

/** All changes by name. */
export const SERVER_CHANGES: Readonly<Record<ServerChangeName, ServerChange>> = CHANGES;

/** The changes that some newer minor took back, or some older one has too: they divide the minors in more than two. */
type PartialChangeName = {
  [Name in ServerChangeName]: (typeof CHANGES)[Name] extends
    | { readonly until: Minor }
    | { readonly backports: readonly Minor[] }
    ? Name
    : never;
}[ServerChangeName];

/** The changes that divide the minors in two: the minors before the change, and all later ones. */
type LastingChangeName = Exclude<ServerChangeName, PartialChangeName>;

/** The changes that flags of the server bring or take away. */
type GatedChangeName = {
  [Name in ServerChangeName]: (typeof CHANGES)[Name] extends { readonly gate: GateCondition }
    ? Name
    : never;
}[ServerChangeName];

/** Reports whether a server has the new behaviour. */
export function serverHas(name: GatedChangeName, server: Server): boolean;
export function serverHas(name: Exclude<ServerChangeName, GatedChangeName>, minor: Minor): boolean;
export function serverHas(name: ServerChangeName, on: ServerOrMinor): boolean {
  const server = serverOf(on);
  return (
    behavesSo(minorsWith(name), server) ||
    (SERVER_CHANGES[name].backports?.includes(server.minor) ?? false)
  );
}

/** The minors with the new behaviour, as the range of a message; backports do not count. */
export function minorsWith(name: ServerChangeName): BehaviorRange {
  const { since, until, gate, needsFlag } = SERVER_CHANGES[name];
  return {
    since,
    ...(until && { until }),
    ...(gate && { gate }),
    ...(needsFlag && { needsFlag }),
  };
}

/** The minors before the new behaviour, as the range of a message. */
export function minorsBefore(name: LastingChangeName): BehaviorRange {
  const { since, gate } = SERVER_CHANGES[name];
  const until = MINORS.findLast((minor) => compareMinors(minor, since) < 0);
  if (until === undefined) throw new RangeError(`every supported minor has ${name}`);
  return { until, ...(gate && { gate: { ...gate, enabled: !gate.enabled } }) };
}
