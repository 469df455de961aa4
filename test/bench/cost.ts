import { readFileSync, writeFileSync } from 'node:fs'
import type { DynamoProxy } from '../support/dynamo-proxy.ts'
import { inBenchWorld } from './bench-world.ts'
import { prepared, recorded, unlessBroken } from './recording.ts'
import { scenarios, type Scenario } from './scenarios.ts'
import { printTable } from './table.ts'

/** Dollars for a million units on demand in us-east-1 (AWS, "Pricing for on-demand capacity", November 2024). */
const dollars = { read: 0.125, write: 0.625 }

const isRead = (operation: string) => ['GetItem', 'BatchGetItem', 'Query'].includes(operation)

const unitsOf = (calls: DynamoProxy['calls']) => {
  const sum = (reads: boolean) =>
    calls.reduce((units, call) => units + (isRead(call.operation) === reads ? call.units : 0), 0)
  return { read: sum(true), write: sum(false) }
}

interface Row {
  endpoint: string
  of: string
  read: number
  write: number
  price: number
}

const readme = new URL('../../README.md', import.meta.url)
const [begin, end] = ['<!-- cost: begin -->', '<!-- cost: end -->']

/** Puts the table of what most requests are into the README. */
const writeReadme = (rows: Row[]) => {
  const text = readFileSync(readme, 'utf8')
  const lines = rows.map(
    ({ endpoint, of, read, write, price }) =>
      `| ${[endpoint, of].filter(Boolean).join(', ')} | ${read} | ${write} | ${price.toFixed(2)} |`,
  )
  const table = [
    '| function | read units | write units | $ per million |',
    '| --- | --: | --: | --: |',
    ...lines,
  ]
  const [from, to] = [text.indexOf(begin) + begin.length, text.indexOf(end)]
  writeFileSync(readme, `${text.slice(0, from)}\n\n${table.join('\n')}\n\n${text.slice(to)}`)
}

/** What the README shows: the most common ways to read and write in each area. */
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

/**
 * The capacity of the table that a call of each endpoint takes, and what a million of them costs. What follows from a
 * write (words, notifications) is not in it. With `--write` the README gets the most common ones.
 */
export const cost = (flags: string[]) =>
  inBenchWorld(async ({ proxy }) => {
    const rows: Row[] = []
    const measure = async (scenario: Scenario) => {
      const call = await prepared(scenario)
      proxy.countsCapacity = true
      const { read, write } = unitsOf(await recorded(call, proxy))
      proxy.countsCapacity = false
      const price = read * dollars.read + write * dollars.write
      rows.push({ endpoint: scenario.endpoint, of: scenario.of ?? '', read, write, price })
    }
    for (const scenario of scenarios) await unlessBroken(scenario, () => measure(scenario))
    printTable(
      'capacity units of the table per call, and dollars per million calls (on demand, us-east-1)',
      ['function', '', 'read', 'write', '$'],
      rows.map(({ endpoint, of, read, write, price }) => [endpoint, of, read, write, price]),
    )
    if (flags.includes('--write')) writeReadme(rows.filter(({ endpoint }) => common.includes(endpoint)))
  })
