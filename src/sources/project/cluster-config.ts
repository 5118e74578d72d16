import { groupAndVersion } from '../../server/kubernetes/api-version.ts';
import type { PortRange } from '../../server/kubernetes/server.ts';
import {
  isMapping,
  type Mapping,
  mappingFrom,
  mappingIn,
  mappingsIn,
  stringsIn,
  type Value,
  valuesIn,
} from '../../yaml/index.ts';

/** The settings of API servers in a configuration of clusters. */
export interface ClusterConfig {
  /** Versions such as `v1.33.1`. */
  readonly versions: readonly string[];
  /** The settings of `--runtime-config`. */
  readonly runtimeConfig: ReadonlyMap<string, boolean>;
  /** The settings of `--feature-gates`. */
  readonly featureGates: ReadonlyMap<string, boolean>;
  /** The settings of `--service-node-port-range`. */
  readonly nodePorts: readonly PortRange[];
}

/** Names of programs that create clusters, and usual names for their configurations. */
const CLUSTER_NAME = /kind|kubeadm|k3[sd]|talos|talconfig|cluster|control-?plane/i;

/** Matches every text with such a configuration. */
const CLUSTER_TEXT =
  /kind\.x-k8s\.io|ClusterConfiguration|k3d\.io|kube-apiserver-arg|service-node-port-range|apiServer|kubernetesVersion/;

/** A folder with configurations of machines for Talos, and their patches. */
const TALOS_FOLDER = /(?:^|\/)talos\//;

/** A folder with variables of Ansible, which may be for k3s. */
const ANSIBLE_VARIABLES = /(?:^|\/)(?:group|host)_vars\//;

/** Reports whether a file may configure clusters, as its name or the names of its folders show. */
export function mayConfigureCluster(path: string): boolean {
  return (
    CLUSTER_NAME.test(path.split('/').slice(-2).join('/')) ||
    TALOS_FOLDER.test(path) ||
    ANSIBLE_VARIABLES.test(path)
  );
}

/** Reports whether a file may be a template of such a configuration: of Jinja or Terraform. */
export function mayBeClusterTemplate(path: string): boolean {
  return TEMPLATE_ENDING.test(path) && mayConfigureCluster(path);
}

const TEMPLATE_ENDING = /\.(?:j2|tf|tftpl)$/;

