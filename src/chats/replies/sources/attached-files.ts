import pMap from 'p-map'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { versionNumberOf } from '../../../files/file/save.ts'
import { reasonOf, textStatusOf } from '../../../files/text/file-text.ts'
import { files, fileType, type StoredFile } from '../../../files/file/file.ts'
import { objectKey } from '../../../files/file/object.ts'
import { fileText } from '../../../files/text/text-object.ts'
import type { AttachedFile } from '../../../models/attached-file.ts'
import type { Model } from '../../../models/model.ts'
import { readObject } from '../../../platform/aws/s3.ts'
import { findReadableByAll } from '../../../platform/common-rights.ts'
import type { Reader } from '../../../platform/resource.ts'
import type { StoredMessage } from '../../message/message.ts'
import { imageTypeOf, mayBeImage } from '../image-type.ts'

/** How many files of a conversation are opened, the newest first, and how many of them at once. */
const maxFiles = 20
const concurrency = 4

/** How much is read of each text, in characters, whatever the window of the model. */
const maxCharacters = 400_000

/** The largest image that all providers take (Amazon Bedrock, Converse), and how many are shown. */
const maxImageBytes = 3_750_000
const maxImages = 5

/**
 * How long a text is waited for that is being made, and how often it is looked for. What has taken minutes is not
 * waited for: it would hold up every question.
 */
const maxWaitMilliseconds = 20_000
const pollMilliseconds = 500
const maxPendingMilliseconds = 300_000

/** A file, and when it was attached. */
type Named = Pick<AttachedFile, 'id' | 'name'> & { at: string }

const isPending = (file: StoredFile | undefined) => file !== undefined && textStatusOf(file) === 'pending'

/** The files, once their texts were made or have been waited for. */
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

const readImage = async ({ id, object_id, size }: StoredFile): Promise<Partial<AttachedFile>> => {
  if (size > maxImageBytes) return { note: `too large to be shown, ${size} bytes` }
  const object = await readObject(objectKey(id, object_id))
  const bytes = object && object !== 'unsatisfiable' ? await buffer(object.body) : Buffer.of()
  const mediaType = imageTypeOf(bytes)
  return mediaType ? { image: { bytes, mediaType } } : { note: 'not an image that can be shown' }
}

const notes = {
  pending: 'its text is still being made; it can be read in a minute',
  image: 'an image, which this model cannot see',
}

const readFile = async (file: StoredFile, model: Model): Promise<Partial<AttachedFile>> => {
  if (file.status !== 'ready') return { note: 'not uploaded yet' }
  if (mayBeImage(file)) return model.capabilities.vision ? readImage(file) : { note: notes.image }
  if (isPending(file)) return { note: notes.pending, isPending: true }
  const found = await fileText(file)
  if (!found) return { note: reasonOf(file) }
  const room = Math.min(maxCharacters, model.context_window * 4)
  const text = found.text.slice(0, room).toWellFormed()
  return { text, characters: found.text.length, version: versionNumberOf(file) }
}

/** Each file once, where it was attached last; newest first. */
const newestOf = (said: StoredMessage[]) => {
  const all = said.flatMap(({ attachments, created_at: at }) =>
    attachments.map(({ id, name }): Named => ({ id, name, at })),
  )
  const isLast = ({ id }: Named, index: number) => all.findLastIndex((one) => one.id === id) === index
  return all.filter(isLast).reverse()
}

/** The newest images; those beyond are named. */
const limitImages = (opened: AttachedFile[]): AttachedFile[] => {
  let left = maxImages
  return opened.map(({ image, ...file }) => {
    if (!image) return file
    left -= 1
    return left < 0 ? { ...file, note: 'not shown here, since there are newer images' } : { ...file, image }
  })
}

/**
 * What a model gets of the files at these messages, by the ids of the files: of those that all the people of the chat
 * may read now. The newest 20 are opened; texts that are being made are waited for, at most 20 s.
 */
export const loadAttachedFiles = async (
  people: Reader[],
  model: Model,
  said: StoredMessage[],
): Promise<ReadonlyMap<string, AttachedFile>> => {
  const named = newestOf(said).slice(0, maxFiles)
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

/** The files of each message as its turn has them: with its contents where it was attached last, else by its name. */
export const placeFiles = (
  said: StoredMessage[],
  opened: ReadonlyMap<string, AttachedFile>,
): AttachedFile[][] => {
  const placed = new Set<string>()
  const place = ({ id, name }: Pick<AttachedFile, 'id' | 'name'>): AttachedFile => {
    const file = placed.has(id) ? undefined : opened.get(id)
    placed.add(id)
    return file ?? { id, name }
  }
  return said
    .toReversed()
    .map(({ attachments }) => attachments.map(place))
    .reverse()
}
