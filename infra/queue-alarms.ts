import { batchesOf } from '../src/platform/runtime/batches.ts'

/** Who is told of an alarm is told of its end as well. */
const actions = { AlarmActions: [{ Ref: 'Alarms' }], OKActions: [{ Ref: 'Alarms' }] }

/** Says that there is something in a queue. */
export const filledQueueAlarm = (id: string, description: string) => ({
  Type: 'AWS::CloudWatch::Alarm',
  Properties: {
    AlarmDescription: description,
    Namespace: 'AWS/SQS',
    MetricName: 'ApproximateNumberOfMessagesVisible',
    Dimensions: [{ Name: 'QueueName', Value: { 'Fn::GetAtt': [id, 'QueueName'] } }],
    Statistic: 'Maximum',
    Period: 300,
    EvaluationPeriods: 1,
    Threshold: 1,
    ComparisonOperator: 'GreaterThanOrEqualToThreshold',
    TreatMissingData: 'notBreaching',
    ...actions,
  },
})

/** CloudWatch takes ten metrics in one alarm. */
const metricsOfOneAlarm = 10

interface Watched {
  name: string
  metric: object
  /** What is more than 1 when it is to be told, of the metric that is called so. */
  share: (id: string) => string
}

/** Alarms on many things, ten in one. */
const alarmsInTens = (prefix: string, meaning: string, stat: 'Maximum' | 'Sum', all: Watched[]) =>
  batchesOf(all, metricsOfOneAlarm).map((own, n) => {
    const shares = own.map(({ share }, index) => share(`FILL(m${index}, 0)`)).join(', ')
    return {
      [`${prefix}${n + 1}Alarm`]: {
        Type: 'AWS::CloudWatch::Alarm',
        Properties: {
          AlarmDescription: `${meaning}: ${own.map(({ name }) => name).join(', ')}.`,
          Metrics: [
            { Id: 'share', Expression: `MAX([${shares}])`, Label: meaning, ReturnData: true },
            ...own.map(({ metric }, index) => ({
              Id: `m${index}`,
              ReturnData: false,
              MetricStat: { Stat: stat, Period: 300, Metric: metric },
            })),
          ],
          EvaluationPeriods: 1,
          Threshold: 1,
          ComparisonOperator: 'GreaterThanThreshold',
          TreatMissingData: 'notBreaching',
          ...actions,
        },
      },
    }
  })

/**
 * How long a message may wait beside the time that a run may take, in seconds: then somebody waits for what it
 * brings.
 */
const patience = 300

/**
 * Alarms on the oldest message of each queue: its age as a share of what that queue may need. A message counts until
 * it is deleted, so a run's own time is part of its age.
 */
export const lateMessages = (queues: { name: string; id: string; seconds: number }[]) =>
  alarmsInTens(
    'LateMessages',
    'Messages wait longer than their work takes',
    'Maximum',
    queues.map(({ name, id, seconds }) => ({
      name,
      metric: {
        Namespace: 'AWS/SQS',
        MetricName: 'ApproximateAgeOfOldestMessage',
        Dimensions: [{ Name: 'QueueName', Value: { 'Fn::GetAtt': [id, 'QueueName'] } }],
      },
      share: (age) => `${age} / ${seconds + patience}`,
    })),
  )
