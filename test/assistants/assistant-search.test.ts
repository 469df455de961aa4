import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { deleteAssistant } from '../../src/assistants/endpoints/delete-assistant.ts'
import { updateAssistant } from '../../src/assistants/endpoints/update-assistant.ts'
import { call } from '../support/call.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { givenAssistant, grantsOf, listedFor } from './given.ts'

let owner: SignedIn
let friend: SignedIn
let stranger: SignedIn
let admin: SignedIn

beforeAll(async () => {
  ;[owner, friend, stranger, admin] = await Promise.all([
    signedIn(),
    signedIn(),
    signedIn(),
    signedIn({ role: 'admin' }),
  ])
})

const newWord = () => `zirkon${randomUUID().slice(0, 8)}`
const update = ({ id }: { id: string }, body: object) =>
  call(updateAssistant, { as: owner, params: { id }, body })

/** Returns the number of assistants that the owner, a friend, a stranger and an administrator find. */
const found = async (q: string) => {
  const lists = await Promise.all(
    [owner, friend, stranger, admin].map((as) => listedFor(as, { q, limit: 1 })),
  )
  return lists.map((list) => list.length).join('')
}

describe('GET /assistants?q=', () => {
  test('finds words of name and description: names first, then the newest', async () => {
    const word = newWord()
    const described = await givenAssistant(owner, { description: `About ${word.toUpperCase()}.` })
    const named = await givenAssistant(owner, { name: `The ${word}`, visibility: 'public' })
    const newest = await givenAssistant(owner, { name: `Another ${word}` })
    await settle()

    const list = await listedFor(owner, { q: word.slice(0, -2), limit: 1 })
    const both = await listedFor(owner, { q: `${word} another` })

    expect(list.map(({ id }) => id)).toEqual([newest.id, named.id, described.id])
    // the others have one of the two words
    expect(both.map(({ id }) => id)).toEqual([newest.id, named.id, described.id])
  })

  test.each([
    ['private', '1000'],
    ['shared', '1100'],
    ['public', '1111'],
  ])('finds a %s assistant for the people it is offered to', async (visibility, wanted) => {
    const word = newWord()
    await givenAssistant(owner, { name: word, visibility, grants: [[friend, 'view']] })
    await settle({ deliveries: 2 })

    expect(await found(word)).toBe(wanted)
  })

  test("finds only the caller's own assistants with `mine`", async () => {
    const word = newWord()
    await givenAssistant(owner, { name: word, visibility: 'public' })
    await givenAssistant(owner, { name: word })
    await givenAssistant(friend, { name: word, visibility: 'public' })
    await givenAssistant(friend, { name: word, visibility: 'shared', grants: [[owner, 'edit']] })
    await settle()

    const [mine, all] = await Promise.all([
      listedFor(owner, { q: word, mine: true }),
      listedFor(owner, { q: word }),
    ])

    expect([mine.length, all.length]).toEqual([2, 4])
  })

  test('hides an assistant at once from people who lost access, and the index follows', async () => {
    const word = newWord()
    const assistant = await givenAssistant(owner, {
      name: word,
      visibility: 'shared',
      grants: [[friend, 'view']],
    })
    await settle()

    const states = [await found(word)]
    await update(assistant, { grants: [] })
    states.push(await found(word))
    await update(assistant, { grants: grantsOf([[stranger, 'view']]) })
    await settle()
    states.push(await found(word))
    await update(assistant, { visibility: 'public' })
    await settle()
    states.push(await found(word))
    await update(assistant, { name: 'Other', visibility: 'shared' })
    await settle()
    states.push(await found(word), await found('other'))
    await call(deleteAssistant, { as: owner, params: { id: assistant.id } })
    states.push(await found('other'))

    expect(states).toEqual(['1100', '1000', '1010', '1111', '0000', '1010', '0000'])
  })
})
