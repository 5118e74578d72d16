const GITHUB = 'https://github.com/';

/** The sources of CRDs that projects publish, with the groups whose CRDs are in each of them. */
const GROUPS: ReadonlyMap<string, readonly string[]> = new Map([
  [git('bitnami-labs/sealed-secrets', 'main', 'helm/sealed-secrets/crds'), ['bitnami.com']],
  [
    latest('cert-manager/cert-manager', 'cert-manager.crds.yaml'),
    ['cert-manager.io', 'acme.cert-manager.io'],
  ],
  [git('kyverno/chainsaw', 'main', 'pkg/data/crds'), ['chainsaw.kyverno.io']],
  [git('cilium/cilium', 'main', 'pkg/k8s/apis/cilium.io/client/crds'), ['cilium.io']],
  [
    latest('kubernetes-sigs/cluster-api', 'cluster-api-components.yaml'),
    ['', 'addons.', 'bootstrap.', 'controlplane.', 'ipam.', 'runtime.'].map(
      (part) => `${part}cluster.x-k8s.io`,
    ),
  ],
  [
    git('crossplane/crossplane', 'main', 'cluster/crds'),
    ['apiextensions.', 'ops.', 'pkg.', 'protection.'].map((part) => `${part}crossplane.io`),
  ],
  [
    git('external-secrets/external-secrets', 'main', 'deploy/crds/bundle.yaml'),
    ['external-secrets.io', 'generators.external-secrets.io'],
  ],
  [latest('kubernetes-sigs/gateway-api', 'standard-install.yaml'), ['gateway.networking.k8s.io']],
  [
    git('istio/istio', 'master', 'manifests/charts/base/files/crd-all.gen.yaml'),
    ['extensions.', 'networking.', 'security.', 'telemetry.'].map((part) => `${part}istio.io`),
  ],
  [git('kubernetes-sigs/karpenter', 'main', 'pkg/apis/crds'), ['karpenter.sh']],
  [git('kedacore/keda', 'main', 'config/crd/bases'), ['keda.sh', 'eventing.keda.sh']],
  [
    latest('kyverno/kyverno', 'install.yaml'),
    ['kyverno.io', 'policies.kyverno.io', 'reports.kyverno.io'],
  ],
  [git('metallb/metallb', 'main', 'config/crd/bases'), ['metallb.io']],
  [
    latest('prometheus-operator/prometheus-operator', 'stripped-down-crds.yaml'),
    ['monitoring.coreos.com'],
  ],
  [git('cloudnative-pg/cloudnative-pg', 'main', 'config/crd/bases'), ['postgresql.cnpg.io']],
  [
    latest('knative/eventing', 'eventing-crds.yaml'),
    ['eventing.', 'flows.', 'messaging.', 'sinks.', 'sources.'].map((part) => `${part}knative.dev`),
  ],
  [latest('knative/serving', 'serving-crds.yaml'), ['serving.knative.dev']],
  [
    git('kubernetes-csi/external-snapshotter', 'master', 'client/config/crd'),
    ['snapshot.storage.k8s.io', 'groupsnapshot.storage.k8s.io'],
  ],
  [
    git('strimzi/strimzi-kafka-operator', 'main', 'install/cluster-operator'),
    ['kafka.strimzi.io', 'core.strimzi.io'],
  ],
  [git('tektoncd/pipeline', 'main', 'config/300-crds'), ['tekton.dev', 'resolution.tekton.dev']],
  [git('tektoncd/triggers', 'main', 'config'), ['triggers.tekton.dev']],
  [
    latest('fluxcd/flux2', 'install.yaml'),
    ['helm.', 'image.', 'kustomize.', 'notification.', 'source.'].map(
      (part) => `${part}toolkit.fluxcd.io`,
    ),
  ],
  [
    git(
      'traefik/traefik',
      'master',
      'docs/content/reference/dynamic-configuration/kubernetes-crd-definition-v1.yml',
    ),
    ['traefik.io'],
  ],
  [git('vmware-tanzu/velero', 'main', 'config/crd/v1/bases'), ['velero.io']],
]);

/** The sources of the kinds of the group `argoproj.io`, which several projects share. */
const ARGO_KINDS: ReadonlyMap<string, readonly string[]> = new Map([
  [
    git('argoproj/argo-cd', 'stable', 'manifests/crds'),
    ['AppProject', 'Application', 'ApplicationSet'],
  ],
  [
    git('argoproj/argo-events', 'master', 'manifests/base/crds'),
    ['EventBus', 'EventSource', 'Sensor'],
  ],
  [
    latest('argoproj/argo-rollouts', 'install.yaml'),
    ['AnalysisTemplate', 'ClusterAnalysisTemplate', 'Experiment', 'Rollout'],
  ],
  [
    git('argoproj/argo-workflows', 'main', 'manifests/base/crds/full'),
    [
      'ClusterWorkflowTemplate',
      'CronWorkflow',
      'Workflow',
      'WorkflowEventBinding',
      'WorkflowTemplate',
    ],
  ],
]);

function git(repository: string, branch: string, path: string): string {
  return `${GITHUB}${repository}.git@${branch}:${path}`;
}

function latest(repository: string, asset: string): string {
  return `${GITHUB}${repository}/releases/latest/download/${asset}`;
}

/**
 * The source of the CRD of a kind, for `kubeadmit crds add`: the one that its project publishes, or a cluster that has
 * the kind.
 */
export function sourceOfCrd(group: string, kind: string): string {
  const [sources, name] = group === 'argoproj.io' ? [ARGO_KINDS, kind] : [GROUPS, group];
  const found = [...sources].find(([, names]) => names.includes(name));
  return found === undefined ? 'cluster' : found[0];
}
