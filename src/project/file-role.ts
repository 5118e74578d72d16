import type { PatchTarget } from './kustomize-patch.ts';
import type { Surrounding } from './project-folder.ts';

/** What a file is for, as the project files around it tell. */
export type FileRole =
  /** Objects that are sent to a server. */
  | { readonly kind: 'manifests' }
  /** A patch or a configuration of kustomize. */
  | { readonly kind: 'kustomize-patch'; readonly target: PatchTarget | undefined }
  /** A template of a Helm chart, which has to be rendered first. */
  | { readonly kind: 'chart-template' }
  /** Objects that a test compares with those of a cluster; they have only the fields that it asserts. */
  | { readonly kind: 'test-assertion' };

/** How kuttl finds the files that it compares: `00-assert.yaml`, `02-errors.yaml`. */
const KUTTL_ASSERTION = /^\d+-(?:assert|errors)(?:-[^/]*)?\.ya?ml$/;

/** How such files are named in folders of tests: `assert.yaml`, `chainsaw-assert-2.yaml`. */
const ASSERTION_NAME =
  /(?:^|[-_.])(?:assert|asserts|assertion|assertions|errors?)(?:[-_.][^/]*)?\.(?:ya?ml|json)$/;

const PATCH_NAME = /(?:^|[-_.])patch(?:[-_.][^/]*)?\.(?:ya?ml|json)$|(?:^|\/)patches\//;

/**
 * Tells what a file is for.
 *
 * @param name of the file, with or without its folder
 * @param surroundings the folder of the file and those above it, the nearest first
 */
export function roleOf(name: string, surroundings: readonly Surrounding[]): FileRole {
  const fileName = name.slice(name.lastIndexOf('/') + 1);
  if (KUTTL_ASSERTION.test(fileName)) return { kind: 'test-assertion' };
  if (surroundings.some((one) => isAssertion(fileName, one))) return { kind: 'test-assertion' };
  for (const { folder, path } of surroundings) {
    if (folder.isChart) {
      // What is in a chart but not among its templates, such as crds/, is sent as it is.
      return path.startsWith('templates/') ? { kind: 'chart-template' } : { kind: 'manifests' };
    }
    const { kustomization } = folder;
    if (kustomization === undefined) continue;
    if (kustomization.parts.has(path)) {
      return { kind: 'kustomize-patch', target: kustomization.parts.get(path) };
    }
    if (kustomization.resources.has(path)) return { kind: 'manifests' };
    if (PATCH_NAME.test(path)) return { kind: 'kustomize-patch', target: undefined };
  }
  return { kind: 'manifests' };
}

/** Whether a test asserts a file, or its name and folder say so. The nearest folder with tests need not be its own. */
function isAssertion(fileName: string, { folder, path }: Surrounding): boolean {
  return folder.assertedFiles.has(path) || (folder.hasTests && ASSERTION_NAME.test(fileName));
}
