import { expect } from 'vitest'
import type { EndpointHandler } from '../../src/platform/http/endpoint.ts'
import { confirmMessage } from '../../src/chats/endpoints/confirm-message.ts'
import { call, type BodyOf } from './call.ts'
import { givenWords, messageFor } from './given-chat.ts'
import { givenFile } from './given-file.ts'
import type { SignedIn } from './people.ts'
import { settle } from './world.ts'

type Named = { id: string }
type Reply = Named & { chat_id: string }

/** Text of `givenHandbook`. */
export const handbook =
  '# Handbook\n\nThe canteen opens at eleven.\n\n## Parking\n\nVisitors park behind the mill.'

/** Creates a file that assistants can read. */
export const givenHandbook = async (as: SignedIn, fields: Parameters<typeof givenFile>[1] = {}) => {
  const name = 'handbook.md'
  const file = await givenFile(as, { name, content_type: 'text/markdown', bytes: handbook, ...fields })
  await settle()
  return file
}

/** Posts a question of `as` with files; returns it with the reply. */
export const ask = async (as: SignedIn, chat: Named, text: string, attachments: Named[] = []) => {
  const { message, replies } = await givenWords(as, chat, {
    text,
    attachments: attachments.map(({ id }) => id),
  })
  await settle()
  return { message, reply: await messageFor(as, replies[0]!) }
}

/** Calls an endpoint on a reply, such as the one that confirms it. */
export const act = <Body, Query, Success>(
  handler: EndpointHandler<Body, Query, Success>,
  as: SignedIn,
  { id, chat_id }: Reply,
  body?: Body,
) => call(handler, { as, params: { id: chat_id, message_id: id }, ...(body !== undefined && { body }) })

/** Returns a reply after `as` decided on its function call, and the reply continued. */
export const confirmed = async (as: SignedIn, reply: Reply, body: BodyOf<typeof confirmMessage>) => {
  const answer = await act(confirmMessage, as, reply, body)
  expect(answer.status, answer.text).toBe(200)
  await settle()
  return messageFor(as, reply)
}
