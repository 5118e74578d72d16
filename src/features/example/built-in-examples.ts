import type { KindFacts } from '../../server/kubernetes/kinds.ts';

/** The name of an object for which no other one is needed. */
const NAME = 'example';

/**
 * A small object of a built-in kind that the server accepts, as YAML. It has the fields that the kind needs, and those
 * that give it a purpose. Undefined for kinds that are not written in manifests.
 *
 * @param apiVersion a served version of the kind
 */
export function builtInExample(
  { kind, namespaced }: Pick<KindFacts, 'kind' | 'namespaced'>,
  apiVersion: string,
): string | undefined {
  const body = BODIES.get(`${apiVersion} ${kind}`) ?? BODIES.get(kind);
  if (body === undefined) return undefined;
  const name = NAMES.get(kind) ?? NAME;
  const namespace = namespaced ? '  namespace: default\n' : '';
  return `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata:\n  name: ${name}\n${namespace}${body}`;
}

/** The names of objects whose kind has a format of its own. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['CustomResourceDefinition', 'examples.example.com'],
  ['APIService', 'v1.example.com'],
  ['IPAddress', '192.0.2.1'],
]);

const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBUTCCAQOgAwIBAgIUZlX89OkD3azS+XOoG/VAGYZqDNEwBQYDK2VwMBUxEzAR
BgNVBAMMCkV4YW1wbGUgQ0EwIBcNMjYxMTI2MDcxMTIwWhgPMjEyNjExMDIwNzEx
MjBaMBUxEzARBgNVBAMMCkV4YW1wbGUgQ0EwKjAFBgMrZXADIQDjKqhRyDx8v2ry
WYBTWn0yg2c3BuDm03P2AqB2nkZy5KNjMGEwHQYDVR0OBBYEFOH3c+WDssHIdg8j
+xUmKhYODLH4MB8GA1UdIwQYMBaAFOH3c+WDssHIdg8j+xUmKhYODLH4MA8GA1Ud
EwEB/wQFMAMBAf8wDgYDVR0PAQH/BAQDAgIEMAUGAytlcANBADIjJ4dju+AG8BwG
GzkEbiofRP6Gs3mF8k622qy9rVvnG2HcvIfuSGQKlVD2E4pd3O1tZZj31X1sEiDY
+fgUKw4=
-----END CERTIFICATE-----
`;

const CONTAINERS = `containers:
  - name: example
    image: registry.example.com/example:1.0
`;

const TEMPLATE = `template:
  metadata:
    labels:
      app: example
  spec:
${indented(CONTAINERS, 4)}`;

const SELECTED = `selector:
  matchLabels:
    app: example
${TEMPLATE}`;

const JOB = `template:
  spec:
    restartPolicy: Never
${indented(CONTAINERS, 4)}`;

const RULES = `rules:
  - apiGroups: ['']
    resources: [pods]
    verbs: [get, list, watch]
`;

const WEBHOOK = `webhooks:
  - name: pods.example.com
    admissionReviewVersions: [v1]
    sideEffects: None
    failurePolicy: Fail
    timeoutSeconds: 5
    clientConfig:
      url: https://webhook.example.com/pods
    namespaceSelector:
      matchExpressions:
        - key: kubernetes.io/metadata.name
          operator: NotIn
          values: [kube-system]
    rules:
      - apiGroups: ['']
        apiVersions: [v1]
        operations: [CREATE]
        resources: [pods]
`;

const CONSTRAINTS = `matchConstraints:
  resourceRules:
    - apiGroups: [apps]
      apiVersions: [v1]
      operations: [CREATE, UPDATE]
      resources: [deployments]
`;

const CLAIM = `accessModes: [ReadWriteOnce]
resources:
  requests:
    storage: 1Gi
`;

const DEVICES = `devices:
  requests:
    - name: device
      exactly:
        deviceClassName: example
`;

/** The fields after the head, by kind, or by apiVersion and kind where versions differ. */
const BODIES: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    Pod: spec(CONTAINERS),
    Deployment: spec(`replicas: 1\n${SELECTED}`),
    StatefulSet: spec(`serviceName: example\nreplicas: 1\n${SELECTED}`),
    DaemonSet: spec(SELECTED),
    ReplicaSet: spec(`replicas: 1\n${SELECTED}`),
    ReplicationController: spec(`replicas: 1\nselector:\n  app: example\n${TEMPLATE}`),
    PodTemplate: TEMPLATE,
    Job: spec(JOB),
    CronJob: spec(`schedule: '0 3 * * *'\njobTemplate:\n  spec:\n${indented(JOB, 4)}`),
    ControllerRevision: 'revision: 1\ndata: {}\n',
    Service: spec(`selector:
  app: example
ports:
  - name: http
    port: 80
    targetPort: 8080
`),
    Ingress: spec(`ingressClassName: nginx
rules:
  - host: example.com
    http:
      paths:
        - path: /
          pathType: Prefix
          backend:
            service:
              name: example
              port:
                name: http
`),
    IngressClass: spec('controller: example.com/ingress-controller\n'),
    NetworkPolicy: spec(`podSelector:
  matchLabels:
    app: example
policyTypes: [Ingress]
ingress:
  - from:
      - podSelector:
          matchLabels:
            role: client
    ports:
      - port: 8080
`),
    Endpoints: `subsets:
  - addresses:
      - ip: 192.0.2.1
    ports:
      - port: 80
`,
    EndpointSlice: `addressType: IPv4
endpoints:
  - addresses: [192.0.2.1]
ports:
  - name: http
    port: 80
`,
    ServiceCIDR: spec('cidrs: [192.0.2.0/24]\n'),
    IPAddress: spec('parentRef:\n  resource: services\n  namespace: default\n  name: example\n'),
    ConfigMap: 'data:\n  key: value\n',
    Secret: 'type: Opaque\nstringData:\n  key: value\n',
    ServiceAccount: '',
    Namespace: '',
    PersistentVolumeClaim: spec(CLAIM),
    PersistentVolume: spec(`capacity:
  storage: 1Gi
accessModes: [ReadWriteOnce]
csi:
  driver: csi.example.com
  volumeHandle: example
`),
    StorageClass: 'provisioner: csi.example.com\nvolumeBindingMode: WaitForFirstConsumer\n',
    VolumeAttributesClass: 'driverName: csi.example.com\nparameters:\n  iops: "3000"\n',
    CSIDriver: spec('attachRequired: false\n'),
    CSINode: spec('drivers:\n  - name: csi.example.com\n    nodeID: example\n'),
    VolumeAttachment: spec(
      'attacher: csi.example.com\nnodeName: example\nsource:\n  persistentVolumeName: example\n',
    ),
    ResourceSlice: spec(
      'driver: gpu.example.com\nnodeName: example\npool:\n  name: example\n  generation: 1\n  resourceSliceCount: 1\ndevices:\n  - name: gpu-0\n',
    ),
    ClusterTrustBundle: spec(`trustBundle: |
${indented(CERTIFICATE, 2)}`),
    StorageVersionMigration: spec('resource:\n  group: example.com\n  resource: widgets\n'),
    DeviceTaintRule: spec('taint:\n  key: example.com/broken\n  effect: NoExecute\n'),
    CSIStorageCapacity: 'storageClassName: example\ncapacity: 1Gi\n',
    Role: RULES,
    ClusterRole: RULES,
    RoleBinding: `roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: Role
  name: example
subjects:
  - kind: ServiceAccount
    name: example
    namespace: default
`,
    ClusterRoleBinding: `roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ClusterRole
  name: example
subjects:
  - kind: ServiceAccount
    name: example
    namespace: default
`,
    HorizontalPodAutoscaler: spec(`scaleTargetRef:
  apiVersion: apps/v1
  kind: Deployment
  name: example
minReplicas: 1
maxReplicas: 3
metrics:
  - type: Resource
    resource:
      name: cpu
      target:
        type: Utilization
        averageUtilization: 80
`),
    'autoscaling/v1 HorizontalPodAutoscaler': spec(`scaleTargetRef:
  apiVersion: apps/v1
  kind: Deployment
  name: example
minReplicas: 1
maxReplicas: 3
targetCPUUtilizationPercentage: 80
`),
    PodDisruptionBudget: spec(`maxUnavailable: 1
unhealthyPodEvictionPolicy: AlwaysAllow
selector:
  matchLabels:
    app: example
`),
    PriorityClass: 'value: 1000\ndescription: The priority of example pods.\n',
    LimitRange: spec(`limits:
  - type: Container
    default:
      memory: 256Mi
    defaultRequest:
      memory: 128Mi
`),
    ResourceQuota: spec(`hard:\n  pods: '10'\n  services: '5'\n`),
    Lease: spec('holderIdentity: example\nleaseDurationSeconds: 15\n'),
    LeaseCandidate: spec(`leaseName: example
binaryVersion: 1.37.0
emulationVersion: 1.37.0
strategy: OldestEmulationVersion
`),
    StorageVersion: 'spec: {}\n',
    EvictionRequest: spec(`requester: example.com/drain
intent: Eviction
target:
  pod:
    name: example
    uid: 8a1b2c3d-0000-4000-8000-000000000000
`),
    Eviction: spec(`target:
  pod:
    name: example
    uid: 8a1b2c3d-0000-4000-8000-000000000000
`),
    ResourcePoolStatusRequest: spec('driver: gpu.example.com\n'),
    PodGroup: spec('schedulingPolicy:\n  gang:\n    minCount: 2\n'),
    CompositePodGroup: spec(`workloadRef:
  workloadName: example
  templateName: workers
schedulingPolicy:
  gang:
    minGroupCount: 2
`),
    Workload: spec(`podGroupTemplates:
- name: workers
  schedulingPolicy:
    gang:
      minCount: 2
`),
    PodSchedulingContext: spec('potentialNodes: [example]\n'),
    Node: '',
    Event: `involvedObject:
  apiVersion: v1
  kind: Pod
  name: example
  namespace: default
type: Normal
reason: Example
message: An example.
`,
    'events.k8s.io/v1 Event': `eventTime: '2025-01-01T00:00:00.000000Z'
reportingController: example.com/controller
reportingInstance: example
action: Example
type: Normal
reason: Example
note: An example.
regarding:
  apiVersion: v1
  kind: Pod
  name: example
  namespace: default
`,
    CustomResourceDefinition: spec(`group: example.com
scope: Namespaced
names:
  plural: examples
  singular: example
  kind: Example
  listKind: ExampleList
versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              replicas:
                type: integer
                minimum: 0
                x-kubernetes-validations:
                  - rule: self <= 10
                    message: at most 10 replicas
`),
    APIService: spec(`group: example.com
version: v1
groupPriorityMinimum: 1000
versionPriority: 15
service:
  name: example
  namespace: default
`),
    ValidatingWebhookConfiguration: WEBHOOK,
    MutatingWebhookConfiguration: WEBHOOK,
    ValidatingAdmissionPolicy: spec(`failurePolicy: Fail
${CONSTRAINTS}validations:
  - expression: object.spec.replicas <= 5
    message: at most 5 replicas
`),
    ValidatingAdmissionPolicyBinding: spec('policyName: example\nvalidationActions: [Deny]\n'),
    MutatingAdmissionPolicy: spec(`failurePolicy: Fail
reinvocationPolicy: Never
${CONSTRAINTS}mutations:
  - patchType: ApplyConfiguration
    applyConfiguration:
      expression: |
        Object{
          metadata: Object.metadata{
            labels: {'example.com/checked': 'true'}
          }
        }
`),
    MutatingAdmissionPolicyBinding: spec('policyName: example\n'),
    FlowSchema: spec(`priorityLevelConfiguration:
  name: global-default
matchingPrecedence: 1000
distinguisherMethod:
  type: ByUser
rules:
  - subjects:
      - kind: ServiceAccount
        serviceAccount:
          name: example
          namespace: default
    resourceRules:
      - apiGroups: ['']
        resources: [pods]
        verbs: [list]
        namespaces: ['*']
`),
    PriorityLevelConfiguration: spec(`type: Limited
limited:
  nominalConcurrencyShares: 10
  limitResponse:
    type: Reject
`),
    RuntimeClass: 'handler: example\n',
    DeviceClass: spec(
      `selectors:\n  - cel:\n      expression: device.driver == 'dra.example.com'\n`,
    ),
    ResourceClaim: spec(DEVICES),
    ResourceClaimTemplate: spec(`spec:\n${indented(DEVICES, 2)}`),
  }),
);

/** The field `spec` with some fields. */
function spec(fields: string): string {
  return `spec:\n${indented(fields, 2)}`;
}

function indented(lines: string, by: number): string {
  return lines.replace(/^(?=.)/gm, ' '.repeat(by));
}
