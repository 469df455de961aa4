import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { dashboard } from '../../infra/template/dashboard.ts'
import { queues } from '../../infra/events/queues.ts'
import { deadLetterQueue, queueNames } from '../../src/platform/events/queues.ts'
import { resourceProperties, templateFile } from '../../infra/template/template.ts'

interface Dimension {
  Name: string
  Value: unknown
}

interface Resource {
  Type: string
  Properties: {
    AlarmActions?: unknown
    OKActions?: unknown
    AlarmDescription?: string
    Namespace?: unknown
    Dimensions?: Dimension[]
    Metrics?: {
      Id: string
      Expression?: string
      MetricStat?: { Metric: { Namespace: unknown; MetricName: string; Dimensions: Dimension[] } }
    }[]
  }
}

type Resources = Record<string, Resource>

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const inFile = templateFile('alarms.yml')
const ofAuditLock = templateFile('audit-lock.yml')
const resources: Resources = {
  ...(inFile.Resources as Resources),
  ...(ofAuditLock.Resources as Resources),
  ...(queues().Resources as Resources),
}
const alarms = Object.entries(resources).filter(([, { Type }]) => Type === 'AWS::CloudWatch::Alarm')

/**
 * First column of the table under "Alarms and runbook" as patterns; `isComplete` is true if no cell of the row is
 * empty.
 */
const runbook = [...read('infra/README.md').matchAll(/^\| `([\w*]+Alarm)` +\|(.*)\|$/gm)].map(
  ([, name = '', rest = '']) => ({
    name,
    pattern: new RegExp(`^${name.replace('*', '\\w*')}$`),
    isComplete:
      rest.split(/(?<!\\)\|/).every((cell) => cell.trim() !== '') && rest.split(/(?<!\\)\|/).length === 3,
  }),
)

describe('every alarm', () => {
  test('notifies its subscribers when it begins and when it ends', () => {
    expect(alarms.length).toBeGreaterThan(8)
    for (const [name, { Properties }] of alarms) {
      expect(JSON.stringify(Properties.AlarmActions), name).toContain('Alarms')
      expect(Properties.OKActions, name).toEqual(Properties.AlarmActions)
      expect(Properties.AlarmDescription, name).toMatch(/^[A-Z].+\.$/)
    }
  })

  test('appears in the runbook with its meaning, where to look and what to do', () => {
    const missing = alarms.filter(([name]) => !runbook.some(({ pattern }) => pattern.test(name)))

    expect(missing.map(([name]) => name)).toEqual([])
    expect(runbook.filter(({ isComplete }) => !isComplete)).toEqual([])
  })

  test('exists if the runbook has a row for it', () => {
    const gone = runbook.filter(({ pattern }) => !alarms.some(([name]) => pattern.test(name)))

    expect(gone.map(({ name }) => name)).toEqual([])
  })
})

/** Metrics of each alarm. */
const watched = alarms.flatMap(([name, { Properties }]) => {
  const { Namespace, Dimensions, Metrics = [] } = Properties
  const inside = Metrics.flatMap(({ MetricStat }) => (MetricStat ? [MetricStat.Metric] : []))
  return (Namespace === undefined ? inside : [{ Namespace, Dimensions, MetricName: '' }]).map((metric) => ({
    name,
    ...metric,
  }))
})

