/**
 * Sources of volumes that have been removed, with the version since which they have no effect and their names in
 * warnings.
 */
export const REMOVED_SOURCES = [
  ['photonPersistentDisk', 'since Kubernetes 1.16', 'photonPersistentDisk'],
  ['gitRepo', 'by default since Kubernetes 1.33', 'gitRepo'],
  ['scaleIO', 'since Kubernetes 1.22', 'scaleIO'],
  ['flocker', 'since Kubernetes 1.25', 'flocker'],
  ['storageos', 'since Kubernetes 1.25', 'storageOS'],
  ['quobyte', 'since Kubernetes 1.25', 'quobyte'],
  ['glusterfs', 'since Kubernetes 1.26', 'glusterfs'],
  ['cephfs', 'since Kubernetes 1.31', 'cephfs'],
  ['rbd', 'since Kubernetes 1.31', 'rbd'],
] as const;
