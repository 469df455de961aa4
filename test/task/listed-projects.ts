import { expect } from 'vitest'
import { listProjects } from '../../src/task/endpoints/list-projects.ts'
import { call } from '../support/call.ts'
import type { SignedIn } from '../support/people.ts'

export type Query = Record<string, string | number | undefined>

/** Returns the IDs of all projects that a person sees, from all pages of the list. */
const idsFor = async (as: SignedIn, query: Query = {}): Promise<string[]> => {
  const { status, body, text } = await call(listProjects, { as, query: { limit: 100, ...query } })
  expect(status, text).toBe(200)
  const ids = body.items.map(({ id }: { id: string }) => id)
  return body.next_cursor ? [...ids, ...(await idsFor(as, { ...query, cursor: body.next_cursor }))] : ids
}

/** Returns the indexes of those projects that a person sees, in the order of the list. */
export const seenBy = async (as: SignedIn, projects: { id: string }[], query: Query = {}) => {
  const ids = await idsFor(as, query)
  return ids.map((id) => projects.findIndex((project) => project.id === id)).filter((index) => index >= 0)
}
