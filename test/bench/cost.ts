import { readFileSync, writeFileSync } from 'node:fs'
import { makeTable } from '../../infra/local/service/resources.ts'
import { inBenchWorld } from './bench-world.ts'
import { consequencesIn } from './consequences.ts'
import type { Outcome } from './outcome.ts'
import { isReading, recordedUses, sum, written } from './recorded-uses.ts'
import { recordings, type Recording } from './recordings.ts'
import { scenarios, titleOf } from './scenarios.ts'
import { printTable } from './table.ts'
import { ticketLifeUnits } from './ticket-life.ts'
import { isAsKnown, knownUnits, writeUnits, type Units } from './units.ts'

/** Dollars per million on-demand units in us-east-1 (AWS, "Pricing for on-demand capacity", November 2024). */
const dollars = { read: 0.125, write: 0.625 }

const priceOf = ({ read, write }: Pick<Units, 'read' | 'write'>) =>
  read * dollars.read + write * dollars.write

const readme = new URL('../../infra/README.md', import.meta.url)
const [begin, end] = ['<!-- cost: begin -->', '<!-- cost: end -->']

type Capacity = Pick<Units, 'read' | 'write'>

/**
 * Returns the units of a call's consequences, by title of the scenario: search rows, notifications, history; and the
 * units of a ticket's life, measured first because each desk of a scenario has more people to notify.
 */
const consequences = (rows: Recording[]) =>
  inBenchWorld(async (world) => {
    await makeTable(world.endpoints, written)
    const { settle } = await consequencesIn(world, written, { isRecorded: true })
    const life = await ticketLifeUnits(world, settle)
    const found = new Map<string, Capacity>()
    for (const { scenario, title } of rows.filter((row) => !isReading(row.scenario))) {
      const { following } = await recordedUses(scenario, world, settle)
      found.set(title, { read: sum(following, 'read'), write: sum(following, 'write') })
    }
    return { found, life }
  })

/** Returns a line of the table in infra/README.md. */
const lineOf = (title: string, units: Capacity, later: Capacity = { read: 0, write: 0 }) => {
  const dollars = (priceOf(units) + priceOf(later)).toFixed(2)
  const counts = [units.read, units.write, Math.round(later.read), Math.round(later.write)]
  return `| ${[title, ...counts, dollars].join(' | ')} |`
}

/** Writes the table of the most common requests, with the consequences of each write, into infra/README.md. */
const writeReadme = async (rows: Recording[]) => {
  const { found, life } = await consequences(rows)
  const text = readFileSync(readme, 'utf8')
  const lines = [
    ...rows.map(({ title, units }) => lineOf(title, units, found.get(title))),
    lineOf('a ticket, from creation to closing', life.units, life.later),
  ]
  const table = [
    '| function | read units | write units | then read | then written | $ per million |',
    '| --- | --: | --: | --: | --: | --: |',
    ...lines,
  ]
  const [from, to] = [text.indexOf(begin) + begin.length, text.indexOf(end)]
  writeFileSync(readme, `${text.slice(0, from)}\n\n${table.join('\n')}\n\n${text.slice(to)}`)
}

/** Returns the table in infra/README.md, by title of the scenario. */
const readmeUnits = (): Record<string, Omit<Units, 'calls'>> => {
  const text = readFileSync(readme, 'utf8')
  const rows = text
    .slice(text.indexOf(begin), text.indexOf(end))
    .matchAll(/^\| (\S.*?) +\| +([\d.]+) \| +([\d.]+) \|/gm)
  return Object.fromEntries(
    [...rows].map(([, title, read, write]) => [title, { read: Number(read), write: Number(write) }]),
  )
}

/** Functions in infra/README.md: the most common ways to read and write in each area. */
const common = [
  'auth-login',
  'auth-read-me',
  'wiki-read-page',
  'wiki-create-revision',
  'lms-list-courses',
  'lms-list-notifications',
  'task-create-task',
  'task-list-tasks',
  'support-create-message',
  'support-list-messages',
  'chats-create-message',
  'chats-read-chat',
  'search-search-everything',
  'wopi-check-file-info',
  'wopi-save-contents',
]

const shown = ({ calls, read, write }: Partial<Units>) =>
  `${calls === undefined ? '' : `${calls} calls, `}${read} read, ${write} written`

/** Returns one sentence for each scenario whose units differ from the recorded ones, or are not recorded. */
const differences = (rows: Recording[], known: Record<string, Partial<Units>>, place: string) =>
  rows.flatMap(({ title, units }) => {
    const before = known[title]
    if (before === undefined) return [`${title} is not in ${place}`]
    return isAsKnown(units, before) ? [] : [`${title}: ${shown(units)}; ${place} says ${shown(before)}`]
  })

/**
 * Compares the capacity units of a call of each endpoint with the recorded ones, and prints the cost of a million
 * calls. `--write` records them, and writes the most common ones into infra/README.md with the consequences of each
 * write, which are measured only for this table.
 */
export const cost = async (flags: string[]): Promise<Outcome> => {
  const rows = await recordings()
  const ofReadme = rows.filter(({ scenario }) => common.includes(scenario.endpoint))
  printTable(
    'capacity units of the table per call, and dollars per million calls (on demand, us-east-1)',
    ['function', '', 'calls', 'read', 'write', '$'],
    rows.map(({ scenario: { endpoint, of = '' }, units }) => [
      endpoint,
      of,
      units.calls,
      units.read,
      units.write,
      priceOf(units),
    ]),
  )
  if (flags.includes('--write')) {
    writeUnits(rows)
    await writeReadme(ofReadme)
  }
  const known = knownUnits()
  const missing = scenarios.map(titleOf).filter((name) => !rows.some(({ title }) => title === name))
  const broken = [
    ...differences(rows, known, 'test/bench/units.json'),
    ...differences(ofReadme, readmeUnits(), 'infra/README.md'),
    ...missing.map((title) => `${title} was not measured`),
  ]
  const measured =
    broken.length === 0 ? `as written down, all ${rows.length}` : `${broken.length} other than written down`
  return { measured, isMet: broken.length === 0, broken }
}
