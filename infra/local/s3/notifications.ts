import { randomBytes, randomUUID } from 'node:crypto'
import { localAws } from '../settings/variables.ts'
import { receiveXml } from './body.ts'
import type { Call, S3Operation } from './call.ts'
import { S3Failure } from './failure.ts'
import type { PendingEvent, Stored } from './stored.ts'
import { insides, elementText } from './xml.ts'

/** Operation that created an object: the part of the event's name after `ObjectCreated:`. */
export type CreationEvent = 'Put' | 'Copy' | 'CompleteMultipartUpload'

interface Configuration {
  id: string
  queue: string
  /** Names such as `s3:ObjectCreated:*`. */
  events: string[]
  prefix: string
  suffix: string
}

const filterRule = (configuration: string, name: string): string =>
  insides(configuration, 'FilterRule')
    .filter((rule) => elementText(rule, 'Name')?.toLowerCase() === name)
    .map((rule) => elementText(rule, 'Value') ?? '')[0] ?? ''

const parseConfiguration = (xml: string): Configuration => {
  const queue = elementText(xml, 'Queue')
  const events = insides(xml, 'Event')
  if (!queue || events.length === 0) throw new S3Failure('MalformedXML')
  return {
    id: elementText(xml, 'Id') ?? randomUUID(),
    queue,
    events,
    prefix: filterRule(xml, 'prefix'),
    suffix: filterRule(xml, 'suffix'),
  }
}

const testEvent = (Bucket: string) => ({
  Service: 'Amazon S3',
  Event: 's3:TestEvent',
  Time: new Date().toISOString(),
  Bucket,
  RequestId: randomBytes(8).toString('hex').toUpperCase(),
  HostId: randomBytes(32).toString('base64'),
})

/** Refuses a queue that does not accept a test event, as S3 does ("PutBucketNotificationConfiguration"). */
export const putNotifications: S3Operation = async (call) => {
  const { store, bucket, sender } = call
  const configurations = insides(await receiveXml(call), 'QueueConfiguration').map(parseConfiguration)
  for (const { queue } of configurations)
    await sender.deliverPatiently(queue, JSON.stringify(testEvent(bucket))).catch(() => {
      throw new S3Failure('InvalidArgument', 'Unable to validate the following destination configurations')
    })
  store.setNotifications(bucket, JSON.stringify(configurations))
  return { status: 200 }
}

const matchesConfiguration = ({ events, prefix, suffix }: Configuration, eventName: string, key: string) =>
  key.startsWith(prefix) &&
  key.endsWith(suffix) &&
  events.some((wanted) => [`s3:${eventName}`, `s3:${eventName.replace(/:.*/, ':*')}`].includes(wanted))

/** Encodes a key as `application/x-www-form-urlencoded`, except for slashes. */
const encodeKey = (key: string) => encodeURIComponent(key).replaceAll('%2F', '/').replaceAll('%20', '+')

/** Returns S3's event about an object ("Event message structure", version 2.1). */
const objectEvent = (
  bucket: string,
  { key, size, etag }: Stored,
  eventName: string,
  configurationId: string,
) => ({
  Records: [
    {
      eventVersion: '2.1',
      eventSource: 'aws:s3',
      awsRegion: localAws.region,
      eventTime: new Date().toISOString(),
      eventName,
      userIdentity: { principalId: 'AWS:local' },
      requestParameters: { sourceIPAddress: '127.0.0.1' },
      responseElements: {
        'x-amz-request-id': randomBytes(8).toString('hex').toUpperCase(),
        'x-amz-id-2': randomBytes(32).toString('base64'),
      },
      s3: {
        s3SchemaVersion: '1.0',
        configurationId,
        bucket: { name: bucket, ownerIdentity: { principalId: 'local' }, arn: `arn:aws:s3:::${bucket}` },
        object: {
          key: encodeKey(key),
          size,
          eTag: etag.replaceAll('"', ''),
          sequencer: process.hrtime.bigint().toString(16).padStart(18, '0').toUpperCase(),
        },
      },
    },
  ],
})

/** Returns the messages about a new object in a bucket. */
export const creationEvents = (
  { store, bucket }: Pick<Call, 'store' | 'bucket'>,
  object: Stored,
  how: CreationEvent,
): PendingEvent[] => {
  const configurations = JSON.parse(store.notificationsOf(bucket) ?? '[]') as Configuration[]
  const eventName = `ObjectCreated:${how}`
  return configurations
    .filter((configuration) => matchesConfiguration(configuration, eventName, object.key))
    .map(({ id, queue }) => ({
      id: randomUUID(),
      queue,
      body: JSON.stringify(objectEvent(bucket, object, eventName, id)),
    }))
}
