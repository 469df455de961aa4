import { readFileSync, writeFileSync } from 'node:fs'
import type { Outcome } from './outcome.ts'
import { recordings, type Recording } from './recordings.ts'
import { scenarios, titleOf } from './scenarios.ts'
import { printTable } from './table.ts'
import { isAsKnown, knownUnits, writeUnits, type Units } from './units.ts'

/** Dollars for a million units on demand in us-east-1 (AWS, "Pricing for on-demand capacity", November 2024). */
const dollars = { read: 0.125, write: 0.625 }

const priceOf = ({ read, write }: Units) => read * dollars.read + write * dollars.write

const readme = new URL('../../infra/README.md', import.meta.url)
const [begin, end] = ['<!-- cost: begin -->', '<!-- cost: end -->']

/** Writes the table of the most common requests into infra/README.md. */
const writeReadme = (rows: Recording[]) => {
  const text = readFileSync(readme, 'utf8')
  const lines = rows.map(
    ({ title, units }) => `| ${title} | ${units.read} | ${units.write} | ${priceOf(units).toFixed(2)} |`,
  )
  const table = [
    '| function | read units | write units | $ per million |',
    '| --- | --: | --: | --: |',
    ...lines,
  ]
  const [from, to] = [text.indexOf(begin) + begin.length, text.indexOf(end)]
  writeFileSync(readme, `${text.slice(0, from)}\n\n${table.join('\n')}\n\n${text.slice(to)}`)
}

/** What the table in infra/README.md says, by the title of the scenario. */
const readmeUnits = (): Record<string, Omit<Units, 'calls'>> => {
  const text = readFileSync(readme, 'utf8')
  const rows = text
    .slice(text.indexOf(begin), text.indexOf(end))
    .matchAll(/^\| (\S.*?) +\| +([\d.]+) \| +([\d.]+) \|/gm)
  return Object.fromEntries(
    [...rows].map(([, title, read, write]) => [title, { read: Number(read), write: Number(write) }]),
  )
}

/** What infra/README.md shows: the most common ways to read and write in each area. */
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

/** Where something takes other than what is written down of it, or nothing is. */
const differences = (rows: Recording[], known: Record<string, Partial<Units>>, place: string) =>
  rows.flatMap(({ title, units }) => {
    const before = known[title]
    if (before === undefined) return [`${title} is not in ${place}`]
    return isAsKnown(units, before) ? [] : [`${title}: ${shown(units)}; ${place} says ${shown(before)}`]
  })

/**
 * The capacity units that a call of each endpoint takes, and what a million of them cost. What follows from a write
 * (words, notifications) is not included. `--write` records them, and the most common ones in infra/README.md; without
 * it, they are compared with what is recorded.
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
    writeReadme(ofReadme)
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
