/** The start of the labels of a Namespace that choose the Pod Security Standards of its pods. */
export const POD_SECURITY_LABELS = 'pod-security.kubernetes.io/';
