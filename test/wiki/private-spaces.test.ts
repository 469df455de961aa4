import { beforeAll, describe, expect, test } from 'vitest'
import { createComment } from '../../src/wiki/endpoints/create-comment.ts'
import { call } from '../support/call.ts'
import { endpoints } from '../support/endpoints.ts'
import { givenPage, givenRevision, givenSpace, made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'

/** All present and future paths of the wiki that lead to a space or to a page in one. */
const inside = endpoints.filter(({ area, spec }) => area === 'wiki' && spec.path.includes('{id}'))

const bodies: Record<string, object> = {
  'PUT /wiki/spaces/{id}': { name: 'Taken over' },
  'PUT /wiki/pages/{id}': { tags: ['seen'] },
  'POST /wiki/pages/{id}/revisions': { content: 'Taken over' },
  'POST /wiki/pages/{id}/comments': { text: 'Seen' },
  'PUT /wiki/pages/{id}/comments/{comment_id}': { text: 'Taken over' },
}

/** Paths that require only read permission on the page. */
const forReaders = ['/wiki/pages/{id}/subscribe', '/wiki/pages/{id}/comments']

let people: { outsider: SignedIn; reader: SignedIn; writer: SignedIn; owner: SignedIn }
let things: { page: { id: string }; draft: { id: string }; space: { id: string }; comment_id: string }

beforeAll(async () => {
  const [outsider, reader, writer, owner] = await Promise.all([
    signedIn(),
    signedIn(),
    signedIn(),
    signedIn(),
  ])
  const members: [SignedIn, 'read' | 'write'][] = [
    [reader, 'read'],
    [writer, 'write'],
  ]
  const space = await givenSpace(owner, { visibility: 'private', members })
  const draft = await givenPage(owner, space, { status: 'draft' })
  const page = await givenPage(owner, space)
  await givenRevision(owner, page, { content: 'secret' })
  const params = { id: page.id }
  const { id: comment_id } = await made(createComment, { as: owner, params, body: { text: 'secret' } })
  people = { outsider, reader, writer, owner }
  things = { page, draft, space, comment_id }
})

const requestOf = (title: string, path: string) => {
  const { id } = path.startsWith('/wiki/spaces') ? things.space : things.page
  return { params: { id, number: 1, comment_id: things.comment_id }, body: bodies[title] }
}

describe.each(inside)('$title of a private space', ({ handler, spec, title }) => {
  test('returns the same 404 to an outsider as for a missing resource', async () => {
    const request = requestOf(title, spec.path)
    const id = '01990c1e-7a6b-7c52-9b5e-3c1d0f4e8a11'
    const nothing = { ...request, params: { ...request.params, id } }

    const hidden = await call(handler, { as: people.outsider, ...request })
    const absent = await call(handler, { as: people.outsider, ...nothing })

    expect(hidden.status).toBe(404)
    expect(hidden.body).toEqual(absent.body)
    expect(hidden.headers['x-error-code']).toBe(absent.headers['x-error-code'])
  })

  test.runIf(spec.path.startsWith('/wiki/pages'))(
    'returns the same 404 for another member’s draft',
    async () => {
      const request = requestOf(title, spec.path)
      const hidden = { ...request, params: { ...request.params, id: things.draft.id } }
      const id = '01990c1e-7a6b-7c52-9b5e-3c1d0f4e8a11'

      const answer = await call(handler, { as: people.writer, ...hidden })
      const absent = await call(handler, {
        as: people.writer,
        ...hidden,
        params: { ...hidden.params, id },
      })

      expect(answer.status).toBe(404)
      expect(answer.body).toEqual(absent.body)
      expect(answer.headers['x-error-code']).toBe(absent.headers['x-error-code'])
    },
  )

  test.runIf(spec.method === 'GET')('returns 200 to a member', async () => {
    const answer = await call(handler, { as: people.reader, ...requestOf(title, spec.path) })

    expect(answer.status).toBe(200)
  })

  test.runIf(spec.method !== 'GET' && !forReaders.includes(spec.path))(
    'returns 403 to a member who may only read',
    async () => {
      const answer = await call(handler, { as: people.reader, ...requestOf(title, spec.path) })

      expect(answer.status).toBe(403)
    },
  )
})
