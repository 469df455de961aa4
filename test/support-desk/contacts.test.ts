import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { searchEverything } from '../../src/search/endpoints/search-everything.ts'
import { contacts } from '../../src/support/contact/contact.ts'
import { createContact } from '../../src/support/contact/endpoints/create-contact.ts'
import { deleteContact } from '../../src/support/contact/endpoints/delete-contact.ts'
import { listContacts } from '../../src/support/contact/endpoints/list-contacts.ts'
import { readContact } from '../../src/support/contact/endpoints/read-contact.ts'
import { updateContact } from '../../src/support/contact/endpoints/update-contact.ts'
import { call } from '../support/call.ts'
import { givenContact, givenDesk } from '../support/given-ticket.ts'
import { made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { statusByCase } from '../support/statuses.ts'
import { settle } from '../support/world.ts'
import { deleted, leftIn, purge, restore, trashOf } from '../trash/given.ts'

const { requester, agent, admin } = await givenDesk()

const address = () => `${randomUUID()}@customer.example`

const create = (as: SignedIn, email: string, name = 'Carla Customer') =>
  call(createContact, { as, body: { name, email } })

const change = (as: SignedIn, { id }: { id: string }, body: object, headers = {}) =>
  call(updateContact, { as, params: { id }, body, headers })

describe('POST /support/contacts', () => {
  test('creates a contact for agents and administrators, with the address in lower case', async () => {
    const email = `Carla.${address()}`
    const { status, headers, body } = await call(createContact, {
      as: agent,
      body: { name: ' Carla Customer ', email, organisation: 'Customer Ltd.' },
    })

    expect([status, headers['location']]).toEqual([
      201,
      `${process.env['PUBLIC_URL']}/api/v1/support/contacts/${body.id}`,
    ])
    expect(body).toMatchObject({
      name: 'Carla Customer',
      email: email.toLowerCase(),
      organisation: 'Customer Ltd.',
      version: 1,
    })
    expect(await made(readContact, { as: admin, params: body })).toEqual(body)
  })

  test('returns 409 for the address of another contact or of a person, regardless of case', async () => {
    const email = address()
    await made(createContact, { as: agent, body: { name: 'Carla', email } })

    const statuses = await statusByCase({
      contact: create(agent, email.toUpperCase()),
      person: create(agent, requester.email),
      missing: call(createContact, { as: agent, body: { name: 'Carla' } as never }),
    })

    expect(statuses).toEqual({ contact: 409, person: 409, missing: 422 })
  })

  test('creates one contact from ten concurrent requests', async () => {
    const email = address()

    const answers = await Promise.all(Array.from({ length: 10 }, () => create(agent, email)))

    const [made, ...others] = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    expect([made, new Set(others)]).toEqual([201, new Set([409])])
  })
})

describe('PUT /support/contacts/{id}', () => {
  test('moves a contact to a free address, and frees the former one', async () => {
    const contact = await givenContact(agent)
    const [other, email] = [await givenContact(agent), address()]

    const taken = await change(agent, contact, { email: other.email })
    const moved = await change(admin, contact, { email, organisation: 'Other Ltd.' }, { 'If-Match': '"1"' })
    const late = await change(admin, contact, { name: 'Late' }, { 'If-Match': '"1"' })
    const freed = await create(agent, contact.email)

    expect([taken.status, moved.status, late.status, freed.status]).toEqual([409, 200, 412, 201])
    expect(moved.body).toMatchObject({ email, organisation: 'Other Ltd.', version: 2 })
  })

  test('returns 200 without a new version if nothing changes', async () => {
    const contact = await givenContact(agent)

    expect((await change(agent, contact, contact)).body).toEqual(contact)
  })

  test('gives an address to one of ten contacts that claim it at once', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, () => givenContact(agent)))
    const email = address()

    const answers = await Promise.all(all.map((contact) => change(agent, contact, { email })))

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9)
  })
})

describe('A contact', () => {
  test('appears to agents alone in lists and searches', async () => {
    const word = `quokka${randomUUID().slice(0, 8)}`
    const contact = await givenContact(agent, { name: `Zita ${word}`, organisation: 'Zoo' })
    await settle()
    const inList = await made(listContacts, { as: agent, query: { q: word } })
    const byAddress = await made(listContacts, { as: agent, query: { q: contact.email } })
    const found = await made(searchEverything, { as: agent, query: { q: word } })
    const hidden = await made(searchEverything, { as: requester, query: { q: word } })

    expect([inList.items, byAddress.items[0]]).toEqual([[contact], contact])
    expect(found.items.map(({ type, id }) => [type, id])).toEqual([['contact', contact.id]])
    expect(hidden.items).toEqual([])
  })

  test('causes a 403 for requesters at each endpoint', async () => {
    const contact = await givenContact(agent)
    const as = requester

    const statuses = await statusByCase({
      create: create(as, address()),
      list: call(listContacts, { as }),
      read: call(readContact, { as, params: contact }),
      change: change(as, contact, { name: 'Other' }),
      delete: deleted(deleteContact, as, contact),
    })

    expect(new Set(Object.values(statuses))).toEqual(new Set([403]))
  })

  test('comes back from the trash unless its address is in use', async () => {
    const contact = await givenContact(agent)
    const lost = await givenContact(agent)
    await deleted(deleteContact, agent, contact)
    await deleted(deleteContact, agent, lost)
    await givenContact(agent, { email: lost.email })
    const meanwhile = await call(readContact, { as: agent, params: contact })
    const inTrash = await trashOf(agent, { type: 'contact' })

    const outsider = await restore(requester, contact)
    const refused = await restore(admin, lost)
    const restored = await restore(admin, contact)

    expect(inTrash).toEqual(expect.arrayContaining([contact.id, lost.id]))
    expect([meanwhile.status, outsider.status, refused.status, restored.status]).toEqual([404, 404, 409, 200])
    expect(restored.body).toEqual({ ...contact, version: 2 })
    expect((await create(agent, contact.email)).status).toBe(409)
  })

  test('can be permanently deleted by the agent who deleted it and by administrators', async () => {
    const [own, other] = [await givenContact(agent), await givenContact(agent)]
    const second = await signedIn({ role: 'support_agent' })
    for (const contact of [own, other]) await deleted(deleteContact, agent, contact)

    const answers = [await purge(second, own), await restore(second, own)]
    await deleted(deleteContact, agent, own)
    answers.push(await purge(agent, own), await purge(admin, other))

    expect(answers.map(({ status }) => status)).toEqual([403, 200, 204, 204])
  })

  test('leaves nothing in its partition and the trash after permanent deletion', async () => {
    const word = `numbat${randomUUID().slice(0, 8)}`
    const contact = await givenContact(agent, { name: `Nora ${word}` })
    await change(agent, contact, { organisation: 'Zoo' })
    await settle()
    await deleted(deleteContact, agent, contact)

    expect((await purge(requester, contact)).status).toBe(404)
    expect((await purge(agent, contact)).status).toBe(204)
    await settle()

    const { pk } = contacts.keyOf(contact)
    expect([
      await leftIn(pk),
      await leftIn(`former#${pk}`),
      (await trashOf(agent)).includes(contact.id),
    ]).toEqual([[], [], false])
    const found = await made(listContacts, { as: agent, query: { q: word } })
    expect(found.items).toEqual([])
  })
})
