import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { EndpointHandler } from '../../src/platform/http/endpoint.ts'
import { createPage } from '../../src/wiki/endpoints/create-page.ts'
import { createRevision } from '../../src/wiki/endpoints/create-revision.ts'
import { createSpace } from '../../src/wiki/endpoints/create-space.ts'
import { call, type CallOptions } from './call.ts'
import { signedIn, type SignedIn } from './people.ts'

/** What a call of an endpoint has made; it fails the test when nothing was. */
export const made = async (handler: EndpointHandler, options: CallOptions) => {
  const answer = await call(handler, options)
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}

/** A space of `as`; private with members given as `[person, permission]`. */
export const givenSpace = (
  as: SignedIn,
  {
    members = [],
    ...fields
  }: { members?: [SignedIn, 'read' | 'write' | 'admin'][]; [field: string]: unknown } = {},
) => {
  const listed = members.map(([{ id }, permission]) => ({ user_id: id, permission }))
  return made(createSpace, { as, body: { name: `Space ${randomUUID()}`, members: listed, ...fields } })
}

/** A page of `as` in a space, or below the page `under`. */
export const givenPage = (
  as: SignedIn,
  space: { id: string },
  { under, ...fields }: { under?: { id: string }; [field: string]: unknown } = {},
) => {
  const place = { space_id: space.id, parent_id: under?.id ?? null }
  return made(createPage, { as, body: { title: `Page ${randomUUID()}`, ...place, ...fields } })
}

/** A space with a page, both of one person. */
export const givenOwnPage = async (fields: { [field: string]: unknown } = {}) => {
  const author = await signedIn()
  const space = await givenSpace(author)
  return { author, space, page: await givenPage(author, space, fields) }
}

/** A revision of `as` on top of a page. */
export const givenRevision = (as: SignedIn, page: { id: string }, body: object) =>
  made(createRevision, { as, params: { id: page.id }, body })
