import { makeCalendarEntry } from '../../src/calendar/calendar.ts'
import { entries } from '../../src/calendar/entry.ts'
import { events } from '../../src/calendar/event.ts'
import { writeBatch } from '../../src/platform/table/batch/batch-write.ts'
import { assignedTickets } from '../../src/support/ticket/assigned-ticket.ts'
import { recentPages } from '../../src/wiki/page/lists/recent-page.ts'
import { chapterOf, enroll, givenCourse } from '../support/given-course.ts'
import { givenChat, givenWords } from '../support/given-chat.ts'
import { changedTicket, givenTicket } from '../support/given-ticket.ts'
import { givenPage, givenSpace } from '../support/given.ts'
import { signedIn } from '../support/people.ts'
import { givenProject, givenTask } from '../task/given.ts'
import type { Scenario } from './scenarios.ts'

/** Creates a scenario on this many resources of every kind on the home screen. */
const homeWith = (count: number): Scenario => ({
  endpoint: 'home-read-home',
  of: `${count} of everything`,
  trips: 2,
  given: async () => {
    const [as, other] = await Promise.all([signedIn({ role: 'support_agent' }), signedIn()])
    const space = await givenSpace(other)
    for (let index = 0; index < count; index += 1) {
      const due_date = new Date(Date.now() + index * 86_400_000).toISOString().slice(0, 10)
      const project = await givenProject(other)
      await givenTask(other, project, { due_date, assignee_ids: [as.id] })
      await givenWords(other, await givenChat(other, [as]), 'Good morning')
      await givenTicket(as)
      const ticket = await changedTicket(as, await givenTicket(other), { assignee_id: as.id })
      await enroll(as, await givenCourse(other, { chapters: [chapterOf('One', 'Two')] }))
      const page = await givenPage(other, space)
      const event = events.make({
        title: 'Meeting',
        type: 'session',
        start_at: page.updated_at,
        end_at: new Date(Date.now() + (index + 1) * 86_400_000).toISOString(),
        audience: 'people',
        user_ids: [as.id],
      })
      // consequences through the table's stream
      const rows = [
        assignedTickets.itemOf(
          assignedTickets.make({ user_id: as.id, ticket_id: ticket.id, status: 'open' }),
        ),
        recentPages.itemOf({ page_id: page.id, space_id: space.id, updated_at: page.updated_at }),
        events.itemOf(event),
        entries.itemOf(makeCalendarEntry(as.id, event)),
      ]
      await writeBatch(rows, [])
    }
    return () => ({ as })
  },
})

export const homeScenarios: Scenario[] = [homeWith(1), homeWith(20)]
