import { beforeEach, describe, expect, test } from 'vitest'
import { invokeFunction } from '../../src/invocation/endpoints/invoke-function.ts'
import { updateUser } from '../../src/users/endpoints/update-user.ts'
import { listPages } from '../../src/wiki/endpoints/list-pages.ts'
import { givenSpace, made } from '../support/given.ts'
import { callTool } from '../support/mcp-client.ts'
import { signedIn, type SignedIn } from '../support/people.ts'

let ada: SignedIn

beforeEach(async () => {
  ada = await signedIn()
})

describe('A session whose token has a former name', () => {
  const ways = {
    'POST /functions/{name}/invoke': (name: string, args: Record<string, unknown>) =>
      made(invokeFunction, { as: ada, params: { name }, body: { arguments: args } }),
    'POST /mcp': async (name: string, args: Record<string, unknown>) =>
      (await callTool(ada, name, args)).structuredContent,
  }

  test.each(Object.entries(ways))('writes once by %s', async (_, run) => {
    const space = await givenSpace(ada)
    const admin = await signedIn({ role: 'admin' })
    await made(updateUser, { as: admin, params: ada, body: { name: 'Ada King' } })

    const answer = await run('wiki_create_page', { space_id: space.id, title: 'New' })

    const { items } = await made(listPages, { as: ada, params: space })
    expect(answer).toMatchObject({ result: { title: 'New', author: { name: 'Ada King' } } })
    expect(items.map(({ title }) => title)).toEqual(['New'])
  })
})
