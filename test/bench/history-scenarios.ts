import { historyEntries } from '../../src/platform/history/entry.ts'
import { newId } from '../../src/platform/runtime/id.ts'
import { now } from '../../src/platform/runtime/time.ts'
import { givenPage, givenSpace } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import type { Scenario } from './scenarios.ts'

/** Creates a page with this many changes of one person. */
const givenHistory = async (as: SignedIn, count: number) => {
  const page = await givenPage(as, await givenSpace(as))
  const made = Array.from({ length: count }, () =>
    historyEntries.make({
      id: newId(),
      at: now(),
      action: 'wiki_page.updated',
      object_type: 'wiki_page',
      object_id: page.id,
      resource_type: 'wiki_page',
      resource_id: page.id,
      audience: null,
      actor_id: as.id,
      via: 'session',
      reply: null,
      job_id: null,
      request_id: newId(),
      address: '192.0.2.1',
      changes: [{ field: 'title', before: 'Before', after: 'After' }],
    }),
  )
  await Promise.all(made.map((entry) => historyEntries.create(entry)))
  return { resource_type: 'wiki_page', resource_id: page.id as string }
}

const names = { trips: 2, because: 'the names of people are those of now' }

const activityOf = (limit: number): Scenario => ({
  endpoint: 'history-list-activity',
  of: `page of ${limit}`,
  trips: 2,
  given: async () => {
    const as = await signedIn()
    const query = await givenHistory(as, limit + 1)
    return () => ({ as, query: { ...query, limit } })
  },
})

export const historyScenarios: Scenario[] = [
  activityOf(1),
  activityOf(100),
  {
    endpoint: 'history-list-audit',
    of: 'of a person',
    trips: 1,
    exception: names,
    given: async () => {
      const as = await signedIn({ role: 'admin' })
      await givenHistory(as, 10)
      return () => ({ as, query: { actor_id: as.id } })
    },
  },
  {
    endpoint: 'history-list-audit',
    of: 'of a day',
    trips: 1,
    exception: names,
    given: async () => {
      const as = await signedIn({ role: 'admin' })
      await givenHistory(as, 10)
      return () => ({ as, query: { limit: 10 } })
    },
  },
]
