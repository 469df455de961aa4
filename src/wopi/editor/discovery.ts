import { problemDocs } from '#docs'
import { wopiEnvironment } from '../environment.ts'
import { log } from '../../platform/runtime/log.ts'
import { problem } from '../../platform/runtime/problem.ts'
import { storedDiscovery, storeDiscovery, type DiscoveryCopy } from './discovery-copy.ts'
import { parseDiscovery, type Discovery } from '../discovery-document.ts'
import { fetchDiscovery } from './editing-server.ts'
import { ownDiscovery } from '../file-kinds.ts'

/** Time a document counts as fresh, in milliseconds; a new release of an editor changes its URLs. */
const freshMilliseconds = 3_600_000

/** Pause after a failed or forced request to the server, in milliseconds. */
const pauseMilliseconds = 60_000

/** State of an editing server in this process. */
interface ServerState {
  discovery?: Discovery
  /** Time of the last fetch, in milliseconds since 1970, like `pausedUntil`. */
  fetchedAt: number
  pausedUntil: number
  /** The refresh in progress, shared by all callers. */
  pending?: Promise<void> | undefined
}

const servers = new Map<string, ServerState>()

const serverState = (server: string): ServerState => {
  const known = servers.get(server) ?? { fetchedAt: 0, pausedUntil: 0 }
  servers.set(server, known)
  return known
}

const isFresh = ({ discovery, fetchedAt }: ServerState) =>
  discovery && Date.now() - fetchedAt < freshMilliseconds
const isPaused = ({ pausedUntil }: ServerState) => Date.now() < pausedUntil

/** Returns an error handler that only logs, so that the known document stays in use. */
const logFailure = (what: string) => (error: unknown) => {
  const reason = String(error).slice(0, 200)
  log.warn(what, {
    reason,
    refusal: /server answered 4(?!08|29)/.test(reason) ? 'editing_server' : undefined,
  })
}

const learn = async (known: ServerState, { xml, fetchedAt }: DiscoveryCopy) => {
  known.discovery = await parseDiscovery(xml)
  known.fetchedAt = fetchedAt
}

const learnFromServer = async (server: string, known: ServerState): Promise<void> => {
  try {
    const copy = { xml: await fetchDiscovery(server), fetchedAt: Date.now() }
    await learn(known, copy)
    await storeDiscovery(server, copy).catch(logFailure('storing the discovery document failed'))
  } catch (error) {
    known.pausedUntil = Date.now() + pauseMilliseconds
    logFailure('fetching the discovery document failed')(error)
  }
}

/** Loads the stored document if another process has fetched a newer one. */
const learnFromTable = async (server: string, known: ServerState): Promise<void> => {
  const copy = await storedDiscovery(server)
  if (copy && copy.fetchedAt > known.fetchedAt) await learn(known, copy)
}

const refresh = async (server: string, known: ServerState): Promise<void> => {
  await learnFromTable(server, known).catch(logFailure('reading the stored discovery document failed'))
  if (!isFresh(known)) await learnFromServer(server, known)
}

/** Runs the work unless it is already running, and waits for its end. */
const shareWork = (known: ServerState, work: () => Promise<void>): Promise<void> =>
  (known.pending ??= work().finally(() => (known.pending = undefined)))

export const discoveryUnavailable = problem('wopi.discovery_unavailable', 503, {
  wording: (retrySeconds: number) => ({
    detail: 'The editing server provides no discovery document at the moment.',
    retryAfter: retrySeconds,
  }),
  docs: problemDocs({
    meaning: 'The editing server has not provided its discovery document yet.',
    example: [1],
  }),
})

export const kindUnknown = problem('wopi.kind_unknown', 409, {
  wording: (name: string) => `No editor opens files such as "${name}".`,
  docs: problemDocs({ meaning: 'No editor opens files of this type.', example: ['backup.zip'] }),
})

const requireDiscovery = (known: ServerState): Discovery => {
  if (known.discovery) return known.discovery
  const seconds = Math.max(1, Math.ceil((known.pausedUntil - Date.now()) / 1000))
  throw discoveryUnavailable(seconds)
}

/**
 * Returns the discovery document of the editing server, at most an hour old unless the server is down, or our own
 * document if no server is configured. Throws 503 if the server has never provided one.
 */
export const discovery = async (): Promise<Discovery> => {
  const server = wopiEnvironment.clientUrl
  if (server === undefined) return ownDiscovery()
  const known = serverState(server)
  if (!isFresh(known) && !isPaused(known)) await shareWork(known, () => refresh(server, known))
  return requireDiscovery(known)
}

/**
 * Fetches the discovery document from the server now; within a minute of the last such request, returns the known one.
 */
export const renewDiscovery = async (): Promise<Discovery> => {
  const server = wopiEnvironment.clientUrl
  if (server === undefined) return ownDiscovery()
  const known = serverState(server)
  if (known.pending) await known.pending
  else if (!isPaused(known)) {
    known.pausedUntil = Date.now() + pauseMilliseconds
    await shareWork(known, () => learnFromServer(server, known))
  }
  return requireDiscovery(known)
}
