import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { exceededLimit, isFromOutside, startBounded, type ProcessLimits } from './bounded-process.ts'
import { imagePath, readerArgument, type Reply, type ReaderTask } from './document-reader.ts'
import type { Image } from '../images.ts'
import type { MarkdownDocument, MarkdownOptions } from '../markdown/markdown-document.ts'
import type { Outline, OutlineOptions } from '../outline/outline.ts'
import type { DocumentSource } from '../reader.ts'
import { readerFile } from './reader-process.ts'
import { ReaderDied, UnreadableFile } from '../unreadable-file.ts'

/** Node sets 560 MB of data aside at its start, and uses 40 of them. */
const processLimits: ProcessLimits = { heapMegabytes: 896, dataMegabytes: 2_200, cpuSeconds: 120 }

/** Processor time of the smallest file, start of the reader included, and of each megabyte more (decision 0032). */
const minCpuSeconds = 20
const cpuSecondsPerMegabyte = 20

/** Returns the limits for a file: a small one that takes long is made to, however its format repeats its parts. */
const limitsFor = async (path: string): Promise<ProcessLimits> => {
  const { size } = await stat(path)
  const cpuSeconds = Math.ceil(minCpuSeconds + (cpuSecondsPerMegabyte * size) / 1e6)
  return { ...processLimits, cpuSeconds: Math.min(processLimits.cpuSeconds, cpuSeconds) }
}

/** An image of a document, in a file beside it. */
export type ImageFile = Omit<Image, 'bytes'> & { path: string }

export type ReadOutline = Omit<Outline, 'images'> & { images: ImageFile[] }

/** So much of what a reader says of its end is kept for the log. */
const maxLogCharacters = 2_000

const endings = {
  memory: 'Reading the file takes more memory than is allowed.',
  time: 'Reading the file takes more time than is allowed.',
}

/**
 * Converts the end of a reader without a reply to an error. A limit is met again whenever the file is read; the end of
 * a service, which may end its readers by the same signal, says nothing about the file.
 */
const toError = (code: number | null, signal: string | null, log: string): Error => {
  const limit = exceededLimit(signal)
  if (limit) return new UnreadableFile('too_complex', endings[limit])
  const cause = new Error(`The reader ended by ${signal ?? `exit code ${code}`}.${log && ` ${log}`}`)
  if (isFromOutside(signal)) return cause
  return new ReaderDied('Reading the file ended without a result.', { cause })
}

const toFailure = ({ isSystemError, message }: { isSystemError: boolean; message: string }): Error =>
  isSystemError
    ? new Error(message)
    : new ReaderDied('Reading the file ended without a result.', { cause: new Error(message) })

/** The end of what a process writes to its standard error. */
const logOf = ({ stderr }: ChildProcess): (() => string) => {
  let log = ''
  stderr?.setEncoding('utf8').on('data', (text: string) => (log = (log + text).slice(-maxLogCharacters)))
  return () => log
}

/** What a reader replies at last. Throws what its end says of the file, when it ends without a reply. */
const replyOf = <Result>(reader: ChildProcess, onProgress: OutlineOptions['onProgress']) => {
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const log = logOf(reader)
  reader.on('message', (reply: Reply<Result>) => {
    if ('progress' in reply) onProgress?.(...reply.progress)
    else if ('result' in reply) resolve(reply.result)
    else
      reject(
        'unreadable' in reply ? new UnreadableFile(reply.reason, reply.unreadable) : toFailure(reply.failure),
      )
  })
  // what it has said before its end is read to the end as well
  Promise.all([once(reader, 'close'), once(reader, 'disconnect')]).then(
    ([[code, signal]]) => reject(toError(code as number | null, signal as string | null, log())),
    reject,
  )
  return promise
}

const runInProcess = async <Result>(
  task: ReaderTask,
  { onProgress, signal }: Pick<OutlineOptions, 'onProgress' | 'signal'>,
  limits?: ProcessLimits,
): Promise<Result> => {
  signal?.throwIfAborted()
  const reader = startBounded(readerFile, readerArgument, limits ?? (await limitsFor(task.source.path)))
  const closed = once(reader, 'close').catch(() => {})
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal?.reason as Error)
  const end = () => reader.kill('SIGKILL')
  signal?.addEventListener('abort', abort)
  process.on('exit', end)
  try {
    // one that could not be started says so by its end
    reader.send(task, () => {})
    return await Promise.race([replyOf<Result>(reader, onProgress), aborted.promise])
  } finally {
    signal?.removeEventListener('abort', abort)
    end()
    await closed
    process.off('exit', end)
  }
}

/**
 * Makes an outline of a document in a process of its own, as `outlineDocument` does, so that whatever the file does to
 * its reader, this process goes on; its images are stored beside it. Throws `UnreadableFile`, also when the process met
 * one of its limits, `ReaderDied` when it ended otherwise, and the reason of `signal`.
 */
export const outlineInProcess = async (
  source: DocumentSource,
  { limits, language = null, ...options }: OutlineOptions,
  ofProcess?: ProcessLimits,
): Promise<ReadOutline> => {
  const task: ReaderTask = { task: 'outline-document', source, options: { limits, language } }
  const outline = await runInProcess<ReadOutline>(task, options, ofProcess)
  const images = outline.images.map((image, n) => ({ ...image, path: imagePath(source, n) }))
  return { ...outline, images }
}

/** Makes Markdown of a whole document, as `convertDocument` does, in a process as above. */
export const convertInProcess = (
  source: DocumentSource,
  { maxBytes, ...options }: MarkdownOptions,
  ofProcess?: ProcessLimits,
): Promise<MarkdownDocument> =>
  runInProcess({ task: 'convert-document', source, options: { maxBytes } }, options, ofProcess)
