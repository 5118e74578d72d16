/** Reports whether a text is an earlier report, in any of the formats. A new report may replace it. */
export function isEarlierReport(text: string): boolean {
  const head = text.slice(0, 500);
  const isSarif = head.includes('sarif') && head.includes('"name": "kubeadmit"');
  return (
    text === '' ||
    (text.startsWith('{\n') &&
      (isSarif || head.startsWith('  "version": 1,\n  "kubernetesVersions": [', 2))) ||
    /^\[(?:\]|\n {2}\{\n {4}"description": "[^\n"]*")/.test(text) ||
    head.includes('\n<testsuites name="kubeadmit"') ||
    head.includes('\n<checkstyle version="4.3"') ||
    // The formats for people end with a summary.
    /^checked \d+ of \d+ documents? in \d+ files? for Kubernetes /.test(lastLineOf(text))
  );
}

function lastLineOf(text: string): string {
  return text.slice(text.lastIndexOf('\n', text.length - 2) + 1);
}
