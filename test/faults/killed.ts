import { printTable, say } from '../bench/table.ts'
import type { Fault } from '../support/fault-proxy.ts'
import type { FaultWorld } from './fault-world.ts'
import { runFlows } from './flow.ts'
import { flowHeading, flowRow, flows, settingOf, textsOf } from './flows.ts'
import { killing } from './killing.ts'
import type { Options } from './options.ts'

/**
 * The flows while the dispatcher and the workers are killed at any point, and calls of theirs and others are
 * struck.
 */
export const killed = async (
  { seed, rate, fault, ci, ...sizes }: Options,
  world: FaultWorld,
): Promise<number> => {
  const { operations = ci ? 1 : 2, kills = ci ? 1 : 4 } = sizes
  const usual: Fault[] = ci ? ['lost'] : ['lost', 'reset', 'cut']
  const found: string[] = []
  const ends: (string | number)[][] = []
  const rows: (string | number)[][] = []
  for (const way of fault.length > 0 ? (fault as Fault[]) : usual) {
    const killer = await killing(world, { seed, most: kills })
    try {
      const { histories, seconds } = await runFlows(world, flows, {
        strike: async () => {
          world.run(killer.run)
          await world.strike(settingOf(way, { seed, rate }))
        },
        operations,
        isLate: way === 'late' || way === 'hang',
        isStruckToTheEnd: true,
      })
      rows.push(...histories.map((own) => flowRow(way, own)))
      found.push(...histories.flatMap((own) => textsOf(way, own)))
      for (const { name, runs, deaths } of killer.lives())
        ends.push([way, name, runs, deaths.length, deaths.filter((at) => at !== 'beside').join(', ')])
      found.push(...killer.survivors().map((name) => `${way}: ${name} was not killed once`))
      found.push(...killer.spared().map((name) => `${way}: ${name} was not killed behind what it had made`))
      found.push(...killer.crashes.map((why) => `${way}: not by our hand: ${why}`))
      say(`\n${way}: ${seconds.toFixed(1)} s`)
    } finally {
      world.run()
      await killer.stop()
    }
  }
  printTable(
    `Workers killed, ${Math.round(rate * 100)} % of the calls struck, seed ${seed}`,
    ['fault', 'what', 'runs', 'killed', 'at the call since it began'],
    ends,
  )
  printTable('Flows while workers are killed', flowHeading, rows)
  for (const line of found) say(line)
  return found.length
}
