import { suggestion } from '../result/suggestion.ts';
import {
  DEFAULT_POD_SECURITY,
  type LevelVersion,
  levelOf,
  MODES,
  type Mode,
  minorOfStandard,
  type PodSecurity,
} from '../server/kubernetes/pod-security.ts';
import { isMapping, type Mapping, readParts, type Value } from '../yaml/index.ts';

const GROUP = 'pod-security.admission.config.k8s.io';
const VERSIONS = ['v1', 'v1beta1', 'v1alpha1'].map((version) => `${GROUP}/${version}`);

/** Something is wrong in the configuration; the message is for users. */
class Problem extends Error {}

/**
 * Reads the configuration of the admission plugin PodSecurity from a `PodSecurityConfiguration`, or from an
 * `AdmissionConfiguration` of the API server.
 *
 * Source: `admission/api/v1/types.go` and `admission/api/validation` of `k8s.io/pod-security-admission`.
 *
 * @returns the configuration, or what is wrong with it, as a clause
 */
export function readPodSecurity(text: string): PodSecurity | string {
  try {
    return podSecurityIn(configurationIn(text));
  } catch (error) {
    if (error instanceof Problem) return error.message;
    throw error;
  }
}

function configurationIn(text: string): Mapping {
  const [part] = readParts(text);
  if (part?.content.kind === 'refused')
    throw new Problem(`it is not valid YAML: ${part.content.refusal.message}`);
  const document = part?.content.document.value ?? null;
  const configuration = isMapping(document) ? pluginIn(document) : undefined;
  const { apiVersion, kind } = configuration ?? {};
  if (configuration === undefined || kind !== 'PodSecurityConfiguration') {
    throw new Problem('it contains no PodSecurityConfiguration');
  }
  if (typeof apiVersion !== 'string' || !VERSIONS.includes(apiVersion)) {
    throw new Problem(`the apiVersion must be ${VERSIONS[0]}`);
  }
  return configuration;
}

/** The configuration of the plugin, which that of the API server may contain. */
function pluginIn(document: Mapping): Mapping | undefined {
  if (document.kind !== 'AdmissionConfiguration') return document;
  const plugins = Array.isArray(document.plugins) ? document.plugins.filter(isMapping) : [];
  const plugin = plugins.find(({ name }) => name === 'PodSecurity');
  if (typeof plugin?.path === 'string') {
    throw new Problem(`the configuration of PodSecurity is in ${plugin.path}: name that file`);
  }
  return isMapping(plugin?.configuration) ? plugin.configuration : undefined;
}

function podSecurityIn({ apiVersion: _, kind: __, ...configuration }: Mapping): PodSecurity {
  const { defaults, exemptions } = membersOf(configuration, ['defaults', 'exemptions'], '');
  const levels = membersOf(
    defaults,
    [...MODES, ...MODES.map((mode) => `${mode}-version`)],
    'defaults',
  );
  const levelFor = (mode: Mode): LevelVersion => ({
    level: levelIn(levels, mode),
    minor: minorIn(levels, `${mode}-version`),
  });
  const exempt = membersOf(exemptions, ['usernames', 'namespaces', 'runtimeClasses'], 'exemptions');
  // Requests of users are not part of a run.
  namesIn(exempt, 'usernames');
  return {
    defaults: { enforce: levelFor('enforce'), audit: levelFor('audit'), warn: levelFor('warn') },
    exempt: {
      namespaces: namesIn(exempt, 'namespaces'),
      runtimeClasses: namesIn(exempt, 'runtimeClasses'),
    },
  };
}

/** The members of a mapping, which may be absent but has no other ones. */
function membersOf(value: Value | undefined, known: readonly string[], name: string): Mapping {
  if (value === undefined || value === null) return {};
  if (!isMapping(value)) throw new Problem(`${name} must be a mapping`);
  const unknown = Object.keys(value).find((key) => !known.includes(key));
  if (unknown === undefined) return value;
  const place = name === '' ? '' : ` in ${name}`;
  throw new Problem(`unknown field ${unknown}${place}${suggestion(unknown, known)}`);
}

function levelIn(defaults: Mapping, mode: Mode): LevelVersion['level'] {
  const value = defaults[mode] ?? '';
  if (value === '') return DEFAULT_POD_SECURITY.defaults[mode].level;
  const level = typeof value === 'string' ? levelOf(value) : undefined;
  if (level !== undefined) return level;
  throw new Problem(`${mode} must be privileged, baseline or restricted`);
}

function minorIn(defaults: Mapping, name: string): number | undefined {
  const value = defaults[name] ?? '';
  if (value === '') return undefined;
  const minor = typeof value === 'string' ? minorOfStandard(value) : null;
  if (minor !== null) return minor;
  throw new Problem(`${name} must be latest, or a version such as v1.36`);
}

function namesIn(exemptions: Mapping, field: string): ReadonlySet<string> {
  const names = exemptions[field] ?? [];
  if (!Array.isArray(names)) throw new Problem(`${field} must be a list of names`);
  const known = new Set<string>();
  for (const name of names) {
    if (typeof name !== 'string' || name === '')
      throw new Problem(`${field} must be a list of names`);
    if (known.has(name)) throw new Problem(`${field} has ${name} twice`);
    known.add(name);
  }
  return known;
}
