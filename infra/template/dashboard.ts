import { deadLetterQueue, queueNames } from '../../src/platform/events/queues.ts'

type Metric = unknown[]

const dimensions = {
  api: ['ApiName', '${AWS::StackName}', 'Stage', 'live'],
  table: ['TableName', '${Table}'],
  gsi1: ['TableName', '${Table}', 'GlobalSecondaryIndexName', 'gsi1'],
  gsi2: ['TableName', '${Table}', 'GlobalSecondaryIndexName', 'gsi2'],
  dispatcher: ['FunctionName', '${AWS::StackName}-dispatcher'],
}

const of = (namespace: string, metric: string, where: string[], more: object = {}): Metric => [
  `AWS/${namespace}`,
  metric,
  ...where,
  more,
]

const apiMetric = (metric: string, more?: object) => of('ApiGateway', metric, dimensions.api, more)
const tableMetric = (metric: string, more?: object) => of('DynamoDB', metric, dimensions.table, more)
/** Returns a metric that a filter of the stack's log groups counts (infra/template/logs.yml). */
const counted = (metric: string): Metric => ['${AWS::StackName}', metric]

/**
 * Returns a metric for all functions of the stack together: the search matches the words of its name in their order.
 */
const lambdaMetric = (metric: string, stat: 'Sum' | 'Maximum'): Metric => {
  const found = `SEARCH('{AWS/Lambda,FunctionName} MetricName="${metric}" "\${AWS::StackName}"', '${stat}', 300)`
  return [{ expression: `SUM(${found})`, label: metric }]
}

const refused = (dimension: 'table' | 'gsi1' | 'gsi2') =>
  ['ReadThrottleEvents', 'WriteThrottleEvents'].map((metric) =>
    of('DynamoDB', metric, dimensions[dimension], { label: `${dimension} ${metric}` }),
  )

/** Returns a chart; there are three in a row, because CloudWatch has 24 columns. */
const chart = (index: number, title: string, metrics: Metric[], more: object = {}) => ({
  type: 'metric',
  x: (index % 3) * 8,
  y: Math.floor(index / 3) * 6,
  width: 8,
  height: 6,
  properties: {
    title,
    metrics,
    region: '${AWS::Region}',
    period: 300,
    stat: 'Sum',
    view: 'timeSeries',
    ...more,
  },
})

const eachQueue = (queues: string[], metric: string) =>
  queues.map((name) =>
    of('SQS', metric, ['QueueName', `\${AWS::StackName}-${name}`], { stat: 'Maximum', label: name }),
  )

/** The charts, from the front to the back: API, functions, stream, queues, table. */
const charts: [title: string, metrics: Metric[], more?: object][] = [
  ['Requests', [apiMetric('Count'), apiMetric('4XXError')]],
  ['Requests that failed (5xx)', [apiMetric('5XXError', { color: '#d62728' })]],
  ['Latency, ms', ['p50', 'p95', 'p99'].map((stat) => apiMetric('Latency', { stat, label: stat }))],
  ['Functions: failed or unanswered', [counted('FailedRuns'), counted('UnansweredRequests')]],
  ['Functions: throttled by Lambda', [lambdaMetric('Throttles', 'Sum')]],
  ['Functions: concurrency', [lambdaMetric('ConcurrentExecutions', 'Maximum')]],
  ['Dispatcher: delay, ms', [of('Lambda', 'IteratorAge', dimensions.dispatcher, { stat: 'Maximum' })]],
  ['Queues: oldest message, s', eachQueue(queueNames, 'ApproximateAgeOfOldestMessage')],
  [
    'Dead letters',
    eachQueue([...queueNames.map(deadLetterQueue), 'failed-changes'], 'ApproximateNumberOfMessagesVisible'),
  ],
  [
    'Table: consumed units',
    [tableMetric('ConsumedReadCapacityUnits'), tableMetric('ConsumedWriteCapacityUnits')],
  ],
  ['Table and indexes: throttled calls', [...refused('table'), ...refused('gsi1'), ...refused('gsi2')]],
]

/** Returns the dashboard, one page with all charts. */
export const dashboard = () => {
  const body = JSON.stringify({ widgets: charts.map(([...given], index) => chart(index, ...given)) })
  return {
    Resources: {
      Dashboard: {
        Type: 'AWS::CloudWatch::Dashboard',
        Condition: 'HasDashboard',
        Properties: { DashboardName: { Ref: 'AWS::StackName' }, DashboardBody: { 'Fn::Sub': body } },
      },
    },
  }
}
