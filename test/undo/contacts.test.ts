import { describe, expect, test } from 'vitest'
import { listActivity } from '../../src/history/endpoints/list-activity.ts'
import { refuseContactEmail } from '../../src/support/contact/changes.ts'
import { contacts } from '../../src/support/contact/contact.ts'
import { deleteContact } from '../../src/support/contact/endpoints/delete-contact.ts'
import { readContact } from '../../src/support/contact/endpoints/read-contact.ts'
import { updateContact } from '../../src/support/contact/endpoints/update-contact.ts'
import { replyByLink } from '../../src/support/correspondence/endpoints/reply-by-link.ts'
import { call } from '../support/call.ts'
import { givenLinkedTicket } from '../support/given-contact.ts'
import { givenContact, givenDesk } from '../support/given-ticket.ts'
import { made } from '../support/given.ts'
import type { SignedIn } from '../support/people.ts'
import { deleted, leftIn, purge } from '../trash/given.ts'
import { changeOf, undo } from './given.ts'
import { settle } from '../support/world.ts'

const desk = await givenDesk()

const activityOf = ({ id }: { id: string }, as: SignedIn) =>
  call(listActivity, { as, query: { resource_type: 'contact', resource_id: id } })

const givenChangedContact = async () => {
  const contact = await givenContact(desk.agent, { organisation: 'Before Ltd.' })
  const body = { organisation: 'After Ltd.', name: 'Carla Other' }
  await made(updateContact, { as: desk.agent, params: contact, body })
  return contact
}

describe('History of a contact', () => {
  test('shows agents the changed fields without their values', async () => {
    const contact = await givenChangedContact()
    await settle()

    const { body } = await activityOf(contact, desk.admin)
    const hidden = await activityOf(contact, desk.requester)

    expect(body.items.map(({ action }) => action)).toEqual(['contact.updated', 'contact.created'])
    expect(body.items[0]!.changes.map(({ field }) => field)).toEqual(['name', 'organisation'])
    expect(JSON.stringify(body.items)).not.toMatch(/Before|After|Carla/)
    expect(hidden.status).toBe(404)
  })

  test('reverts a change and a creation', async () => {
    const contact = await givenChangedContact()

    const { status } = await undo(desk.agent, await changeOf(desk.agent, 'contact.updated'))
    const shown = await made(readContact, { as: desk.agent, params: contact })
    const refused = await undo(desk.requester, await changeOf(desk.agent, 'contact.created'))
    const removed = await undo(desk.agent, await changeOf(desk.agent, 'contact.created'))

    expect([status, refused.status, removed.status]).toEqual([200, 404, 200])
    expect(shown).toMatchObject({ name: contact.name, organisation: 'Before Ltd.' })
    expect((await call(readContact, { as: desk.agent, params: contact })).status).toBe(404)
  })

  test('restores an address that had bounced, to which mail is sent again', async () => {
    const contact = await givenContact(desk.agent)
    await refuseContactEmail(contact, 'bounced')
    const email = `new-${contact.email}`
    await made(updateContact, { as: desk.agent, params: contact, body: { email } })

    const undone = await undo(desk.agent, await changeOf(desk.agent, 'contact.updated'))

    expect(undone.status, undone.text).toBe(200)
    const shown = await made(readContact, { as: desk.agent, params: contact })
    expect(shown).toMatchObject({ email: contact.email, email_status: 'ok' })
  })

  test('neither resumes nor stops mail to an address', async () => {
    const contact = await givenContact(desk.agent)
    await refuseContactEmail(contact, 'bounced')
    await made(updateContact, { as: desk.agent, params: contact, body: { email_status: 'ok' } })
    await settle()

    const [resumed, bounced] = (await activityOf(contact, desk.agent)).body.items
    const refused = [await undo(desk.agent, resumed!), await undo(desk.agent, bounced!)]

    expect([resumed!.can_undo, bounced!.can_undo]).toEqual([false, false])
    for (const { headers } of refused) expect(headers['x-error-code']).toBe('undo.not_undoable')
    const { email_status } = await made(readContact, { as: desk.agent, params: contact })
    expect(email_status).toBe('ok')
  })

  test('keeps no former values of a contact that was permanently deleted', async () => {
    const contact = await givenChangedContact()
    await settle()
    const { pk } = contacts.keyOf(contact)
    const before = await leftIn(`former#${pk}`)
    await deleted(deleteContact, desk.agent, contact)

    await purge(desk.agent, contact)
    await settle()

    expect([before.length > 0, await leftIn(`former#${pk}`), await leftIn(pk)]).toEqual([true, [], []])
  })

  test('names the contact who answers a ticket as the actor', async () => {
    const { agent, contact, ticket, token } = await givenLinkedTicket()
    await made(replyByLink, { body: { token, text: 'Thank you.' } })
    await settle()

    const query = { resource_type: 'ticket' as const, resource_id: ticket.id }
    const { items } = await made(listActivity, { as: agent, query })

    expect(items[0]).toMatchObject({ action: 'ticket_message.created', actor: { name: contact.name } })
  })
})
