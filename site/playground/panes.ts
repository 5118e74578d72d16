import type { Pane } from '../share.ts';
import { CEL_FILES, CRD_FILES } from './command-line.ts';

/** A pane of the playground. */
export interface PaneDescription {
  readonly title: string;
  readonly about: string;
  /** The names of the files, if the pane has no others. */
  readonly files?: readonly string[];
  /** The minors that the user chooses: one, one or a range, or two different ones. */
  readonly versions: 'one' | 'range' | 'two';
}

/** The panes in their order. */
export const PANE_DESCRIPTIONS: ReadonlyMap<Pane, PaneDescription> = new Map([
  [
    'lint',
    {
      title: 'Lint',
      about:
        'Manifests, CRDs and custom resources together: what the API server refuses, and what does not work.',
      versions: 'range',
    },
  ],
  [
    'policy',
    {
      title: 'Policy',
      about: 'Passes the objects of the files through the admission policies and bindings in them.',
      versions: 'one',
    },
  ],
  [
    'cel',
    {
      title: 'CEL',
      about: `Evaluates an expression. Give the objects that it uses in the files; empty files are not used.`,
      files: Object.values(CEL_FILES),
      versions: 'one',
    },
  ],
  [
    'crd',
    {
      title: 'CRD change',
      about:
        'Compares CRDs before and after a change, and shows custom resources that the change breaks.',
      files: Object.values(CRD_FILES),
      versions: 'one',
    },
  ],
  [
    'upgrade',
    {
      title: 'Upgrade',
      about: 'Shows what changes for the manifests if the cluster is upgraded.',
      versions: 'two',
    },
  ],
]);
