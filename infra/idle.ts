import { runCommand } from './command.ts'
import { secretKinds } from './stack-secrets.ts'
import { everyMinutes } from '../src/platform/events/dead-letters.ts'
import { queueNames } from '../src/platform/events/queues.ts'
import { composeTemplate, type TemplateResource } from './template.ts'

/**
 * Dollars, on demand, in us-east-1, without what AWS gives for nothing; compared with AWS's pages on 2026-11-23. Other
 * regions differ by up to a quarter.
 */
const prices = {
  /** Each metric that an alarm looks at, a month (aws.amazon.com/cloudwatch/pricing). */
  alarmMetric: 0.1,
  /** A month (aws.amazon.com/cloudwatch/pricing). */
  dashboard: 3,
  /** A month (aws.amazon.com/secrets-manager/pricing). */
  secret: 0.4,
  /** A month (aws.amazon.com/kms/pricing). */
  key: 1,
  /** A call (aws.amazon.com/sqs/pricing). */
  queueCall: 0.4 / 1e6,
  /** An invocation (aws.amazon.com/lambda/pricing). */
  invocation: 0.2 / 1e6,
  /** A GB and second on arm64 (aws.amazon.com/lambda/pricing). */
  gigabyteSecond: 0.0000133334,
  /** A read unit (aws.amazon.com/dynamodb/pricing/on-demand). */
  readUnit: 0.125 / 1e6,
}

const month = { minutes: 30 * 24 * 60, seconds: 30 * 24 * 60 * 60 }

/** Lambda waits at each queue with five calls at once, of 20 s (AWS Lambda, "Using Lambda with Amazon SQS"). */
const callsOfAQueue = (5 * month.seconds) / 20

/** What the scheduler needs of a second of 1 GB, and of the table: eight partitions of a month and its position. */
const run = { gigabyteSeconds: 0.1, readUnits: 9 }

interface Alarm {
  Metrics?: { MetricStat?: object }[]
}

const metricsOf = ({ Properties = {} }: TemplateResource): number =>
  (Properties as Alarm).Metrics?.filter(({ MetricStat }) => MetricStat).length ?? 1

export interface IdleCost {
  what: string
  count: number
  dollars: number
}

/** The resources of a type that a stack has whose parameters nobody gives: settings add those with a condition. */
const defaultResources = (resources: Record<string, TemplateResource>, type: string) =>
  Object.values(resources).filter(({ Type, Condition }) => Type === type && Condition === undefined)

const schedulerCost =
  month.minutes *
  (prices.invocation +
    run.gigabyteSeconds * prices.gigabyteSecond +
    run.readUnits * prices.readUnit +
    (queueNames.length / everyMinutes) * prices.queueCall)

/** What a stack costs in a month in which nobody uses it, with the defaults of all parameters. */
export const idleCosts = async (): Promise<IdleCost[]> => {
  const { Resources } = await composeTemplate()
  const count = (type: string) => defaultResources(Resources, type).length
  const alarms = defaultResources(Resources, 'AWS::CloudWatch::Alarm')
  const metrics = alarms.reduce((sum, alarm) => sum + metricsOf(alarm), 0)
  // the fifth is that of the distribution, which a setting adds
  const secrets = Object.keys(secretKinds).filter((kind) => kind !== 'origin').length
  const row = (what: string, number: number, price: number) => ({
    what,
    count: number,
    dollars: number * price,
  })
  return [
    row('metrics that alarms look at', metrics, prices.alarmMetric),
    row('dashboards', count('AWS::CloudWatch::Dashboard'), prices.dashboard),
    row('secrets', secrets, prices.secret),
    row('keys of KMS', count('AWS::KMS::Key'), prices.key),
    row('scheduler', 1, schedulerCost),
    row('queues that Lambda waits at', queueNames.length, callsOfAQueue * prices.queueCall),
  ]
}

/** The table of the costs, which infra/README.md has too. */
export const idleTable = (costs: IdleCost[]): string => {
  const total = costs.reduce((sum, { dollars }) => sum + dollars, 0)
  const lines = costs.map(({ what, count, dollars }) => `| ${what} | ${count} | ${dollars.toFixed(2)} |`)
  return [
    '| while nobody uses it | count | $ a month |',
    '| --- | ---: | ---: |',
    ...lines,
    `| together | | ${total.toFixed(2)} |`,
  ].join('\n')
}

const usage = `npm run idle
Prints what a stack costs in a month in which nobody uses it: the template's own count, by prices in infra/idle.ts.`

if (import.meta.main) await runCommand({ usage, options: {} }, async () => idleTable(await idleCosts()))
