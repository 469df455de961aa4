import type { TransactWriteItemsCommandInput } from '@aws-sdk/client-dynamodb'
import { describe, expect, test } from 'vitest'
import { createMessage } from '../../src/chats/endpoints/create-message.ts'
import { call } from '../support/call.ts'
import { chatFor, givenChat } from '../support/given-chat.ts'
import { deployedLimits, givenTableProxy } from '../support/given-proxy.ts'
import { signedIn, type SignedIn } from '../support/people.ts'

const given = async (count: number) => {
  const people = await Promise.all(Array.from({ length: count }, () => signedIn()))
  const [owner, ...others] = people as [SignedIn, ...SignedIn[]]
  return { people, owner, chat: await givenChat(owner, others) }
}

type Transaction = Pick<TransactWriteItemsCommandInput, 'ClientRequestToken'>

const loadEndpoint = () => import('../../src/chats/endpoints/create-message.ts')

/** Writes a message of each person concurrently, through the endpoint that `of` returns for the person's index. */
const writeAll = async (
  people: SignedIn[],
  { id }: { id: string },
  of: (place: number) => typeof createMessage,
) => {
  const answers = await Promise.all(
    people.map((as, n) => call(of(n), { as, params: { id }, body: { text: `message ${n}` } })),
  )
  return answers.map(({ status }) => status)
}

/** Returns the numbers in the texts of a chat, sorted. */
const textsOf = async (owner: SignedIn, chat: { id: string }) => {
  const { items } = await chatFor(owner, chat, { limit: 100 })
  const texts = items.map(({ text }: { text: string }) => Number(text.replace('message ', '')))
  return texts.sort((a: number, b: number) => a - b)
}

describe('concurrent messages in one chat', () => {
  test('take one transaction each within one process', async () => {
    const { people, owner, chat } = await given(50)
    const { proxy, loaded, end } = await givenTableProxy(loadEndpoint, deployedLimits)
    proxy.delay = 20

    const statuses = await writeAll(people, chat, () => loaded.createMessage)

    const writes = proxy.calls.filter(({ operation }) => operation === 'TransactWriteItems')
    // the SDK sends a transaction again, with its token, that a busy machine answers too late
    const tokens = writes.map(({ body }) => (JSON.parse(body) as Transaction).ClientRequestToken)
    await end()
    expect(statuses).toEqual(people.map(() => 201))
    expect(new Set(tokens)).toHaveProperty('size', people.length)
    expect(await textsOf(owner, chat)).toEqual([...people.keys()])
  })

  test('all arrive, whichever process they reach', async () => {
    const { people, owner, chat } = await given(30)
    const { proxy, loaded, end } = await givenTableProxy(loadEndpoint)
    proxy.delay = 20

    const statuses = await writeAll(people, chat, (n) => (n % 2 === 0 ? loaded.createMessage : createMessage))

    await end()
    expect(statuses).toEqual(people.map(() => 201))
    expect(await textsOf(owner, chat)).toEqual([...people.keys()])
  })
})
