import type { Minor } from './minors.ts';

/**
 * The release of Kubernetes that represents each minor: the API facts, the changes of the server and the verdicts of
 * the tests were made with its code. A minor without a release does not compile. CONTRIBUTING.md lists the steps before
 * it gets one.
 */
export const REVIEWED_RELEASES: Readonly<Record<Minor, `${Minor}.${string}`>> = {
  '1.30': '1.30.14',
  '1.31': '1.31.14',
  '1.32': '1.32.13',
  '1.33': '1.33.13',
  '1.34': '1.34.4',
  '1.35': '1.35.4',
  '1.36': '1.36.3',
  '1.37': '1.37.2',
};