describe('the metrics of alarms and dashboard', () => {
  const own = { Ref: 'AWS::StackName' }

  test('belong to this stack only', () => {
    for (const { name, Namespace, Dimensions = [] } of watched)
      if (JSON.stringify(Namespace) === JSON.stringify(own)) expect(Dimensions, name).toEqual([])
      else expect(JSON.stringify(Dimensions), name).toMatch(/AWS::StackName|QueueName|"Ref":"Table"/)
    expect(new Set(watched.map(({ name }) => name)).size).toBe(alarms.length)
  })

  test("come from filters on the stack's logs if they are in its namespace", () => {
    const filters = Object.values(templateFile('logs.yml').Resources).filter(
      ({ Type }) => Type === 'AWS::Logs::MetricFilter',
    )
    const counted = filters.flatMap(({ Properties }) => Properties?.['MetricTransformations'])

    expect(counted).toEqual(
      ['FailedRuns', 'DeadLetters', 'Refusals', 'ModelTokens', 'UnansweredRequests'].map((MetricName) => {
        const MetricValue = MetricName === 'ModelTokens' ? '$.tokens' : '1'
        return expect.objectContaining({ MetricNamespace: own, MetricName, MetricValue })
      }),
    )
  })

  // CloudFormation replaces a budget whose subscriber changes, and cannot replace a resource that has a name
  test('leave the budget without a name, so that `alarm-email` can change', () => {
    const { Budget } = resourceProperties<{ Budget: object }>(templateFile('alarms.yml'), 'MonthlyBudget')

    expect(Object.keys(Budget)).toEqual(['BudgetType', 'TimeUnit', 'BudgetLimit'])
  })

  test("cover the table's indexes too", () => {
    const { GlobalSecondaryIndexes: indexes } = resourceProperties<{
      GlobalSecondaryIndexes: { IndexName: string }[]
    }>(templateFile('table.yml'), 'Table')
    const throttles = watched.filter(({ name }) => name === 'TableThrottlesAlarm')
    const [shown] = Object.values(dashboard().Resources)
    for (const { IndexName } of indexes) {
      const index = { Name: 'GlobalSecondaryIndexName', Value: IndexName }
      const names = throttles.flatMap((metric) =>
        metric.Dimensions?.some(({ Value }) => Value === index.Value) ? [metric.MetricName] : [],
      )
      expect(names).toEqual(['ReadThrottleEvents', 'WriteThrottleEvents'])
      expect(JSON.stringify(shown)).toContain(IndexName)
    }
    expect(throttles).toHaveLength(2 * (indexes.length + 1))
  })
})

describe('the publisher to the topic of alarms', () => {
  test('can use its key for alarms of this account, unlike any other service', () => {
    const { KeyPolicy } = resourceProperties<{
      KeyPolicy: { Statement: { Principal: { Service?: string } }[] }
    }>(inFile, 'AlarmsKey')
    const statements = KeyPolicy.Statement

    expect(resourceProperties(inFile, 'Alarms')).toMatchObject({ KmsMasterKeyId: { Ref: 'AlarmsKey' } })
    expect(statements.filter(({ Principal }) => Principal.Service)).toMatchObject([
      {
        Effect: 'Allow',
        Principal: { Service: 'cloudwatch.amazonaws.com' },
        Action: ['kms:Decrypt', 'kms:GenerateDataKey*'],
        Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
      },
    ])
  })
})

describe('the alarms on late messages', () => {
  const late = alarms
    .filter(([name]) => name.startsWith('LateMessages'))
    .map(([, { Properties }]) => Properties)

  test('cover every queue of a worker', () => {
    const looked = late.flatMap(({ Metrics = [] }) =>
      Metrics.flatMap(({ MetricStat }) => MetricStat?.Metric.Dimensions.map(({ Value }) => Value) ?? []),
    )
    const ids = Object.keys(resources).filter((id) => id.endsWith('Queue'))

    expect(looked).toEqual(ids.map((id) => ({ 'Fn::GetAtt': [id, 'QueueName'] })))
  })

  test("contain at most CloudWatch's number of metrics, and an expression over all of them", () => {
    for (const { Metrics = [] } of late) {
      const metrics = Metrics.filter(({ MetricStat }) => MetricStat)
      const expression = Metrics.find(({ Expression }) => Expression)?.Expression

      expect(metrics.length).toBeLessThanOrEqual(10)
      for (const { Id } of metrics) expect(expression).toContain(`FILL(${Id}, 0)`)
    }
  })

  test('allow more time for a worker with a longer timeout', () => {
    const expression = late.flatMap(({ Metrics = [] }) => Metrics.map(({ Expression }) => Expression)).join()

    expect(expression).toContain('/ 360')
    expect(expression).toContain('/ 1200')
  })
})

describe('the dashboard', () => {
  const { DashboardBody } = dashboard().Resources.Dashboard.Properties
  const { widgets } = JSON.parse(DashboardBody['Fn::Sub']) as {
    widgets: { x: number; y: number; width: number; height: number; properties: { metrics: unknown[][] } }[]
  }

  test('shows each queue and its dead-letter queue', () => {
    const shown = JSON.stringify(widgets)

    for (const name of [...queueNames, ...queueNames.map(deadLetterQueue)])
      expect(shown).toContain(`\${AWS::StackName}-${name}"`)
  })

  test('places its charts without overlaps', () => {
    const places = widgets.map(({ x, y }) => `${x} ${y}`)

    expect(new Set(places).size).toBe(widgets.length)
    for (const { x, width, properties } of widgets) {
      expect(x + width).toBeLessThanOrEqual(24)
      expect(properties.metrics.length).toBeGreaterThan(0)
    }
  })
})
