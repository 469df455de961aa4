import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { exceededLimit, isFromOutside, startBounded, type ProcessLimits } from './bounded-process.ts'
import { imagePath, readerArgument, type Failure, type Reply, type ReaderTask } from './document-reader.ts'
import type { Image } from '../images.ts'
import type { MarkdownDocument, MarkdownOptions } from '../markdown-document.ts'
import type { Outline, OutlineOptions } from '../outline/outline.ts'
import type { DocumentSource } from '../reader.ts'
import { readerFile } from './reader-process.ts'
import { ReaderDied, UnreadableFile } from '../unreadable-file.ts'

/** Limits of a reader; Node.js reserves 560 MB of data at its start and uses 40 MB of them. */
const processLimits: ProcessLimits = { heapMegabytes: 896, dataMegabytes: 2_200, cpuSeconds: 120 }

/** Processor time for the start of a reader and the smallest file, and for each additional megabyte (decision 0032). */
const minCpuSeconds = 20
const cpuSecondsPerMegabyte = 20

/** Returns the limits for a file by its size: only a crafted small file takes as much time as a large one. */
const limitsFor = async (path: string): Promise<ProcessLimits> => {
  const { size } = await stat(path)
  const cpuSeconds = Math.ceil(minCpuSeconds + (cpuSecondsPerMegabyte * size) / 1e6)
  return { ...processLimits, cpuSeconds: Math.min(processLimits.cpuSeconds, cpuSeconds) }
}

/** An image of a document, stored in a file next to it. */
export type ImageFile = Omit<Image, 'bytes'> & { path: string }

export type ReadOutline = Omit<Outline, 'images'> & { images: ImageFile[] }

/** Maximum number of characters kept of a reader's standard error for the log. */
const maxLogCharacters = 2_000

const endings = {
  memory: 'Reading the file takes more memory than is allowed.',
  time: 'Reading the file takes more time than is allowed.',
}

const died = (cause: Error) => new ReaderDied('Reading the file ended without a result.', { cause })

/**
 * Converts the end of a reader without a reply to an error. A retry would exceed the same limit again, but a signal
 * from outside says nothing about the file: a stopping service may have sent it.
 */
const toError = (code: number | null, signal: string | null, log: string): Error => {
  const limit = exceededLimit(signal)
  if (limit) return new UnreadableFile('too_complex', endings[limit])
  const cause = new Error(`The reader ended with ${signal ?? `exit code ${code}`}.${log && ` ${log}`}`)
  return isFromOutside(signal) ? cause : died(cause)
}

const fromFailure = (reply: Failure): Error => {
  if ('unreadable' in reply) return new UnreadableFile(reply.reason, reply.unreadable)
  return reply.isSystemError ? new Error(reply.failure) : died(new Error(reply.failure))
}

/** Returns the final reply of a reader. If it ends without one, throws the error for its exit code or signal. */
const awaitReply = <Result>(reader: ChildProcess, onProgress: OutlineOptions['onProgress']) => {
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  let log = ''
  reader.stderr?.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-maxLogCharacters)
  })
  reader.on('message', (reply: Reply<Result>) => {
    if ('progress' in reply) onProgress?.(...reply.progress)
    else if ('result' in reply) resolve(reply.result)
    else reject(fromFailure(reply))
  })
  // wait for both events, so that messages sent before the end are read first
  Promise.all([once(reader, 'close'), once(reader, 'disconnect')]).then(
    ([[code, signal]]) => reject(toError(code as number | null, signal as string | null, log)),
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
    // ignore send errors: a process that could not be started reports it by its end
    reader.send(task, () => {})
    return await Promise.race([awaitReply<Result>(reader, onProgress), aborted.promise])
  } finally {
    signal?.removeEventListener('abort', abort)
    end()
    await closed
    process.off('exit', end)
  }
}

/**
 * Creates the outline of a document in a separate process, like `outlineDocument`, so that a malicious file cannot harm
 * this process. Stores the images next to the document. Throws `UnreadableFile`, also if the process exceeds a limit,
 * `ReaderDied` if it ends without a result, and the reason of an aborted `signal`.
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

/** Converts a document to Markdown in a separate process, like `convertDocument`; throws like `outlineInProcess`. */
export const convertInProcess = (
  source: DocumentSource,
  { maxBytes, ...options }: MarkdownOptions,
  ofProcess?: ProcessLimits,
): Promise<MarkdownDocument> =>
  runInProcess({ task: 'convert-document', source, options: { maxBytes } }, options, ofProcess)
