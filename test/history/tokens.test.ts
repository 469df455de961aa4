import { describe, expect, test } from 'vitest'
import { deleteAccessToken } from '../../src/auth/endpoints/delete-access-token.ts'
import { listAudit } from '../../src/history/endpoints/list-audit.ts'
import { call } from '../support/call.ts'
import { givenSpace } from '../support/given.ts'
import { givenToken } from '../support/given-token.ts'
import { signedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

describe('Access token', () => {
  test('appears in the audit without its secret, and so do changes made with it', async () => {
    const [admin, person] = await Promise.all([signedIn({ role: 'admin' }), signedIn()])
    const token = await givenToken(person)
    await givenSpace(token)
    await call(deleteAccessToken, { as: person, params: { id: token.token_id } })
    await settle()

    const { body: audit } = await call(listAudit, { as: admin, query: { actor_id: person.id } })

    expect(audit.items).toMatchObject([
      {
        via: 'session',
        action: 'access_token.deleted',
        object: { type: 'access_token', id: token.token_id },
      },
      {
        via: 'token',
        token_id: token.token_id,
        action: 'wiki_space.created',
        object: { type: 'wiki_space' },
      },
      {
        via: 'session',
        action: 'access_token.created',
        object: { type: 'access_token', id: token.token_id },
      },
    ])
    expect(JSON.stringify(audit)).not.toMatch(/hash|ep_/)
  })
})
