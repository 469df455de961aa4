import type { QueryOf } from '../support/call.ts'
import { atTime } from '../support/clock.ts'
import { made } from '../support/given.ts'
import type { SignedIn } from '../support/people.ts'
import { addMessage } from '../../src/support/message/changes.ts'
import { readReport } from '../../src/support/report/endpoints/read-report.ts'
import { changeTicket } from '../../src/support/ticket/changes.ts'
import { openTicket } from '../../src/support/ticket/new-ticket.ts'
import { settle } from '../support/world.ts'

type Ticket = { id: string }
type Fields = { priority?: 'normal' | 'urgent'; category?: string | null }

/** Runs a change at a time, without a request, whose token would have expired, and counts it. */
const changedAt = <T>(time: string, change: () => Promise<T>): Promise<T> =>
  atTime(time, async () => {
    const changed = await change()
    await settle()
    return changed
  })

export const openAt = (
  time: string,
  requester: SignedIn,
  { priority = 'normal', category = null }: Fields = {},
) =>
  changedAt(time, () =>
    openTicket(requester, {
      subject: 'The printer is on fire',
      description: null,
      priority,
      category,
      requester_id: undefined,
      contact_id: undefined,
    }),
  )

export const changeAt = (
  time: string,
  as: SignedIn,
  { id }: Ticket,
  changes: Parameters<typeof changeTicket>[2],
) => changedAt(time, () => changeTicket(as, id, changes, undefined))

export const answerAt = (time: string, as: SignedIn, { id }: Ticket) =>
  changedAt(time, () =>
    addMessage(as, { ticket_id: id, text: 'Try this.', attachments: [], is_internal: false }),
  )

type Row = { opened: number; solved: number; breached: number } & Record<string, unknown>

/** Returns the rows of a report: the name or day, opened, solved, minutes until the response, breached and rating. */
export const reportRows = async (as: SignedIn, query: QueryOf<typeof readReport>) => {
  const { items } = await made(readReport, { as, query })
  return items.map((row) => {
    const { opened, solved, first_response_minutes, breached, rating, ...label } = row as Row
    const [named] = Object.values(label) as [string | { name: string } | null]
    const name = typeof named === 'string' ? named : (named?.name ?? null)
    return [name, opened, solved, first_response_minutes, breached, rating]
  })
}
