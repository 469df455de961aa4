import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { jobs } from '../../src/jobs/job/job.ts'
import { cutName } from '../../src/personal-data/denormalized-names.ts'
import { isItemTooLarge } from '../../src/platform/table/client.ts'
import { readPage } from '../../src/wiki/endpoints/read-page.ts'
import { spaces } from '../../src/wiki/space/space.ts'
import { finishRename } from '../jobs/given.ts'
import { givenPage, givenSpace, made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { jobOf, rename } from './given.ts'

/** Number of other members in a list; one of them has a name that fills the item. */
const others = 393

/** Creates a space whose item is full, except for some bytes, with members of long names and this person. */
const givenFullSpace = async (person: SignedIn) => {
  const owner = await signedIn()
  const { id } = await givenSpace(owner, { members: [[person, 'write']] })
  const space = await spaces.get({ id })
  const other = (name: string) => {
    const user_id = randomUUID()
    return { ...space.members[0]!, user_id, user: { id: user_id, name } }
  }
  const long = Array.from({ length: others }, () => other('名'.repeat(255)))
  const holds = async (filling: number) => {
    try {
      await spaces.update(space, { members: [...space.members, ...long, other('n'.repeat(filling))] })
      return true
    } catch (error) {
      if (!isItemTooLarge(error)) throw error
      return false
    }
  }
  // downwards, since a failed write changes nothing
  const first = async (most: number, step: number) => {
    let filling = most
    while (!(await holds(filling))) filling -= step
    return filling
  }
  const about = await first(80_000, 4_000)
  expect(about).toBeGreaterThan(0)
  await first(about + 4_000, 20)
  return { space: { id }, owner }
}

/** Returns the stored name of the person in the list of members; responses cannot have names as long as the others. */
const memberName = async ({ id }: { id: string }, person: SignedIn) => {
  const { members } = await spaces.get({ id })
  return members.find(({ user_id }) => user_id === person.id)?.user?.name
}

describe('List that fills an item', () => {
  test('gets the beginning of a longer name, and all other copies the full name', async () => {
    const person = await signedIn({ name: 'Adabert' })
    const { space, owner } = await givenFullSpace(person)
    const page = await givenPage(person, await givenSpace(person))
    const name = `Adalbert ${'Quaxworth'.repeat(20)}`
    const job = jobOf(await rename(person, name))

    await finishRename(job)

    expect(await jobs.get({ id: job })).toMatchObject({ status: 'completed', error: null })
    expect(await memberName(space, person)).toBe('Adal…')
    expect((await made(readPage, { as: owner, params: { id: page.id } })).author.name).toBe(name)
  })
})

test.each([
  ['a name that fits', 'Bo Li', 'Ada King', 'Bo Li'],
  ['a longer one', 'Ada King Noel', 'Ada King', 'Ada K…'],
  ['one that is cut behind a word', 'Ada King', 'Ada Ki', 'Ada…'],
  ['no room for the mark', 'Ada King', 'Bo', 'Ad'],
  ['characters of several bytes', '名前太郎', 'Ada King', '名…'],
  ['signs that are written together', '👩‍👩‍👧 Ada', 'Ada King', '?'],
  ['no room for a character', '名', 'X', '?'],
])('cutName shortens %s to the bytes of the former name', (_, name, former, cut) => {
  const first = cutName(name, former)

  expect(first).toBe(cut)
  expect(cutName(name, first)).toBe(cut)
})
