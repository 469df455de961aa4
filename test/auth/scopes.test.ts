import { describe, expect, test } from 'vitest'
import { invokeFunction } from '../../src/invocation/endpoints/invoke-function.ts'
import type { Effect } from '../../src/platform/http/access-level.ts'
import { greatestEffect } from '../../src/platform/http/spec-rules.ts'
import type { Spec } from '../../src/platform/http/spec.ts'
import { rankedScopes } from '../../src/platform/identity/token-scope.ts'
import { updateUser } from '../../src/users/endpoints/update-user.ts'
import { createPage } from '../../src/wiki/endpoints/create-page.ts'
import { updateSpace } from '../../src/wiki/endpoints/update-space.ts'
import { call } from '../support/call.ts'
import { endpoints } from '../support/endpoints.ts'
import { givenTalk, replyTo } from '../support/given-chat.ts'
import { givenEditor } from '../support/given-editor.ts'
import { givenFile } from '../support/given-file.ts'
import { givenProvider } from '../support/given-provider.ts'
import { confirmed } from '../support/given-reply.ts'
import { givenOwnPage, givenSpace } from '../support/given.ts'
import { givenDirectoryToken, givenToken } from '../support/given-token.ts'
import { signedIn } from '../support/people.ts'

const provider = await givenProvider()

const ranks: Record<Effect, number> = { read: 0, write: 1, sharing: 2, destructive: 2, admin: 3 }

/**
 * Returns the minimum rank of a scope for an operation. A call may have a greater effect than its operation: some
 * fields share, and it may run another operation.
 */
const leastRankOf = (spec: Spec) => {
  if (spec.isScopedByCall) return ranks.read
  if (spec.scope) return Infinity
  const effect = greatestEffect(spec)
  return effect === 'sharing' && (spec.sharing?.length ?? 0) > 0 ? ranks.write : ranks[effect]
}

describe.each(rankedScopes)('Token with the scope %s', (scope) => {
  test('may call only the operations that its scope covers', async () => {
    const token = await givenToken(await signedIn({ role: 'admin' }), scope)
    const codeOf = async ({ spec, handler, title }: (typeof endpoints)[number]) => {
      // a wrong ID and parameter, so that nothing is changed
      const wrong = { params: { id: 'none' }, query: { no_such_parameter: 'x' } }
      const { headers } = await call(handler, { as: token, ...wrong, ...(spec.body && { body: {} }) })
      return [title, headers['x-error-code']]
    }

    const withToken = endpoints.filter(({ spec }) => spec.access !== 'public')
    const codes = new Map((await Promise.all(withToken.map(codeOf))) as [string, string][])
    const refused = withToken.filter(
      ({ spec }) => !spec.requiresSession && leastRankOf(spec) > rankedScopes.indexOf(scope),
    )
    const titlesWith = (code: string) => [...codes].flatMap(([title, one]) => (one === code ? title : []))

    expect(titlesWith('auth.scope')).toEqual(refused.map(({ title }) => title))
    expect(titlesWith('auth.session_required')).toEqual(
      withToken.filter(({ spec }) => spec.requiresSession).map(({ title }) => title),
    )
  })
})

describe('Token with the scope scim', () => {
  test('may call only the operations that require this scope', async () => {
    const admin = await signedIn({ role: 'admin' })
    const token = await givenDirectoryToken(admin)
    const codeOf = async ({ spec, handler }: (typeof endpoints)[number], as: { token: string }) => {
      const { headers } = await call(handler, { as, params: { id: 'none' }, ...(spec.body && { body: {} }) })
      return headers['x-error-code']
    }

    for (const one of endpoints.filter(({ spec }) => spec.access !== 'public')) {
      const { scope, requiresSession } = one.spec
      const refusal = requiresSession ? 'auth.session_required' : 'auth.scope'
      const [byToken, bySession] = await Promise.all([codeOf(one, token), codeOf(one, admin)])
      if (scope) expect([byToken === 'auth.scope', bySession], one.title).toEqual([false, 'auth.scope'])
      else expect(byToken, one.title).toBe(refusal)
    }
  })
})

