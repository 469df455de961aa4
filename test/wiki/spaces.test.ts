import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createSpace } from '../../src/wiki/endpoints/create-space.ts'
import { deleteSpace } from '../../src/wiki/endpoints/delete-space.ts'
import { readSpace } from '../../src/wiki/endpoints/read-space.ts'
import { updateSpace } from '../../src/wiki/endpoints/update-space.ts'
import { call } from '../support/call.ts'
import { givenSpace } from '../support/given.ts'
import { signedIn } from '../support/people.ts'
import { statusByCase } from '../support/statuses.ts'

describe('POST /wiki/spaces', () => {
  test('creates a space that the caller administers, with a slug from its name', async () => {
    const [ada, bob] = await Promise.all([signedIn(), signedIn({ name: 'Bob' })])
    const name = `Überblick & Plan ${randomUUID()}`
    const members = [{ user_id: bob.id, permission: 'read' as const }]

    const answer = await call(createSpace, { as: ada, body: { name, members } })

    expect(answer.status).toBe(201)
    expect(answer.headers['location']).toMatch(new RegExp(`/api/v1/wiki/spaces/${answer.body.id}$`))
    expect(answer.body).toMatchObject({
      name,
      slug: `uberblick-plan-${name.slice(17)}`,
      description: null,
      visibility: 'internal',
      members: [{ user_id: bob.id, user: { id: bob.id, name: 'Bob' }, permission: 'read' }],
      permission: 'admin',
      page_count: 0,
      owner: { id: ada.id, name: ada.name },
      version: 1,
    })
  })

  test('makes a derived slug unique, and rejects a taken slug in the request', async () => {
    const ada = await signedIn()
    const name = `Same ${randomUUID()}`
    const slugs = await Promise.all(
      Array.from({ length: 8 }, async () => (await givenSpace(ada, { name })).slug as string),
    )

    const taken = await call(createSpace, { as: ada, body: { name, slug: slugs[0] } })

    expect(new Set(slugs).size).toBe(8)
    for (const slug of slugs) expect(slug).toMatch(/^same-/)
    expect(taken.status).toBe(409)
    expect(taken.headers['x-error-code']).toBe('wiki.slug_taken')
  })

  test('names a member who is unknown or given twice', async () => {
    const ada = await signedIn()
    const create = (...ids: string[]) => {
      const members = ids.map((user_id) => ({ user_id, permission: 'write' as const }))
      return call(createSpace, { as: ada, body: { name: 'A space', members } })
    }

    const [unknown, twice] = await Promise.all([create(ada.id, randomUUID()), create(ada.id, ada.id)])

    expect(unknown.status).toBe(422)
    expect(unknown.detail).toContain('"members[1].user_id"')
    expect(twice.status).toBe(422)
    expect(twice.detail).toContain('"members"')
  })
})

describe('GET /wiki/spaces/{id}', () => {
  test('shows the caller’s permission, and hides private spaces from outsiders', async () => {
    const [ada, reader, outsider, admin] = await Promise.all([
      signedIn(),
      signedIn(),
      signedIn(),
      signedIn({ role: 'admin' }),
    ])
    const hidden = await givenSpace(ada, { visibility: 'private', members: [[reader, 'read']] })
    const open = await givenSpace(ada, { members: [[reader, 'read']] })

    const answers = await Promise.all(
      [hidden, open].flatMap(({ id }) =>
        [ada, reader, outsider, admin].map((as) => call(readSpace, { as, params: { id } })),
      ),
    )

    expect(answers.map(({ status, body }) => body.permission ?? status)).toEqual(
      ['admin', 'read', 404, 'admin'].concat(['admin', 'write', 'write', 'admin']),
    )
  })
})

describe('PUT /wiki/spaces/{id}', () => {
  test('merges by field, accepts the body that a GET returned, and releases the old slug', async () => {
    const [ada, bob] = await Promise.all([signedIn(), signedIn()])
    const space = await givenSpace(ada, { description: 'for all', members: [[bob, 'write']] })
    const slug = `slug-${randomUUID()}`

    const same = await call(updateSpace, { as: ada, params: { id: space.id }, body: space })
    const moved = await call(updateSpace, {
      as: ada,
      params: { id: space.id },
      body: { slug, description: null },
    })
    const heir = await call(createSpace, { as: ada, body: { name: 'Heir', slug: space.slug } })

    expect(same.body).toEqual(space)
    expect(moved.body).toMatchObject({
      slug,
      description: null,
      name: space.name,
      members: space.members,
      version: 2,
    })
    expect(heir.status).toBe(201)
  })

  test('requires an admin of the space, and honors If-Match', async () => {
    const [ada, writer, chief, outsider] = await Promise.all([signedIn(), signedIn(), signedIn(), signedIn()])
    const space = await givenSpace(ada, {
      visibility: 'private',
      members: [
        [writer, 'write'],
        [chief, 'admin'],
      ],
    })
    const params = { id: space.id }

    const refused = await call(updateSpace, { as: writer, params, body: { name: 'Mine' } })
    const hidden = await call(updateSpace, { as: outsider, params, body: { name: 'Mine' } })
    const stale = await call(updateSpace, {
      as: chief,
      params,
      body: { name: 'Late' },
      headers: { 'If-Match': '"7"' },
    })
    const done = await call(updateSpace, {
      as: chief,
      params,
      body: { members: [] },
      headers: { 'If-Match': '"1"' },
    })

    expect(refused.status, 'refused').toBe(403)
    expect(hidden.status, 'hidden').toBe(404)
    expect(stale.status, 'stale').toBe(412)
    expect(done.body).toMatchObject({ members: [], permission: null })
    expect((await call(readSpace, { as: ada, params })).body).toMatchObject({ version: 2 })
  })

  test('rejects the slug of another space and invalid values', async () => {
    const ada = await signedIn()
    const [one, other] = await Promise.all([givenSpace(ada), givenSpace(ada)])
    const update = (body: object) => call(updateSpace, { as: ada, params: { id: one.id }, body })

    const statuses = await statusByCase({
      'a slug that is taken': update({ slug: other.slug }),
      'no slug': update({ slug: 'No Slug' }),
      'no name': update({ name: ' ' }),
      'no person': update({ members: [{ user_id: randomUUID(), permission: 'read' }] }),
    })

    expect(statuses).toEqual({
      'a slug that is taken': 409,
      'no slug': 422,
      'no name': 422,
      'no person': 422,
    })
  })
})

describe('DELETE /wiki/spaces/{id}', () => {
  test('deletes the space at once, releases its slug, and returns 404 the second time', async () => {
    const ada = await signedIn()
    const space = await givenSpace(ada)
    const params = { id: space.id }

    const first = await call(deleteSpace, { as: ada, params })
    const second = await call(deleteSpace, { as: ada, params })
    const heir = await call(createSpace, { as: ada, body: { name: 'Heir', slug: space.slug } })

    expect(first.status, 'first').toBe(204)
    expect(second.status, 'second').toBe(404)
    expect(heir.status, 'heir').toBe(201)
    expect((await call(readSpace, { as: ada, params })).status).toBe(404)
  })

  test('requires an admin of the space, and honors If-Match', async () => {
    const [ada, user] = await Promise.all([signedIn(), signedIn()])
    const params = { id: (await givenSpace(ada)).id }

    const refused = await call(deleteSpace, { as: user, params })
    const stale = await call(deleteSpace, { as: ada, params, headers: { 'If-Match': '"2"' } })

    expect(refused.status, 'refused').toBe(403)
    expect(stale.status, 'stale').toBe(412)
    expect((await call(readSpace, { as: ada, params })).status).toBe(200)
  })
})
