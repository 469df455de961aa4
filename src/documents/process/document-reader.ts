import { writeFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import type { Image } from '../images.ts'
import type { MarkdownOptions } from '../markdown/markdown-document.ts'
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

/** What the process of a reader says to the one that has started it. */
export type Reply<Result = unknown> =
  | { progress: [stage: string, percent: number] }
  | { result: Result }
  | { unreadable: string; reason: UnreadableReason }
  | { failure: { message: string; isSystemError: boolean } }

/** The argument of a process that is a reader: it runs the file that has started it, whatever else is in that. */
export const readerArgument = 'read-document'

/** Where the image of a document is stored: images may be most of a document, and nobody needs all of them at once. */
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

/** Says each percent once. */
const progressTeller = () => {
  let last = ''
  return (...progress: [stage: string, percent: number]) => {
    if (last === progress.join()) return
    last = progress.join()
    reply({ progress })
  }
}

/** Each task loads what it needs, in the process of a reader alone. */
const resultOf = async (task: ReaderTask) => {
  if (task.task === 'convert-document') {
    const { convertDocument } = await import('../markdown/markdown-document.ts')
    return convertDocument(task.source, task.options)
  }
  const { outlineDocument } = await import('../outline/outline.ts')
  const outline = await outlineDocument(task.source, { ...task.options, onProgress: progressTeller() })
  return { ...outline, images: await storeImages(task.source, outline.images) }
}

/** Disks and files fail by accident; anything else that a reader throws is what the file made of it. */
const toReply = (error: unknown): Reply =>
  error instanceof UnreadableFile
    ? { unreadable: error.message, reason: error.reason }
    : { failure: { message: String(error), isSystemError: error instanceof Error && 'syscall' in error } }

/** Reads the document that the one who started this process names, if it was started as a reader; others go first. */
export const serveReader = (priority: number): void => {
  if (process.argv[2] !== readerArgument || !process.send) return
  setPriority(0, priority)
  process.once('message', (task: ReaderTask) => {
    void resultOf(task)
      .then((result): Reply => ({ result }), toReply)
      .then(reply)
  })
}
