import { expect, test } from 'vitest'
import { deletePage } from '../../src/wiki/endpoints/delete-page.ts'
import { readPage } from '../../src/wiki/endpoints/read-page.ts'
import { call } from '../support/call.ts'
import { givenOwnPage, givenPage, made } from '../support/given.ts'
import { signedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { changeOf, undo } from './given.ts'

test('undo of a deleted page puts drafts by others back below it', async () => {
  const { author, space, page } = await givenOwnPage()
  const other = await signedIn()
  const draft = await givenPage(other, space, { under: page, status: 'draft' })
  await call(deletePage, { as: author, params: { id: page.id } })
  const deletion = await changeOf(author, 'wiki_page.deleted')

  const { body } = await undo(author, deletion)
  await settle()

  expect(body).toMatchObject({ undone: [deletion.id], left: [] })
  expect(await made(readPage, { as: other, params: { id: draft.id } })).toMatchObject({ parent_id: page.id })
})
