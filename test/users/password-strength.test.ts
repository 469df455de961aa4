import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createUser } from '../../src/users/endpoints/create-user.ts'
import { updateUser } from '../../src/users/endpoints/update-user.ts'
import { call } from '../support/call.ts'
import { signedIn } from '../support/people.ts'

const given = (fields: object) => ({ email: `${randomUUID()}@example.com`, name: 'Ada Lovelace', ...fields })

const create = async (fields: object) =>
  call(createUser, { as: await signedIn({ role: 'admin' }), body: given(fields) })

describe('New password', () => {
  test.each([
    [
      'letters that are repeated',
      { password: 'aaaaaaaaaaaa' },
      'Repeated characters like "aaa" are easy to guess.',
    ],
    ['keys in a row', { password: 'qwertyuiop12' }, 'This is similar to a commonly used password.'],
    [
      'a known one with signs for letters',
      { password: 'P@ssw0rd1234' },
      'This is similar to a commonly used',
    ],
    ['a name', { password: 'Lovelace Ada' }, 'The name and the email address of the user are easy to guess.'],
    [
      'the company’s name',
      { password: 'initech-initech-1', email: `${randomUUID()}@initech.example` },
      'Add more words that are less common',
    ],
    ['words of their language', { password: 'gesundheitswesen', locale: 'de-AT' }, 'Add more words'],
  ])('rejects %s with a suggestion', async (_, fields, why) => {
    const { status, detail } = await create(fields)

    expect([status, detail]).toEqual([422, expect.stringContaining('"password" must be harder to guess. ')])
    expect(detail).toContain(why)
  })

  test('accepts several words, and random characters', async () => {
    const passwords = ['plum thicket 9 ferry', 'xK9#mQ2$vL7p', '梅の花が咲いていますね今日も']

    const answers = await Promise.all(passwords.map((password) => create({ password })))

    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  })

  test('accepts words of another language than the person’s', async () => {
    const { status } = await create({ password: 'gesundheitswesen', locale: 'en' })

    expect(status).toBe(201)
  })

  test('rejects a changed password that contains the name sent with it', async () => {
    const admin = await signedIn({ role: 'admin' })
    const person = await signedIn()
    const body = { name: 'Rumpelstiltskin Fitz', password: 'Rumpelstiltskin Fitz' }

    const answer = await call(updateUser, { as: admin, params: { id: person.id }, body })

    expect(answer.detail).toMatch(/^"password" must be harder to guess\./)
  })
})
