import { describe, expect, test } from 'vitest'
import { deleteAssistant } from '../../src/assistants/endpoints/delete-assistant.ts'
import { listAssistants } from '../../src/assistants/endpoints/list-assistants.ts'
import { readAssistant } from '../../src/assistants/endpoints/read-assistant.ts'
import { searchEverything } from '../../src/search/endpoints/search-everything.ts'
import { givenAssistant } from '../assistants/given.ts'
import { call } from '../support/call.ts'
import { signedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { deleted, entryStatus, leftIn, nextVersionOf, purge, restore, trashOf } from './given.ts'

const idsFor = async (as: Awaited<ReturnType<typeof signedIn>>) =>
  (await call(listAssistants, { as })).body.items.map(({ id }: { id: string }) => id)

describe('An assistant in the trash', () => {
  test('comes back unchanged, also for people with whom it was shared', async () => {
    const [owner, friend] = [await signedIn(), await signedIn()]
    const assistant = await givenAssistant(owner, {
      name: 'Quokka',
      visibility: 'shared',
      grants: [[friend, 'view']],
      instructions: 'Be brief.',
    })
    await settle()

    const removal = await deleted(deleteAssistant, owner, assistant)
    await settle({ deliveries: 2 })
    const meanwhile = [await idsFor(owner), await idsFor(friend)].flat()
    const answer = await restore(owner, assistant)
    const inTrash = await trashOf(owner, { type: 'task,assistant' })
    await settle({ deliveries: 2 })

    expect([removal.status, answer.status]).toEqual([204, 200])
    expect(meanwhile).toEqual([])
    expect(answer.body).toEqual(nextVersionOf(assistant))
    expect((await call(readAssistant, { as: owner, params: assistant })).body).toEqual(answer.body)
    expect(inTrash).toEqual([])
    expect([await idsFor(owner), await idsFor(friend)]).toEqual([[assistant.id], [assistant.id]])
    const found = await call(searchEverything, { as: friend, query: { q: 'quokka' } })
    expect(found.body.items).toHaveLength(1)
  })

  test('appears only to its owner and to administrators', async () => {
    const [owner, friend, admin] = [await signedIn(), await signedIn(), await signedIn({ role: 'admin' })]
    const assistant = await givenAssistant(owner, { visibility: 'shared', grants: [[friend, 'edit']] })
    await deleted(deleteAssistant, owner, assistant)

    const statuses = await Promise.all([owner, friend, admin].map((as) => entryStatus(as, assistant)))
    const refused = [(await restore(friend, assistant)).status, (await purge(friend, assistant)).status]

    expect(statuses).toEqual([200, 404, 200])
    expect(refused).toEqual([404, 404])
    expect([await trashOf(owner), await trashOf(friend)]).toEqual([[assistant.id], []])
  })

  test('can be restored only once by concurrent requests', async () => {
    const owner = await signedIn()
    const assistant = await givenAssistant(owner)
    await deleted(deleteAssistant, owner, assistant)

    const answers = await Promise.all(Array.from({ length: 4 }, () => restore(owner, assistant)))

    expect(answers.filter(({ status }) => status === 404)).toHaveLength(3)
    expect(await idsFor(owner)).toEqual([assistant.id])
  })

  test('can be deleted and restored repeatedly', async () => {
    const owner = await signedIn()
    const assistant = await givenAssistant(owner)

    for (let n = 0; n < 3; n += 1) {
      expect((await deleted(deleteAssistant, owner, assistant)).status).toBe(204)
      if (n === 1) await settle()
      expect((await restore(owner, assistant)).status).toBe(200)
    }
    await settle({ deliveries: 2 })

    expect(await idsFor(owner)).toEqual([assistant.id])
  })

  test('leaves no trace when it is permanently deleted', async () => {
    const owner = await signedIn()
    const assistant = await givenAssistant(owner)
    await deleted(deleteAssistant, owner, assistant)

    const answer = await purge(owner, assistant)
    const meanwhile = [await entryStatus(owner, assistant), (await restore(owner, assistant)).status]
    await settle({ deliveries: 2 })

    expect(answer.status).toBe(204)
    expect(meanwhile).toEqual([404, 404])
    expect((await purge(owner, assistant)).status).toBe(404)
    expect([await leftIn(`assistant#${assistant.id}`), await leftIn(`trash#${assistant.id}`)]).toEqual([
      [],
      [],
    ])
    expect((await leftIn(`user#${owner.id}`)).filter((sk) => sk.startsWith('trash#'))).toEqual([])
  })
})
