import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createRevision } from '../../src/wiki/endpoints/create-revision.ts'
import { listRevisions } from '../../src/wiki/endpoints/list-revisions.ts'
import { readPage } from '../../src/wiki/endpoints/read-page.ts'
import { readRevision } from '../../src/wiki/endpoints/read-revision.ts'
import { restoreRevision } from '../../src/wiki/endpoints/restore-revision.ts'
import { call } from '../support/call.ts'
import { givenOwnPage, givenPage, givenRevision, givenSpace } from '../support/given.ts'
import { signedIn } from '../support/people.ts'
import { statusByCase } from '../support/statuses.ts'

describe('POST /wiki/pages/{id}/revisions', () => {
  test('creates a revision that the page shows at once', async () => {
    const { author, page } = await givenOwnPage({ content: 'one', tags: ['kept'] })
    const body = {
      content: 'zwei Wörter',
      title: 'New title',
      comment: 'Why',
      is_minor: true,
      base_revision: 1,
    }

    const answer = await call(createRevision, { as: author, params: { id: page.id }, body })
    const read = await call(readPage, { as: author, params: { id: page.id } })

    expect(answer.status).toBe(201)
    expect(answer.headers['location']).toMatch(new RegExp(`/wiki/pages/${page.id}/revisions/2$`))
    expect(answer.body).toEqual({
      number: 2,
      page_id: page.id,
      title: 'New title',
      comment: 'Why',
      is_minor: true,
      size: 12,
      author: { id: author.id, name: author.name },
      created_at: read.body.updated_at,
    })
    const shown = { title: 'New title', content: 'zwei Wörter', revision: 2, version: 2, tags: ['kept'] }
    expect(read.body).toMatchObject(shown)
  })

  test('keeps the content if only the title is given, and always adds a revision', async () => {
    const { author, page } = await givenOwnPage({ content: 'stays' })

    const second = await givenRevision(author, page, { title: 'Other' })
    const third = await givenRevision(author, page, { title: 'Other' })
    const read = await call(readPage, { as: author, params: { id: page.id } })

    expect([second.number, third.number, third.size]).toEqual([2, 3, 5])
    expect(read.body).toMatchObject({ title: 'Other', content: 'stays', revision: 3 })
  })

  test('returns 409 naming the newest revision if another one was edited', async () => {
    const { author, page } = await givenOwnPage()
    await givenRevision(author, page, { content: 'two' })
    const revise = (base_revision: number | undefined, headers = {}) =>
      call(createRevision, {
        as: author,
        params: { id: page.id },
        body: { content: 'x', base_revision },
        headers,
      })

    const answers = [
      await revise(1),
      await revise(3),
      await revise(2),
      await revise(undefined),
      await revise(undefined, { 'If-Match': '"1"' }),
    ]

    expect(answers.map(({ status }) => status)).toEqual([409, 409, 201, 201, 412])
    expect(answers[0]?.detail).toBe(
      'The newest revision of the page is 2, not 1; base the change on the newest revision.',
    )
    expect(answers[0]?.headers['x-error-code']).toBe('wiki.revision_conflict')
  })

  test('loses nothing and leaves no gap when 50 people save at once', async () => {
    const { author, page } = await givenOwnPage()
    const writers = await Promise.all(Array.from({ length: 50 }, () => signedIn()))

    const answers = await Promise.all(
      writers.map((as, i) =>
        call(createRevision, { as, params: { id: page.id }, body: { content: `text ${i}` } }),
      ),
    )

    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 201))
    const numbers = answers.map(({ body }) => body.number as number).sort((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: 50 }, (_, i) => i + 2))
    for (const [i, { body }] of answers.entries()) {
      const query = { revision: body.number }
      const read = await call(readPage, { as: author, params: { id: page.id }, query })
      expect(read.body.content).toBe(`text ${i}`)
    }
    expect((await call(readPage, { as: author, params: { id: page.id } })).body.revision).toBe(51)
  })

  test('rejects readers, requests without content and title, and invalid values', async () => {
    const [author, reader] = await Promise.all([signedIn(), signedIn()])
    const page = await givenPage(
      author,
      await givenSpace(author, { visibility: 'private', members: [[reader, 'read']] }),
    )
    const revise = (as: typeof author, body: object) =>
      call(createRevision, { as, params: { id: page.id }, body })

    const answers = [
      await revise(reader, { content: 'x' }),
      await revise(author, { comment: 'nothing' }),
      await revise(author, { title: '' }),
      await revise(author, { content: 'x', comment: 'x'.repeat(501) }),
      await revise(author, { content: '\ud800' }),
    ]

    expect(answers.map(({ status }) => status)).toEqual([403, 422, 422, 422, 422])
    expect(answers[1]?.detail).toBe('"content" or "title" is required.')
  })
})

