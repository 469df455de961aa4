import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeBucket } from '../../infra/local/service/resources.ts'
import { localAws } from '../../infra/local/settings/variables.ts'
import { files } from '../../src/files/file/file.ts'
import { objectKey } from '../../src/files/file/object.ts'
import { putLarge } from '../support/large-file.ts'
import { signedIn } from '../support/people.ts'
import { webFiles } from '../support/web-files.ts'
import { inBenchWorld, type BenchWorld } from './bench-world.ts'
import { interleaved, median, spread } from './measures.ts'
import type { Outcome } from './outcome.ts'
import { printTable } from './table.ts'

const megabyte = 1_000_000
const bucketName = 'bench'

/** Number of reads per way for a file of each size, in megabytes. */
const runs: Record<'fast' | 'paced', [megabytes: number, runs: number][]> = {
  fast: [
    [1, 30],
    [20, 10],
    [200, 3],
  ],
  paced: [
    [1, 10],
    [20, 5],
    [200, 1],
  ],
}
const atOnce = 8

/**
 * Sizes of a small and a large file in megabytes in the brief form, the number of reads of each, and the maximum
 * additional memory for the large one.
 */
const brief = { small: 10, large: 160, runs: 3, maxGrowthMegabytes: 80 }

/** Milliseconds from the request to the first and to the last byte. */
interface Read {
  first: number
  last: number
}

type Reading = () => Promise<Read>

const readTo = async (opened: Promise<Readable>): Promise<Read> => {
  const from = performance.now()
  let first = NaN
  for await (const _ of await opened) first ||= performance.now() - from
  return { first, last: performance.now() - from }
}

const readUrl = (url: string): Promise<Read> => {
  const answered = once(get(url), 'response') as Promise<[IncomingMessage]>
  return readTo(
    answered.then(([answer]) => {
      if (answer.statusCode !== 200) throw new Error(`${url} was answered ${answer.statusCode}.`)
      return answer
    }),
  )
}

const children: ChildProcess[] = []

/** Starts a program of this folder in its own process, and returns its first message. */
const started = async <T>(program: string, args: string[], env: NodeJS.ProcessEnv) => {
  const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const
  const child = fork(join(import.meta.dirname, program), args, { env, stdio: [...stdio] })
  children.push(child)
  return { child, said: ((await once(child, 'message')) as [T])[0] }
}

/** Returns the peak memory of the service since the last call, in bytes. */
const memoryOf = async (child: ChildProcess): Promise<number> => {
  child.send('memory')
  return ((await once(child, 'message')) as [{ peakBytes: number }])[0].peakBytes
}

const rates = (megabytes: number, reads: Read[]) => reads.map(({ last }) => megabytes / (last / 1000))

type Ways = Record<'raw' | 'bare' | 'ours', Reading>

/** Measures reads in turns; returns the rows of the table. */
const compared = async (megabytes: number, times: number, ways: Ways) => {
  const reads: Record<keyof Ways, Read[]> = { raw: [], bare: [], ours: [] }
  const timed = (way: keyof Ways) => async () => {
    // the rest of the previous read must not count for this one
    await sleep(100)
    const read = await ways[way]()
    reads[way].push(read)
    return read.last
  }
  await interleaved(times, { raw: timed('raw'), bare: timed('bare'), ours: timed('ours') })
  const firsts = (way: keyof Ways) => reads[way].map(({ first }) => first)
  const rate = (way: keyof Ways) => rates(megabytes, reads[way])
  return [
    ...(['raw', 'bare', 'ours'] as const).flatMap((way) => [spread(firsts(way)), spread(rate(way), 0)]),
    Number((median(firsts('ours')) - median(firsts('raw'))).toFixed(1)),
    median(rate('ours')) / median(rate('raw')),
    median(rate('ours')) / median(rate('bare')),
  ]
}

const all = async (count: number, read: Reading): Promise<Read> => {
  const each = await Promise.all(Array.from({ length: count }, read))
  return { first: median(each.map(({ first }) => first)), last: Math.max(...each.map(({ last }) => last)) }
}

/**
 * Starts the service with this S3 in its own process, and returns a function that stores a file, and the URLs of its
 * bytes.
 */
const service = async (s3: string, { variables }: BenchWorld) => {
  const env = { ...variables, AWS_ENDPOINT_URL_S3: s3 }
  const { child, said } = await started<{ url: string; bare: string }>('contents-service.ts', [], env)
  Object.assign(process.env, env, { PUBLIC_URL: said.url })
  const as = await signedIn()
  const web = webFiles(said)
  const put = async (megabytes: number) => {
    const size = megabytes * megabyte
    const { file, upload } = await web.begin(as, { name: 'large.bin', size })
    await putLarge(upload, size)
    await web.complete(as, file)
    return { file, address: await web.contentsAddress(as, file) }
  }
  return { child, said, put }
}

