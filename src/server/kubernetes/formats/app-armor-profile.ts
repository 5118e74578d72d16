import { trimSpace } from '../../../base/go/white-space.ts';
import type { AppArmorProfile } from '../types.generated.ts';
import { byteLength } from './dns.ts';

/** The start of the annotations with the AppArmor profile of a container. */
export const APP_ARMOR_OF_CONTAINER = 'container.apparmor.security.beta.kubernetes.io/';

/** The largest length of the name of an AppArmor profile, in bytes. */
export const LONGEST_APP_ARMOR_NAME = 4095;

/** The start of a profile that is a file on the node. */
export const LOCALHOST_PROFILE = 'localhost/';

/** The AppArmor profile of an annotation. Undefined if the annotation is invalid. */
export function profileOfAnnotation(value: string | undefined): AppArmorProfile | undefined {
  if (value === undefined) return undefined;
  if (value === 'unconfined') return { type: 'Unconfined' };
  if (value === 'runtime/default') return { type: 'RuntimeDefault' };
  if (!value.startsWith(LOCALHOST_PROFILE)) return undefined;
  const localhostProfile = value.slice(LOCALHOST_PROFILE.length);
  const isValid =
    localhostProfile !== '' &&
    trimSpace(localhostProfile) === localhostProfile &&
    byteLength(localhostProfile) <= LONGEST_APP_ARMOR_NAME;
  return isValid ? { type: 'Localhost', localhostProfile } : undefined;
}

/** Reports whether two profiles of AppArmor are the same. */
export function isSameProfile(
  one: Partial<AppArmorProfile> | undefined,
  other: Partial<AppArmorProfile> | undefined,
): boolean {
  return (
    one !== undefined &&
    one.type === other?.type &&
    one.localhostProfile === other?.localhostProfile
  );
}
