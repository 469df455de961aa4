import { describe, expect, test } from 'vitest'
import { createAssistant } from '../../src/assistants/endpoints/create-assistant.ts'
import { createChat } from '../../src/chats/endpoints/create-chat.ts'
import { updateFile } from '../../src/files/endpoints/update-file.ts'
import { updateTicket } from '../../src/support/endpoints/update-ticket.ts'
import { createProject } from '../../src/task/endpoints/create-project.ts'
import { updateUser } from '../../src/users/endpoints/update-user.ts'
import { createSpace } from '../../src/wiki/endpoints/create-space.ts'
import { updateSpace } from '../../src/wiki/endpoints/update-space.ts'
import { call } from '../support/call.ts'
import { givenFile } from '../support/given-file.ts'
import { givenSpace, made } from '../support/given.ts'
import { givenTicket } from '../support/given-ticket.ts'
import { signedIn, type SignedIn } from '../support/people.ts'

const deactivate = async ({ id }: SignedIn) =>
  made(updateUser, { as: await signedIn({ role: 'admin' }), params: { id }, body: { is_active: false } })

describe('Deactivated person', () => {
  test('gets no new permission or task, and the 422 names the field', async () => {
    const [as, gone] = [await signedIn({ role: 'support_agent' }), await signedIn({ role: 'support_agent' })]
    await deactivate(gone)
    const user_id = gone.id
    const [file, ticket] = [await givenFile(as), await givenTicket(as)]

    const answers = {
      'members[0].user_id': [
        await call(createSpace, { as, body: { name: 'Team', members: [{ user_id, permission: 'read' }] } }),
        await call(createProject, { as, body: { name: 'Team', members: [{ user_id, role: 'guest' }] } }),
      ],
      'grants[0].user_id': [
        await call(updateFile, {
          as,
          params: { id: file.id },
          body: { grants: [{ user_id, permission: 'read' }] },
        }),
        await call(createAssistant, {
          as,
          body: { name: 'Helper', visibility: 'shared', grants: [{ user_id, permission: 'view' }] },
        }),
      ],
      'participants[0]': [await call(createChat, { as, body: { topic: 'Lunch', participants: [user_id] } })],
      assignee_id: [
        await call(updateTicket, {
          as: await signedIn({ role: 'support_agent' }),
          params: { id: ticket.id },
          body: { assignee_id: user_id },
        }),
      ],
    }

    const refused = Object.entries(answers).flatMap(([field, all]) =>
      all.map(({ status, detail }) => [status, String(detail).startsWith(`"${field}" `)]),
    )
    expect(refused).toEqual(Array.from({ length: 6 }, () => [422, true]))
  })

  test('keeps a permission until it is changed', async () => {
    const [as, gone] = [await signedIn(), await signedIn()]
    const member = { user_id: gone.id, permission: 'read' }
    const { id } = await givenSpace(as, { members: [[gone, 'read']] })
    await deactivate(gone)
    const update = (body: object) => call(updateSpace, { as, params: { id }, body })

    const kept = await update({ name: 'Renamed', members: [member] })
    const raised = await update({ members: [{ ...member, permission: 'write' }] })
    const removed = await update({ members: [] })

    expect([kept.status, raised.status, removed.status]).toEqual([200, 422, 200])
    expect(kept.body.members).toMatchObject([member])
  })
})
