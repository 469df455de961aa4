import { notify } from '../notifications/notify.ts'
import type { ResourceLink } from '../platform/resource.ts'
import type { PageRequest } from '../platform/table/list/list.ts'
import { readAdministrators } from './administrators.ts'

/** An address that receives no mail any more: of whom, why, and since when (RFC 3339). */
interface RefusedAddress {
  owner: ResourceLink
  status: string
  at: string
  /** Idempotency key of the notification. */
  cause: string
}

/** Notifies one page of the administrators of an address that receives no mail any more; returns the next cursor. */
export const notifyOfRefusedAddress = async (
  { owner: resource, status, at, cause }: RefusedAddress,
  rows: PageRequest,
): Promise<string | null> => {
  const { items, next_cursor } = await readAdministrators(rows)
  const ids = items.map(({ id }) => id)
  await notify(ids, { type: 'mail_bounced', params: { status }, actor: null, resource, cause, at })
  return next_cursor
}
