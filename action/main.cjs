// The entry of the action, as GitHub runs it: inputs are in the environment. Of a release, it downloads the executable, which
// takes a second or two. Anything else is installed by npm, so that neither a build nor dependencies have to be in the repository.
//
// What is checked out may be hostile: with an .npmrc, programs, or a node_modules/kubeadmit of its own. So the installation runs in
// a folder outside of it, with no program of it, and the command is started from there by its path.
const { spawnSync } = require('node:child_process');
const { appendFileSync, existsSync, mkdtempSync, realpathSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { delimiter, isAbsolute, join, resolve, sep } = require('node:path');
const { name, version } = require('../package.json');

/** An input, as the runner hands it over: https://docs.github.com/en/actions/reference/workflows-and-actions/metadata-syntax */
function input(key) {
  return (process.env[`INPUT_${key.toUpperCase()}`] ?? '').trim();
}

function linesOf(text) {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** The version whose executable is downloaded. Undefined if npm installs the package. */
function releaseOf(asked) {
  const { GITHUB_ACTION_REF: ref } = process.env;
  const isRelease = asked === '' && (!ref || ref === `v${version}`);
  const released = isRelease ? version : /^v?(\d+\.\d+\.\d+(?:-[\w.-]+)?)$/.exec(asked)?.[1];
  const hasExecutable =
    ['linux', 'darwin'].includes(process.platform) && ['x64', 'arm64'].includes(process.arch);
  return hasExecutable ? released : undefined;
}

/** What npm installs: a version of the package, or anything else that it knows, such as a file. */
function packageSpec(asked) {
  if (asked === '') return packageOfAction();
  if (/^\.\.?\//.test(asked)) return resolve(asked);
  return /^(?:v?\d|[\w-]+$)/.test(asked) ? `${name}@${asked.replace(/^v(?=\d)/, '')}` : asked;
}

/** The published package if the action is used at the tag of its version; else the package at that branch or commit. */
function packageOfAction() {
  const { GITHUB_ACTION_REF: ref, GITHUB_ACTION_REPOSITORY: repository } = process.env;
  return ref && repository && ref !== `v${version}`
    ? `github:${repository}#${ref}`
    : `${name}@${version}`;
}

/** Reports whether a path is a folder, or in it. */
function isIn(folder, path) {
  return `${path}${sep}`.startsWith(`${folder}${sep}`);
}

/** The folders of PATH that are not in the checkout. */
function safePath(checkout) {
  const isOutside = (folder) => {
    try {
      return !isIn(checkout, realpathSync(folder));
    } catch {
      return false;
    }
  };
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.filter((folder) => isAbsolute(folder) && isOutside(folder)).join(delimiter);
}

/** The variables that name the home folder, settings of npm and curl, and the cache in which npm looks for packages. */
const SETTINGS = /^(?:HOME|XDG_\w+_HOME|CURL_HOME|npm_config_\w+)$/i;

/** The environment without settings that the checkout contains: programs, and the options of npm and curl. */
function safeEnvironment(checkout, folder) {
  const isOfCheckout = ([name, value]) =>
    SETTINGS.test(name) &&
    isAbsolute(value) &&
    existsSync(value) &&
    isIn(checkout, realpathSync(value));
  const kept = Object.entries(process.env).filter((entry) => !isOfCheckout(entry));
  return { HOME: folder, ...Object.fromEntries(kept), PATH: safePath(checkout) };
}

/** Runs a program, and returns its exit status. */
function run(program, args, cwd, env) {
  const { error, status } = spawnSync(program, args, { cwd, env, stdio: 'inherit' });
  if (error !== undefined) console.error(`cannot run ${program}: ${error.message}`);
  return status ?? 2;
}

/** Installs the command into a folder, and returns its program with the first arguments. Undefined if that fails. */
function install(folder, env) {
  const release = releaseOf(input('version'));
  if (release !== undefined) {
    const script = join(__dirname, '../packaging/install.sh');
    const settings = { KUBEADMIT_INSTALL_DIR: folder, KUBEADMIT_SHA256: input('sha256') };
    if (run('sh', [script, release], folder, { ...env, ...settings }) !== 0) return undefined;
    const program = join(folder, 'kubeadmit');
    if (run(program, ['--version'], folder, env) === 0) return [program];
    console.error('the executable does not run on this system, so npm installs the package');
  }
  const quiet = ['--no-audit', '--no-fund', '--no-save', '--loglevel=error'];
  const spec = packageSpec(input('version'));
  const status = run('npm', ['install', '--prefix', folder, ...quiet, '--', spec], folder, env);
  if (status !== 0) return undefined;
  return [process.execPath, join(folder, 'node_modules', name, 'bin/kubeadmit.cjs')];
}

/** The folder to run in. Undefined if a symbolic link of the checkout leads out of it there. */
function workingDirectory(checkout) {
  const named = resolve(input('working-directory') || '.');
  const isOfCheckout = [checkout, resolve(process.env.GITHUB_WORKSPACE || '.')].some((root) =>
    isIn(root, named),
  );
  const leadsOut = isOfCheckout && existsSync(named) && !isIn(checkout, realpathSync(named));
  return leadsOut ? undefined : named;
}

function installAndRun(folder) {
  const checkout = realpathSync(process.env.GITHUB_WORKSPACE || '.');
  const cwd = workingDirectory(checkout);
  if (cwd === undefined) {
    console.error('the working directory is a symbolic link out of the checkout');
    return 2;
  }
  const env = safeEnvironment(checkout, folder);
  const [program, ...first] = install(folder, env) ?? [];
  if (program === undefined) return 2;
  const sarif = input('sarif');
  const args = [
    ...first,
    ...linesOf(input('args')),
    // The report on standard output stays the default one, with annotations.
    ...(sarif === '' ? [] : ['--format', 'sarif', '--output', sarif, '--output', '-']),
    '--',
    ...linesOf(input('paths')),
  ];
  return run(program, args, cwd, env);
}

const folder = mkdtempSync(join(process.env.RUNNER_TEMP || tmpdir(), 'kubeadmit-'));
try {
  const exitStatus = installAndRun(folder);
  if (process.env.GITHUB_OUTPUT) {
    appendFileSync(process.env.GITHUB_OUTPUT, `exit-status=${exitStatus}\n`);
  }
  process.exitCode = exitStatus;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
