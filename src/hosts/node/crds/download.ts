import type { IncomingMessage } from 'node:http';
import type { LookupFunction } from 'node:net';
import { shownAddress } from '../../../base/shown-address.ts';
import { reasonOf } from '../disk/problem.ts';
import { DEFAULT_MAX_FILE_SIZE, MEGABYTE } from '../disk/reading.ts';
import { isPublicAddress } from './public-address.ts';

/** The way in which files are downloaded. */
export interface Downloading {
  /** True if servers on this computer, or in a network that is not public, may be asked. */
  readonly allowsPrivate: boolean;
  /** Called with each host before it is asked. */
  readonly onHost: (host: string) => void;
}

/** The headers of a request. */
interface SentHeaders {
  readonly accept?: string;
  readonly authorization?: string;
}

/** The answer of a server. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly content: Uint8Array;
}

/** Something cannot be downloaded; the message is for users. */
export class DownloadProblem extends Error {}

/** The most redirects that are followed. */
const MOST_REDIRECTS = 5;
/** The longest time of a download, in milliseconds. */
const LONGEST = 120_000;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Downloads a file.
 *
 * @param url with `https:`
 * @throws DownloadProblem
 */
export async function download(url: string, downloading: Downloading): Promise<Uint8Array> {
  const { status, content } = await ask(url, {}, downloading);
  if (status === 200) return content;
  throw new DownloadProblem(`the server answers with status ${status}`);
}

/**
 * Asks a server with GET, and the servers that it redirects to.
 *
 * @param headers sent to the first host only, as they may be secret
 * @throws DownloadProblem for an address that must not be asked, and where there is no answer
 */
export async function ask(
  url: string,
  headers: SentHeaders,
  downloading: Downloading,
): Promise<Answer> {
  let at = addressOf(url);
  const first = at.host;
  const deadline = AbortSignal.timeout(LONGEST);
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    downloading.onHost(at.host);
    const sent = at.host === first ? headers : {};
    const answer = await askOnce(at, sent, downloading, deadline);
    const { location } = answer.headers;
    if (!REDIRECTS.has(answer.status) || location === undefined) return answer;
    at = addressOf(location, at);
  }
  throw new DownloadProblem(`there are more than ${MOST_REDIRECTS} redirects`);
}

/** @throws DownloadProblem */
function addressOf(text: string, base?: URL): URL {
  if (!URL.canParse(text, base?.href))
    throw new DownloadProblem(`${shownAddress(text)} is not an address`);
  const url = new URL(text, base);
  if (url.protocol !== 'https:') {
    throw new DownloadProblem(`${shownAddress(url.href)} is not an https address`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new DownloadProblem('an address with a password is not used');
  }
  return url;
}

/** Its modules of Node are loaded only here, as hardly any run needs them. */
function askOnce(
  url: URL,
  headers: SentHeaders,
  { allowsPrivate }: Downloading,
  signal: AbortSignal,
): Promise<Answer> {
  const { get } = process.getBuiltinModule('node:https');
  const { isIP } = process.getBuiltinModule('node:net');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!allowsPrivate && isIP(host) !== 0 && !isPublicAddress(host)) throw notPublic(url.host, host);
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      const reason = signal.aborted ? `no answer in ${LONGEST / 1000} seconds` : reasonOf(error);
      reject(
        error instanceof DownloadProblem ? error : new DownloadProblem(`${url.host}: ${reason}`),
      );
    };
    const request = get(
      url,
      {
        // A connection is not used again, as its address would not be looked up again.
        headers: {
          'user-agent': 'kubeadmit',
          'accept-encoding': 'identity',
          connection: 'close',
          ...headers,
        },
        signal,
        ...(allowsPrivate ? {} : { lookup: publicAddressesOnly }),
      },
      (response) => {
        contentOf(response).then(
          (content) =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, content }),
          fail,
        );
      },
    );
    request.on('error', fail);
  });
}

async function contentOf(response: IncomingMessage): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response) {
    if (!(chunk instanceof Uint8Array)) continue;
    size += chunk.length;
    if (size > DEFAULT_MAX_FILE_SIZE) {
      throw new DownloadProblem(`the file is larger than ${DEFAULT_MAX_FILE_SIZE / MEGABYTE} MB`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Looks a host up for a connection. The addresses are checked that the connection uses, as a second look could give
 * others.
 */
const publicAddressesOnly: LookupFunction = (host, options, done) => {
  const { lookup } = process.getBuiltinModule('node:dns');
  lookup(host, { ...options, all: true }, (error, found) => {
    const addresses = found ?? [];
    const [first] = addresses;
    const other = addresses.find(({ address }) => !isPublicAddress(address));
    if (other !== undefined) done(notPublic(host, other.address), '');
    else if (error !== null || first === undefined) done(error, '');
    else if (options.all === true) done(null, addresses);
    else done(null, first.address, first.family);
  });
};

/**
 * The addresses of a host, for a program that connects to it.
 *
 * @throws DownloadProblem if it has none, or one that must not be asked
 */
export async function publicAddressesOf(
  { hostname }: URL,
  { allowsPrivate }: Downloading,
): Promise<readonly string[]> {
  const { lookup } = process.getBuiltinModule('node:dns/promises');
  const host = hostname.replace(/^\[|\]$/g, '');
  try {
    const addresses = (await lookup(host, { all: true })).map(({ address }) => address);
    const other = allowsPrivate ? undefined : addresses.find((one) => !isPublicAddress(one));
    if (other !== undefined) throw notPublic(host, other);
    return addresses;
  } catch (error) {
    throw error instanceof DownloadProblem
      ? error
      : new DownloadProblem(`${host}: ${reasonOf(error)}`);
  }
}

function notPublic(host: string, address: string): DownloadProblem {
  const shown = host === address ? host : `${host} (${address})`;
  return new DownloadProblem(
    `${shown} is not a public address; --allow-private-addresses permits it`,
  );
}
