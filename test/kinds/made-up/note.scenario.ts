import { beforeEach, describe, expect, test } from 'vitest'
import { searchEverything } from '../../../src/search/endpoints/search-everything.ts'
import { actionsOf, activityOf } from '../../history/given.ts'
import { finishErasure, startErasure } from '../../jobs/given.ts'
import { itemsWith } from '../../personal-data/given.ts'
import { made } from '../../support/given.ts'
import { call, raw } from '../../support/call.ts'
import { signedIn, type SignedIn } from '../../support/people.ts'
import { settle } from '../../support/world.ts'
import { restore, trashOf } from '../../trash/given.ts'
import { changeOf, undo } from '../../undo/given.ts'
import { createNote, deleteNote, readNote, updateNote } from './note-endpoints.ts'

const word = 'quokka'

let ada: SignedIn
let note: { id: string; title: string }

beforeEach(async () => {
  ada = await signedIn()
  note = await made(createNote, { as: ada, body: { title: 'Animals', text: `Feed the ${word}.` } })
  await settle()
})

const own = () => ({ as: ada, params: { id: note.id } })

const found = async (as: SignedIn) =>
  (await made(searchEverything, { as, query: { q: word } })).items.map(({ id }) => id)

const trashed = async () => {
  await made(deleteNote, own())
  await settle()
}

describe('Note', () => {
  test('appears with a link in search results of its owner only', async () => {
    const { items } = await made(searchEverything, { as: ada, query: { q: word } })

    expect(items).toMatchObject([
      { type: 'note', id: note.id, title: 'Animals', snippet: `Feed the ${word}.` },
    ])
    expect(items[0]!.api_url).toMatch(new RegExp(`/api/v1/notes/${note.id}$`))
    expect(await found(await signedIn())).toEqual([])
  })

  test('moves to the trash when deleted, and disappears from search', async () => {
    await trashed()

    expect(await trashOf(ada, { type: 'note' })).toEqual([note.id])
    expect(await found(ada)).toEqual([])
  })

  test('reappears in search when restored', async () => {
    await trashed()
    const answer = await restore(ada, note)
    await settle()

    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toMatchObject({
      id: note.id,
      title: 'Animals',
      text: `Feed the ${word}.`,
      version: 2,
    })
    expect(await found(ada)).toEqual([note.id])
  })

  test('follows the undo of its change, creation and deletion', async () => {
    await made(updateNote, { ...own(), body: { title: 'Beasts' } })
    const update = await undo(ada, await changeOf(ada, 'note.updated'))
    const read = await made(readNote, own())
    const creation = await undo(ada, await changeOf(ada, 'note.created'))
    const gone = await call(readNote, own())
    const removal = await undo(ada, await changeOf(ada, 'note.deleted'))

    expect([update.status, creation.status, removal.status]).toEqual([200, 200, 200])
    expect(read).toMatchObject({ title: 'Animals' })
    expect(gone.status).toBe(404)
    expect((await call(readNote, own())).status).toBe(200)
  })

  test('lists its changes in its activity', async () => {
    await made(updateNote, { ...own(), body: { title: 'Beasts' } })
    await settle()
    const entries = await activityOf(ada, raw('note'), note)

    expect(actionsOf(entries)).toEqual(['note.updated', 'note.created'])
    expect(entries[0]).toMatchObject({
      can_undo: true,
      changes: [{ field: 'title', before: 'Animals', after: 'Beasts' }],
    })
  })

  test.each(['in its place', 'in the trash'])('disappears with its owner when %s', async (where) => {
    if (where === 'in the trash') await trashed()
    const [admin, successor] = [await signedIn({ role: 'admin' }), await signedIn()]
    await finishErasure((await startErasure(admin, ada, successor)).body)
    await settle()

    const kept = /^(history|removal|schedule)#/
    expect((await itemsWith([note.id])).filter((key) => !kept.test(key))).toEqual([])
  })
})