describe('GET /wiki/pages/{id}/revisions', () => {
  test('lists revisions newest first, page by page', async () => {
    const { author, page } = await givenOwnPage()
    for (const content of ['two', 'three', 'four', 'five']) await givenRevision(author, page, { content })

    const numbers: number[] = []
    let cursor: string | undefined
    do {
      const list = await call(listRevisions, {
        as: author,
        params: { id: page.id },
        query: { limit: 2, cursor },
      })
      numbers.push(...list.body.items.map(({ number }: { number: number }) => number))
      cursor = list.body.next_cursor ?? undefined
    } while (cursor)

    expect(numbers).toEqual([5, 4, 3, 2, 1])
  })
})

describe('GET /wiki/pages/{id}/revisions/{number}', () => {
  test('returns the content and a line diff to the previous revision', async () => {
    const { author, page } = await givenOwnPage({ content: 'a\nb\nc\n' })
    await givenRevision(author, page, { content: 'a\nB\nc\n' })
    await givenRevision(author, page, { title: 'Only the title' })
    const read = (number: number) => call(readRevision, { as: author, params: { id: page.id, number } })

    const [first, second, third] = [await read(1), await read(2), await read(3)]

    expect(first.body).toMatchObject({ content: 'a\nb\nc\n', diff: null, diff_truncated: false, size: 6 })
    expect(second.body).toMatchObject({ content: 'a\nB\nc\n', diff: '@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n' })
    expect(third.body).toMatchObject({ content: 'a\nB\nc\n', diff: '', title: 'Only the title' })
  })

  test('returns no diff above 20,000 lines', async () => {
    const { author, page } = await givenOwnPage({ content: 'x\n'.repeat(20_000) })
    await givenRevision(author, page, { content: `y\n${'x\n'.repeat(19_999)}` })
    await givenRevision(author, page, { content: 'x\n'.repeat(20_001) })
    const read = (number: number) => call(readRevision, { as: author, params: { id: page.id, number } })

    const [second, third] = [await read(2), await read(3)]

    expect(second.body.diff_truncated).toBe(false)
    expect(second.body.diff).toContain('+y\n')
    expect(third.body).toMatchObject({ diff: null, diff_truncated: true })
  })

  test('returns 404 for an unknown number', async () => {
    const { author, page } = await givenOwnPage()

    const answers = await Promise.all(
      [2, 0].map((number) => call(readRevision, { as: author, params: { id: page.id, number } })),
    )

    expect(answers.map(({ status }) => status)).toEqual([404, 422])
  })
})

describe('POST /wiki/pages/{id}/revisions/{number}/restore', () => {
  test('creates a new revision with the old title and content', async () => {
    const { author, page } = await givenOwnPage({ title: 'Old', content: 'old text' })
    await givenRevision(author, page, { title: 'New', content: 'new text' })

    const restored = await call(restoreRevision, { as: author, params: { id: page.id, number: 1 } })
    const read = await call(readPage, { as: author, params: { id: page.id } })

    expect(restored.status).toBe(201)
    expect(restored.body).toMatchObject({ number: 3, title: 'Old', size: 8, is_minor: false })
    expect(read.body).toMatchObject({ title: 'Old', content: 'old text', revision: 3 })
  })

  test('rejects readers, and returns 404 for an unknown number', async () => {
    const [author, reader] = await Promise.all([signedIn(), signedIn()])
    const page = await givenPage(
      author,
      await givenSpace(author, { visibility: 'private', members: [[reader, 'read']] }),
    )
    const restore = (as: typeof author, id: string, number: number) =>
      call(restoreRevision, { as, params: { id, number } })

    const statuses = await statusByCase({
      'a reader, the first': restore(reader, page.id, 1),
      'a reader, one that does not exist': restore(reader, page.id, 2),
      'one that does not exist': restore(author, page.id, 2),
      'no page': restore(author, randomUUID(), 1),
    })

    expect(statuses).toEqual({
      'a reader, the first': 403,
      'a reader, one that does not exist': 403,
      'one that does not exist': 404,
      'no page': 404,
    })
  })
})