/** Measures reads with an S3 of this speed. */
const measured = async (speed: keyof typeof runs, s3: string, world: BenchWorld) => {
  const { child, said, put } = await service(s3, world)
  const client = new S3Client({ ...localAws, endpoint: s3, forcePathStyle: true })
  const rows: (string | number)[][] = []
  const memory: (string | number)[][] = []
  const remember = async (of: string) => memory.push([of, Math.round((await memoryOf(child)) / megabyte)])
  for (const [megabytes, times] of runs[speed]) {
    const { file, address } = await put(megabytes)
    const { object_id } = await files.get(file)
    const Key = objectKey(file.id, object_id)
    const opened = async () =>
      (await client.send(new GetObjectCommand({ Bucket: bucketName, Key }))).Body as Readable
    const ways: Ways = {
      raw: () => readTo(opened()),
      bare: () => readUrl(`${said.bare}/${Key}`),
      ours: () => readUrl(address),
    }
    for (const way of Object.values(ways)) await way()
    await memoryOf(child)
    rows.push([`${megabytes} MB`, ...(await compared(megabytes, times, ways))])
    if (megabytes < 20) continue
    const many = Object.fromEntries(Object.entries(ways).map(([way, read]) => [way, () => all(atOnce, read)]))
    await remember(`${megabytes} MB, one after the other`)
    if (megabytes > 20 && speed === 'paced') continue
    rows.push([
      `${atOnce} × ${megabytes} MB`,
      ...(await compared(atOnce * megabytes, megabytes > 20 || speed === 'paced' ? 1 : 3, many as Ways)),
    ])
    await remember(`${megabytes} MB, ${atOnce} at once`)
  }
  client.destroy()
  child.disconnect()
  const how = { fast: 'as fast as this machine is', paced: 'at 90 MB a second and connection, as deployed' }
  printTable(
    `contents: first byte in milliseconds and megabytes a second, median (least–p95), from an S3 ${how[speed]} ` +
      '(aim: first byte ≤ +10, throughput ≥ 0.9 of raw)',
    [
      '',
      'raw S3 first',
      'MB/s',
      'bare hop first',
      'MB/s',
      'ours first',
      'MB/s',
      'first byte',
      '÷ raw',
      '÷ bare hop',
    ],
    rows,
  )
  printTable('the service’s memory at most, MB', ['', 'RSS'], memory)
  return outcomeOf(rows, memory)
}

/** Returns the worst ratios of all rows to the aims, and the memory of single reads by file size. */
const outcomeOf = (rows: (string | number)[][], memory: (string | number)[][]): Outcome => {
  const later = Math.max(...rows.map((row) => Number(row.at(-3))))
  const slower = Math.min(...rows.map((row) => Number(row.at(-2))))
  const sizes = memory.filter(([of]) => String(of).endsWith('other')).map(([, size]) => Number(size))
  const isFlat = Math.max(...sizes) <= 1.2 * Math.min(...sizes)
  const measured =
    `first byte +${later.toFixed(1)} ms, throughput ${slower.toFixed(2)}, ${sizes.join(' and ')} MB for ` +
    '20 and 200 MB'
  const broken = isFlat ? [] : [`the service had ${sizes.join(' and ')} MB for files of 20 and 200 MB`]
  return { measured, isMet: later <= 10 && slower >= 0.9 && isFlat, broken }
}

/** Compares the memory of the service while it forwards a small and a large file: equal if it does not buffer them. */
const memoryBySize = async (s3: string, world: BenchWorld): Promise<Outcome> => {
  const { child, put } = await service(s3, world)
  const peaks: number[] = []
  for (const megabytes of [brief.small, brief.large]) {
    const { address } = await put(megabytes)
    await readUrl(address)
    await memoryOf(child)
    for (let run = 0; run < brief.runs; run += 1) await readUrl(address)
    peaks.push(Math.round((await memoryOf(child)) / megabyte))
  }
  child.disconnect()
  const [small = NaN, large = NaN] = peaks
  const measured = `${small} and ${large} MB of memory for ${brief.small} and ${brief.large} MB`
  const isFlat = large - small <= brief.maxGrowthMegabytes
  return {
    measured,
    isMet: isFlat,
    broken: isFlat ? [] : [`${measured}, ${brief.maxGrowthMegabytes} more at most`],
  }
}

/**
 * Measures GET contents through the local gateway, against a read of the same object from S3 and against a server that
 * only forwards it; only memory in the brief form.
 */
export const contents = (flags: string[]) =>
  inBenchWorld(async (world): Promise<Outcome> => {
    const s3 = await started<{ fast: string; paced: string }>(
      'contents-s3.ts',
      [join(world.directory, 's3')],
      world.variables,
    )
    await makeBucket({ s3: s3.said.fast as string }, bucketName)
    if (flags.includes('--ci')) return memoryBySize(s3.said.fast, world)
    const fast = await measured('fast', s3.said.fast, world)
    const paced = await measured('paced', s3.said.paced, world)
    return {
      measured: `from a fast S3 ${fast.measured}; as deployed ${paced.measured}`,
      isMet: fast.isMet && paced.isMet,
      broken: [...(fast.broken ?? []), ...(paced.broken ?? [])],
    }
  }).finally(() => children.forEach((child) => child.kill()))
