/** The options that an editor sets, in `initializationOptions` or as the section `kubeadmit` of its configuration. */
export interface ClientOptions {
  /** A minor or a range of minors that replaces those of the configurations of the folders. */
  readonly kubernetesVersion: string | undefined;
  /** True if the editor shows costs and matches within the text, and above objects. */
  readonly hints: boolean;
  /** True if the editor shows the minors of the last check: it gets them as the notification `kubeadmit/status`. */
  readonly status: boolean;
}

/** Reads the options, of which later ones count; values of wrong types count as absent. */
export function readClientOptions(...values: readonly unknown[]): ClientOptions {
  const options = new Map<string, unknown>(
    values.flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.entries(value) : [],
    ),
  );
  const kubernetesVersion = options.get('kubernetesVersion');
  return {
    kubernetesVersion:
      typeof kubernetesVersion === 'string' && kubernetesVersion !== ''
        ? kubernetesVersion
        : undefined,
    hints: options.get('hints') === true,
    status: options.get('status') === true,
  };
}
