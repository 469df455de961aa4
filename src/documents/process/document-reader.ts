import { writeFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import type { Image } from '../images.ts'
import type { MarkdownOptions } from '../markdown-document.ts'
import type { OutlineOptions } from '../outline/outline.ts'
import type { DocumentSource } from '../reader.ts'
import { UnreadableFile, type UnreadableReason } from '../unreadable-file.ts'

type OutlineTask = {
  task: 'outline-document'
  source: DocumentSource
  options: Pick<OutlineOptions, 'limits' | 'language'>
}
type MarkdownTask = {
  task: 'convert-document'
  source: DocumentSource
  options: Pick<MarkdownOptions, 'maxBytes'>
}
export type ReaderTask = OutlineTask | MarkdownTask

/** Message of a reader process to its parent. */
export type Reply<Result = unknown> =
  | { progress: [stage: string, percent: number] }
  | { result: Result }
  | { unreadable: string; reason: UnreadableReason }
  | { failure: { message: string; isSystemError: boolean } }

/**
 * Argument that makes a process a reader. Such a process runs the same file as its parent, which may contain other
 * code.
 */
export const readerArgument = 'read-document'

/**
 * Returns the path of a stored image. Images go to files because they may be most of a document, and callers need one
 * at a time.
 */
export const imagePath = ({ path }: DocumentSource, index: number) => `${path}.image-${index}`

const reply = (message: Reply) => process.send?.(message)

const storeImages = async (source: DocumentSource, images: Image[]) => {
  const stored: Omit<Image, 'bytes'>[] = []
  for (const [index, { bytes, ...image }] of images.entries()) {
    await writeFile(imagePath(source, index), bytes)
    stored.push(image)
  }
  return stored
}

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
const resultOf = async (task: ReaderTask) => {
  if (task.task === 'convert-document') {
    const { convertDocument } = await import('../markdown-document.ts')
    return convertDocument(task.source, task.options)
  }
  const { outlineDocument } = await import('../outline/outline.ts')
  const outline = await outlineDocument(task.source, { ...task.options, onProgress: progressTeller() })
  return { ...outline, images: await storeImages(task.source, outline.images) }
}

/**
 * Converts an error to a reply: system errors are accidents of disks and files, all other errors are caused by the
 * document.
 */
const toReply = (error: unknown): Reply =>
  error instanceof UnreadableFile
    ? { unreadable: error.message, reason: error.reason }
    : { failure: { message: String(error), isSystemError: error instanceof Error && 'syscall' in error } }

/**
 * Reads the document that the parent process names, if this process was started as a reader. Lowers the process
 * priority.
 */
export const serveReader = (priority: number): void => {
  if (process.argv[2] !== readerArgument || !process.send) return
  setPriority(0, priority)
  process.once('message', (task: ReaderTask) => {
    void resultOf(task)
      .then((result): Reply => ({ result }), toReply)
      .then(reply)
  })
}
