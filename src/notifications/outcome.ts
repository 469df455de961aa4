import { log } from '../platform/runtime/log.ts'

/** Result of an event for one of the people it concerns. */
export type Outcome =
  /** Stored for the application, mailed, or left to a digest. */
  | 'sent'
  /** The person has muted the resource or what encloses it. */
  | 'muted'
  /** The person has turned off the type on every channel that is available. */
  | 'channel_off'
  /** The person may not, or may no longer, read the resource. */
  | 'no_access'
  /** The person caused the event, or owns the resource. */
  | 'own_action'
  /** The previous notification of the resource is unread. */
  | 'throttled'
  /** The event is too old. */
  | 'expired'
  /** The person was notified of the event before, or had the resource before. */
  | 'duplicate'
  /** The account is deactivated, has no usable address, or is no longer an agent's. */
  | 'inactive'
  /** The person has read the resource itself. */
  | 'read'
  /** The person subscribed, enrolled or was assigned after the event. */
  | 'joined_later'
  /** The resource was deleted or changed, or the notification was read or turned off, before the work began. */
  | 'obsolete'
  /** Removed after it was sent: the person lost access, or the quoted text was deleted. */
  | 'withdrawn'

export type Outcomes = ReadonlyMap<string, Outcome>

/**
 * IDs of the people considered at each step before a notification, in the order of the steps: the last step that
 * considered a person has left them out.
 */
export type Considered = Partial<Record<Outcome, string[]>>

/** The event in the log; `id` is the ID of the resource. */
interface About {
  type?: string
  id?: string | undefined
  cause?: string
  channel?: 'mail'
}

/** Maximum number of IDs per outcome in a line, above the 200 people of a message. */
const maxIds = 250

/** Returns the outcomes of people who were left out before a notification. */
export const omittedOutcomes = (considered: Considered): Map<string, Outcome> =>
  new Map(Object.entries(considered).flatMap(([outcome, ids]) => ids.map((id) => [id, outcome as Outcome])))

const logGroups = ({ id: resource, ...about }: About, groups: Iterable<[Outcome, string[]]>): void => {
  const fields = [...groups].flatMap(([outcome, ids]) => [
    [outcome, ids.length] as const,
    [`${outcome}_ids`, ids.slice(0, maxIds).join(' ')] as const,
  ])
  log.info('notification', { ...about, resource, ...Object.fromEntries(fields) })
}

/** Logs the number and the IDs of people per outcome: no titles, addresses or texts. */
export const logOutcomes = (about: About, outcomes: Outcomes): void => {
  const groups = Map.groupBy(outcomes.keys(), (id) => outcomes.get(id) as Outcome)
  if (groups.size > 0) logGroups(about, groups)
}

/** Logs that an event notifies nobody, or not these people. */
export const logOutcome = (about: About, outcome: Outcome, ids: string[] = []): void =>
  logGroups(about, [[outcome, ids]])

/** Returns the people whom an event notifies, without those who caused it; logs the latter. */
export const withoutActors = (user_ids: string[], actor_ids: string[], about: About): string[] => {
  const own = user_ids.filter((id) => actor_ids.includes(id))
  if (own.length > 0) logOutcome(about, 'own_action', own)
  return user_ids.filter((id) => !actor_ids.includes(id))
}
