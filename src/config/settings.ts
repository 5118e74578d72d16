import { SEVERITIES, type Severity } from '../result/finding.ts';
import type { FeatureGates } from '../server/kubernetes/feature-gates.ts';
import { MINORS, type Minor, NEWEST_MINOR } from '../server/kubernetes/minors.ts';
import type { RuntimeConfig } from '../server/kubernetes/runtime-config.ts';
import { KUBERNETES_VERSION } from './kubernetes-version.ts';
import { REPORT_OUTPUT, type ReportOutput } from './report-output.ts';
import { FEATURE_GATES, RUNTIME_CONFIG } from './server-flags.ts';
import { BOOLEAN, COUNT, choice, listOf, PATH, STRING, type ValueType } from './value-type.ts';

/** The settings of a run that both the command line and a configuration can contain. */
export interface Settings {
  readonly kubernetesVersion: readonly Minor[];
  /** The features that flags of the API server enable and disable. */
  readonly runtimeConfig: RuntimeConfig;
  readonly featureGates: FeatureGates;
  /** A file with the configuration of the admission plugin PodSecurity; undefined for none. */
  readonly podSecurity: string | undefined;
  readonly formats: readonly ReportOutput[];
  readonly failOn: Severity | 'never';
  readonly failOnEmpty: boolean;
  readonly failOnSkipped: boolean;
  readonly pedantic: boolean;
  /** Files, folders and patterns of CRDs that are not reported on. */
  readonly crds: readonly string[];
  /** Files, folders and patterns of policies that run and are not reported on; without one, no policy runs. */
  readonly policies: readonly string[];
  /** A file with findings that are known; undefined for none. */
  readonly baseline: string | undefined;
  /** The largest number of findings that are shown to people. Undefined for all. */
  readonly maxFindings: number | undefined;
  /** Patterns as in .gitignore. */
  readonly exclude: readonly string[];
}

export type SettingName = keyof Settings;

/** A setting: a key of the configuration, and an option of the command line. */
interface Setting<T> {
  readonly type: ValueType<T>;
  /** The value if neither an option nor a configuration sets it. */
  readonly initial: T;
  /** One line, for help, the JSON Schema and the commented configuration. */
  readonly description: string;
  /** The option as help shows it. Its name is that of the key; `formats` has two options of its own. */
  readonly flags: string | undefined;
  /** An example of the key in a configuration, as YAML. */
  readonly example: string;
}

/** All settings, in the order of help. */
export const SETTINGS: { readonly [Name in SettingName]: Setting<Settings[Name]> } = {
  formats: {
    type: listOf(REPORT_OUTPUT),
    initial: [{ format: undefined, file: undefined }],
    description: 'the reports to write: formats, each with an output file except for one',
    flags: undefined,
    example: '[text]',
  },
  kubernetesVersion: {
    type: KUBERNETES_VERSION,
    initial: [NEWEST_MINOR],
    description: `a minor, or a range such as ${MINORS[1]}..${NEWEST_MINOR} (default: ${NEWEST_MINOR})`,
    flags: '--kubernetes-version <version>',
    example: `${MINORS[1]}..${NEWEST_MINOR}`,
  },
  runtimeConfig: {
    type: RUNTIME_CONFIG,
    initial: new Map(),
    description: 'versions that the API server enables or disables, as in its flag: api/beta=true',
    flags: '--runtime-config <versions>',
    example: '{ api/beta: true }',
  },
  featureGates: {
    type: FEATURE_GATES,
    initial: new Map(),
    description: 'feature gates of the API server, as in its flag: StrictIPCIDRValidation=true',
    flags: '--feature-gates <gates>',
    example: '{ StrictIPCIDRValidation: true }',
  },
  podSecurity: {
    type: PATH,
    initial: undefined,
    description: 'the configuration file of the admission plugin PodSecurity of the API server',
    flags: '--pod-security <file>',
    example: 'pod-security.yaml',
  },
  failOn: {
    type: choice('severity', [...SEVERITIES, 'never']),
    initial: 'error',
    description: `the lowest severity that makes the exit status 1: ${SEVERITIES.join(', ')}, never (default: error)`,
    flags: '--fail-on <severity>',
    example: 'warning',
  },
  failOnEmpty: {
    type: BOOLEAN,
    initial: false,
    description: 'exit with 1 if no document was checked or decoded',
    flags: '--fail-on-empty',
    example: 'true',
  },
  failOnSkipped: {
    type: BOOLEAN,
    initial: false,
    description: 'exit with 1 if a custom resource was skipped because its CRD is not known',
    flags: '--fail-on-skipped',
    example: 'true',
  },
  pedantic: {
    type: BOOLEAN,
    initial: false,
    description: 'report infos too; else they are only counted',
    flags: '--pedantic',
    example: 'true',
  },
  baseline: {
    type: PATH,
    initial: undefined,
    description: 'report only what this file lacks; --write-baseline writes it',
    flags: '--baseline <file>',
    example: '.kubeadmit-baseline.json',
  },
  maxFindings: {
    type: COUNT,
    initial: undefined,
    description:
      'show at most this many findings in text, concise and github, the most severe first',
    flags: '--max-findings <number>',
    example: '50',
  },
  exclude: {
    type: listOf(STRING),
    initial: [],
    description: 'files and folders that are not read, as patterns of .gitignore',
    flags: '--exclude <pattern>',
    example: '[vendor/, "*.tmpl.yaml"]',
  },
  crds: {
    type: listOf(PATH),
    initial: [],
    description: 'more CRDs, to look up custom kinds; they are not reported on',
    flags: '--crds <path>',
    example: '[config/crd]',
  },
  policies: {
    type: listOf(PATH),
    initial: [],
    description: 'run these admission policies, and those of the input; they are not reported on',
    flags: '--policies <path>',
    example: '[policies]',
  },
};

/** The settings that options of the command line name, with the options. */
export const OPTION_SETTINGS: readonly (readonly [SettingName, string])[] = (
  Object.keys(SETTINGS) as SettingName[]
).flatMap((name) => {
  const { flags } = SETTINGS[name];
  return flags === undefined ? [] : [[name, flags] as const];
});
