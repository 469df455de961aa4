import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { EndpointHandler } from '../../src/platform/http/endpoint.ts'
import { createPage } from '../../src/wiki/endpoints/create-page.ts'
import { createRevision } from '../../src/wiki/endpoints/create-revision.ts'
import { createSpace } from '../../src/wiki/endpoints/create-space.ts'
import { call, type BodyOf, type CallOptions } from './call.ts'
import { signedIn, type SignedIn } from './people.ts'

/** Returns the body of a successful response; fails the test for any other. */
export const made = async <Body, Query, Success>(
  handler: EndpointHandler<Body, Query, Success>,
  options: CallOptions<Body, Query>,
): Promise<Success> => {
  const answer = await call(handler, options)
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}

/** Creates a space of `as`, with members given as `[person, permission]`. */
export const givenSpace = (
  as: SignedIn,
  {
    members = [],
    ...fields
  }: Partial<Omit<BodyOf<typeof createSpace>, 'members'>> & {
    members?: [SignedIn, 'read' | 'write' | 'admin'][]
  } = {},
) => {
  const listed = members.map(([{ id }, permission]) => ({ user_id: id, permission }))
  return made(createSpace, { as, body: { name: `Space ${randomUUID()}`, members: listed, ...fields } })
}

type PageFields = Partial<BodyOf<typeof createPage>>

/** Creates a page of `as` in a space, optionally below the page `under`. */
export const givenPage = (
  as: SignedIn,
  space: { id: string },
  { under, ...fields }: PageFields & { under?: { id: string } } = {},
) => {
  const place = { space_id: space.id, parent_id: under?.id ?? null }
  return made(createPage, { as, body: { title: `Page ${randomUUID()}`, ...place, ...fields } })
}

/** Creates a space with a page, both of one person. */
export const givenOwnPage = async (fields: PageFields = {}) => {
  const author = await signedIn()
  const space = await givenSpace(author)
  return { author, space, page: await givenPage(author, space, fields) }
}

/** Creates a revision of a page by `as`. */
export const givenRevision = (as: SignedIn, page: { id: string }, body: BodyOf<typeof createRevision>) =>
  made(createRevision, { as, params: { id: page.id }, body })
