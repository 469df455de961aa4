import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import { answeredArray } from '../../platform/schema/fields.ts'
import { homeItems } from '../../platform/schema/list-fields.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { HomeChats, readHomeChats } from '../../chats/chat/home.ts'
import { HomeCourses, readHomeCourses } from '../../lms/course/home.ts'
import { Event } from '../../calendar/event.ts'
import { coming, queryComing, loadTimezone } from '../../lms/event/list.ts'
import { HomeNotifications, readHomeNotifications } from '../../notifications/home.ts'
import { HomeTickets, readHomeTickets } from '../../support/ticket/home.ts'
import { HomeTasks, readHomeTasks } from '../../task/home.ts'
import { PageSummary } from '../../wiki/page/page.ts'
import { queryRecentPages } from '../../wiki/page/lists/recent-list.ts'

const shown = { limit: homeItems }

export const readHome = endpoint('GET /home', {
  summary: 'Get the home screen',
  success: 'The caller’s work and news.',
  description:
    'Returns everything in one call, limited to what the caller may read now. Days and weeks, which begin ' +
    'on Monday, are those of the caller’s time zone.',
  response: z.described(docs('The home screen.', { id: 'Home' }), {
    tasks: HomeTasks,
    chats: HomeChats,
    notifications: HomeNotifications,
    tickets: HomeTickets,
    courses: HomeCourses,
    recent_pages: answeredArray(PageSummary, homeItems).meta(
      docs(`The ${homeItems} most recently changed pages.`),
    ),
    events: answeredArray(Event, coming.limit).meta(docs('Events of the next 7 days, by start.')),
  }),
  cacheable: true,
  handle: async ({ actor }) => {
    const timezone = loadTimezone(actor)
    const [tasks, chats, notifications, tickets, courses, pages, events] = await Promise.all([
      readHomeTasks(actor, timezone, shown),
      readHomeChats(actor, shown),
      readHomeNotifications(actor, shown),
      readHomeTickets(actor, shown),
      readHomeCourses(actor, shown),
      queryRecentPages(actor, undefined, shown),
      queryComing(actor, timezone),
    ])
    return { tasks, chats, notifications, tickets, courses, recent_pages: pages.items, events }
  },
})