describe('Token with the scope write', () => {
  test('shares nothing, neither by fields that share nor by the address of a file in a text', async () => {
    const person = await signedIn()
    const [token, space, file] = await Promise.all([
      givenToken(person, 'write'),
      givenSpace(person),
      givenFile(person),
    ])
    const change = (body: object) => call(updateSpace, { as: token, params: { id: space.id }, body })
    const content = `![Plan](/api/v1/files/${file.id}/contents)`

    const [renamed, shared, embedded] = await Promise.all([
      change({ name: 'Renamed' }),
      change({ visibility: 'internal' }),
      call(createPage, { as: token, body: { space_id: space.id, title: 'Plan', content } }),
    ])

    expect(renamed.status).toBe(200)
    expect([shared.headers['x-error-code'], embedded.headers['x-error-code']]).toEqual([
      'auth.scope',
      'auth.scope',
    ])
    expect(shared.detail).toContain('"full"')
  })

  test("changes its person's own fields, but no other people", async () => {
    const admin = await signedIn({ role: 'admin' })
    const [token, other] = await Promise.all([givenToken(admin, 'write'), signedIn()])
    const change = (id: string, body: object) => call(updateUser, { as: token, params: { id }, body })
    const own = { title: 'Head', department: 'Research', locale: 'de', timezone: 'UTC', avatar_file_id: null }

    const [changed, upperCase, ...refused] = await Promise.all([
      change(admin.id, { name: 'Ada King', ...own }),
      change(admin.id.toUpperCase(), {}),
      change(admin.id, { email: 'ada@example.com' }),
      change(admin.id, { role: 'user' }),
      change(other.id, { name: 'Renamed' }),
    ])

    expect(changed.body).toMatchObject({ name: 'Ada King', title: 'Head', locale: 'de' })
    expect(upperCase.status).toBe(200)
    expect(refused.map(({ detail }) => detail)).toEqual(
      Array(3).fill('This requires an access token with the scope "admin".'),
    )
  })

  test('gains no permissions by calling a function', async () => {
    const { author, page } = await givenOwnPage()
    const token = await givenToken(author, 'write')
    const invoke = (name: string, args: Record<string, unknown>) =>
      call(invokeFunction, { as: token, params: { name }, body: { arguments: args } })

    const removed = await invoke('wiki_delete_page', { id: page.id })
    const renamed = await invoke('wiki_update_page', { id: page.id, title: 'Another title' })
    const published = await invoke('wiki_update_page', { id: page.id, status: 'draft' })

    expect(renamed.status, renamed.text).toBe(200)
    expect([removed, published].map(({ headers }) => headers['x-error-code'])).toEqual(
      Array(2).fill('auth.scope'),
    )
  })

  test('creates editor tokens that save a file but cannot delete it', async () => {
    const person = await signedIn()
    const file = await givenFile(person)
    const editor = await givenEditor(await givenToken(person, 'write'), file)

    const info = await editor.info()
    const removed = await editor.operate('DELETE')

    expect(info.body).toMatchObject({ UserCanWrite: true, SupportsDeleteFile: false })
    expect(removed.headers['x-error-code']).toBe('wopi.permission_missing')
  })

  test('limits an assistant of its person, even if they confirm the call', async () => {
    const ada = await signedIn()
    const space = await givenSpace(ada)
    const { chat } = await givenTalk(ada, { functions: ['wiki_update_space'] })
    provider.call('wiki_update_space', { id: space.id, visibility: 'internal' })
    provider.say('It did not work.')

    const reply = await replyTo(await givenToken(ada, 'write'), chat, 'Show it to everybody')
    const { function_calls: calls } = await confirmed(ada, reply, { approve: true })

    expect(calls).toMatchObject([{ status: 'failed', error: expect.stringContaining('scope "full"') }])
  })
})
