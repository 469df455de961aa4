import { beforeAll, describe, expect, test } from 'vitest'
import { listRevisions } from '../../src/wiki/endpoints/list-revisions.ts'
import { readPage } from '../../src/wiki/endpoints/read-page.ts'
import { subscribePage } from '../../src/wiki/endpoints/subscribe-page.ts'
import { updatePage } from '../../src/wiki/endpoints/update-page.ts'
import { createRevision } from '../../src/wiki/endpoints/create-revision.ts'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import { newId } from '../../src/platform/runtime/id.ts'
import { pages } from '../../src/wiki/page/page.ts'
import { call } from '../support/call.ts'
import type { DynamoProxy } from '../support/dynamo-proxy.ts'
import { givenTableProxy } from '../support/given-proxy.ts'
import { givenOwnPage, made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

const numbersOf = async (as: SignedIn, page: { id: string }) => {
  const { body } = await call(listRevisions, { as, params: { id: page.id }, query: { limit: 100 } })
  return body.items.map(({ number }: { number: number }) => number) as number[]
}

const downFrom = (count: number) => Array.from({ length: count }, (_, i) => count - i)

describe('Concurrent revisions of a page', () => {
  test('apply their titles in turn while the page moves among its siblings', async () => {
    const { author, page } = await givenOwnPage()
    const params = { id: page.id }

    const moving = Array.from({ length: 4 }, (_, position) =>
      call(updatePage, { as: author, params, body: { position } }),
    )
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, i) =>
        call(createRevision, { as: author, params, body: { title: `Title ${i}`, content: `text ${i}` } }),
      ),
    )
    await Promise.all(moving)

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    expect(await numbersOf(author, page)).toEqual(downFrom(17))
    const shown = await call(readPage, { as: author, params })
    const last = answers.find(({ body }) => body.number === 17)
    expect(shown.body).toMatchObject({ revision: 17, title: last?.body.title })
    expect(shown.body.content).toBe(shown.body.title.replace('Title', 'text'))
  })

  test('receive one number each when the whole page is sent back', async () => {
    const { author, page } = await givenOwnPage()
    const params = { id: page.id }

    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        call(updatePage, { as: author, params, body: { ...page, content: `text ${i}` } }),
      ),
    )

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(await numbersOf(author, page)).toEqual(downFrom(31))
  })

  test('lose none when one of them is interrupted midway', async () => {
    const { author, page } = await givenOwnPage()
    const reader = await signedIn()
    await made(subscribePage, { as: reader, params: { id: page.id } })
    const stored = await pages.get({ id: page.id })
    const pending_revision = {
      author: { id: author.id, name: author.name },
      comment: 'cut off',
      is_minor: false,
    }

    await pages.incrementInPlace(stored, {
      set: { pending_revision },
      count: 'revision',
      mark: { field: 'applied_drafts', id: newId() },
    })
    await settle()

    expect(await numbersOf(author, page)).toEqual([2, 1])
    const { body } = await call(listNotifications, { as: reader })
    expect(body.items).toMatchObject([{ type: 'page_updated', body: 'cut off' }])
  })
})

describe('A table that loses responses', () => {
  let proxy: DynamoProxy
  let revise: typeof createRevision

  beforeAll(async () => {
    const given = await givenTableProxy(() => import('../../src/wiki/endpoints/create-revision.ts'))
    proxy = given.proxy
    revise = given.loaded.createRevision
    return given.end
  })

  test('neither duplicates nor loses any of 25 concurrent revisions', async () => {
    const { author, page } = await givenOwnPage()
    let calls = 0
    proxy.loses = (_, attempt) => attempt === 1 && calls++ % 5 === 0

    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, i) =>
        call(revise, { as: author, params: { id: page.id }, body: { content: `text ${i}` } }),
      ),
    )

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    expect(answers.map(({ body }) => body.number).sort((a, b) => b - a)).toEqual(downFrom(26).slice(0, 25))
    expect(await numbersOf(author, page)).toEqual(downFrom(26))
    for (const [i, { body }] of answers.entries()) {
      const read = await call(readPage, {
        as: author,
        params: { id: page.id },
        query: { revision: body.number },
      })
      expect(read.body.content).toBe(`text ${i}`)
    }
  })
})
