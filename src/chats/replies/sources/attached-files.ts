import pMap from 'p-map'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { currentVersionNumber } from '../../../files/file/save.ts'
import { missingTextReason, textStatus } from '../../../files/stored-text/file-text.ts'
import { files, fileType, type StoredFile } from '../../../files/file/file.ts'
import { objectKey } from '../../../files/file/object.ts'
import { fileText } from '../../../files/stored-text/text-object.ts'
import type { AttachedFile } from '../../../models/attached-file.ts'
import type { Model } from '../../../models/model.ts'
import { readObject } from '../../../platform/aws/s3.ts'
import { findReadableByAll } from '../../../platform/common-rights.ts'
import type { Reader } from '../../../platform/resource.ts'
import type { StoredMessage } from '../../message/message.ts'
import { detectImageType, mayBeImage } from '../image-type.ts'

/** Maximum number of files of a conversation that are opened, newest first, and of files opened concurrently. */
const maxFiles = 20
const concurrency = 4

/** Maximum number of characters of each text, whatever the model's context window. */
const maxCharacters = 400_000

/** Size of the largest image that all providers accept (Amazon Bedrock, Converse), and maximum number of images. */
const maxImageBytes = 3_750_000
const maxImages = 5

/**
 * Time limit for waiting for texts in extraction, polling interval, and age above which a pending text is not waited
 * for, since it would delay every question (ms).
 */
const maxWaitMilliseconds = 20_000
const pollMilliseconds = 500
const maxPendingMilliseconds = 300_000

/** A file and the time when it was attached. */
type Named = Pick<AttachedFile, 'id' | 'name'> & { at: string }

const isPending = (file: StoredFile | undefined) => file !== undefined && textStatus(file) === 'pending'

/** Returns the files after their texts have been extracted, or after the time limit. */
const awaitTexts = async (named: Named[]): Promise<(StoredFile | undefined)[]> => {
  const from = Date.now()
  const isRecent = ({ at }: Named) => from - Date.parse(at) < maxPendingMilliseconds
  for (;;) {
    const found = await files.findMany(named)
    const isComing = named.some((one, index) => isRecent(one) && isPending(found[index]))
    if (!isComing || Date.now() - from >= maxWaitMilliseconds) return found
    await sleep(pollMilliseconds)
  }
}

const readAttachedImage = async ({ id, object_id, size }: StoredFile): Promise<Partial<AttachedFile>> => {
  if (size > maxImageBytes) return { note: `too large to be shown, ${size} bytes` }
  const object = await readObject(objectKey(id, object_id))
  const bytes = object && object !== 'unsatisfiable' ? await buffer(object.body) : Buffer.of()
  const mediaType = detectImageType(bytes)
  return mediaType ? { image: { bytes, mediaType } } : { note: 'not an image that can be shown' }
}

const notes = {
  pending: 'its text is still being extracted; it can be read in a minute',
  image: 'an image, which this model cannot read',
}

const readFile = async (file: StoredFile, model: Model): Promise<Partial<AttachedFile>> => {
  if (file.status !== 'ready') return { note: 'not uploaded yet' }
  if (mayBeImage(file)) return model.capabilities.vision ? readAttachedImage(file) : { note: notes.image }
  if (isPending(file)) return { note: notes.pending, isPending: true }
  const found = await fileText(file)
  if (!found) return { note: missingTextReason(file) }
  const room = Math.min(maxCharacters, model.context_window * 4)
  const text = found.text.slice(0, room).toWellFormed()
  return { text, characters: found.text.length, version: currentVersionNumber(file) }
}

/** Returns each file once, at its last attachment; newest first. */
const newestFiles = (previous: StoredMessage[]) => {
  const all = previous.flatMap(({ attachments, created_at: at }) =>
    attachments.map(({ id, name }): Named => ({ id, name, at })),
  )
  const isLast = ({ id }: Named, index: number) => all.findLastIndex((one) => one.id === id) === index
  return all.filter(isLast).reverse()
}

/** Keeps the newest images; older ones are only named. */
const limitImages = (opened: AttachedFile[]): AttachedFile[] => {
  let left = maxImages
  return opened.map(({ image, ...file }) => {
    if (!image) return file
    left -= 1
    return left < 0 ? { ...file, note: 'not shown here, because there are newer images' } : { ...file, image }
  })
}

/**
 * Returns the content of the files attached to these messages for a model, by file ID: only of files that all people of
 * the chat may read now. Opens the newest 20, and waits up to 20 s for texts in extraction.
 */
export const loadAttachedFiles = async (
  people: Reader[],
  model: Model,
  previous: StoredMessage[],
): Promise<ReadonlyMap<string, AttachedFile>> => {
  const named = newestFiles(previous).slice(0, maxFiles)
  if (named.length === 0) return new Map()
  const found = await awaitTexts(named)
  const refs = named.map(({ id }) => ({ type: fileType.type, id }))
  const areReadable = await findReadableByAll(people, refs)
  const open = async ({ id, name }: Named, index: number): Promise<AttachedFile> => {
    const file = found[index]
    const mayRead = file !== undefined && areReadable[index]
    return { id, name, ...(mayRead ? await readFile(file, model) : { note: 'it can no longer be read' }) }
  }
  const opened = limitImages(await pMap(named, open, { concurrency }))
  return new Map(opened.map((file) => [file.id, file]))
}

/** Assigns files to messages: with its contents where a file was attached last, elsewhere by its name. */
export const placeFiles = (
  previous: StoredMessage[],
  opened: ReadonlyMap<string, AttachedFile>,
): AttachedFile[][] => {
  const placed = new Set<string>()
  const place = ({ id, name }: Pick<AttachedFile, 'id' | 'name'>): AttachedFile => {
    const file = placed.has(id) ? undefined : opened.get(id)
    placed.add(id)
    return file ?? { id, name }
  }
  return previous
    .toReversed()
    .map(({ attachments }) => attachments.map(place))
    .reverse()
}
