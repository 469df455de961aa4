import { printTable, say } from '../bench/table.ts'
import type { Dialect } from '../support/fault-dialects.ts'
import type { Fault, Setting } from '../support/fault-proxy.ts'
import { startFaultWorld } from './fault-world.ts'
import { runFlows, type Flow } from './flow.ts'
import { chats } from './flows/chats.ts'
import { courses } from './flows/courses.ts'
import { files } from './flows/files.ts'
import { tasks } from './flows/tasks.ts'
import { tickets } from './flows/tickets.ts'
import { wiki } from './flows/wiki.ts'
import type { Violation } from './history.ts'
import type { Options } from './options.ts'

const flows: Flow[] = [wiki, tasks, tickets, courses, files, chats]

const faults: Fault[] = [
  'throttle',
  'error',
  'reset',
  'lost',
  'hang',
  'delay',
  'late',
  'cut',
  'stall',
  'five',
]

/** What `delay` takes at the most, and what `late` always takes: longer than a call is waited for. */
const milliseconds: Partial<Record<Fault, number>> = { delay: 300, late: 1_500 }

/** Where each call that is struck takes seconds, fewer are made. */
const slow = new Set<Fault>(['throttle', 'hang', 'late', 'stall'])

const chosen = <T extends string>(all: T[], asked: string[], what: string): T[] => {
  const unknown = asked.find((name) => !(all as string[]).includes(name))
  if (unknown !== undefined) throw new Error(`There is no ${what} ${unknown}; there are ${all.join(', ')}.`)
  return asked.length > 0 ? all.filter((name) => asked.includes(name)) : all
}

const countOf = (violations: Violation[], ...kinds: Violation['kind'][]) =>
  violations.filter(({ kind }) => kinds.includes(kind)).length

/** The areas' flows under each fault: what was acknowledged is there once, and nothing is there that nobody sent. */
export const underFaults = async (options: Options): Promise<number> => {
  const { seed, rate } = options
  const names = chosen(
    flows.map(({ name }) => name),
    options.flow,
    'flow',
  )
  const targets = options.target.length > 0 ? (options.target as Dialect[]) : undefined
  const world = await startFaultWorld()
  const rows: (string | number)[][] = []
  const found: string[] = []
  const totals: string[] = []
  try {
    for (const fault of chosen(faults, options.fault, 'fault')) {
      const setting: Partial<Setting> = {
        fault,
        rate: fault === 'five' ? 1 : rate,
        seed,
        milliseconds: milliseconds[fault] ?? 0,
      }
      const { histories, counts, redriven, seconds } = await runFlows(
        world,
        flows.filter(({ name }) => names.includes(name)),
        {
          strike: () => world.strike(setting, targets),
          operations: options.operations ?? (slow.has(fault) ? 1 : 2),
          isLate: fault === 'late' || fault === 'hang',
        },
      )
      const struck = Object.entries(counts)
        .filter(([, { calls }]) => calls > 0)
        .map(([name, { calls, faults }]) => `${name} ${faults}/${calls}`)
      totals.push(
        `${fault}: ${struck.join(', ')}; ${seconds.toFixed(1)} s; ${redriven} put back from the dead letters`,
      )
      for (const { name, tallies, violations } of histories) {
        const { calls, good, unavailable, known, other } = tallies
        rows.push([
          fault,
          name,
          calls,
          good,
          unavailable,
          known,
          other,
          countOf(violations, 'lost'),
          countOf(violations, 'doubled'),
          countOf(violations, 'invented', 'wrong'),
        ])
        found.push(...violations.map(({ kind, text }) => `${fault} ${name} ${kind}: ${text}`))
      }
    }
  } finally {
    await world.stop()
  }
  printTable(
    `Flows under faults, ${Math.round(rate * 100)} % of the calls, seed ${seed}`,
    ['fault', 'flow', 'calls', '2xx', '503', 'known', 'other', 'lost', 'doubled', 'wrong'],
    rows,
  )
  say(`\nCalls struck\n${totals.join('\n')}`)
  for (const line of found) say(line)
  return found.length
}
