import { printTable, say } from '../bench/table.ts'
import type { Fault } from '../support/fault-proxy.ts'
import type { FaultWorld } from './fault-world.ts'
import { longMilliseconds, runFlows } from './flow.ts'
import { flowHeading, flowRow, flowsOf, settingOf, textsOf } from './flows.ts'
import { killing } from './killing.ts'
import { chats } from './flows/chats.ts'
import type { Options } from './options.ts'

/** Maximum number of rounds of the flows. */
const maxRounds = 4

/** Runs the flows while the dispatcher and the workers are killed at any point, and calls of all fail. */
export const killed = async (
  { seed, rate, fault, flow, ci, ...sizes }: Options,
  world: FaultWorld,
): Promise<string[]> => {
  const { operations = ci ? 1 : 2, kills = ci ? 1 : 4 } = sizes
  const usual: Fault[] = ci ? ['lost'] : ['lost', 'reset', 'cut']
  const flows = flowsOf({ ci, isKilling: true }).filter(
    ({ name }) => flow.length === 0 || flow.includes(name),
  )
  // flows with jobs that pause for minutes run once
  const again = flows.filter(({ runs }) => runs !== 'killed')
  const found: string[] = []
  const ends: (string | number)[][] = []
  const rows: (string | number)[][] = []
  for (const way of fault.length > 0 ? (fault as Fault[]) : usual) {
    const killer = await killing(world, { seed, maxDeaths: kills, flows })
    try {
      const run = {
        strike: async () => {
          world.run(killer.run)
          await world.strike(settingOf(way, { seed, rate }))
        },
        operations,
        isLate: way === 'late' || way === 'hang',
        isStruckToTheEnd: true,
        ...(!ci && { within: longMilliseconds }),
      }
      // with few calls it is chance if each victim is killed at its worst point, so the flows repeat until all are
      let next = flows
      for (let round = 0; next.length > 0 && round < maxRounds; round += 1) {
        const { histories, seconds } = await runFlows(world, next, run)
        if (killer.survivors().length > 0) next = again
        else next = killer.spared().length > 0 ? [chats] : []
        rows.push(...histories.map((own) => flowRow(way, own)))
        found.push(...histories.flatMap((own) => textsOf(way, own)))
        say(`\n${way}: ${seconds.toFixed(1)} s`)
      }
      for (const { name, runs, deaths } of killer.lives())
        ends.push([way, name, runs, deaths.length, deaths.filter((at) => at !== 'beside').join(', ')])
      found.push(...killer.survivors().map((name) => `${way}: ${name} was not killed once`))
      found.push(...killer.spared().map((name) => `${way}: ${name} was not killed behind what it had made`))
      found.push(...killer.crashes.map((why) => `${way}: not by our hand: ${why}`))
    } finally {
      world.run()
      await killer.stop()
    }
  }
  const { changes, faults } = await world.historyFaults()
  say(`\nOf ${changes} changes that history shows, ${changes - faults.length} were recorded once.`)
  found.push(...faults)
  printTable(
    `Workers killed, ${Math.round(rate * 100)} % of the calls struck, seed ${seed}`,
    ['fault', 'what', 'runs', 'killed', 'at the call since it began'],
    ends,
  )
  printTable('Flows while workers are killed', flowHeading, rows)
  return found
}
