const GITHUB = 'https://github.com/';

/** The parts of groups in which a project has all its groups, or one group, with the source of its CRDs. */
const SOURCES: ReadonlyMap<string, string> = new Map([
  ['bitnami.com', `${GITHUB}bitnami-labs/sealed-secrets.git@main:helm/sealed-secrets/crds`],
  ['cert-manager.io', latest('cert-manager/cert-manager', 'cert-manager.crds.yaml')],
  ['chainsaw.kyverno.io', `${GITHUB}kyverno/chainsaw.git@main:config/crds`],
  ['cilium.io', `${GITHUB}cilium/cilium.git@main:pkg/k8s/apis/cilium.io/client/crds`],
  ['cluster.x-k8s.io', latest('kubernetes-sigs/cluster-api', 'core-components.yaml')],
  [
    'external-secrets.io',
    `${GITHUB}external-secrets/external-secrets.git@main:deploy/crds/bundle.yaml`,
  ],
  ['gateway.networking.k8s.io', latest('kubernetes-sigs/gateway-api', 'standard-install.yaml')],
  ['istio.io', `${GITHUB}istio/istio.git@master:manifests/charts/base/files/crd-all.gen.yaml`],
  ['karpenter.sh', `${GITHUB}kubernetes-sigs/karpenter.git@main:pkg/apis/crds`],
  ['keda.sh', `${GITHUB}kedacore/keda.git@main:config/crd/bases`],
  ['kyverno.io', latest('kyverno/kyverno', 'install.yaml')],
  ['metallb.io', `${GITHUB}metallb/metallb.git@main:config/crd/bases`],
  [
    'monitoring.coreos.com',
    latest('prometheus-operator/prometheus-operator', 'stripped-down-crds.yaml'),
  ],
  ['postgresql.cnpg.io', `${GITHUB}cloudnative-pg/cloudnative-pg.git@main:config/crd/bases`],
  ['serving.knative.dev', latest('knative/serving', 'serving-crds.yaml')],
  [
    'snapshot.storage.k8s.io',
    `${GITHUB}kubernetes-csi/external-snapshotter.git@master:client/config/crd`,
  ],
  ['strimzi.io', `${GITHUB}strimzi/strimzi-kafka-operator.git@main:install/cluster-operator`],
  ['tekton.dev', `${GITHUB}tektoncd/pipeline.git@main:config/300-crds`],
  ['toolkit.fluxcd.io', latest('fluxcd/flux2', 'install.yaml')],
  [
    'traefik.io',
    `${GITHUB}traefik/traefik.git@master:docs/content/reference/dynamic-configuration/kubernetes-crd-definition-v1.yml`,
  ],
  ['velero.io', `${GITHUB}vmware-tanzu/velero.git@main:config/crd/v1/bases`],
]);

/** The kinds of the group `argoproj.io`, which several projects share. */
const ARGO_KINDS: ReadonlyMap<string, string> = new Map([
  ['AnalysisTemplate', latest('argoproj/argo-rollouts', 'install.yaml')],
  ['Application', `${GITHUB}argoproj/argo-cd.git@stable:manifests/crds`],
  ['ApplicationSet', `${GITHUB}argoproj/argo-cd.git@stable:manifests/crds`],
  ['AppProject', `${GITHUB}argoproj/argo-cd.git@stable:manifests/crds`],
  ['Rollout', latest('argoproj/argo-rollouts', 'install.yaml')],
]);

function latest(repository: string, asset: string): string {
  return `${GITHUB}${repository}/releases/latest/download/${asset}`;
}

/**
 * The source of the CRD of a kind, for `kubeadmit crds add`: the one that its project publishes, or a cluster that has the
 * kind.
 */
export function sourceOfCrd(group: string, kind: string): string {
  if (group === 'argoproj.io') return ARGO_KINDS.get(kind) ?? 'cluster';
  const labels = group.split('.');
  const known = labels.map((_, from) => SOURCES.get(labels.slice(from).join('.')));
  return known.find((source) => source !== undefined) ?? 'cluster';
}
