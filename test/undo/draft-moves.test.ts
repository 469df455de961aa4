import { expect, test } from 'vitest'
import { updatePage } from '../../src/wiki/endpoints/update-page.ts'
import { givenPage, givenSpace, made } from '../support/given.ts'
import { signedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { changeOf, undo } from './given.ts'

test('undo refuses to move back a draft that has a parent in its new space', async () => {
  const author = await signedIn()
  const [from, to] = [await givenSpace(author), await givenSpace(author)]
  const parent = await givenPage(author, to)
  const draft = await givenPage(author, from, { status: 'draft' })
  const params = { id: draft.id }
  await made(updatePage, { as: author, params, body: { space_id: to.id } })
  await settle()
  const move = await changeOf(author, 'wiki_page.updated')
  await made(updatePage, { as: author, params, body: { parent_id: parent.id } })
  await settle()

  const { status, body } = await undo(author, move)

  expect([status, body]).toMatchObject([
    409,
    { detail: 'The draft has a parent in its current space; remove the parent first.' },
  ])
})
