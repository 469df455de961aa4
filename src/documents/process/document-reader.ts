import { writeFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import type { Image } from '../images.ts'
import type { MarkdownOptions } from '../markdown-document.ts'
import type { OutlineOptions } from '../outline/outline.ts'
import type { DocumentSource } from '../reader.ts'
import { UnreadableFile, type UnreadableReason } from '../unreadable-file.ts'

export type ReaderTask = { source: DocumentSource } & (
  | { task: 'outline-document'; options: Pick<OutlineOptions, 'limits' | 'language'> }
  | { task: 'convert-document'; options: Pick<MarkdownOptions, 'maxBytes'> }
)

export type Failure =
  { unreadable: string; reason: UnreadableReason } | { failure: string; isSystemError: boolean }

/** Message of a reader process to its parent. */
export type Reply<Result = unknown> =
  { progress: [stage: string, percent: number] } | { result: Result } | Failure

/**
 * Argument that makes a process a reader; it runs the same file as its parent, which may be a bundle with other code.
 */
export const readerArgument = 'read-document'

/** Returns the path of an image, stored in a file because images may be large, and callers need one at a time. */
export const imagePath = ({ path }: DocumentSource, index: number) => `${path}.image-${index}`

const reply = (message: Reply) => process.send?.(message)

const storeImages = (source: DocumentSource, images: Image[]) =>
  Array.fromAsync(images, async ({ bytes, ...image }, index) => {
    await writeFile(imagePath(source, index), bytes)
    return image
  })

/** Creates a function that reports each percentage once. */
const progressTeller = () => {
  let last = ''
  return (...progress: [stage: string, percent: number]) => {
    if (last === progress.join()) return
    last = progress.join()
    reply({ progress })
  }
}

/** Runs a task; imports its modules on demand, so that only reader processes load them. */
const runReaderTask = async (task: ReaderTask) => {
  if (task.task === 'convert-document') {
    const { convertDocument } = await import('../markdown-document.ts')
    return convertDocument(task.source, task.options)
  }
  const { outlineDocument } = await import('../outline/outline.ts')
  const outline = await outlineDocument(task.source, { ...task.options, onProgress: progressTeller() })
  return { ...outline, images: await storeImages(task.source, outline.images) }
}

/** Converts an error to a reply: system errors come from disks and files, all others from the document. */
const toFailure = (error: unknown): Failure =>
  error instanceof UnreadableFile
    ? { unreadable: error.message, reason: error.reason }
    : { failure: String(error), isSystemError: error instanceof Error && 'syscall' in error }

/** Reads the document that the parent process names, at a low priority, if this process was started as a reader. */
export const serveReader = (priority: number): void => {
  if (process.argv[2] !== readerArgument || !process.send) return
  setPriority(0, priority)
  process.once('message', (task: ReaderTask) => {
    void runReaderTask(task)
      .then((result): Reply => ({ result }), toFailure)
      .then(reply)
  })
}
