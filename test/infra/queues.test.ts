import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadWorkers, queueFunctionName } from '../../infra/generation/endpoints.ts'
import { defineFunctions } from '../../infra/functions/functions.ts'
import { queueId, queues } from '../../infra/events/queues.ts'
import { characterMaps } from '../../src/documents/character-maps.ts'
import { queueNames } from '../../src/platform/events/queues.ts'

interface Queue {
  Type: string
  Properties: {
    QueueName?: object
    VisibilityTimeout?: number
    RedrivePolicy?: object
    Dimensions?: object
  }
}

const resources = queues().Resources as Record<string, Queue>
const functions = defineFunctions({ endpoints: [], workers: await loadWorkers() }) as unknown as Record<
  string,
  object
>

describe('a queue', () => {
  test('hides a message for the timeout of its function', () => {
    expect(resources['CoursesQueue']?.Properties.VisibilityTimeout).toBe(900)
    expect(functions['queue-courses']).toMatchObject({ timeout: 900 })
    expect(resources['NoticesQueue']?.Properties.VisibilityTimeout).toBe(60)
    expect(functions['queue-notices']).toMatchObject({ timeout: 60 })
  })

  test('sends single messages to its function, which reports failures', () => {
    for (const name of queueNames)
      expect(functions[queueFunctionName(name)], name).toMatchObject({
        events: [
          {
            sqs: {
              arn: { 'Fn::GetAtt': [queueId(name), 'Arn'] },
              batchSize: 1,
              functionResponseType: 'ReportBatchItemFailures',
            },
          },
        ],
      })
  })

  test('gives its URL only to the dispatcher and the workers', () => {
    const QUEUE_URL_PREFIX = {
      'Fn::Sub': 'https://sqs.${AWS::Region}.${AWS::URLSuffix}/${AWS::AccountId}/${AWS::StackName}-',
    }
    for (const name of ['dispatcher', 'scheduler', ...queueNames.map(queueFunctionName)])
      expect(functions[name], name).toMatchObject({
        environment: { QUEUE_URL_PREFIX },
        dependsOn: queueNames.map(queueId),
      })
    expect(resources['FanOutsQueue']?.Properties.QueueName).toEqual({
      'Fn::Sub': '${AWS::StackName}-fan-outs',
    })
    expect(JSON.stringify(functions['unrouted'])).not.toContain('QUEUE_URL')
  })

  test('moves messages to the dead letters after five deliveries, or many more if its workers handle failures', () => {
    const redriveOf = (id: string) => resources[id]?.Properties.RedrivePolicy

    expect(redriveOf('NoticesQueue')).toEqual({
      deadLetterTargetArn: { 'Fn::GetAtt': ['NoticesDeadLetters', 'Arn'] },
      maxReceiveCount: 5,
    })
    expect(redriveOf('RepliesQueue')).toMatchObject({ maxReceiveCount: 1_000 })
    expect(resources['NoticesDeadLetters']?.Properties.QueueName).toEqual({
      'Fn::Sub': '${AWS::StackName}-notices-dead',
    })
  })

  test('gets the memory, disk space and assets that its workers need', () => {
    const files = { package: { patterns: [characterMaps] } }

    expect(functions['queue-texts']).toMatchObject({
      memorySize: 3_008,
      ephemeralStorageSize: 1_024,
      ...files,
    })
    expect(functions['queue-courses']).toMatchObject(files)
    expect(functions['queue-notices']).toMatchObject({ memorySize: 1_024 })
    expect(functions['queue-notices']).not.toHaveProperty('package')
  })
})

describe('the queues of all workers', () => {
  test('number at most eleven, regardless of the number of workers', async () => {
    const workers = await loadWorkers()
    const withTwins = [...workers, ...workers.map(({ file, worker }) => ({ file, worker: { ...worker } }))]

    expect(queueNames.length).toBeLessThanOrEqual(11)
    expect(Object.keys(defineFunctions({ endpoints: [], workers: withTwins }))).toEqual(
      Object.keys(functions),
    )
  })

  test('use names that distinguish them from dead-letter queues', () => {
    for (const queue of queueNames)
      expect(queue).toMatch(/^(?!.*-dead$)(?!failed-changes$)[a-z][a-z0-9]*(-[a-z0-9]+)*$/)
  })

  test('serve each kind of message with one worker', async () => {
    const kinds = (await loadWorkers()).map(({ worker }) => worker.kind)

    expect(new Set(kinds).size).toBe(kinds.length)
  })
})

describe('a queue that the bucket feeds', () => {
  test("accepts messages from S3 only, for this stack's bucket in this account", () => {
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

  test('uses the encryption key of SQS, which S3 can use', () => {
    expect(resources['UploadsQueue']?.Properties).toMatchObject({
      SqsManagedSseEnabled: true,
      KmsMasterKeyId: { Ref: 'AWS::NoValue' },
    })
  })

  test('gets a policy, like the queue of mail events, which the topic of mail events feeds too', () => {
    const policies = Object.keys(resources).filter((id) => id.endsWith('Policy'))
    const sourceOf = (arn: RegExp) => ({
      Condition: { ArnLike: { 'aws:SourceArn': { 'Fn::Sub': expect.stringMatching(arn) } } },
    })

    expect(policies).toEqual(['MailEventsQueuePolicy', 'UploadsQueuePolicy'])
    expect(resources['MailEventsQueuePolicy']?.Properties).toMatchObject({
      PolicyDocument: { Statement: [sourceOf(/-bucket-\*$/), sourceOf(/-mail-events$/)] },
    })
  })
})

describe("the table's stream", () => {
  test('continues past a change that always fails, which is set aside and raises an alarm', () => {
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
  test('runs every minute, and reaches every queue', () => {
    expect(functions['scheduler']).toMatchObject({
      events: [{ schedule: { rate: ['rate(1 minute)'] } }],
      dependsOn: queueNames.map(queueId),
    })
  })
})

describe('all workers together', () => {
  interface Triggered {
    events: [{ sqs: { maximumConcurrency: number } }]
  }

  const together = async (workerPercent?: number) => {
    const workers = await loadWorkers()
    const functions = defineFunctions({ endpoints: [], workers, ...(workerPercent && { workerPercent }) })
    const triggered = functions as unknown as Record<string, Triggered>
    const each = queueNames.map(
      (name) => triggered[queueFunctionName(name)]?.events[0].sqs.maximumConcurrency ?? Infinity,
    )
    return each.reduce((sum, one) => sum + one, 0)
  }

  test("use at most half of an account's 1,000 concurrent runs, as stated in the README", async () => {
    const readme = readFileSync(join(import.meta.dirname, '../../infra/README.md'), 'utf8')
    const [all, least] = [await together(), await together(10)]

    expect(all).toBeLessThanOrEqual(500)
    expect(readme).toContain(
      `Workers together may use ${all}: 200 for replies of assistants and ${all - 200} for`,
    )
    expect(readme.replace(/\s+/g, ' ')).toContain(`all together take at least ${least}.`)
  })
})
