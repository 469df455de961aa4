import { beforeEach, describe, expect, test } from 'vitest'
import { searchEverything } from '../../../src/search/endpoints/search-everything.ts'
import { activityOf, actionsOf } from '../../history/given.ts'
import { finishErasure, startErasure } from '../../jobs/given.ts'
import { itemsWith } from '../../personal-data/given.ts'
import { call, raw } from '../../support/call.ts'
import { endpoints } from '../../support/endpoints.ts'
import { made } from '../../support/given.ts'
import { signedIn, type SignedIn } from '../../support/people.ts'
import { settle } from '../../support/world.ts'
import { restore, trashOf } from '../../trash/given.ts'
import { changeOf, undo } from '../../undo/given.ts'
import { createTemplate } from './endpoints/create-template.ts'
import { deleteTemplate } from './endpoints/delete-template.ts'
import { listTemplates } from './endpoints/list-templates.ts'
import { readTemplate } from './endpoints/read-template.ts'
import { updateTemplate } from './endpoints/update-template.ts'

let ada: SignedIn
let minutes: { id: string }

const givenTemplate = (body: { name: string; content?: string; tags?: string[] }) =>
  made(createTemplate, { as: ada, body })

beforeEach(async () => {
  ada = await signedIn()
  await givenTemplate({ name: 'Travel report' })
  minutes = await givenTemplate({ name: 'Minutes', content: 'Feed the quokka.', tags: ['meerkat'] })
  await settle()
})

const own = () => ({ as: ada, params: { id: minutes.id } })

const namesOf = ({ items }: { items: { name: string }[] }) => items.map(({ name }) => name)

const listed = async (as: SignedIn, query = {}) => namesOf(await made(listTemplates, { as, query }))

const found = async (as: SignedIn, q: string) => {
  const { items } = await made(searchEverything, { as, query: { q } })
  return items.map(({ title }) => title)
}

describe('Page template', () => {
  test('appears in the API, and in its list only for its owner', async () => {
    const names = endpoints.map(({ name }) => name)

    expect(names).toEqual(expect.arrayContaining(['wiki-create-template', 'wiki-list-templates']))
    expect(await listed(ada)).toEqual(['Minutes', 'Travel report'])
    expect(await listed(await signedIn())).toEqual([])
  })

  test('appears in search and in its searched list, by its name, tags and content', async () => {
    for (const word of ['minutes', 'meerkat', 'quokka']) {
      expect(await found(ada, word), word).toEqual(['Minutes'])
      expect(await listed(ada, { q: word }), word).toEqual(['Minutes'])
      expect(await found(await signedIn(), word), word).toEqual([])
    }
    await made(updateTemplate, { ...own(), body: { tags: ['numbat'] } })
    await settle()

    expect(await found(ada, 'numbat')).toEqual(['Minutes'])
    expect(await found(ada, 'meerkat')).toEqual([])
  })

  test('refuses a change of another version', async () => {
    const headers = { 'if-match': '"2"' }
    const answer = await call(updateTemplate, { ...own(), headers, body: { name: 'Notes' } })

    expect(answer.status).toBe(412)
  })

  test('moves to the trash and back, with its place in the list', async () => {
    await made(deleteTemplate, own())
    await settle()

    expect(await trashOf(ada, { type: 'page_template' })).toEqual([minutes.id])
    expect(await listed(ada)).toEqual(['Travel report'])
    expect(await found(ada, 'quokka')).toEqual([])
    expect((await restore(await signedIn({ role: 'admin' }), minutes)).status).toBe(404)

    const { body } = await restore(ada, minutes)
    await settle()

    expect(body).toMatchObject({ id: minutes.id, name: 'Minutes', content: 'Feed the quokka.', version: 2 })
    expect(await listed(ada)).toEqual(['Minutes', 'Travel report'])
    expect(await found(ada, 'quokka')).toEqual(['Minutes'])
  })

  test('follows the undo of its change, creation and deletion', async () => {
    await made(updateTemplate, { ...own(), body: { name: 'Notes', content: 'Other.' } })
    await undo(ada, await changeOf(ada, 'page_template.updated'))

    expect(await made(readTemplate, own())).toMatchObject({ name: 'Minutes', content: 'Feed the quokka.' })

    await undo(ada, await changeOf(ada, 'page_template.created'))

    expect((await call(readTemplate, own())).status).toBe(404)

    await undo(ada, await changeOf(ada, 'page_template.deleted'))
    await settle()

    expect(await made(readTemplate, own())).toMatchObject({ name: 'Minutes' })
    expect(actionsOf(await activityOf(ada, raw('page_template'), minutes))).toEqual([
      'page_template.restored',
      'page_template.deleted',
      'page_template.updated',
      'page_template.updated',
      'page_template.created',
    ])
  })

  test('shows nothing to administrators', async () => {
    const as = await signedIn({ role: 'admin' })

    expect((await call(readTemplate, { ...own(), as })).status).toBe(404)
    expect(await found(as, 'quokka')).toEqual([])
  })

  test('disappears with its owner', async () => {
    const [admin, successor] = [await signedIn({ role: 'admin' }), await signedIn()]
    await finishErasure((await startErasure(admin, ada, successor)).body)
    await settle()

    const kept = /^(history|removal|schedule)#/
    expect((await itemsWith([minutes.id])).filter((key) => !kept.test(key))).toEqual([])
    expect(await listed(successor)).toEqual([])
  })
})
