import { expect, test } from 'vitest'
import { deletePage } from '../../src/wiki/endpoints/delete-page.ts'
import { readPage } from '../../src/wiki/endpoints/read-page.ts'
import { updatePage } from '../../src/wiki/endpoints/update-page.ts'
import { call } from '../support/call.ts'
import { givenOwnPage, givenPage, made } from '../support/given.ts'
import { signedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { changeOf, undo } from './given.ts'

test('deleting a page and undoing it leaves drafts by others below the page untouched', async () => {
  const { author, space, page } = await givenOwnPage()
  const other = await signedIn()
  const { id } = await givenPage(other, space, { under: page, status: 'draft' })
  const before = await made(readPage, { as: other, params: { id } })
  await call(deletePage, { as: author, params: { id: page.id } })
  const during = await made(readPage, { as: other, params: { id } })
  const deletion = await changeOf(author, 'wiki_page.deleted')

  const { body } = await undo(author, deletion)
  await settle()
  const after = await made(readPage, { as: other, params: { id } })
  const published = await made(updatePage, { as: other, params: { id }, body: { status: 'published' } })

  expect(body).toMatchObject({ undone: [deletion.id], left: [] })
  expect(before.parent_id).toBe(page.id)
  expect([during, after]).toEqual([before, before])
  expect(published).toMatchObject({ parent_id: page.id, status: 'published' })
  expect((await made(readPage, { as: author, params: { id: page.id } })).children_count).toBe(1)
})
