import { filledQueueAlarm, lateMessages } from './queue-alarms.ts'
import {
  deadLetterQueue,
  maxDeliveries,
  queueNames,
  queueSpec,
  type QueueName,
  type QueueSpec,
} from '../../src/platform/events/queues.ts'

export const queueTimeoutSeconds = ({ timeoutSeconds = 60 }: QueueSpec): number => timeoutSeconds

/** Converts a queue name to PascalCase, which CloudFormation allows in logical IDs: `FanOuts` for `fan-outs`. */
const pascal = (name: string) =>
  name.replace(/(^|-)(\w)/g, (_, _dash: string, letter: string) => letter.toUpperCase())

export const queueId = (queue: QueueName): string => `${pascal(queue)}Queue`

const deadLettersId = (queue: QueueName) => `${pascal(queue)}DeadLetters`

/** Logical ID of the queue for changes that the dispatcher or the recorder could not process. */
export const failedChangesId = 'FailedChanges'

const queue = (name: string, properties: object) => ({
  Type: 'AWS::SQS::Queue',
  Properties: {
    QueueName: { 'Fn::Sub': `\${AWS::StackName}-${name}` },
    SqsManagedSseEnabled: { 'Fn::If': ['HasKmsKey', false, true] },
    KmsMasterKeyId: { 'Fn::If': ['HasKmsKey', { Ref: 'KmsKeyArn' }, { Ref: 'AWS::NoValue' }] },
    ...properties,
  },
})

/**
 * Encryption of queues that S3 and SNS fill. These services can use a customer's own key only if its policy permits,
 * and CloudFormation cannot create a bucket that cannot write to its queue. S3 sends only IDs of objects, SNS a
 * person's ID and email address.
 */
const byKeyOfSqs = { SqsManagedSseEnabled: true, KmsMasterKeyId: { Ref: 'AWS::NoValue' } }

/**
 * AWS services that may send to a queue, each restricted to one resource of this stack. The bucket is created after its
 * queue, so the policy has the prefix of its generated name: a reference to its ARN would be circular (decision 0028).
 */
const senders = {
  kindFromS3: {
    Sid: 'FromTheBucket',
    service: 's3.amazonaws.com',
    arn: 'arn:${AWS::Partition}:s3:::${AWS::StackName}-bucket-*',
  },
  kindFromSns: {
    Sid: 'FromTheTopic',
    service: 'sns.amazonaws.com',
    arn: 'arn:${AWS::Partition}:sns:${AWS::Region}:${AWS::AccountId}:${AWS::StackName}-mail-events',
  },
} as const

const sendersTo = (spec: QueueSpec) =>
  (['kindFromS3', 'kindFromSns'] as const).filter((kind) => spec[kind] !== undefined)

const senderPolicy = (id: string, spec: QueueSpec) => ({
  Type: 'AWS::SQS::QueuePolicy',
  Properties: {
    Queues: [{ Ref: id }],
    PolicyDocument: {
      Version: '2012-10-17',
      Statement: sendersTo(spec).map((sender) => ({
        Sid: senders[sender].Sid,
        Effect: 'Allow',
        Principal: { Service: senders[sender].service },
        Action: 'sqs:SendMessage',
        Resource: { 'Fn::GetAtt': [id, 'Arn'] },
        Condition: {
          ArnLike: { 'aws:SourceArn': { 'Fn::Sub': senders[sender].arn } },
          StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } },
        },
      })),
    },
  },
})

/** Returns a dead-letter queue; it keeps messages for SQS's maximum of 14 days. */
const deadLetters = (name: string) =>
  queue(name, { MessageRetentionPeriod: 1_209_600, VisibilityTimeout: 60 })

/**
 * Returns a queue with its dead-letter queue. The visibility timeout is the timeout of a run: AWS refuses less, and
 * with its recommendation of six times as much, the message of a killed worker would wait far longer only to survive
 * throttled runs, for which there are five deliveries. Work within 60 s is retried within 60 s. So is longer work:
 * while it runs, its message's visibility timeout is repeatedly renewed to 60 s
 * (src/platform/events/queue-function.ts).
 */
const withDeadLetters = (name: QueueName) => {
  const spec = queueSpec(name)
  const id = queueId(name)
  const dead = deadLettersId(name)
  const isFedByAws = sendersTo(spec).length > 0
  return {
    [id]: queue(name, {
      VisibilityTimeout: queueTimeoutSeconds(spec),
      RedrivePolicy: {
        deadLetterTargetArn: { 'Fn::GetAtt': [dead, 'Arn'] },
        maxReceiveCount: maxDeliveries(spec),
      },
      ...(isFedByAws && byKeyOfSqs),
    }),
    ...(isFedByAws && { [`${id}Policy`]: senderPolicy(id, spec) }),
    [dead]: deadLetters(deadLetterQueue(name)),
  }
}

export const queues = () => ({
  Resources: Object.assign(
    {
      [failedChangesId]: deadLetters('failed-changes'),
      [`${failedChangesId}Alarm`]: filledQueueAlarm(
        failedChangesId,
        'The dispatcher or the recorder has put changes of the table aside.',
      ),
    },
    ...queueNames.map(withDeadLetters),
    ...lateMessages(
      queueNames.map((name) => ({ name, id: queueId(name), seconds: queueTimeoutSeconds(queueSpec(name)) })),
    ),
  ) as Record<string, object>,
})
