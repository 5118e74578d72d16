import { REPOSITORY_URL } from '../../../result/document-urls.ts';

// No version is published yet, so files of `kubeadmit init` name the main branch. From the first release on, they name
// `v${version}` and `${name}@${version}` with the version in package.json; a test compares them with the newest release
// in CHANGELOG.md.

/** The owner and the name of the repository of kubeadmit, as GitHub Actions name it. */
export const REPOSITORY = REPOSITORY_URL.replace(/^https:\/\/github\.com\//, '');

/** The revision of the repository in files that `kubeadmit init` writes. */
export const REVISION = 'main';

/** The package in such files, as `npm install` takes it. */
export const PACKAGE = `github:${REPOSITORY}`;
