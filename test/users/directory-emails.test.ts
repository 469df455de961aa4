import { afterEach, describe, expect, test } from 'vitest'
import { searchEverything } from '../../src/search/endpoints/search-everything.ts'
import { listUsers } from '../../src/users/endpoints/list-users.ts'
import { readUser } from '../../src/users/endpoints/read-user.ts'
import { updateUser } from '../../src/users/endpoints/update-user.ts'
import { call } from '../support/call.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

afterEach(() => delete process.env['DIRECTORY_EMAILS'])

const search = async (as: SignedIn, q: string) => {
  const { body } = await call(listUsers, { as, query: { q } })
  return body.items.map(({ id, email }: { id: string; email: string | null }) => ({ id, email }))
}

const seen = async (as: SignedIn, { id }: { id: string }) =>
  (await call(readUser, { as, params: { id } })).body.email

describe('Visibility of email addresses', () => {
  test('includes colleagues, who find people by their address', async () => {
    const [person, other] = await Promise.all([signedIn(), signedIn()])
    await settle()

    const [read, [first]] = [await seen(person, other), await search(person, other.email)]

    expect(read).toBe(other.email)
    // another address may share two parts with it
    expect(first).toEqual({ id: other.id, email: other.email })
  })

  test('excludes colleagues if the setting hides addresses, and no search matches them', async () => {
    const [person, other, admin] = [await signedIn(), await signedIn(), await signedIn({ role: 'admin' })]
    await settle()
    process.env['DIRECTORY_EMAILS'] = 'no'

    const reads = [await seen(person, other), await seen(other, other), await seen(admin, other)]
    const finds = [await search(person, other.email), await search(admin, other.email)]
    const begins = await search(person, other.email.slice(0, 8))

    expect(reads).toEqual([null, other.email, other.email])
    expect([...finds, begins]).toEqual([[], [], []])
  })

  test('decides whether a search over everything matches addresses', async () => {
    const [person, other] = [await signedIn(), await signedIn({ name: 'Mary Jackson' })]
    const finds = async (q: string) => {
      const { body } = await call(searchEverything, { as: person, query: { q } })
      return body.items.some(({ id }: { id: string }) => id === other.id)
    }
    const { email } = other
    await settle({ index: true })

    const before = [await finds(email), await finds(email.slice(0, 8)), await finds('mary jackson')]
    process.env['DIRECTORY_EMAILS'] = 'no'
    const after = [await finds(email), await finds(email.slice(0, 8)), await finds('mary jackson')]

    expect([before, after]).toEqual([
      [true, true, true],
      [false, false, true],
    ])
  })

  test('keeps people findable by their current name if addresses are hidden', async () => {
    const [person, other] = [await signedIn(), await signedIn({ name: 'Dorothy Vaughan' })]
    await call(updateUser, { as: other, params: { id: other.id }, body: { name: 'Katherine Goble' } })
    await settle()
    process.env['DIRECTORY_EMAILS'] = 'no'

    const [now, before] = [await search(person, 'katherine gob'), await search(person, 'dorothy')]

    expect(now).toEqual([{ id: other.id, email: null }])
    expect(before).toEqual([])
  })
})
