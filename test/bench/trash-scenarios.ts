import { deletePage } from '../../src/wiki/endpoints/delete-page.ts'
import { call } from '../support/call.ts'
import { givenPage, givenSpace } from '../support/given.ts'
import { signedIn } from '../support/people.ts'
import { kept } from './kept.ts'
import type { Scenario } from './scenarios.ts'

/** Creates a person with a space and this many of its pages in the trash. */
const givenTrash = async (count: number) => {
  const as = await signedIn()
  const space = await givenSpace(as)
  const pages: { id: string }[] = []
  for (let index = 0; index < count; index += 1) {
    const page = await givenPage(as, space)
    await call(deletePage, { as, params: { id: page.id } })
    pages.push(page)
  }
  return { as, space, pages }
}

const givenMany = kept(givenTrash)

const listOf = (limit: number): Scenario => ({
  endpoint: 'trash-list-entries',
  of: `page of ${limit}`,
  trips: 2,
  given: async () => {
    const { as } = await givenMany(limit)
    return () => ({ as, query: { limit } })
  },
})

const onEntry = (endpoint: string, trips: number, more: Partial<Scenario> = {}): Scenario => ({
  endpoint,
  trips,
  ...more,
  given: async () => {
    const { as, pages } = await givenTrash(1)
    return () => ({ as, params: { id: pages[0]?.id as string } })
  },
})

export const trashScenarios: Scenario[] = [
  listOf(1),
  listOf(100),
  onEntry('trash-read-entry', 2),
  onEntry('trash-restore-entry', 3, {
    isOnce: true,
    exception: { trips: 4, because: 'the entry says where rights are decided, and that where its place is' },
  }),
  onEntry('trash-delete-entry', 3, { isOnce: true }),
]
