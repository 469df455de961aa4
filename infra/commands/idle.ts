import { runCommand } from '../cli/command.ts'
import { secretKinds } from '../secrets/stack-secrets.ts'
import { everyMinutes } from '../../src/platform/events/dead-letters.ts'
import { queueNames } from '../../src/platform/events/queues.ts'
import { composeTemplate, type TemplateResource } from '../template/template.ts'

/**
 * On-demand prices in dollars, in us-east-1, without free tiers; compared with AWS's pages on 2026-11-23. Other regions
 * differ by up to a quarter.
 */
const prices = {
  /** Each metric of an alarm, per month (aws.amazon.com/cloudwatch/pricing). */
  alarmMetric: 0.1,
  /** Per month (aws.amazon.com/cloudwatch/pricing). */
  dashboard: 3,
  /** Per month (aws.amazon.com/secrets-manager/pricing). */
  secret: 0.4,
  /** Per month (aws.amazon.com/kms/pricing). */
  key: 1,
  /** Per call (aws.amazon.com/sqs/pricing). */
  queueCall: 0.4 / 1e6,
  /** Per invocation (aws.amazon.com/lambda/pricing). */
  invocation: 0.2 / 1e6,
  /** Per GB-second on arm64 (aws.amazon.com/lambda/pricing). */
  gigabyteSecond: 0.0000133334,
  /** Per read unit (aws.amazon.com/dynamodb/pricing/on-demand). */
  readUnit: 0.125 / 1e6,
}

const month = { minutes: 30 * 24 * 60, seconds: 30 * 24 * 60 * 60 }

/**
 * Calls per queue and month: Lambda polls each queue with five concurrent calls of 20 s (AWS Lambda, "Using Lambda with
 * Amazon SQS").
 */
const callsOfAQueue = (5 * month.seconds) / 20

/**
 * One run of the scheduler: GB-seconds, and read units for eight partitions of a month and the scheduler's position.
 */
const run = { gigabyteSeconds: 0.1, readUnits: 9 }

interface Alarm {
  Metrics?: { MetricStat?: object }[]
}

const countAlarmMetrics = ({ Properties = {} }: TemplateResource): number =>
  (Properties as Alarm).Metrics?.filter(({ MetricStat }) => MetricStat).length ?? 1

export interface IdleCost {
  what: string
  count: number
  dollars: number
}

/**
 * Returns the resources of a type in a stack with default parameters: resources with a condition depend on settings.
 */
const defaultResources = (resources: Record<string, TemplateResource>, type: string) =>
  Object.values(resources).filter(({ Type, Condition }) => Type === type && Condition === undefined)

const schedulerCost =
  month.minutes *
  (prices.invocation +
    run.gigabyteSeconds * prices.gigabyteSecond +
    run.readUnits * prices.readUnit +
    (queueNames.length / everyMinutes) * prices.queueCall)

/** Returns the monthly costs of a stack that nobody uses, with the defaults of all parameters. */
export const idleCosts = async (): Promise<IdleCost[]> => {
  const { Resources } = await composeTemplate()
  const count = (type: string) => defaultResources(Resources, type).length
  const alarms = defaultResources(Resources, 'AWS::CloudWatch::Alarm')
  const metrics = alarms.reduce((sum, alarm) => sum + countAlarmMetrics(alarm), 0)
  // excludes the secret of the distribution, which a setting adds
  const secrets = Object.keys(secretKinds).filter((kind) => kind !== 'origin').length
  const row = (what: string, number: number, price: number) => ({
    what,
    count: number,
    dollars: number * price,
  })
  return [
    row('metrics for alarms', metrics, prices.alarmMetric),
    row('dashboards', count('AWS::CloudWatch::Dashboard'), prices.dashboard),
    row('secrets', secrets, prices.secret),
    row('keys of KMS', count('AWS::KMS::Key'), prices.key),
    row('scheduler', 1, schedulerCost),
    row('queues polled by Lambda', queueNames.length, callsOfAQueue * prices.queueCall),
  ]
}

/** Returns the table of costs that is also in infra/README.md. */
export const idleTable = (costs: IdleCost[]): string => {
  const total = costs.reduce((sum, { dollars }) => sum + dollars, 0)
  const lines = costs.map(({ what, count, dollars }) => `| ${what} | ${count} | ${dollars.toFixed(2)} |`)
  return [
    '| idle stack | count | $ a month |',
    '| --- | ---: | ---: |',
    ...lines,
    `| together | | ${total.toFixed(2)} |`,
  ].join('\n')
}

const usage = `npm run idle
Prints the monthly cost of an idle stack: the resources of the template, by prices in infra/commands/idle.ts.`

if (import.meta.main) await runCommand({ usage, options: {} }, async () => idleTable(await idleCosts()))
