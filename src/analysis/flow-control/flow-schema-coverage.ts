import type {
  NonResourcePolicyRule,
  PolicyRulesWithSubjects,
  ResourcePolicyRule,
  Subject,
} from '../../server/kubernetes/types.generated.ts';

const AUTHENTICATED = 'system:authenticated';
const UNAUTHENTICATED = 'system:unauthenticated';
const SERVICE_ACCOUNTS = 'system:serviceaccounts';
const SERVICE_ACCOUNT_USER = 'system:serviceaccount:';

/**
 * Reports whether subjects match all users: each request has one of the groups system:authenticated and
 * system:unauthenticated.
 */
export function areAllUsers(subjects: readonly Subject[]): boolean {
  const groups = new Set(subjects.map((subject) => groupOf(subject)));
  const isAny = subjects.some((subject) => groupOf(subject) === '*' || userOf(subject) === '*');
  return isAny || (groups.has(AUTHENTICATED) && groups.has(UNAUTHENTICATED));
}

/** Reports whether a subject can match several users. */
export function canBeSeveralUsers(subject: Subject): boolean {
  return (
    groupOf(subject) !== undefined ||
    userOf(subject) === '*' ||
    (subject.kind === 'ServiceAccount' && subject.serviceAccount?.name === '*')
  );
}

/** Reports whether a rule of a FlowSchema matches every request that another rule can match. */
export function matchesAll(
  { subjects = [], resourceRules = [], nonResourceRules = [] }: PolicyRulesWithSubjects,
  covered: PolicyRulesWithSubjects,
): boolean {
  return (
    includesAllSubjects(subjects, covered.subjects ?? []) &&
    (covered.resourceRules ?? []).every((rule) =>
      resourceRules.some((covering) => coversResources(covering, rule)),
    ) &&
    (covered.nonResourceRules ?? []).every((rule) =>
      nonResourceRules.some((covering) => coversPaths(covering, rule)),
    )
  );
}

/** The users that a list of subjects includes, as keys: it includes all users of a subject that has one of them. */
export function includedUsers(subjects: readonly Subject[]): readonly string[] {
  const keys = subjects.flatMap((subject) => {
    const [group, user, account] = [groupOf(subject), userOf(subject), subject.serviceAccount];
    if (group !== undefined) return [`group ${group}`];
    if (user !== undefined) return [`user ${user}`];
    if (account === undefined) return [];
    return account.name === '*'
      ? [`accounts ${account.namespace}`]
      : [`user ${SERVICE_ACCOUNT_USER}${account.namespace}:${account.name}`];
  });
  return areAllUsers(subjects) ? ['*', ...keys] : keys;
}

/** The keys of `includedUsers` of which a list must have one to include all users of a subject. */
export function keysOfUsers(subject: Subject): readonly string[] {
  const namespace = serviceAccountNamespace(subject);
  const keys = ['*', ...includedUsers([subject])];
  return namespace === undefined
    ? keys
    : [...keys, `group ${SERVICE_ACCOUNTS}`, `accounts ${namespace}`];
}

function groupOf({ kind, group }: Subject): string | undefined {
  return kind === 'Group' ? group?.name : undefined;
}

function userOf({ kind, user }: Subject): string | undefined {
  return kind === 'User' ? user?.name : undefined;
}

/** The namespace of a subject that is a service account, or the group of all service accounts of a namespace. */
function serviceAccountNamespace(subject: Subject): string | undefined {
  if (subject.kind === 'ServiceAccount') return subject.serviceAccount?.namespace;
  const inGroup = groupOf(subject)?.startsWith(`${SERVICE_ACCOUNTS}:`) ?? false;
  if (inGroup) return groupOf(subject)?.slice(SERVICE_ACCOUNTS.length + 1);
  const user = userOf(subject);
  if (!user?.startsWith(SERVICE_ACCOUNT_USER)) return undefined;
  return user.slice(SERVICE_ACCOUNT_USER.length).split(':')[0];
}

function includesAllSubjects(subjects: readonly Subject[], covered: readonly Subject[]): boolean {
  const included = new Set(includedUsers(subjects));
  return covered.every((subject) => keysOfUsers(subject).some((key) => included.has(key)));
}

function coversResources(covering: ResourcePolicyRule, covered: ResourcePolicyRule): boolean {
  if (covered.clusterScope === true && covering.clusterScope !== true) return false;
  return (['verbs', 'apiGroups', 'resources', 'namespaces'] as const).every((list) =>
    includesAll(covering[list] ?? [], covered[list] ?? []),
  );
}

function coversPaths(covering: NonResourcePolicyRule, covered: NonResourcePolicyRule): boolean {
  const paths = covering.nonResourceURLs ?? [];
  return (
    includesAll(covering.verbs ?? [], covered.verbs ?? []) &&
    (covered.nonResourceURLs ?? []).every((path) =>
      paths.some((pattern) => matchesPath(pattern, path)),
    )
  );
}

/** Reports whether a path of a rule matches another one. A path also matches everything below it. */
function matchesPath(pattern: string, path: string): boolean {
  return pattern === '*' || pattern === path || path.startsWith(pathPrefix(pattern));
}

/**
 * The prefix of all paths below that of a rule, as the server compares them: it is the same for `/healthz` and
 * `/healthz/*`.
 */
export function pathPrefix(path: string): string {
  const prefix = path.endsWith('*') ? path.slice(0, -1) : path;
  return prefix.endsWith('/') ? prefix : `${prefix}/`;
}

function includesAll(covering: readonly string[], covered: readonly string[]): boolean {
  if (covering.includes('*')) return true;
  const entries = new Set(covering);
  return covered.every((entry) => entries.has(entry));
}
