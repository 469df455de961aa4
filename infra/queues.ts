import { loadWorkers } from './endpoints.ts'
import { filledQueueAlarm, lateMessages } from './queue-alarms.ts'
import type { WorkerSpec } from '../src/platform/events/worker.ts'

/** After so many deliveries a message goes to the dead letters. */
export const maxReceiveCount = 5

export const workerTimeoutSeconds = ({ timeoutSeconds = 60 }: Pick<WorkerSpec, 'timeoutSeconds'>): number =>
  timeoutSeconds

/** How many of a worker run at once at the most; all together may take half of an account's 1 000. */
export const workerConcurrency = ({
  concurrency,
  isForDeadLetters = false,
}: Pick<WorkerSpec, 'concurrency' | 'isForDeadLetters'>): number => concurrency ?? (isForDeadLetters ? 5 : 10)

export const workerBatchSize = ({ batchSize = 10 }: Pick<WorkerSpec, 'batchSize'>): number => batchSize

/** `course-from-file` is `CourseFromFile`: what CloudFormation allows in a logical id. */
const pascal = (name: string) =>
  name.replace(/(^|-)(\w)/g, (_, _dash: string, letter: string) => letter.toUpperCase())

export const queueId = (queue: string): string => `${pascal(queue)}Queue`

const deadLettersId = (queue: string) => `${pascal(queue)}DeadLetters`

/** The queue that feeds a worker. */
export const sourceId = ({
  queue,
  isForDeadLetters,
}: Pick<WorkerSpec, 'queue' | 'isForDeadLetters'>): string =>
  isForDeadLetters ? deadLettersId(queue) : queueId(queue)

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
 * S3 may use a company's own key only where the key's policy admits it, and a bucket is not deployed whose queue it
 * cannot write to. Its messages name objects by their ids, and say no word of what is in them.
 */
const byKeyOfSqs = { SqsManagedSseEnabled: true, KmsMasterKeyId: { Ref: 'AWS::NoValue' } }

/**
 * Lets the bucket of this stack send to a queue. The bucket is made after it, so it is known by the beginning of the
 * name that CloudFormation gives it.
 */
const bucketPolicy = (id: string) => ({
  Type: 'AWS::SQS::QueuePolicy',
  Properties: {
    Queues: [{ Ref: id }],
    PolicyDocument: {
      Version: '2012-10-17',
      Statement: [
        {
          Sid: 'FromTheBucket',
          Effect: 'Allow',
          Principal: { Service: 's3.amazonaws.com' },
          Action: 'sqs:SendMessage',
          Resource: { 'Fn::GetAtt': [id, 'Arn'] },
          Condition: {
            ArnLike: {
              'aws:SourceArn': { 'Fn::Sub': 'arn:${AWS::Partition}:s3:::${AWS::StackName}-bucket-*' },
            },
            StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } },
          },
        },
      ],
    },
  },
})

/** The names of the queues of dead letters that no worker takes. */
export const untakenDeadLetters = (workers: { worker: WorkerSpec }[]): string[] => {
  const taken = new Set(workers.flatMap(({ worker }) => (worker.isForDeadLetters ? [worker.queue] : [])))
  const names = workers.map(({ worker }) => worker.queue)
  return [...new Set(names)].filter((name) => !taken.has(name)).map((name) => `${name}-dead`)
}

/** What nobody has looked at is kept as long as SQS can: 14 days; a worker of dead letters may take 60 s. */
const deadLetters = (name: string) =>
  queue(name, { MessageRetentionPeriod: 1_209_600, VisibilityTimeout: 60 })

/**
 * Each worker's queue, its dead letters and their alarm. A message is hidden for as long as one run may take: AWS
 * refuses less, and its advice of six times that would let a killed worker's message wait as much longer for nothing
 * but throttled runs, for which there are five deliveries. So the work of a worker that keeps to 60 s is taken up
 * again within 60 s, and that of one that may take longer as well: it hides its message for 60 s again and again
 * while it runs (src/platform/events/worker.ts).
 */
export const queuesOf = (workers: { name: string; worker: WorkerSpec }[]) => {
  const own = workers.filter(({ worker }) => !worker.isForDeadLetters)
  const resources = own.map(({ worker }) => {
    const { queue: name } = worker
    const id = queueId(name)
    const dead = deadLettersId(name)
    return {
      [id]: queue(name, {
        VisibilityTimeout: workerTimeoutSeconds(worker),
        RedrivePolicy: { deadLetterTargetArn: { 'Fn::GetAtt': [dead, 'Arn'] }, maxReceiveCount },
        ...(worker.isFedByBucket && byKeyOfSqs),
      }),
      ...(worker.isFedByBucket && { [`${id}Policy`]: bucketPolicy(id) }),
      [dead]: deadLetters(`${name}-dead`),
    }
  })
  return {
    Resources: Object.assign(
      {
        [failedChangesId]: deadLetters('failed-changes'),
        [`${failedChangesId}Alarm`]: filledQueueAlarm(
          failedChangesId,
          'The dispatcher or the recorder has put changes of the table aside.',
        ),
      },
      ...resources,
      ...lateMessages(
        own.map(({ worker }) => ({
          name: worker.queue,
          id: queueId(worker.queue),
          seconds: workerTimeoutSeconds(worker),
        })),
      ),
    ) as Record<string, object>,
  }
}

/** The queues of all workers. */
export const queues = async () => queuesOf(await loadWorkers())
