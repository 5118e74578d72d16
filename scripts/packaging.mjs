// Fills in the files of packaging/ for a release:
//   node scripts/packaging.mjs VERSION SHA256SUMS FOLDER
// SHA256SUMS is the file of the release, with the checksum of the archive of each platform. The files are written to
// FOLDER.
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const RELEASES = 'https://github.com/kubeadmit/kubeadmit/releases/download';

const [version, sums, folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('usage: node scripts/packaging.mjs VERSION SHA256SUMS FOLDER');
  process.exit(2);
}
const checksums = new Map(
  readFileSync(sums, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, checksum, platform] =
        /^([0-9a-f]{64}) [ *]kubeadmit-([a-z]+-[a-z0-9]+)\.(?:tar\.gz|zip)$/.exec(line) ?? [];
      return platform === undefined ? [] : [[platform, checksum]];
    }),
);

const source = resolve(import.meta.dirname, '../packaging');
for (const name of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
  const [from, to] = [join(source, name), join(folder, name)];
  if (statSync(from).isDirectory()) mkdirSync(to, { recursive: true });
  else if (name !== 'README.md') {
    // The copy keeps the permissions.
    cpSync(from, to);
    writeFileSync(to, filled(readFileSync(from, 'utf8')));
  }
}
// The plugin for asdf is a repository of its own.
cpSync(join(folder, 'install.sh'), join(folder, 'asdf/install.sh'));

function filled(text) {
  return text
    .replaceAll('@VERSION@', version)
    .replace(/@URL:([a-z0-9-]+)@/g, (_, platform) => {
      const extension = platform.startsWith('windows-') ? 'zip' : 'tar.gz';
      return `${RELEASES}/v${version}/kubeadmit-${platform}.${extension}`;
    })
    .replace(/@SHA256:([a-z0-9-]+)@/g, (_, platform) => checksumOf(platform));
}

function checksumOf(platform) {
  const checksum = checksums.get(platform);
  if (checksum === undefined) throw new Error(`${sums} has no checksum for ${platform}`);
  return checksum;
}