/** A line of a template with a flag of an API server: `"runtime-config" = "policy/v1beta1=true"`. */
const FLAG_LINE =
  /^[ \t]*"?(feature-gates|runtime-config|service-node-port-range)"?[ \t]*[:=][ \t]*"?([\w./=,-]+)"?[ \t]*(?:#.*)?$/gm;

/** Reports whether a text may be a configuration of clusters. The test is fast. */
export function looksLikeClusterConfig(text: string): boolean {
  return CLUSTER_TEXT.test(text);
}

/**
 * Reads a configuration of clusters: of kind, kubeadm, Talos, k3s, k3d or Kamaji. A text that is none of these has no
 * settings. Of a template, only the flags of the API server are read.
 */
export function readClusterConfig(text: string, isTemplate = false): ClusterConfig {
  const reader = new ClusterReader();
  if (!looksLikeClusterConfig(text)) return reader;
  if (isTemplate) reader.readTemplate(text);
  else for (const value of valuesIn(text)) reader.read(value);
  return reader;
}

class ClusterReader implements ClusterConfig {
  readonly versions: string[] = [];
  readonly runtimeConfig = new Map<string, boolean>();
  readonly featureGates = new Map<string, boolean>();
  readonly nodePorts: PortRange[] = [];

  readTemplate(text: string): void {
    for (const [, name, value] of text.matchAll(FLAG_LINE)) this.#addFlag(`${name}=${value}`);
  }

  read(value: Value): void {
    if (!isMapping(value)) return;
    const { apiVersion, kind } = value;
    const group = typeof apiVersion === 'string' ? groupAndVersion(apiVersion).group : '';
    if (group === 'kind.x-k8s.io' && kind === 'Cluster') this.#readKind(value);
    else if (kind === 'ClusterConfiguration') this.#readKubeadm(value);
    else if (group === 'k3d.io') this.#readK3d(value);
    else if (kind === 'TenantControlPlane') this.#readKamaji(value);
    else if (apiVersion === undefined && kind === undefined) this.#readMachine(value);
  }

  /** Source: https://kind.sigs.k8s.io/docs/user/configuration/ */
  #readKind({ featureGates, runtimeConfig, kubeadmConfigPatches, nodes }: Mapping): void {
    for (const [settings, into] of [
      [featureGates, this.featureGates],
      [runtimeConfig, this.runtimeConfig],
    ] as const) {
      if (!isMapping(settings)) continue;
      for (const [name, setting] of Object.entries(settings)) into.set(name, isOn(setting));
    }
    this.#readTexts(kubeadmConfigPatches);
    for (const node of mappingsIn(nodes)) {
      this.#addImage(node.image);
      this.#readTexts(node.kubeadmConfigPatches);
    }
  }

  /** Source: https://kubernetes.io/docs/reference/config-api/kubeadm-config.v1beta4/ */
  #readKubeadm({ kubernetesVersion, apiServer }: Mapping): void {
    this.#addVersion(kubernetesVersion);
    this.#addServer(apiServer);
  }

  /** Source: https://k3d.io/stable/usage/configfile/ */
  #readK3d({ image, options }: Mapping): void {
    this.#addImage(image);
    for (const { arg } of mappingsIn(mappingIn(options, 'k3s').extraArgs)) {
      if (typeof arg === 'string') this.#addFlag(arg.replace(/^--kube-apiserver-arg=/, ''));
    }
  }

  /** Source: https://kamaji.clastix.io/reference/api/ */
  #readKamaji({ spec }: Mapping): void {
    this.#addVersion(mappingIn(spec, 'kubernetes').version);
    const deployment = mappingIn(mappingIn(spec, 'controlPlane'), 'deployment');
    const { apiServer } = mappingIn(deployment, 'extraArgs');
    for (const flag of stringsIn(apiServer)) this.#addFlag(flag.replace(/^--/, ''));
  }

  /**
   * A configuration of a machine for Talos, a `talconfig.yaml` with patches of it, or a configuration of k3s, also in
   * the variables of a role of Ansible.
   *
   * Source: https://www.talos.dev/latest/reference/configuration/v1alpha1/config/,
   * https://budimanjojo.github.io/talhelper/latest/reference/configuration/,
   * https://docs.k3s.io/installation/configuration, https://github.com/PyratLabs/ansible-role-k3s
   */
  #readMachine(value: Mapping): void {
    const { cluster, clusterName, kubernetesVersion, patches, controlPlane, k3s_server } = value;
    if (isMapping(cluster)) this.#addServer(cluster.apiServer);
    if (clusterName !== undefined) {
      this.#addVersion(kubernetesVersion);
      this.#readTexts(patches);
      if (isMapping(controlPlane)) this.#readTexts(controlPlane.patches);
    }
    this.#readK3s(value);
    if (isMapping(k3s_server)) this.#readK3s(k3s_server);
  }

  #readK3s(value: Mapping): void {
    this.#addSetting('service-node-port-range', value['service-node-port-range']);
    const flags = value['kube-apiserver-arg'];
    for (const flag of Array.isArray(flags) ? flags : [flags]) {
      if (typeof flag === 'string') this.#addFlag(flag.replace(/^--/, ''));
    }
  }

  /** Reads configurations that are strings of another one. */
  #readTexts(texts: Value | undefined): void {
    for (const value of stringsIn(texts).flatMap(valuesIn)) this.read(value);
  }

  /** Adds the flags of an API server, which are a mapping, or a list with names and values. */
  #addServer(server: Value | undefined): void {
    const flags = mappingFrom(server).extraArgs;
    for (const [name, value] of Object.entries(mappingFrom(flags))) this.#addSetting(name, value);
    for (const { name, value } of mappingsIn(flags)) this.#addSetting(name, value);
  }

  /** Adds a flag by its name and value, if both are strings. */
  #addSetting(name: Value | undefined, value: Value | undefined): void {
    if (typeof name === 'string' && typeof value === 'string') this.#addFlag(`${name}=${value}`);
  }

  /** Adds a flag, such as `runtime-config=api/beta=true,policy/v1beta1` or `service-node-port-range=1025-32767`. */
  #addFlag(flag: string): void {
    const [, first, last] = /^service-node-port-range=(\d+)-(\d+)$/.exec(flag) ?? [];
    if (first !== undefined) this.nodePorts.push({ first: Number(first), last: Number(last) });
    const [, name, settings = ''] = /^(feature-gates|runtime-config)=(.*)$/.exec(flag) ?? [];
    if (name === undefined) return;
    const into = name === 'feature-gates' ? this.featureGates : this.runtimeConfig;
    for (const setting of settings.split(',')) {
      const [key = '', value = 'true'] = setting.trim().split('=');
      if (key !== '') into.set(key, isOn(value));
    }
  }

  /** Adds the version that a tag of an image has, as in `kindest/node:v1.33.1`. */
  #addImage(image: Value | undefined): void {
    if (typeof image === 'string') this.#addVersion(/:(v1\.\d+[^@]*)/.exec(image)?.[1]);
  }

  #addVersion(version: Value | undefined): void {
    if (typeof version === 'string') this.versions.push(version);
  }
}

const isOn = (setting: Value): boolean => setting === true || setting === 'true';
