import { beforeAll, describe, expect, test } from 'vitest'
import { deleteAssistant } from '../../src/assistants/endpoints/delete-assistant.ts'
import { readAssistant } from '../../src/assistants/endpoints/read-assistant.ts'
import { updateAssistant } from '../../src/assistants/endpoints/update-assistant.ts'
import { call } from '../support/call.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { givenAssistant, grantsOf, listedFor } from './given.ts'
import { statusByCase } from '../support/statuses.ts'

type Name = 'owner' | 'editor' | 'viewer' | 'other' | 'admin'
let people: Record<Name, SignedIn>

beforeAll(async () => {
  const [owner, editor, viewer, other] = await Promise.all([signedIn(), signedIn(), signedIn(), signedIn()])
  people = { owner, editor, viewer, other, admin: await signedIn({ role: 'admin' }) }
})

const given = (visibility: string) =>
  givenAssistant(people.owner, {
    visibility,
    instructions: 'Be brief.',
    grants: [
      [people.editor, 'edit'],
      [people.viewer, 'view'],
    ],
  })

/**
 * Statuses of reading, changing and deleting; whether the instructions are shown, and whether the list has the
 * assistant.
 */
const table: [
  visibility: string,
  name: Name,
  read: number,
  update: number,
  end: number,
  told: boolean,
  listed: boolean,
][] = [
  ['private', 'owner', 200, 200, 204, true, true],
  ['private', 'editor', 404, 404, 404, false, false],
  ['private', 'viewer', 404, 404, 404, false, false],
  ['private', 'other', 404, 404, 404, false, false],
  ['private', 'admin', 200, 200, 204, true, false],
  ['shared', 'owner', 200, 200, 204, true, true],
  ['shared', 'editor', 200, 200, 403, true, true],
  ['shared', 'viewer', 200, 403, 403, false, true],
  ['shared', 'other', 404, 404, 404, false, false],
  ['shared', 'admin', 200, 200, 204, true, false],
  ['public', 'owner', 200, 200, 204, true, true],
  ['public', 'editor', 200, 200, 403, true, true],
  ['public', 'viewer', 200, 403, 403, false, true],
  ['public', 'other', 200, 403, 403, false, true],
  ['public', 'admin', 200, 200, 204, true, true],
]

describe.each(table)(
  'the access to an assistant that is %s, for its %s',
  (visibility, name, read, update, end, told, listed) => {
    test(`reading returns ${read}, changing ${update}, deleting ${end}`, async () => {
      const params = { id: (await given(visibility)).id }
      const as = people[name]

      const shown = await call(readAssistant, { as, params })
      const list = await listedFor(as)
      const changed = await call(updateAssistant, { as, params, body: { name: 'Changed' } })
      const deleted = await call(deleteAssistant, { as, params })

      expect([shown.status, changed.status, deleted.status]).toEqual([read, update, end])
      expect(shown.body.instructions ?? null).toBe(told ? 'Be brief.' : null)
      expect(list.filter(({ id }) => id === params.id)).toHaveLength(listed ? 1 : 0)
    })
  },
)

describe('fields that only the owner and administrators may change', () => {
  const others: [what: string, body: () => object][] = [
    ['the visibility', () => ({ visibility: 'public' })],
    [
      'a permission',
      () => ({
        grants: grantsOf([
          [people.editor, 'edit'],
          [people.viewer, 'edit'],
        ]),
      }),
    ],
    ['who is granted something', () => ({ grants: grantsOf([[people.editor, 'edit']]) })],
  ]

  test.each(others)('include %s', async (_, bodyOf) => {
    const params = { id: (await given('shared')).id }
    const change = (as: SignedIn) => call(updateAssistant, { as, params, body: bodyOf() })

    const refused = await change(people.editor)
    const unchanged = await call(readAssistant, { as: people.owner, params })
    const statuses = await statusByCase({
      'an administrator': await change(people.admin),
      'the owner': await change(people.owner),
    })

    expect(refused.status).toBe(403)
    expect(refused.detail).toContain('may share or delete it')
    expect(unchanged.body.version).toBe(1)
    expect(statuses).toEqual({
      'an administrator': 200,
      'the owner': 200,
    })
  })

  test('may be sent back unchanged by an editor, in any order', async () => {
    const assistant = await given('shared')
    const grants = assistant.grants.toReversed()
    const body = { ...assistant, name: 'Renamed', grants }

    const answer = await call(updateAssistant, { as: people.editor, params: { id: assistant.id }, body })

    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      name: 'Renamed',
      visibility: 'shared',
      owner: { id: people.owner.id },
    })
  })
})

describe('a revoked grant', () => {
  test('ends access at once', async () => {
    const assistant = await given('shared')
    const params = { id: assistant.id }
    const grants = grantsOf([[people.viewer, 'view']])

    await call(updateAssistant, { as: people.owner, params, body: { grants } })

    const statuses = [people.editor, people.viewer].map((as) => call(readAssistant, { as, params }))
    expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([404, 200])
    expect((await listedFor(people.editor)).map(({ id }) => id)).not.toContain(assistant.id)
  })

  test('a grant has no effect while the assistant is private', async () => {
    const params = { id: (await given('shared')).id }
    const make = (visibility: 'private' | 'public' | 'shared') =>
      call(updateAssistant, { as: people.owner, params, body: { visibility } })
    const read = async () => (await call(readAssistant, { as: people.viewer, params })).status

    const hidden = await make('private').then(read)
    const again = await make('shared').then(read)

    expect([hidden, again]).toEqual([404, 200])
  })
})
