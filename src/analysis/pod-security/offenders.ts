import type { Field } from '../../rule/field.ts';
import type {
  Container,
  PodSpec,
  PodTemplateSpec,
  SecurityContext,
} from '../../server/kubernetes/types.generated.ts';

/** A pod as the checks see it. */
export interface SecuredPod {
  readonly metadata: Field<PodTemplateSpec['metadata']>;
  readonly spec: Field<PodSpec | undefined>;
  /** Init containers, containers and ephemeral containers, in this order. */
  readonly containers: readonly Field<Container>[];
}

/** A violation of a Pod Security Standard, in the words of the server. */
export interface SecurityViolation {
  readonly reason: string;
  readonly detail: string;
  /** The first field that violates the standard. */
  readonly at: Field;
}

/** A part of a pod that violates a check: a container, or the pod if it has no name. */
export interface Offender {
  readonly container?: string;
  readonly at: Field;
  readonly values: readonly string[];
}

/** The fields that the security contexts of pods and containers have in common. */
type CommonContext = Pick<
  SecurityContext,
  | 'appArmorProfile'
  | 'runAsNonRoot'
  | 'runAsUser'
  | 'seccompProfile'
  | 'seLinuxOptions'
  | 'windowsOptions'
>;

/** The security context of a pod or container. */
type Context = Field<CommonContext | undefined>;

/** A field that violates a check, with the values that the server names; undefined if the part does not. */
export type Offense = { readonly at: Field; readonly values?: readonly string[] } | undefined;

/** The containers that violate a check. */
export function offenders(
  { containers }: SecuredPod,
  find: (container: Field<Container>) => Offense,
): readonly Offender[] {
  return containers.flatMap((container) => {
    const offense = find(container);
    const { name = '' } = container.value ?? {};
    return offense === undefined ? [] : [{ container: name, values: [], ...offense }];
  });
}

/** The pod and the containers whose security context violates a check. */
export function contexts(
  pod: SecuredPod,
  find: (context: Context) => Offense,
): readonly Offender[] {
  const ofPod = find(pod.spec.get('securityContext'));
  return [
    ...(ofPod === undefined ? [] : [{ values: [], ...ofPod }]),
    ...offenders(pod, (container) => find(container.get('securityContext'))),
  ];
}

/**
 * The violation by some parts of a pod; undefined if there are none.
 *
 * @param detail the server's words, from the names of the parts and their different values
 */
export function violation(
  reason: string,
  found: readonly Offender[],
  detail: (who: string, values: readonly string[]) => string,
): SecurityViolation | undefined {
  const [first] = found;
  if (first === undefined) return undefined;
  const values = [...new Set(found.flatMap((offender) => offender.values))].sort();
  return { reason, detail: detail(nameOf(found), values), at: first.at };
}

export function nameOf(found: readonly Offender[]): string {
  const containers = found.flatMap(({ container }) => container ?? []);
  return [
    ...(containers.length < found.length ? ['pod'] : []),
    ...(containers.length === 0
      ? []
      : [`${counted('container', containers)} ${quoted(containers)}`]),
  ].join(' and ');
}

export function quoted(items: readonly string[]): string {
  return items.map((item) => `"${item}"`).join(', ');
}

export function counted(noun: string, items: readonly unknown[]): string {
  return items.length === 1 ? noun : `${noun}s`;
}
