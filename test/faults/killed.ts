import { printTable, say } from '../bench/table.ts'
import type { Fault } from '../support/fault-proxy.ts'
import type { FaultWorld } from './fault-world.ts'
import { runFlows } from './flow.ts'
import { flowHeading, flowRow, flows, settingOf, textsOf } from './flows.ts'
import { killing, type Life } from './killing.ts'
import type { Options } from './options.ts'

/** What is to be killed in every run: what makes courses, replies, rows of the search, and news. */
const mustDie = [
  'dispatcher',
  'lms-make-course',
  'chats-answer-message',
  'lms-notify-course',
  'support-tell-people',
  'task-tell-people',
  'wiki-notify-subscribers',
]

const pointsOf = ({ deaths }: Life) =>
  deaths.map(({ call, of, arrives }) => `${arrives ? 'after' : 'before'} ${call}/${of}`).join(', ')

/** The flows while the dispatcher and the workers are killed at any point, and calls of theirs and others are struck. */
export const killed = async (
  { seed, rate, operations = 2, kills = 4, fault }: Options,
  world: FaultWorld,
): Promise<number> => {
  const found: string[] = []
  const ends: (string | number)[][] = []
  const rows: (string | number)[][] = []
  for (const way of (fault.length > 0 ? fault : ['lost', 'reset', 'cut']) as Fault[]) {
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
      const lives = killer.lives()
      for (const life of lives)
        ends.push([way, life.name, life.runs, life.deaths.length, life.crashes, pointsOf(life)])
      const survived = mustDie.filter(
        (name) => !lives.some((life) => life.name === name && life.deaths.length > 0),
      )
      found.push(...survived.map((name) => `${way}: ${name} was not killed once`))
      found.push(
        ...lives.flatMap(({ name, crashes }) => (crashes > 0 ? [`${way}: ${name} ended by itself`] : [])),
      )
      say(`\n${way}: ${seconds.toFixed(1)} s`)
    } finally {
      world.run()
      await killer.stop()
    }
  }
  printTable(
    `Workers killed, ${Math.round(rate * 100)} % of the calls struck, seed ${seed}`,
    ['fault', 'what', 'runs', 'killed', 'crashed', 'at its call'],
    ends,
  )
  printTable('Flows while workers are killed', flowHeading, rows)
  for (const line of found) say(line)
  return found.length
}
