import { constants, setPriority } from 'node:os'
import { parentPort, Worker, workerData } from 'node:worker_threads'
import type { Image } from './images.ts'
import type { MarkdownDocument, MarkdownOptions } from './markdown-document.ts'
import type { Outline, OutlineOptions, OutlineSource } from './outline.ts'
import { ReaderDied, UnreadableFile } from './unreadable-file.ts'

/** What a thread may use: V8's heap, in megabytes, and time, in seconds. Buffers have a count of their own. */
export type ThreadLimits = { heapMegabytes: number; seconds: number }

type OutlineTask = {
  task: 'outline-document'
  source: OutlineSource
  options: Pick<OutlineOptions, 'limits' | 'language'>
}
type MarkdownTask = {
  task: 'convert-document'
  source: OutlineSource
  options: Pick<MarkdownOptions, 'maxBytes'>
}
type Task = OutlineTask | MarkdownTask
type Message<Result = Outline | MarkdownDocument> =
  | { progress: [stage: string, percent: number] }
  | { result: Result }
  | { unreadable: string }
  | { failure: unknown }

const threadLimits: ThreadLimits = { heapMegabytes: 896, seconds: 120 }
const youngGenerationMegabytes = 64

const isTask = (data: unknown): data is Task =>
  typeof data === 'object' &&
  data !== null &&
  'task' in data &&
  (data.task === 'outline-document' || data.task === 'convert-document')

const startThread = (task: Task, { heapMegabytes }: ThreadLimits) =>
  new Worker(new URL(import.meta.url), {
    workerData: task,
    // a file that takes over its reader finds no credentials there
    env: {},
    // what the process was started with may not go together with a file
    execArgv: [],
    resourceLimits: {
      maxOldGenerationSizeMb: heapMegabytes,
      maxYoungGenerationSizeMb: youngGenerationMegabytes,
    },
  })

/** Disks and files fail by accident; anything else that a reader throws is what the file made of it. */
const isSystemError = (error: unknown): error is Error => error instanceof Error && 'syscall' in error

const toReaderDied = (error: unknown): Error => {
  if (isSystemError(error)) return error
  const isMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
  const detail = isMemory
    ? 'Reading the file takes more memory than is allowed.'
    : 'Reading the file ended without a result.'
  return new ReaderDied(detail, { cause: error })
}

const runInThread = async <Result>(
  task: Task,
  { onProgress, signal }: Pick<OutlineOptions, 'onProgress' | 'signal'>,
  limits: ThreadLimits,
): Promise<Result> => {
  signal?.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const thread = startThread(task, limits)
  const timer = setTimeout(
    () => reject(new ReaderDied(`Reading the file takes more than ${limits.seconds} s.`)),
    limits.seconds * 1000,
  )
  const abort = () => reject(signal?.reason as Error)
  signal?.addEventListener('abort', abort)
  thread.on('message', (message: Message<Result>) => {
    if ('progress' in message) onProgress?.(...message.progress)
    else if ('result' in message) resolve(message.result)
    else
      reject('unreadable' in message ? new UnreadableFile(message.unreadable) : toReaderDied(message.failure))
  })
  thread.on('error', (error) => reject(toReaderDied(error)))
  thread.on('exit', (code) => reject(toReaderDied(`exit code ${code}`)))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
    await thread.terminate()
  }
}

/**
 * Makes an outline of a document in a thread of its own, as `outlineDocument` does, so that whatever the file does to
 * its reader, this process goes on. Throws `UnreadableFile`, the reason of `signal`, and `ReaderDied` when the thread
 * ran out of memory or time.
 */
export const outlineInThread = (
  source: OutlineSource,
  { limits, language = null, ...options }: OutlineOptions,
  ofThread = threadLimits,
): Promise<Outline> =>
  runInThread({ task: 'outline-document', source, options: { limits, language } }, options, ofThread)

/** Makes Markdown of a whole document, as `convertDocument` does, in a thread as above. */
export const convertInThread = (
  source: OutlineSource,
  { maxBytes, ...options }: MarkdownOptions,
  ofThread = threadLimits,
): Promise<MarkdownDocument> =>
  runInThread({ task: 'convert-document', source, options: { maxBytes } }, options, ofThread)

const toMessage = (error: unknown): Message =>
  error instanceof UnreadableFile ? { unreadable: error.message } : { failure: error }

/** Bytes that have a buffer to themselves are moved, not copied: images may be most of a document. */
const isAlone = ({ bytes }: Image) => bytes.length === bytes.buffer.byteLength

const reply = (message: Message) => {
  const images = 'result' in message && 'images' in message.result ? message.result.images : []
  parentPort?.postMessage(
    message,
    images.filter(isAlone).map(({ bytes }) => bytes.buffer as ArrayBuffer),
  )
}

/** Each task loads what it needs, in its thread alone. */
const resultOf = async (task: Task) => {
  if (task.task === 'convert-document') {
    const { convertDocument } = await import('./markdown-document.ts')
    return convertDocument(task.source, task.options)
  }
  const { outlineDocument } = await import('./outline.ts')
  const onProgress = (...progress: [string, number]) => parentPort?.postMessage({ progress })
  return outlineDocument(task.source, { ...task.options, onProgress })
}

if (isTask(workerData)) {
  // on Linux the priority is the thread's own: requests are answered first
  if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_LOW)
  void resultOf(workerData)
    .then((result) => ({ result }), toMessage)
    .then(reply)
}
