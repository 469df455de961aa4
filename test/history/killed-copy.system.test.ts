import { GetObjectCommand, ListObjectVersionsCommand } from '@aws-sdk/client-s3'
import { createServer, request } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockHistory } from '../../src/history/audit-lock.ts'
import { givenLockedBucket } from '../support/locked-bucket.ts'
import { s3 } from '../support/s3.ts'
import { workerProcess } from '../support/worker-process.ts'
import { world } from '../support/world.ts'
import { givenEntry } from './given.ts'

/**
 * A proxy in front of S3; it holds back the response to a PUT of a path that contains `holds`, and the request unless
 * it `passes`.
 */
const proxy = { holds: '', passes: false, held: Promise.withResolvers<void>() }

const server = createServer((incoming, outgoing) => {
  const { method, url = '/', headers } = incoming
  const isHeld = method === 'PUT' && proxy.holds !== '' && url.includes(proxy.holds)
  if (isHeld && !proxy.passes) return proxy.held.resolve()
  const forwarded = request(new URL(url, world().endpoints.s3), { method, headers }, (answer) => {
    if (isHeld) return proxy.held.resolve()
    outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
    answer.pipe(outgoing)
    return undefined
  })
  incoming.pipe(forwarded)
  return undefined
})

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const dayOf = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
const copiedDayKey = (daysAgo: number) => `days/${dayOf(daysAgo)}.jsonl.gz`

test.each([
  ['before S3 has the day', false],
  ['when S3 has the day, and before it has said so', true],
])('a copy killed %s is completed once, with all its entries', async (_, passes) => {
  const Bucket = await givenLockedBucket()
  const entries = await Promise.all([givenEntry(6), givenEntry(5), givenEntry(5)])
  Object.assign(proxy, { holds: dayOf(5), passes, held: Promise.withResolvers<void>() })
  const worker = workerProcess(['src/history/audit-lock.ts'], {
    AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    AUDIT_LOCK_BUCKET: Bucket,
  })
  worker.invoke({}).catch(() => {})
  await proxy.held.promise
  await worker.kill()
  process.env['AUDIT_LOCK_BUCKET'] = Bucket

  await lockHistory(Date.parse(`${dayOf(0)}T12:00:00Z`))

  const { Versions = [] } = await s3().send(new ListObjectVersionsCommand({ Bucket }))
  expect(Versions.map(({ Key }) => Key)).toEqual([6, 5, 4, 3, 2].map(copiedDayKey))
  const { Body } = await s3().send(new GetObjectCommand({ Bucket, Key: copiedDayKey(5) }))
  const text = gunzipSync((await Body?.transformToByteArray()) ?? new Uint8Array()).toString()
  for (const { id } of entries.slice(1)) expect(text.split(id)).toHaveLength(2)
})
