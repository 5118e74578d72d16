import type { Field } from '../../../rule/field.ts';
import { hasGate, type Server } from '../../../server/kubernetes/server.ts';
import type {
  DownwardAPIVolumeFile,
  Int64,
  KeyToPath,
} from '../../../server/kubernetes/types.generated.ts';
import {
  reportInvalid,
  requireFormat,
  requireRange,
  requireText,
  requireValue,
} from '../../fields/value-checks.ts';
import { MAX_ID } from '../ids.ts';
import { hasBacksteps } from '../paths.ts';
import type { VolumeReport } from './report.ts';

/** Reports the modes and the owner of the files of a volume. */
export function checkDefaults(
  report: VolumeReport,
  source: Field<{ readonly defaultMode?: number; readonly defaultUser?: Int64 } | undefined>,
  server: Server,
): void {
  checkMode(report, source.get('defaultMode'));
  checkUser(report, source.get('defaultUser'), server);
}

/** Reports the keys of a ConfigMap or Secret that become files. */
export function checkKeys(
  report: VolumeReport,
  items: readonly Field<KeyToPath>[],
  server: Server,
): void {
  for (const item of items) {
    requireText(report, item.get('key'), 'the key of the value');
    requireText(report, item.get('path'), 'the path of the file');
    checkFile(report, item, server);
  }
}

/** Reports the files of a downward API volume, without their references to fields. */
export function checkDownwardFiles(
  report: VolumeReport,
  items: readonly Field<DownwardAPIVolumeFile>[],
  server: Server,
): void {
  for (const item of items) {
    requireText(report, item.get('path'), 'the path of the file');
    checkReferences(report, item);
    checkFile(report, item, server);
  }
}

function checkReferences(report: VolumeReport, item: Field<DownwardAPIVolumeFile>): void {
  const field = item.get('fieldRef');
  const resource = item.get('resourceFieldRef');
  if (field.absent && resource.absent) {
    requireValue((finding) => report({ ...finding, path: item.path }), field, 'a field of the pod');
  } else if (field.value !== undefined && resource.value !== undefined) {
    reportInvalid(report, item, 'it has fieldRef and resourceFieldRef');
  }
}

function checkFile(
  report: VolumeReport,
  item: Field<KeyToPath | DownwardAPIVolumeFile>,
  server: Server,
): void {
  requireFormat(report, item.get('path'), filePathProblem);
  checkMode(report, item.get('mode'));
  checkUser(report, item.get('user'), server);
}

function checkMode(report: VolumeReport, mode: Field<number | undefined>): void {
  const { value } = mode;
  if (value === undefined || (value >= 0 && value <= 0o777)) return;
  reportInvalid(report, mode, 'it must be between 0 and 0777, or 511 in decimal');
}

/** Reports the owner of a file. The server drops it if the feature is disabled. */
export function checkUser(
  report: VolumeReport,
  user: Field<Int64 | undefined>,
  server: Server,
): void {
  if (hasGate(server, 'AtomicWriteVolumeUserFields', true))
    requireRange(report, user, { least: 0, most: MAX_ID });
}

/**
 * The error of a path of a file in a volume, as a clause. Undefined for a valid path.
 *
 * Source: `ValidateLocalNonReservedPath` in `pkg/apis/core/validation/validation.go` of Kubernetes.
 */
export function filePathProblem(path: string): string | undefined {
  if (path.startsWith('/')) return "it must be relative, so it must not start with '/'";
  if (hasBacksteps(path)) return "it must not contain '..'";
  return path.startsWith('..') ? "it must not start with '..'" : undefined;
}
