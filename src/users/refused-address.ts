import { notify } from '../notifications/notify.ts'
import type { ResourceLink } from '../platform/resource.ts'
import type { PageRequest } from '../platform/table/list/list.ts'
import { readAdministrators } from './administrators.ts'

/** An address to which emails are no longer sent. */
interface RefusedAddress {
  owner: ResourceLink
  /** Reason: `bounced` or `complained`. */
  status: string
  /** Time of the change (RFC 3339). */
  at: string
  /** Idempotency key of the notification. */
  cause: string
}

/** Notifies one page of administrators that emails to an address are no longer sent; returns the next cursor. */
export const notifyOfRefusedAddress = async (
  { owner: resource, status, at, cause }: RefusedAddress,
  rows: PageRequest,
): Promise<string | null> => {
  const { items, next_cursor } = await readAdministrators(rows)
  const ids = items.map(({ id }) => id)
  await notify(ids, { type: 'mail_bounced', params: { status }, actor: null, resource, cause, at })
  return next_cursor
}
