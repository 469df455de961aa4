import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { EndpointHandler } from '../../src/platform/endpoint.ts'
import { handler as createSpace } from '../../src/wiki/endpoints/create-space.ts'
import { call, type CallOptions } from './call.ts'
import type { SignedIn } from './people.ts'

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
