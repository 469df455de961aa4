import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { users } from '../../src/platform/identity/user.ts'
import { createMacro } from '../../src/support/macro/endpoints/create-macro.ts'
import { deleteMacro } from '../../src/support/macro/endpoints/delete-macro.ts'
import { listMacros } from '../../src/support/macro/endpoints/list-macros.ts'
import { previewMacro } from '../../src/support/macro/endpoints/preview-macro.ts'
import { readMacro } from '../../src/support/macro/endpoints/read-macro.ts'
import { updateMacro } from '../../src/support/macro/endpoints/update-macro.ts'
import { call, raw, type BodyOf } from '../support/call.ts'
import { givenDesk, givenMacro, givenMessage, givenTicket } from '../support/given-ticket.ts'
import { made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { statusByCase } from '../support/statuses.ts'

const desk = await givenDesk()

type Fields = Partial<BodyOf<typeof createMacro>>

const create = (as: SignedIn, fields: Fields) =>
  call(createMacro, { as, body: { name: 'Ask', ...fields } as never })

const preview = (as: SignedIn, { id }: { id: string }, ticket: { id: string }) =>
  call(previewMacro, { as, params: { id }, body: { ticket_id: ticket.id } })

describe('Macros', () => {
  test('Any agent creates, lists, changes and deletes macros', async () => {
    const { agent, admin } = desk
    const name = `Macro ${randomUUID()}`
    const text = 'Dear {{requester.name}}'
    const changes = { status: 'pending' as const, tags: ['photo'] }

    const answer = await create(agent, { name, text, changes })
    const macro = answer.body
    const changed = await made(updateMacro, {
      as: admin,
      params: { id: macro.id },
      body: { ...macro, changes: { priority: 'high' } } as never,
    })
    const { items } = await made(listMacros, { as: admin, query: { limit: 100 } })
    await made(deleteMacro, { as: admin, params: { id: macro.id } })

    expect(answer.status).toBe(201)
    expect(macro).toMatchObject({ name, text, changes, created_by: { id: agent.id }, version: 1 })
    expect(changed).toMatchObject({ name, text, changes: { priority: 'high' }, version: 2 })
    expect(items.find(({ id }) => id === macro.id)).not.toHaveProperty('text')
    expect((await call(readMacro, { as: agent, params: { id: macro.id } })).status).toBe(404)
  })

  test('rejects requesters, unknown fields and unknown people in changes', async () => {
    const { requester, agent } = desk
    const macro = await givenMacro(agent)
    const ticket = await givenTicket(requester)
    const { id } = macro

    const statuses = await statusByCase({
      'POST by a requester': create(requester, {}),
      'GET by a requester': call(readMacro, { as: requester, params: { id } }),
      'list by a requester': call(listMacros, { as: requester, query: {} }),
      'PUT by a requester': call(updateMacro, { as: requester, params: { id }, body: { name: 'x' } }),
      'DELETE by a requester': call(deleteMacro, { as: requester, params: { id } }),
      'preview by a requester': preview(requester, macro, ticket),
      'no name': call(createMacro, { as: agent, body: raw({}) }),
      'an unknown change': create(agent, { changes: raw({ subject: 'x' }) }),
      'a wrong change': create(agent, { changes: raw({ status: 'gone' }) }),
      'an assignee who is no agent': create(agent, { changes: { assignee_id: requester.id } }),
      'an unknown group': create(agent, { changes: { group_id: randomUUID() } }),
      'an outdated version': call(updateMacro, {
        as: agent,
        params: { id },
        body: { name: 'x' },
        headers: { 'If-Match': '"7"' },
      }),
    })

    expect(statuses).toEqual({
      'POST by a requester': 403,
      'GET by a requester': 403,
      'list by a requester': 403,
      'PUT by a requester': 403,
      'DELETE by a requester': 403,
      'preview by a requester': 403,
      'no name': 422,
      'an unknown change': 422,
      'a wrong change': 422,
      'an assignee who is no agent': 422,
      'an unknown group': 422,
      'an outdated version': 412,
    })
  })

  test('keeps an assignee who has left in a macro that is sent back whole', async () => {
    const { agent } = desk
    const assignee = await signedIn({ role: 'support_agent' })
    const { id, text, changes } = await givenMacro(agent, { changes: { assignee_id: assignee.id } })
    await users.update(await users.get(assignee), { role: 'user' })

    const body = { name: 'Renamed', text, changes }
    const kept = await call(updateMacro, { as: agent, params: { id }, body })
    const added = await create(agent, { changes })

    expect([kept.status, added.status]).toEqual([200, 422])
  })

  test('loses none of ten changes at once', async () => {
    const { agent } = desk
    const { id } = await givenMacro(agent)
    const bodies = Array.from({ length: 10 }, (_, n) => {
      const value = `Value ${n}`
      return [{ name: value }, { text: value }, { changes: { tags: [value] } }][n % 3]!
    })

    const answers = await Promise.all(
      bodies.map((body) => call(updateMacro, { as: agent, params: { id }, body })),
    )

    const inOrder = bodies.toSorted(
      (a, b) => answers[bodies.indexOf(a)]!.body.version - answers[bodies.indexOf(b)]!.body.version,
    )
    expect(new Set(answers.map(({ body }) => body.version)).size).toBe(10)
    expect(await made(readMacro, { as: agent, params: { id } })).toMatchObject(Object.assign({}, ...inOrder))
  })
})

describe('Placeholders of a macro', () => {
  test('get the values of the ticket and of the agent', async () => {
    const { requester, agent, admin } = desk
    const ticket = await givenTicket(requester, { subject: 'No light' })
    const text = '{{requester.name}}, #{{ticket.number}}: {{ ticket.subject }}. {{agent.name}} $& {x}'
    const macro = await givenMacro(admin, { text, changes: { tags: ['dark'] } })

    const { status, body } = await preview(agent, macro, ticket)

    expect(status).toBe(200)
    expect(body).toEqual({
      text: `${requester.name}, #${ticket.number}: No light. ${agent.name} $& {x}`,
      changes: { tags: ['dark'] },
    })
  })

  test('leaves placeholders and patterns in values as they are', async () => {
    const { requester, agent } = desk
    const subject = '{{agent.name}} $& {{requester.name}}'
    const ticket = await givenTicket(requester, { subject })
    const macro = await givenMacro(agent, { text: 'About {{ticket.subject}}' })

    expect((await preview(agent, macro, ticket)).body.text).toBe(`About ${subject}`)
  })

  test.each(['{{requester.email}}', '{{ ticket }}', '{{}}', '{{ticket.messages}}', '{{constructor}}'])(
    'rejects %s, naming it and the known placeholders',
    async (placeholder) => {
      const { agent } = desk
      const { id } = await givenMacro(agent)
      const text = `Dear {{requester.name}}, ${placeholder}`

      const created = await create(agent, { text })
      const updated = await call(updateMacro, { as: agent, params: { id }, body: { text } })

      expect([created.status, updated.status]).toEqual([422, 422])
      for (const part of [placeholder, '{{requester.name}}', '{{ticket.number}}', '{{ticket.subject}}'])
        expect(created.detail).toContain(part)
      expect(created.detail).toContain('{{agent.name}}')
    },
  )

  test('names a long unknown placeholder up to a whole character', async () => {
    const answer = await create(desk.agent, { text: `{{${'x'.repeat(97)}${'🖨'.repeat(9)}}}` })

    expect(answer.status).toBe(422)
    expect(answer.detail).toContain('x🖨…;')
  })

  test('takes a text with open braces and many spaces, and ignores spaces in a placeholder', async () => {
    const { requester, agent } = desk
    const ticket = await givenTicket(requester)
    const text = `{{ ticket.number }} {{${' '.repeat(49_000)}`
    const macro = await givenMacro(agent, { text })

    expect((await preview(agent, macro, ticket)).body.text).toBe(
      text.replace('{{ ticket.number }}', `${ticket.number}`),
    )
  })

  test('reveals no message, and rejects unknown tickets and those of the caller', async () => {
    const { requester, agent } = desk
    const ticket = await givenTicket(requester, { description: 'hidden words' })
    await givenMessage(agent, ticket, { text: 'hidden words', is_internal: true })
    const macro = await givenMacro(agent, { text: '{{ticket.subject}}' })

    const seen = await preview(agent, macro, ticket)
    const statuses = await statusByCase({
      'an unknown ticket': preview(agent, macro, { id: randomUUID() }),
      'their own ticket': preview(agent, macro, await givenTicket(agent)),
      'an unknown macro': preview(agent, { id: randomUUID() }, ticket),
    })

    expect(seen.text).not.toContain('hidden')
    expect(statuses).toEqual({ 'an unknown ticket': 422, 'their own ticket': 403, 'an unknown macro': 404 })
  })
})
