import type {
  FlowSchemaSpec,
  NonResourcePolicyRule,
  PolicyRulesWithSubjects,
  ResourcePolicyRule,
  Subject,
} from '../../kubernetes/types.generated.ts';

const AUTHENTICATED = 'system:authenticated';
const UNAUTHENTICATED = 'system:unauthenticated';
const SERVICE_ACCOUNTS = 'system:serviceaccounts';
const SERVICE_ACCOUNT_USER = 'system:serviceaccount:';

/** Whether subjects are everybody: each request comes with one of the two groups. */
export function areEverybody(subjects: readonly Subject[]): boolean {
  const groups = new Set(subjects.map((subject) => groupOf(subject)));
  const isAny = subjects.some((subject) => groupOf(subject) === '*' || userOf(subject) === '*');
  return isAny || (groups.has(AUTHENTICATED) && groups.has(UNAUTHENTICATED));
}

/** Whether a subject can be several users. */
export function canBeSeveral(subject: Subject): boolean {
  return (
    groupOf(subject) !== undefined ||
    userOf(subject) === '*' ||
    (subject.kind === 'ServiceAccount' && subject.serviceAccount?.name === '*')
  );
}

/** Whether a FlowSchema matches every request that a rule of another one can match. */
export function takesAll(schema: FlowSchemaSpec, rule: PolicyRulesWithSubjects): boolean {
  return (schema.rules ?? []).some(
    (taker) =>
      (rule.subjects ?? []).every((subject) => includesSubject(taker.subjects ?? [], subject)) &&
      (rule.resourceRules ?? []).every((one) =>
        (taker.resourceRules ?? []).some((other) => includesResources(other, one)),
      ) &&
      (rule.nonResourceRules ?? []).every((one) =>
        (taker.nonResourceRules ?? []).some((other) => includesPaths(other, one)),
      ),
  );
}

function groupOf({ kind, group }: Subject): string | undefined {
  return kind === 'Group' ? group?.name : undefined;
}

function userOf({ kind, user }: Subject): string | undefined {
  return kind === 'User' ? user?.name : undefined;
}

/** The namespace of a subject that is a service account or all of a namespace. */
function serviceAccountNamespace(subject: Subject): string | undefined {
  if (subject.kind === 'ServiceAccount') return subject.serviceAccount?.namespace;
  const inGroup = groupOf(subject)?.startsWith(`${SERVICE_ACCOUNTS}:`) ?? false;
  if (inGroup) return groupOf(subject)?.slice(SERVICE_ACCOUNTS.length + 1);
  const user = userOf(subject);
  if (!user?.startsWith(SERVICE_ACCOUNT_USER)) return undefined;
  return user.slice(SERVICE_ACCOUNT_USER.length).split(':')[0];
}

function includesSubject(takers: readonly Subject[], subject: Subject): boolean {
  if (areEverybody(takers)) return true;
  const namespace = serviceAccountNamespace(subject);
  return takers.some((taker) => {
    const group = groupOf(taker);
    if (group !== undefined && group === groupOf(subject)) return true;
    if (userOf(taker) !== undefined && userOf(taker) === userOf(subject)) return true;
    if (namespace === undefined) return false;
    if (group === SERVICE_ACCOUNTS) return true;
    const account = taker.serviceAccount;
    return account?.name === '*' && account.namespace === namespace;
  });
}

function includesResources(taker: ResourcePolicyRule, rule: ResourcePolicyRule): boolean {
  if (rule.clusterScope === true && taker.clusterScope !== true) return false;
  return (['verbs', 'apiGroups', 'resources', 'namespaces'] as const).every((list) =>
    includesAll(taker[list] ?? [], rule[list] ?? []),
  );
}

function includesPaths(taker: NonResourcePolicyRule, rule: NonResourcePolicyRule): boolean {
  const paths = taker.nonResourceURLs ?? [];
  return (
    includesAll(taker.verbs ?? [], rule.verbs ?? []) &&
    (rule.nonResourceURLs ?? []).every((path) => paths.some((other) => includesPath(other, path)))
  );
}

/** Whether a path of a rule stands for another one too; each stands also for all below it. */
function includesPath(taker: string, path: string): boolean {
  return taker === '*' || taker === path || path.startsWith(pathPrefix(taker));
}

/** What all paths below that of a rule begin with, as the server compares them: `/healthz` and `/healthz/*` are alike. */
export function pathPrefix(path: string): string {
  const prefix = path.endsWith('*') ? path.slice(0, -1) : path;
  return prefix.endsWith('/') ? prefix : `${prefix}/`;
}

function includesAll(taker: readonly string[], rule: readonly string[]): boolean {
  if (taker.includes('*')) return true;
  const entries = new Set(taker);
  return rule.every((entry) => entries.has(entry));
}
