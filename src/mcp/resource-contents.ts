import { ResourceNotFoundError, type ReadResourceResult } from '@modelcontextprotocol/server'
import { isUtf8 } from 'node:buffer'
import { buffer } from 'node:stream/consumers'
import { readableFile } from '../files/file/access.ts'
import { fileType, type StoredFile } from '../files/file/file.ts'
import { objectKey } from '../files/file/object.ts'
import { requireUploaded } from '../files/file/upload.ts'
import { textStatus } from '../files/stored-text/file-text.ts'
import { readPiece } from '../files/text/text-pieces.ts'
import { readObject } from '../platform/aws/s3.ts'
import { resourceUrl } from '../platform/http/app-urls.ts'
import { linkedIds } from '../platform/http/linked-ids.ts'
import type { Actor } from '../platform/identity/actor.ts'
import type { ResourceRef } from '../platform/resource-ref.ts'
import { loadResources } from '../platform/resource-registry.ts'
import { invalid, unavailable } from '../platform/runtime/problem.ts'
import { retryOnConflict } from '../platform/table/conflict.ts'
import { clientTypes, markdownType } from './resource-list.ts'

type Contents = ReadResourceResult['contents'][number]

/** Maximum length of a text, and maximum size of other contents: a response of a function has at most 6 MB. */
const maxCharacters = 1_000_000
const maxBytes = 3 * 1_048_576

/** Returns the resource at an address as listed; undefined for any other address. */
const findResource = (uri: string): ResourceRef | undefined =>
  clientTypes
    .flatMap((one) => linkedIds(one, uri).map((id) => ({ type: one.type, id })))
    .find((ref) => resourceUrl(ref) === uri)

const readBytes = async ({ id, object_id }: StoredFile): Promise<Buffer> => {
  const object = await readObject(objectKey(id, object_id))
  if (!object || object === 'unsatisfiable') throw unavailable(new Error('The object of a file is missing.'))
  return buffer(object.body)
}

/** Returns the text of a file, or its bytes while there is none. */
const readFileContents = async (file: StoredFile, uri: string): Promise<Contents> => {
  if (textStatus(file) === 'ready') {
    const { text, next_offset, total_characters } = await readPiece(file, { offset: 0, maxCharacters })
    return { uri, mimeType: markdownType, text, _meta: { next_offset, total_characters } }
  }
  if (file.size > maxBytes)
    throw invalid('uri', `is a file of more than ${maxBytes} bytes; download it instead`)
  const bytes = await readBytes(file)
  const isText = file.content_type.startsWith('text/') && isUtf8(bytes)
  return {
    uri,
    mimeType: file.content_type,
    ...(isText ? { text: bytes.toString() } : { blob: bytes.toString('base64') }),
  } as Contents
}

/** Returns the contents of a page, course or file that a person may read, by its address. */
export const readResource = async (actor: Actor, uri: string): Promise<ReadResourceResult> => {
  const ref = findResource(uri)
  if (!ref) throw new ResourceNotFoundError(uri)
  if (ref.type === fileType.type) {
    const file = await requireUploaded((await readableFile(actor, ref.id)).file)
    return { contents: [await readFileContents(file, uri)] }
  }
  return retryOnConflict(async () => {
    const [view] = await loadResources(actor, [ref])
    if (!view) throw new ResourceNotFoundError(uri)
    return { contents: [{ uri, mimeType: markdownType, text: (await view.content?.()) ?? view.text }] }
  })
}
