import { setTimeout as sleep } from 'node:timers/promises'
import { printTable, say } from '../bench/table.ts'
import type { Fault } from '../support/fault-proxy.ts'
import type { FaultWorld } from './fault-world.ts'
import { graceMilliseconds } from './flow.ts'
import { violationsOf, type Operation } from './linearizable.ts'
import type { Options } from './options.ts'
import { isMaybe, pageRegister, taskRegister, ticketRegister, type Register } from './registers.ts'

/** Runs one writer, which alternates between reads, writes, and writes on condition of the last version it saw. */
const lane = async (register: Register, writer: number, values: string[], operations: Operation[]) => {
  const client = register.writers[writer] as Register['writers'][number]
  let known = register.first.version
  for (const [turn, value] of values.entries()) {
    const kind = turn % 5 === 0 || turn % 5 === 2 ? 'read' : 'write'
    const base = kind === 'write' && turn % 5 !== 4 ? known : undefined
    const from = performance.now()
    const answer = await client(kind === 'read' ? register.read : register.write(value, base))
    const to = performance.now()
    if (answer.status < 300) {
      const seen = kind === 'read' ? register.seen(answer) : { version: register.made(answer), value }
      known = seen.version
      operations.push({ kind, outcome: 'done', from, to, base, ...seen })
    } else if (base !== undefined && register.isRefusal(answer))
      operations.push({ kind, outcome: 'refused', from, to, base, value })
    else if (!isMaybe(answer)) throw new Error(`${register.name}: ${answer.status} ${answer.text}`)
    else if (kind === 'write') operations.push({ kind, outcome: 'maybe', from, to, base, value })
  }
}

const valuesOf = (writer: number, count: number) =>
  Array.from({ length: count }, (_, turn) => `${writer === 0 ? 'a' : 'b'}${turn}`)

const faults: Fault[] = [
  'lost',
  'cut',
  'crossing',
  'delay',
  'hang',
  'late',
  'reset',
  'error',
  'throttle',
  'stall',
]

/** Checks that mixed operations of two writers each on a page, a task and a ticket are linearizable. */
export const mixed = async (
  { seed, rate, fault, ci, operations = ci ? 40 : 200 }: Options,
  world: FaultWorld,
): Promise<string[]> => {
  const found: string[] = []
  const rows: (string | number)[][] = []
  const asked = faults.filter((one) => fault.includes(one))
  for (const way of asked.length > 0 ? asked : (['lost'] as const)) {
    const each = [0, 1].map((writer) => valuesOf(writer, operations / 2))
    const registers = [
      await pageRegister(world),
      await taskRegister(world),
      await ticketRegister(world, each.flat()),
    ]
    await world.settle()
    const histories = registers.map(() => [] as Operation[])
    const from = performance.now()
    await world.strike({ fault: way, rate, seed, milliseconds: way === 'delay' ? 100 : 1_500 })
    await Promise.all(
      registers.flatMap((register, index) =>
        each.map((values, writer) => lane(register, writer, values, histories[index] as Operation[])),
      ),
    )
    const { dynamodb } = await world.calm()
    const seconds = (performance.now() - from) / 1000
    if (way === 'late' || way === 'hang') await sleep(graceMilliseconds)
    for (const [index, { name, history }] of registers.entries()) {
      const kept = new Set(await history?.())
      const made = (histories[index] ?? []).filter(
        ({ kind, outcome }) => kind === 'write' && outcome === 'done',
      )
      for (const { value = '' } of history ? made : [])
        if (!kept.has(value)) found.push(`${way} ${name}: ${value} was acknowledged and is not kept.`)
    }
    // processes the consequences of interrupted requests
    await world.settle()
    for (const [index, register] of registers.entries()) {
      const history = histories[index] as Operation[]
      const at = performance.now()
      const last = register.seen(await (register.writers[0] as Register['writers'][number])(register.read))
      const to = performance.now()
      history.push({ kind: 'read', outcome: 'done', from: at, to, ...last })
      // a kept value counts as a read of its version at the end
      const kept = (await register.history?.()) ?? []
      const violations = violationsOf(history, register.first, kept)
      found.push(...violations.map((text) => `${way} ${register.name}: ${text}`))
      const count = (outcome: Operation['outcome']) =>
        history.filter((operation) => operation.outcome === outcome).length
      rows.push([
        way,
        register.name,
        count('done'),
        count('refused'),
        count('maybe'),
        last.version,
        violations.length,
      ])
    }
    say(
      `\n${way}: ${dynamodb.faults} of ${dynamodb.calls} calls of the table were struck, ${seconds.toFixed(1)} s`,
    )
    await world.settle()
  }
  printTable(
    `Two writers and ${operations} mixed operations, ${Math.round(rate * 100)} % of the calls struck, seed ${seed}`,
    ['fault', 'thing', 'done', 'refused', 'maybe', 'versions', 'violations'],
    rows,
  )
  return found
}
