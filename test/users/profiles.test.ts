import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { readMe } from '../../src/auth/endpoints/read-me.ts'
import { deleteFile } from '../../src/files/endpoints/delete-file.ts'
import { listUsers } from '../../src/users/endpoints/list-users.ts'
import { readUser } from '../../src/users/endpoints/read-user.ts'
import { updateUser } from '../../src/users/endpoints/update-user.ts'
import { call } from '../support/call.ts'
import { givenFile } from '../support/given-file.ts'
import { made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

let [person, colleague, admin] = [] as unknown as [SignedIn, SignedIn, SignedIn]

beforeAll(async () => {
  ;[person, colleague, admin] = await Promise.all([signedIn(), signedIn(), signedIn({ role: 'admin' })])
})

const change = (as: SignedIn, body: object) => call(updateUser, { as, params: { id: person.id }, body })

const givenPicture = (as: SignedIn, content_type = 'image/png') =>
  givenFile(as, { name: 'me.png', content_type, bytes: 'a face' })

/** Returns a person as others read and list them, and as they see themselves. */
const shown = async () => [
  await made(readUser, { as: colleague, params: { id: person.id } }),
  (await made(listUsers, { as: colleague, query: { ids: person.id } })).items[0],
  await made(readMe, { as: person }),
]

describe('PUT /users/{id}', () => {
  test('sets title and department, which everyone sees but no search finds', async () => {
    const [title, department] = [`Head ${randomUUID()}`, `Research ${randomUUID()}`]
    const own = await change(person, { title, department })
    const byAdmin = await change(admin, { department: null })
    const refused = await change(colleague, { title: 'Intern' })
    const long = await change(person, { title: 'x'.repeat(101) })
    await settle({ index: true })
    const found = await made(listUsers, { as: admin, query: { q: title } })

    expect(own.body).toMatchObject({ title, department })
    expect(byAdmin.body).toMatchObject({ title, department: null })
    expect(await made(readUser, { as: colleague, params: { id: person.id } })).toMatchObject({ title })
    expect([refused.status, long.status]).toEqual([403, 422])
    expect(found.items).toEqual([])
  })

  test('sets an avatar, which colleagues see by a link that stays the same', async () => {
    const picture = await givenPicture(person)

    const { body } = await change(person, { avatar_file_id: picture.id })
    const [read, listed, own] = await shown()
    const loaded = await fetch(read!.avatar_url!)

    expect(body.avatar_file_id).toBe(picture.id)
    expect([read!.avatar_file_id, own!.avatar_file_id]).toEqual([null, picture.id])
    expect([listed!.avatar_url, own!.avatar_url]).toEqual([read!.avatar_url, read!.avatar_url])
    expect(read!.avatar_url).not.toContain('me.png')
    expect(loaded.headers.get('content-type')).toBe('image/png')
    expect(await loaded.text()).toBe('a face')
  })

  test('removes an avatar, as the deletion of its file does', async () => {
    const picture = await givenPicture(person)
    await change(person, { avatar_file_id: picture.id })
    const removed = await change(person, { avatar_file_id: null })
    const { body } = await change(admin, { avatar_file_id: picture.id })

    await call(deleteFile, { as: person, params: { id: picture.id } })
    await settle()

    expect(removed.body.avatar_url).toBeNull()
    expect(body.avatar_url).toMatch(/^http/)
    for (const user of await shown())
      expect(user).toMatchObject({ avatar_file_id: null, avatar_url: null, version: body.version })
  })

  test.each([
    ['a picture of somebody else', () => givenPicture(colleague)],
    ['a text', () => givenPicture(person, 'text/plain')],
    ['a file that is not there', async () => ({ id: randomUUID() })],
  ])('rejects %s as an avatar', async (_, given) => {
    const answer = await change(person, { avatar_file_id: (await given()).id })

    expect(answer.status).toBe(422)
    expect(answer.detail).toBe('"avatar_file_id" must be the ID of an image that belongs to the user.')
  })
})
