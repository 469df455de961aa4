import { filledQueueAlarm, lateMessages } from './queue-alarms.ts'
import {
  deadLettersOf,
  maxDeliveries,
  queueNames,
  queueSpec,
  type QueueName,
  type QueueSpec,
} from '../src/platform/events/queues.ts'

export const queueTimeoutSeconds = ({ timeoutSeconds = 60 }: QueueSpec): number => timeoutSeconds

/** `fan-outs` is `FanOuts`: what CloudFormation allows in a logical id. */
const pascal = (name: string) =>
  name.replace(/(^|-)(\w)/g, (_, _dash: string, letter: string) => letter.toUpperCase())

export const queueId = (queue: QueueName): string => `${pascal(queue)}Queue`

const deadLettersId = (queue: QueueName) => `${pascal(queue)}DeadLetters`

/** Where changes are put aside that the dispatcher or the recorder has failed on. */
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
 * S3 and SNS may use a company's own key only where the key's policy admits them, and a bucket is not deployed whose
 * queue it cannot write to. Messages of S3 name objects by their ids, and those of SNS a person by theirs and by their
 * address.
 */
const byKeyOfSqs = { SqsManagedSseEnabled: true, KmsMasterKeyId: { Ref: 'AWS::NoValue' } }

/**
 * Which of AWS's services may fill a queue, and for which thing of this stack alone. The bucket is made after its
 * queue, so it is known by the beginning of the name that CloudFormation gives it: by its address would be a circle
 * (decision 0028).
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

/** What nobody has looked at is kept as long as SQS can: 14 days. */
const deadLetters = (name: string) =>
  queue(name, { MessageRetentionPeriod: 1_209_600, VisibilityTimeout: 60 })

/**
 * A queue and its dead letters. A message is hidden for as long as one run may take: AWS refuses less, and its advice
 * of six times that would let a killed worker's message wait as much longer for nothing but throttled runs, for which
 * there are five deliveries. So work that keeps to 60 s is taken up again within 60 s, and what may take longer as
 * well: its message is hidden for 60 s again and again while it runs (src/platform/events/queue-function.ts).
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
    [dead]: deadLetters(deadLettersOf(name)),
  }
}

/** All queues, and their alarms. */
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
