import { beforeAll, describe, expect, test } from 'vitest'
import { call } from '../support/call.ts'
import { endpoints } from '../support/endpoints.ts'
import { givenPage, givenRevision, givenSpace } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'

/** Every path of the wiki that leads to a space or to a page in one, whatever paths there will be. */
const inside = endpoints.filter(({ area, spec }) => area === 'wiki' && spec.path.includes('{id}'))

const bodies: Record<string, object> = {
  'PUT /wiki/spaces/{id}': { name: 'Taken over' },
  'PUT /wiki/pages/{id}': { tags: ['seen'] },
  'POST /wiki/pages/{id}/revisions': { content: 'Taken over' },
}

let people: { outsider: SignedIn; reader: SignedIn; owner: SignedIn }
let things: { page: { id: string }; space: { id: string } }

beforeAll(async () => {
  const [outsider, reader, owner] = await Promise.all([signedIn(), signedIn(), signedIn()])
  const space = await givenSpace(owner, { visibility: 'private', members: [[reader, 'read']] })
  const page = await givenPage(owner, space)
  await givenRevision(owner, page, { content: 'secret' })
  people = { outsider, reader, owner }
  things = { page, space }
})

const requestOf = (title: string, path: string) => {
  const { id } = path.startsWith('/wiki/spaces') ? things.space : things.page
  return { params: { id, number: 1 }, body: bodies[title] }
}

describe.each(inside)('$title of a private space', ({ handler, spec, title }) => {
  test('is for an outsider the same 404 as where there is nothing', async () => {
    const request = requestOf(title, spec.path)
    const nothing = { ...request, params: { id: '01990c1e-7a6b-7c52-9b5e-3c1d0f4e8a11', number: 1 } }

    const hidden = await call(handler, { as: people.outsider, ...request })
    const absent = await call(handler, { as: people.outsider, ...nothing })

    expect(hidden.status).toBe(404)
    expect(hidden.body).toEqual(absent.body)
    expect(hidden.headers['x-error-code']).toBe(absent.headers['x-error-code'])
  })

  test.runIf(spec.method === 'GET')('is open to a member', async () => {
    const answer = await call(handler, { as: people.reader, ...requestOf(title, spec.path) })

    expect(answer.status).toBe(200)
  })

  test.runIf(spec.method !== 'GET' && !spec.path.endsWith('/subscribe'))(
    'is refused to a member who may only read',
    async () => {
      const answer = await call(handler, { as: people.reader, ...requestOf(title, spec.path) })

      expect(answer.status).toBe(403)
    },
  )
})
