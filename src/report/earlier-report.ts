/** Whether a text is a report that was written before, in any of the formats, so that a new one may take its place. */
export function isEarlierReport(text: string): boolean {
  return [
    /^$/,
    /^\{\n {2}"version": 1,\n {2}"kubernetesVersions": \[/,
    /^\{\n {2}"\$schema": "[^"]*sarif[^"]*",[^\0]{0,200}"driver": \{\n {10}"name": "kubeadmit"/,
    /^\[(?:\]|\n {2}\{\n {4}"description": "[^\n]*",\n {4}"check_name": )/,
    /^<\?xml [^\n]*\n<testsuites name="kubeadmit"/,
    /^<\?xml [^\n]*\n<checkstyle version="4\.3"\/?>/,
    // Those for people end with a summary.
    /\nchecked \d+ of \d+ documents? in \d+ files? for Kubernetes [^\n]*\n$/,
    /^checked \d+ of \d+ documents? in \d+ files? for Kubernetes [^\n]*\n$/,
  ].some((report) => report.test(text));
}
