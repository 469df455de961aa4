import { toBatches } from '../../src/platform/runtime/batches.ts'

/** Actions of every alarm: its subscribers are notified of its end too. */
const actions = { AlarmActions: [{ Ref: 'Alarms' }], OKActions: [{ Ref: 'Alarms' }] }

/** Returns an alarm for a queue that contains messages. */
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

/** CloudWatch's limit of metrics per alarm. */
const metricsOfOneAlarm = 10

interface Watched {
  name: string
  metric: object
  /** Returns an expression on the metric with this ID; the alarm fires above 1. */
  share: (id: string) => string
}

/** Returns alarms on many metrics, ten per alarm. */
const alarmsInTens = (prefix: string, meaning: string, stat: 'Maximum' | 'Sum', all: Watched[]) =>
  toBatches(all, metricsOfOneAlarm).map((own, n) => {
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

/** Acceptable wait of a message in addition to the timeout of a run, in seconds: beyond it, people notice the delay. */
const patience = 300

/**
 * Returns alarms on the oldest message of each queue: its age relative to the time the queue may need. A message counts
 * until it is deleted, so its age includes the duration of its run.
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
