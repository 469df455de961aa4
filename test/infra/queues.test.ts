import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadWorkers } from '../../infra/endpoints.ts'
import { defineFunctions } from '../../infra/functions.ts'
import { queuesOf } from '../../infra/queues.ts'

interface Queue {
  Type: string
  Properties: {
    QueueName?: object
    VisibilityTimeout?: number
    RedrivePolicy?: object
    Dimensions?: object
  }
}

const worker = (queue: string, more: object = {}) => ({
  name: `lms-${queue}`,
  file: `src/lms/workers/${queue}.ts`,
  worker: { queue, ...more },
})

const made = (...workers: ReturnType<typeof worker>[]) => ({
  resources: queuesOf(workers).Resources as Record<string, Queue>,
  functions: defineFunctions({ endpoints: [], workers }) as unknown as Record<string, object>,
})

describe("a worker's queue", () => {
  test('hides a message as long as the worker may run', () => {
    const { resources, functions } = made(worker('course-from-file', { timeoutSeconds: 600 }), worker('mail'))

    expect(resources['CourseFromFileQueue']?.Properties.VisibilityTimeout).toBe(600)
    expect(functions['lms-course-from-file']).toMatchObject({ timeout: 600 })
    expect(resources['MailQueue']?.Properties.VisibilityTimeout).toBe(60)
    expect(functions['lms-mail']).toMatchObject({ timeout: 60 })
  })

  test('feeds the worker, which reports the messages that failed', () => {
    const { functions } = made(worker('mail', { batchSize: 3 }))

    expect(functions['lms-mail']).toMatchObject({
      events: [
        {
          sqs: {
            arn: { 'Fn::GetAtt': ['MailQueue', 'Arn'] },
            batchSize: 3,
            functionResponseType: 'ReportBatchItemFailures',
          },
        },
      ],
    })
  })

  test('is known to the dispatcher and to the workers, and to nobody else', () => {
    const { functions, resources } = made(worker('course-from-file'), worker('mail'))

    const QUEUE_URL_PREFIX = {
      'Fn::Sub': 'https://sqs.${AWS::Region}.${AWS::URLSuffix}/${AWS::AccountId}/${AWS::StackName}-',
    }
    for (const name of ['dispatcher', 'scheduler', 'lms-mail', 'lms-course-from-file'])
      expect(functions[name]).toMatchObject({
        environment: { QUEUE_URL_PREFIX },
        dependsOn: ['CourseFromFileQueue', 'MailQueue'],
      })
    expect(resources['MailQueue']?.Properties.QueueName).toEqual({ 'Fn::Sub': '${AWS::StackName}-mail' })
    expect(JSON.stringify(functions['unrouted'])).not.toContain('QUEUE_URL')
  })

  test('has dead letters, which the scheduler looks at unless a worker takes them', () => {
    const { resources, functions } = made(worker('mail'), worker('news'), {
      ...worker('news', { isForDeadLetters: true }),
      name: 'lms-give-up',
    })

    expect(resources['MailQueue']?.Properties.RedrivePolicy).toEqual({
      deadLetterTargetArn: { 'Fn::GetAtt': ['MailDeadLetters', 'Arn'] },
      maxReceiveCount: 5,
    })
    expect(resources['MailDeadLetters']?.Properties.QueueName).toEqual({
      'Fn::Sub': '${AWS::StackName}-mail-dead',
    })
    expect(functions['scheduler']).toMatchObject({ environment: { DEAD_LETTER_QUEUES: 'mail-dead' } })
  })
})

