import {
  DEFAULT_POD_SECURITY,
  LEVELS,
  type LevelVersion,
  levelOf,
  type Mode,
  minorOfStandard,
  POD_SECURITY_LABELS,
  type SecurityPolicy,
} from '../../server/kubernetes/pod-security.ts';

/** A label of a Namespace with a value that the server does not accept. */
interface LabelProblem {
  readonly label: string;
  /** The allowed values, as a clause. */
  readonly problem: string;
}

/**
 * The policy that the labels of a Namespace choose, and the labels that the server cannot read. An unreadable level to
 * enforce counts as `restricted`, the other unreadable levels as `privileged`.
 *
 * Source: `PolicyToEvaluate` in `api/helpers.go` of `k8s.io/pod-security-admission`.
 */
export function policyOfLabels(
  labels: ReadonlyMap<string, string>,
  defaults: SecurityPolicy = DEFAULT_POD_SECURITY.defaults,
): { readonly policy: SecurityPolicy; readonly problems: readonly LabelProblem[] } {
  const problems: LabelProblem[] = [];
  const read = (mode: Mode): LevelVersion => {
    let { level, minor } = defaults[mode];
    const levelLabel = `${POD_SECURITY_LABELS}${mode}`;
    const levelText = labels.get(levelLabel);
    if (levelText !== undefined) {
      const known = levelOf(levelText);
      if (known === undefined)
        problems.push({ label: levelLabel, problem: 'use privileged, baseline or restricted' });
      level = known ?? (mode === 'enforce' ? 'restricted' : 'privileged');
    }
    const versionLabel = `${POD_SECURITY_LABELS}${mode}-version`;
    const version = labels.get(versionLabel);
    if (version !== undefined) {
      const known = minorOfStandard(version);
      if (known === null) {
        problems.push({ label: versionLabel, problem: 'use latest, or a version such as v1.36' });
      }
      minor = known ?? undefined;
    }
    return { level, minor };
  };
  const [enforce, audit, chosen] = [read('enforce'), read('audit'), read('warn')];
  const isEnforceChosen =
    labels.has(`${POD_SECURITY_LABELS}enforce`) &&
    !problems.some(({ label }) => label === `${POD_SECURITY_LABELS}enforce`);
  const followsEnforce =
    !labels.has(`${POD_SECURITY_LABELS}warn`) && isEnforceChosen && isStricter(enforce, chosen);
  const isVersionChosen = labels.has(`${POD_SECURITY_LABELS}warn-version`);
  const warn = followsEnforce
    ? { level: enforce.level, minor: isVersionChosen ? chosen.minor : enforce.minor }
    : chosen;
  return { policy: { enforce, audit, warn }, problems };
}

function isStricter(one: LevelVersion, other: LevelVersion): boolean {
  return LEVELS.indexOf(one.level) > LEVELS.indexOf(other.level);
}

/** A standard as the server writes it, such as `restricted:v1.36`. */
export function describeLevel({ level, minor }: LevelVersion): string {
  return `${level}:${minor === undefined ? 'latest' : `v1.${minor}`}`;
}

/** Reports whether a policy limits no pods, and gives no warnings. */
export function isPrivileged({ enforce, warn }: SecurityPolicy): boolean {
  return enforce.level === 'privileged' && warn.level === 'privileged';
}
