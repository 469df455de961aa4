import { told } from '#docs'
import { environment } from '../../platform/runtime/environment.ts'
import { log } from '../../platform/runtime/log.ts'
import { problem } from '../../platform/runtime/problem.ts'
import { storedDiscovery, storeDiscovery, type DiscoveryCopy } from './discovery-copy.ts'
import { parseDiscovery, type Discovery } from './discovery-document.ts'
import { fetchDiscovery } from './editing-server.ts'
import { ownDiscovery } from '../file-kinds.ts'

/** How long a document is as good as new, in milliseconds: a new release of an editor moves it to another address. */
const freshMilliseconds = 3_600_000

/** How long a server that failed, or was asked out of turn, is left alone, in milliseconds. */
const pauseMilliseconds = 60_000

/** What this process knows of an editing server. */
interface Known {
  discovery?: Discovery
  /** In milliseconds since 1970, as `pausedUntil`. */
  fetchedAt: number
  pausedUntil: number
  /** What goes on at the moment, for all who need it. */
  pending?: Promise<void> | undefined
}

const servers = new Map<string, Known>()

const knownOf = (server: string): Known => {
  const known = servers.get(server) ?? { fetchedAt: 0, pausedUntil: 0 }
  servers.set(server, known)
  return known
}

const isFresh = ({ discovery, fetchedAt }: Known) => discovery && Date.now() - fetchedAt < freshMilliseconds
const isPaused = ({ pausedUntil }: Known) => Date.now() < pausedUntil

/** What fails here leaves us with what we have. */
const logFailure = (what: string) => (error: unknown) => {
  const reason = String(error).slice(0, 200)
  log.warn(what, {
    reason,
    refusal: /server answered 4(?!08|29)/.test(reason) ? 'editing_server' : undefined,
  })
}

const learn = async (known: Known, { xml, fetchedAt }: DiscoveryCopy) => {
  known.discovery = await parseDiscovery(xml)
  known.fetchedAt = fetchedAt
}

const learnFromServer = async (server: string, known: Known): Promise<void> => {
  try {
    const copy = { xml: await fetchDiscovery(server), fetchedAt: Date.now() }
    await learn(known, copy)
    await storeDiscovery(server, copy).catch(logFailure('storing the discovery document failed'))
  } catch (error) {
    known.pausedUntil = Date.now() + pauseMilliseconds
    logFailure('fetching the discovery document failed')(error)
  }
}

/** What another process has fetched already counts as well. */
const learnFromTable = async (server: string, known: Known): Promise<void> => {
  const copy = await storedDiscovery(server)
  if (copy && copy.fetchedAt > known.fetchedAt) await learn(known, copy)
}

const refresh = async (server: string, known: Known): Promise<void> => {
  await learnFromTable(server, known).catch(logFailure('reading the stored discovery document failed'))
  if (!isFresh(known)) await learnFromServer(server, known)
}

/** Does the work, or waits for what is done already. */
const once = (known: Known, work: () => Promise<void>): Promise<void> =>
  (known.pending ??= work().finally(() => (known.pending = undefined)))

export const discoveryUnavailable = problem('wopi.discovery_unavailable', 503, {
  wording: (retrySeconds: number) => ({
    detail: 'The editing server provides no discovery document at the moment.',
    retryAfter: retrySeconds,
  }),
  docs: told({ meaning: 'The editing server has not provided its discovery document yet.', example: [1] }),
})

export const kindUnknown = problem('wopi.kind_unknown', 409, {
  wording: (name: string) => `No editor opens files such as "${name}".`,
  docs: told({ meaning: 'No editor opens files of this type.', example: ['backup.zip'] }),
})

const requireDiscovery = (known: Known): Discovery => {
  if (known.discovery) return known.discovery
  const seconds = Math.max(1, Math.ceil((known.pausedUntil - Date.now()) / 1000))
  throw discoveryUnavailable(seconds)
}

/**
 * What the editing server can do: its discovery document, at most an hour old unless the server is down, or
 * our own when no server is configured. Throws 503 when there never was one.
 */
export const discovery = async (): Promise<Discovery> => {
  const server = environment.wopiClientUrl
  if (server === undefined) return ownDiscovery()
  const known = knownOf(server)
  if (!isFresh(known) && !isPaused(known)) await once(known, () => refresh(server, known))
  return requireDiscovery(known)
}

/** The same, asked of the server now for a reason; within a minute of the last time it is what was known then. */
export const renewDiscovery = async (): Promise<Discovery> => {
  const server = environment.wopiClientUrl
  if (server === undefined) return ownDiscovery()
  const known = knownOf(server)
  if (known.pending) await known.pending
  else if (!isPaused(known)) {
    known.pausedUntil = Date.now() + pauseMilliseconds
    await once(known, () => learnFromServer(server, known))
  }
  return requireDiscovery(known)
}
