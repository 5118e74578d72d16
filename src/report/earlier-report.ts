/** Reports whether a text is an earlier report, in any of the formats. A new report may replace it. */
export function isEarlierReport(text: string): boolean {
  return [
    /^$/,
    /^\{\n {2}"version": 1,\n {2}"kubernetesVersions": \[/,
    /^\{\n {2}"\$schema": "[^"]*sarif[^"]*",[^\0]{0,200}"driver": \{\n {10}"name": "kubeadmit"/,
    /^\[(?:\]|\n {2}\{\n {4}"description": "[^\n]*",\n {4}"check_name": )/,
    /^<\?xml [^\n]*\n<testsuites name="kubeadmit"/,
    /^<\?xml [^\n]*\n<checkstyle version="4\.3"\/?>/,
    // The formats for people end with a summary.
    /\nchecked \d+ of \d+ documents? in \d+ files? for Kubernetes [^\n]*\n$/,
    /^checked \d+ of \d+ documents? in \d+ files? for Kubernetes [^\n]*\n$/,
  ].some((report) => report.test(text));
}
