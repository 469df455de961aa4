import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { replyAddressFor } from '../../src/mail/reply-address.ts'
import { listMessages } from '../../src/support/endpoints/list-messages.ts'
import { listTickets } from '../../src/support/endpoints/list-tickets.ts'
import { updatePolicies } from '../../src/support/endpoints/update-policies.ts'
import { listComments } from '../../src/wiki/endpoints/list-comments.ts'
import { call } from './call.ts'
import { rawMail, receive, type MailOptions } from './given-mail.ts'
import { givenDesk } from './given-ticket.ts'
import { givenPage, givenSpace } from './given.ts'
import { signedIn, type SignedIn } from './people.ts'
import { settle, type SettleOptions } from './world.ts'

type Thing = { type: string; id: string }

/** Returns a person's reply address for a resource. */
export const addressOf = async (person: SignedIn, thing: Thing) =>
  String(await replyAddressFor(person.id, thing))

/** Receives a mail written by a person, and processes all consequences. */
export const mailFrom = async (person: SignedIn, options: MailOptions, settling?: SettleOptions) => {
  await receive(Buffer.from(rawMail({ from: `Ada <${person.email}>`, ...options })))
  return settle(settling)
}

/** Creates a page of a person, and their reply address for it. */
export const givenPost = async (fields: Parameters<typeof givenSpace>[1] = {}) => {
  const person = await signedIn()
  const page = await givenPage(person, await givenSpace(person, fields))
  return { person, page, to: await addressOf(person, { type: 'wiki_page', id: page.id }) }
}

export const commentsOn = async (as: SignedIn, { id }: { id: string }) =>
  (await call(listComments, { as, params: { id } })).body.items

/** Returns the tickets that a person sees. */
export const ticketsOf = async (as: SignedIn) => (await call(listTickets, { as })).body.items

/** Returns the messages of a ticket as a person sees them, oldest first. */
export const messagesOf = async (as: SignedIn, ticket_id: string) =>
  (await call(listMessages, { as, query: { ticket_id } })).body.items

/**
 * Returns messages in the order of their times. Their IDs have this order too, unless an earlier test in this process
 * has moved the clock forward: the IDs of `uuid` never go back, those derived from keys follow the clock.
 */
export const byTime = <Message extends { created_at: string }>(messages: Message[]): Message[] =>
  messages.toSorted((one, other) => one.created_at.localeCompare(other.created_at))

/** Creates a support desk with a category that has an address. */
export const givenCategory = async () => {
  const desk = await givenDesk()
  const address = `${randomUUID()}@mail.example.com`
  const { status } = await call(updatePolicies, {
    as: desk.admin,
    body: { categories: [{ name: 'hardware', address }] },
  })
  expect(status).toBe(200)
  return { ...desk, address }
}

interface Attached {
  text?: string
  type?: string
  /** Number of files, all with this name. */
  count?: number
}

/** Returns headers and body of a mail with files. */
export const attached = (
  name: string,
  bytes: string,
  { text = 'See the picture.', type = 'text/plain', count = 1 }: Attached = {},
) => ({
  headers: ['Content-Type: multipart/mixed; boundary="b1"'],
  body: [
    '--b1',
    'Content-Type: text/plain; charset=UTF-8',
    '',
    text,
    ...Array.from({ length: count }, () => [
      '--b1',
      `Content-Type: ${type}; name="${name}"`,
      `Content-Disposition: attachment; filename="${name}"`,
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from(bytes).toString('base64'),
    ]).flat(),
    '--b1--',
  ].join('\r\n'),
})
