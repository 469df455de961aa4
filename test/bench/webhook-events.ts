import { updateMacro } from '../../src/support/macro/endpoints/update-macro.ts'
import { givenMacro } from '../support/given-ticket.ts'
import { made } from '../support/given.ts'
import { signedIn } from '../support/people.ts'
import { startReceiver } from '../webhooks/receiver.ts'
import { givenWebhook } from '../webhooks/given.ts'
import { inBenchWorld } from './bench-world.ts'
import { consequencesIn } from './consequences.ts'
import type { Outcome } from './outcome.ts'
import { printTable } from './table.ts'
import { unitsOf } from './units.ts'

/** Numbers of webhooks that receive the event. */
const counts = [0, 1, 50]

/** Maximum number of write units for each webhook. */
const maxUnits = 8

/** Measures the consequences of one event with no, one and 50 webhooks, in units of the table. */
export const webhookEvents = (): Promise<Outcome> =>
  inBenchWorld(async (world) => {
    const { proxy } = world
    const receiver = await startReceiver()
    const { settle } = await consequencesIn(world, 'bench', { isRecorded: true })
    const as = await signedIn({ role: 'admin' })
    const { id } = await givenMacro(as)
    const measured: { webhooks: number; read: number; write: number }[] = []
    let webhooks = 0
    for (const count of counts) {
      for (; webhooks < count; webhooks += 1)
        await givenWebhook(as, { url: receiver.url, events: ['macro.updated'] })
      await settle()
      await made(updateMacro, { as, params: { id }, body: { name: `Macro ${count}` } })
      proxy.calls.length = 0
      proxy.countsCapacity = true
      await settle().finally(() => (proxy.countsCapacity = false))
      const { read, write } = unitsOf(proxy.calls)
      measured.push({ webhooks: count, read, write })
    }
    receiver.stop()
    printTable(
      'what follows from an event, in units of the table',
      ['webhooks', 'read units', 'write units'],
      measured.map(({ webhooks, read, write }) => [webhooks, read, write]),
    )
    const [none, ...some] = measured.map(({ webhooks, write }) => ({ webhooks, write }))
    const each = some.map((one) => (one.write - (none?.write ?? 0)) / one.webhooks)
    const isMet = each.every((units) => units <= maxUnits) && receiver.received.length === 51
    const broken = isMet ? [] : [`A delivery costs ${each.join(' and ')} write units instead of ${maxUnits}.`]
    return { measured: `${each.map((units) => units.toFixed(1)).join(' and ')} write units`, isMet, broken }
  })
