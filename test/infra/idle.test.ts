import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { idleCosts, idleTable } from '../../infra/commands/idle.ts'
import { queueNames } from '../../src/platform/events/queues.ts'

const costs = await idleCosts()

const cellsOf = (table: string) =>
  table
    .split('\n')
    .filter((line) => line.startsWith('|') && !line.includes('---'))
    .map((line) => line.split('|').map((cell) => cell.trim()))

describe('a stack that nobody uses', () => {
  test('costs at most 9 dollars a month', () => {
    expect(costs.reduce((sum, { dollars }) => sum + dollars, 0)).toBeLessThanOrEqual(9)
  })

  test('counts the resources of the template', () => {
    const counts = Object.fromEntries(costs.map(({ what, count }) => [what, count]))

    expect(counts).toMatchObject({ dashboards: 0, secrets: 5, 'keys of KMS': 1 })
    // one metric per queue, and 16 for everything else
    expect(counts['metrics for alarms']).toBe(16 + queueNames.length)
    expect(counts['queues polled by Lambda']).toBe(queueNames.length)
  })

  test('costs what the README says', () => {
    const readme = readFileSync(join(import.meta.dirname, '../../infra/README.md'), 'utf8')
    const [, said = ''] = /<!-- idle: begin -->\n(.*?)<!-- idle: end -->/s.exec(readme) ?? []

    expect(cellsOf(said)).toEqual(cellsOf(idleTable(costs)))
  })
})
