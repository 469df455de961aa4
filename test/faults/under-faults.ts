import { printTable, say } from '../bench/table.ts'
import type { Dialect } from '../support/fault-dialects.ts'
import type { Fault } from '../support/fault-proxy.ts'
import type { FaultWorld } from './fault-world.ts'
import { longMilliseconds, runFlows } from './flow.ts'
import { flowHeading, flowRow, flowsOf, settingOf, textsOf } from './flows.ts'
import { quickFaults, slowFaults } from './kinds.ts'
import type { Options } from './options.ts'

/** Maximum share of requests with a 503 under faults that an immediate retry survives. */
const maxRefusedShare = 0.1

/**
 * Returns true if a flow runs under a fault in a short run: each flow meets every third quick fault and one slow fault.
 */
const isTurnOf = (index: number, fault: Fault) =>
  slowFaults.includes(fault)
    ? index % slowFaults.length === slowFaults.indexOf(fault)
    : (index + quickFaults.indexOf(fault)) % 3 === 0

const chosen = <T extends string>(all: T[], asked: string[], what: string): T[] => {
  const unknown = asked.find((name) => !(all as string[]).includes(name))
  if (unknown !== undefined) throw new Error(`There is no ${what} ${unknown}; there are ${all.join(', ')}.`)
  return asked.length > 0 ? all.filter((name) => asked.includes(name)) : all
}

/** Runs the flows of all areas under each fault: each acknowledged write must exist once, and nothing else. */
export const underFaults = async (options: Options, world: FaultWorld): Promise<string[]> => {
  const { seed, rate, ci } = options
  const flows = flowsOf({ ci })
  const names = chosen(
    flows.map(({ name }) => name),
    options.flow,
    'flow',
  )
  const targets = options.target.length > 0 ? (options.target as Dialect[]) : undefined
  const rows: (string | number)[][] = []
  const found: string[] = []
  const totals: string[] = []
  for (const fault of chosen([...quickFaults, ...slowFaults], options.fault, 'fault')) {
    const setting = settingOf(fault, { rate, seed })
    const { histories, counts, redriven, seconds } = await runFlows(
      world,
      flows.filter(({ name }, index) => names.includes(name) && (!ci || isTurnOf(index, fault))),
      {
        strike: () => world.strike(setting, targets),
        operations: options.operations ?? (ci || slowFaults.includes(fault) ? 1 : 2),
        isLate: fault === 'late' || fault === 'hang',
        ...(!ci && { within: longMilliseconds }),
        isStruckToTheEnd: quickFaults.includes(fault),
      },
    )
    const struck = Object.entries(counts)
      .filter(([, { calls }]) => calls > 0)
      .map(([name, { calls, faults }]) => `${name} ${faults}/${calls}`)
    totals.push(
      `${fault}: ${struck.join(', ')}; ${seconds.toFixed(1)} s; ${redriven} put back from the dead letters`,
    )
    rows.push(...histories.map((own) => flowRow(fault, own)))
    found.push(...histories.flatMap((own) => textsOf(fault, own)))
    const calls = histories.reduce((sum, { tallies }) => sum + tallies.calls, 0)
    const refused = histories.reduce((sum, { tallies }) => sum + tallies.unavailable, 0)
    if (quickFaults.includes(fault) && refused > calls * maxRefusedShare)
      found.push(
        `${fault}: ${refused} of ${calls} requests were refused, not ${maxRefusedShare * 100} % at most`,
      )
  }
  printTable(`Flows under faults, ${Math.round(rate * 100)} % of the calls, seed ${seed}`, flowHeading, rows)
  say(`\nCalls struck\n${totals.join('\n')}`)
  const { changes, faults } = await world.historyFaults()
  say(`\nOf ${changes} changes that history shows, ${changes - faults.length} were recorded once.`)
  found.push(...faults)
  return found
}