describe('a queue that the bucket feeds', () => {
  const { resources } = made(worker('uploads', { isFedByBucket: true }), worker('mail'))

  test('takes messages from S3 alone, and only of the bucket of this stack in this account', () => {
    expect(resources['UploadsQueuePolicy']).toEqual({
      Type: 'AWS::SQS::QueuePolicy',
      Properties: {
        Queues: [{ Ref: 'UploadsQueue' }],
        PolicyDocument: {
          Version: '2012-10-17',
          Statement: [
            {
              Sid: 'FromTheBucket',
              Effect: 'Allow',
              Principal: { Service: 's3.amazonaws.com' },
              Action: 'sqs:SendMessage',
              Resource: { 'Fn::GetAtt': ['UploadsQueue', 'Arn'] },
              Condition: {
                ArnLike: {
                  'aws:SourceArn': {
                    'Fn::Sub': 'arn:${AWS::Partition}:s3:::${AWS::StackName}-bucket-*',
                  },
                },
                StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } },
              },
            },
          ],
        },
      },
    })
  })

  test('is encrypted by the key of SQS, which S3 may use', () => {
    expect(resources['UploadsQueue']?.Properties).toMatchObject({
      SqsManagedSseEnabled: true,
      KmsMasterKeyId: { Ref: 'AWS::NoValue' },
    })
  })

  test('is the only one that has a policy', () => {
    const policies = Object.keys(resources).filter((id) => id.endsWith('Policy'))

    expect(policies).toEqual(['UploadsQueuePolicy'])
  })
})

describe("the table's stream", () => {
  test('goes on past a change that always fails, which is put aside and raises an alarm', () => {
    const { resources, functions } = made()

    expect(functions['dispatcher']).toMatchObject({
      events: [
        {
          stream: {
            bisectBatchOnFunctionError: true,
            maximumRetryAttempts: 10,
            functionResponseType: 'ReportBatchItemFailures',
            destinations: { onFailure: { type: 'sqs', arn: { 'Fn::GetAtt': ['FailedChanges', 'Arn'] } } },
          },
        },
      ],
    })
    expect(resources['FailedChangesAlarm']?.Properties.Dimensions).toEqual([
      { Name: 'QueueName', Value: { 'Fn::GetAtt': ['FailedChanges', 'QueueName'] } },
    ])
  })
})

describe('the scheduler', () => {
  test('is invoked every minute, and reaches every queue', () => {
    const { functions } = made(worker('mail'))

    expect(functions['scheduler']).toMatchObject({
      events: [{ schedule: { rate: ['rate(1 minute)'] } }],
      dependsOn: ['MailQueue'],
    })
  })
})

describe('a worker of dead letters', () => {
  test('is fed by the dead letters of a queue, and has none of its own', () => {
    const { resources, functions } = made(worker('mail'), {
      ...worker('mail', { isForDeadLetters: true }),
      name: 'lms-give-up',
    })

    expect(Object.keys(resources).filter((id) => id.startsWith('Mail'))).toEqual([
      'MailQueue',
      'MailDeadLetters',
    ])
    expect(functions['lms-give-up']).toMatchObject({
      events: [{ sqs: { arn: { 'Fn::GetAtt': ['MailDeadLetters', 'Arn'] } } }],
    })
    expect(resources['MailDeadLetters']?.Properties.VisibilityTimeout).toBe(60)
  })

  test('may have more memory and room for files', () => {
    const { functions } = made(worker('mail', { memoryMegabytes: 3_008, temporaryMegabytes: 1_024 }))

    expect(functions['lms-mail']).toMatchObject({ memorySize: 3_008, ephemeralStorageSize: 1_024 })
  })
})

describe('All workers together', () => {
  interface Triggered {
    events: [{ sqs: { maximumConcurrency: number } }]
  }

  const together = async (workerPercent?: number) => {
    const workers = await loadWorkers()
    const functions = defineFunctions({ endpoints: [], workers, ...(workerPercent && { workerPercent }) })
    const triggered = functions as unknown as Record<string, Triggered>
    const each = workers.map(({ name }) => triggered[name]?.events[0].sqs.maximumConcurrency ?? Infinity)
    return each.reduce((sum, one) => sum + one, 0)
  }

  test('take at most half of the 1 000 that an account may run at once, as the README says', async () => {
    const readme = readFileSync(join(import.meta.dirname, '../../infra/README.md'), 'utf8')
    const [all, least] = [await together(), await together(10)]

    expect(all).toBeLessThanOrEqual(500)
    expect(readme).toContain(
      `Workers together may use ${all}: 200 for replies of assistants and ${all - 200} for`,
    )
    expect(readme.replace(/\s+/g, ' ')).toContain(`all together take at least ${least}.`)
  })
})
