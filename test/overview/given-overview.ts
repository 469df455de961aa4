import { readOverview } from '../../src/overview/endpoints/read-overview.ts'
import { made } from '../support/given.ts'
import type { SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

/** Returns the overview, after all consequences of earlier changes, each delivered twice. */
export const overviewFor = async (admin: SignedIn, query: { since?: string } = {}) => {
  await settle({ deliveries: 2 })
  return made(readOverview, { as: admin, query })
}

/** Returns the present and the trashed resources of a type. */
export const countsOf = async (admin: SignedIn, type: string) => {
  const { resources } = await overviewFor(admin)
  const { count, trashed } = resources.find((one) => one.type === type) ?? { count: NaN, trashed: NaN }
  return [count, trashed]
}
