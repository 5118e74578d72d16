/** The annotation with the seccomp profile of a pod. Servers do not use it since 1.27. */
export const SECCOMP_OF_POD = 'seccomp.security.alpha.kubernetes.io/pod';

/** The start of the annotations with the seccomp profile of a container. */
export const SECCOMP_OF_CONTAINER = 'container.seccomp.security.alpha.kubernetes.io/';
