import type { Field } from '../../rule/field.ts';
import {
  APP_ARMOR_OF_CONTAINER,
  LOCALHOST_PROFILE,
  profileOfAnnotation,
} from '../../server/kubernetes/formats/app-armor-profile.ts';
import type {
  AppArmorProfile,
  SeccompProfile,
  SecurityContext,
} from '../../server/kubernetes/types.generated.ts';
import type { PodOfResource } from './pod-specs.ts';

/** The types of profiles of seccomp and AppArmor. */
export const PROFILE_TYPES = ['Localhost', 'RuntimeDefault', 'Unconfined'] as const;

/** The annotation with the seccomp profile of a pod. Servers do not use it since 1.27. */
export const SECCOMP_OF_POD = 'seccomp.security.alpha.kubernetes.io/pod';

/** The start of the annotations with the seccomp profile of a container. */
export const SECCOMP_OF_CONTAINER = 'container.seccomp.security.alpha.kubernetes.io/';

/** A field of seccomp or AppArmor that says something else than the annotation for it. */
interface ProfileMismatch {
  /** The field. It may be the one of the pod, which holds for the container. */
  readonly field: Field<SeccompProfile | AppArmorProfile | undefined>;
  /** The path of the field as the server reports it. */
  readonly path: string;
  readonly annotation: string;
  readonly value: string;
}

/** The security contexts of a pod: that of the pod, and those of its containers. */
export function securityContextsOf({
  spec,
  containers,
}: PodOfResource): readonly Field<
  Pick<SecurityContext, 'appArmorProfile' | 'seccompProfile' | 'windowsOptions'> | undefined
>[] {
  return [
    spec.get('securityContext'),
    ...containers.map(({ field }) => field.get('securityContext')),
  ];
}

/**
 * The fields with profiles that differ from the annotations about them.
 *
 * Source: `validateSeccompAnnotationsAndFields` and `validateAppArmorAnnotationsAndFieldsMatchOnCreate` in
 * `pkg/apis/core/validation/validation.go` of Kubernetes.
 */
export function profileMismatches(pod: PodOfResource): readonly ProfileMismatch[] {
  const { spec, metadata, containers, isTemplate } = pod;
  const { value: annotations } = metadata.get('annotations');
  if (annotations === undefined) return [];
  const context = spec.get('securityContext');
  const isWindows = spec.get('os').get('name').value === 'windows';
  return [
    mismatchOf(context.get('seccompProfile'), SECCOMP_OF_POD),
    ...containers.flatMap(({ field }) => {
      const own = field.get('securityContext');
      const { value: name = '' } = field.get('name');
      const seccomp = own.get('seccompProfile');
      const appArmor = own.get('appArmorProfile');
      const key = `${APP_ARMOR_OF_CONTAINER}${name}`;
      return [
        mismatchOf(seccomp, `${SECCOMP_OF_CONTAINER}${name}`),
        ...(isWindows ? [] : [appArmorMismatch(appArmor, key)]),
      ];
    }),
  ].filter((mismatch) => mismatch !== undefined);

  function appArmorMismatch(
    own: Field<AppArmorProfile | undefined>,
    key: string,
  ): ProfileMismatch | undefined {
    const value = annotations?.[key];
    // In a new Pod, the server copies a valid annotation to the container.
    const isCopied = !isTemplate && value !== undefined && profileOfAnnotation(value) !== undefined;
    if (own.value !== undefined) return mismatchOf(own, key);
    return isCopied ? undefined : mismatchOf(context.get('appArmorProfile'), key, own.path);
  }

  function mismatchOf(
    field: Field<SeccompProfile | AppArmorProfile | undefined>,
    annotation: string,
    path = field.path,
  ): ProfileMismatch | undefined {
    const value = annotations?.[annotation];
    if (field.value === undefined || value === undefined) return undefined;
    const wrong = wrongPart(field.value, value, annotation);
    return wrong === undefined ? undefined : { field, path: `${path}.${wrong}`, annotation, value };
  }
}

/** The part of a profile that differs from an annotation. */
function wrongPart(
  { type, localhostProfile }: SeccompProfile | AppArmorProfile,
  value: string,
  annotation: string,
): 'type' | 'localhostProfile' | undefined {
  switch (type) {
    case 'Unconfined':
      return value === 'unconfined' ? undefined : 'type';
    case 'RuntimeDefault': {
      const isDefault =
        value === 'runtime/default' ||
        (value === 'docker/default' && !annotation.startsWith(APP_ARMOR_OF_CONTAINER));
      return isDefault ? undefined : 'type';
    }
    case 'Localhost':
      if (!value.startsWith(LOCALHOST_PROFILE)) return 'type';
      return value.slice(LOCALHOST_PROFILE.length) === localhostProfile
        ? undefined
        : 'localhostProfile';
    default:
      return undefined;
  }
}
