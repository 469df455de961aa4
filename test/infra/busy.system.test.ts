import type { Context } from 'aws-lambda'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { whileUnanswered } from '../../infra/local/lambda/answered.ts'
import { streamPoller } from '../../infra/local/lambda/stream-poller.ts'
import { patience } from '../../infra/local/settings/variables.ts'
import { searchEverything } from '../../src/search/endpoints/search-everything.ts'
import { call } from '../support/call.ts'
import type { DynamoProxy } from '../support/dynamo-proxy.ts'
import { givenTableProxy } from '../support/given-proxy.ts'
import { givenSpace } from '../support/given.ts'
import { until } from '../support/local-service.ts'
import { signedIn } from '../support/people.ts'
import { settle, world } from '../support/world.ts'

const load = async () => ({
  dispatch: (await import('../../src/stream.ts')).dispatchChanges,
  listSpaces: (await import('../../src/wiki/endpoints/list-spaces.ts')).listSpaces,
})

let proxy: DynamoProxy
let service: Awaited<ReturnType<typeof load>>

beforeAll(async () => {
  const given = await givenTableProxy(load, patience)
  proxy = given.proxy
  service = given.loaded
  return given.end
})

beforeEach(() => {
  proxy.delay = 0
  proxy.loses = () => false
})

const context = { getRemainingTimeInMillis: () => 60_000 } as Context

describe('on a busy machine', () => {
  test('waits for a call that takes seconds instead of answering 503', async () => {
    const someone = await signedIn()
    // longer than a deployed function waits for all attempts of a call
    proxy.delay = 4_000

    const { status } = await call(service.listSpaces, { as: someone })

    expect(status).toBe(200)
  })

  test('retries a change without limit while calls get no answer', async () => {
    await settle()
    const [author, member] = await Promise.all([signedIn(), signedIn()])
    // the dispatcher maintains the rows of this space's member
    const space = await givenSpace(author, { visibility: 'private', members: [[member, 'read']] })
    proxy.loses = () => true
    let runs = 0
    const setAside = vi.fn<() => Promise<void>>()
    const { endpoints, tableName, checkpoint, stream } = world()
    const poller = streamPoller({
      endpoints,
      tableName,
      checkpoint,
      stream,
      setAside,
      invoke: whileUnanswered(async (event) => {
        runs += 1
        return service.dispatch(event, context)
      }, new AbortController().signal),
    })

    const read = (async () => {
      while ((await poller.step()) > 0);
    })()
    await until(
      () => runs > 5,
      () => `It was run ${runs} times.`,
    )
    proxy.loses = () => false
    await read
    await settle()
    const found = await call(searchEverything, { as: author, query: { q: space['name'] as string } })

    expect(setAside).not.toHaveBeenCalled()
    expect(found.body.items.map(({ id }: { id: string }) => id)).toContain(space.id)
  })

  test('does not retry a function that fails by itself', async () => {
    const run = vi.fn<() => Promise<undefined>>().mockRejectedValue(new TypeError('A mistake.'))

    await expect(whileUnanswered(run, new AbortController().signal)({})).rejects.toThrow('A mistake.')
    expect(run).toHaveBeenCalledTimes(1)
  })
})
