import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { dashboardOf } from '../../infra/dashboard.ts'
import { loadWorkers } from '../../infra/endpoints.ts'
import { queuesOf } from '../../infra/queues.ts'

interface Resource {
  Type: string
  Properties: {
    AlarmActions?: unknown
    OKActions?: unknown
    AlarmDescription?: string
    Metrics?: {
      Id: string
      Expression?: string
      MetricStat?: { Metric: { Dimensions: { Value: unknown }[] } }
    }[]
  }
}

type Resources = Record<string, Resource>

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const workers = await loadWorkers()
const inFile = parse(read('infra/alarms.yml'), { merge: true, logLevel: 'silent' }) as {
  Resources: Resources
}
const resources: Resources = { ...inFile.Resources, ...(queuesOf(workers).Resources as Resources) }
const alarms = Object.entries(resources).filter(([, { Type }]) => Type === 'AWS::CloudWatch::Alarm')

/** The first column of the table under "Operations", as patterns, with whether the row says what to do. */
const runbook = [...read('README.md').matchAll(/^\| `([\w*]+Alarm)` +\|(.*)\|$/gm)].map(
  ([, name = '', rest = '']) => ({
    name,
    pattern: new RegExp(`^${name.replace('*', '\\w*')}$`),
    isComplete:
      rest.split(/(?<!\\)\|/).every((cell) => cell.trim() !== '') && rest.split(/(?<!\\)\|/).length === 3,
  }),
)

describe('every alarm', () => {
  test('tells somebody when it begins and when it ends', () => {
    expect(alarms.length).toBeGreaterThan(8)
    for (const [name, { Properties }] of alarms) {
      expect(JSON.stringify(Properties.AlarmActions), name).toContain('Alarms')
      expect(Properties.OKActions, name).toEqual(Properties.AlarmActions)
      expect(Properties.AlarmDescription, name).toMatch(/^[A-Z].+\.$/)
    }
  })

  test('stands in the runbook, with what it means, where to look and what to do', () => {
    const missing = alarms.filter(([name]) => !runbook.some(({ pattern }) => pattern.test(name)))

    expect(missing.map(([name]) => name)).toEqual([])
    expect(runbook.filter(({ isComplete }) => !isComplete)).toEqual([])
  })

  test('of the runbook exists', () => {
    const gone = runbook.filter(({ pattern }) => !alarms.some(([name]) => pattern.test(name)))

    expect(gone.map(({ name }) => name)).toEqual([])
  })
})

describe('the alarms on late messages', () => {
  const late = alarms
    .filter(([name]) => name.startsWith('LateMessages'))
    .map(([, { Properties }]) => Properties)

  test('know every queue of a worker', () => {
    const watched = late.flatMap(({ Metrics = [] }) =>
      Metrics.flatMap(({ MetricStat }) => MetricStat?.Metric.Dimensions.map(({ Value }) => Value) ?? []),
    )
    const queues = Object.keys(resources).filter((id) => id.endsWith('Queue'))

    expect(watched).toEqual(queues.map((id) => ({ 'Fn::GetAtt': [id, 'QueueName'] })))
  })

  test('have no more metrics than CloudWatch takes, and an expression over all of them', () => {
    for (const { Metrics = [] } of late) {
      const metrics = Metrics.filter(({ MetricStat }) => MetricStat)
      const expression = Metrics.find(({ Expression }) => Expression)?.Expression

      expect(metrics.length).toBeLessThanOrEqual(10)
      for (const { Id } of metrics) expect(expression).toContain(`FILL(${Id}, 0)`)
    }
  })

  test('wait longer for a worker that may run longer', () => {
    const expression = late.flatMap(({ Metrics = [] }) => Metrics.map(({ Expression }) => Expression)).join()

    expect(expression).toContain('/ 360')
    expect(expression).toContain('/ 1200')
  })
})

describe('the dashboard', () => {
  const { DashboardBody } = dashboardOf(workers).Resources.Dashboard.Properties
  const { widgets } = JSON.parse(DashboardBody['Fn::Sub']) as {
    widgets: { x: number; y: number; width: number; height: number; properties: { metrics: unknown[][] } }[]
  }

  test('shows each queue and its dead letters', () => {
    const shown = JSON.stringify(widgets)

    for (const { worker } of workers) {
      expect(shown).toContain(`\${AWS::StackName}-${worker.queue}"`)
      expect(shown).toContain(`\${AWS::StackName}-${worker.queue}-dead"`)
    }
  })

  test('has its charts beside one another', () => {
    const places = widgets.map(({ x, y }) => `${x} ${y}`)

    expect(new Set(places).size).toBe(widgets.length)
    for (const { x, width, properties } of widgets) {
      expect(x + width).toBeLessThanOrEqual(24)
      expect(properties.metrics.length).toBeGreaterThan(0)
    }
  })
})
