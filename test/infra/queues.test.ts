import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadWorkers, queueFunctionName } from '../../infra/endpoints.ts'
import { defineFunctions } from '../../infra/functions.ts'
import { queueId, queues } from '../../infra/queues.ts'
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
  test('hides a message as long as its function may run', () => {
    expect(resources['CoursesQueue']?.Properties.VisibilityTimeout).toBe(900)
    expect(functions['queue-courses']).toMatchObject({ timeout: 900 })
    expect(resources['NoticesQueue']?.Properties.VisibilityTimeout).toBe(60)
    expect(functions['queue-notices']).toMatchObject({ timeout: 60 })
  })

  test('feeds its function, one message at a time, which reports it when it failed', () => {
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

  test('is known to the dispatcher and to the workers, and to nobody else', () => {
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

  test('has dead letters after five deliveries, or many more where its workers say that they give up', () => {
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

  test('has the memory, the room for files and the assets that its workers need', () => {
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
  test('are at most eleven, whatever workers there are', async () => {
    const workers = await loadWorkers()
    const withTwins = [...workers, ...workers.map(({ file, worker }) => ({ file, worker: { ...worker } }))]

    expect(queueNames.length).toBeLessThanOrEqual(11)
    expect(Object.keys(defineFunctions({ endpoints: [], workers: withTwins }))).toEqual(
      Object.keys(functions),
    )
  })

  test('have the names that say which are dead letters', () => {
    for (const queue of queueNames)
      expect(queue).toMatch(/^(?!.*-dead$)(?!failed-changes$)[a-z][a-z0-9]*(-[a-z0-9]+)*$/)
  })

  test('have one worker for each kind of messages, which no other has', async () => {
    const kinds = (await loadWorkers()).map(({ worker }) => worker.kind)

    expect(new Set(kinds).size).toBe(kinds.length)
  })
})

describe('a queue that the bucket feeds', () => {
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

  test('has a policy, as the one of mail, which the topic of mail events feeds as well', () => {
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
  test('continues past a change that always fails, which is put aside and raises an alarm', () => {
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
    expect(functions['scheduler']).toMatchObject({
      events: [{ schedule: { rate: ['rate(1 minute)'] } }],
      dependsOn: queueNames.map(queueId),
    })
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
    const each = queueNames.map(
      (name) => triggered[queueFunctionName(name)]?.events[0].sqs.maximumConcurrency ?? Infinity,
    )
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
