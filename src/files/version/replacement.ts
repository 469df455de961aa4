import { now } from '../../platform/runtime/time.ts'
import { transact } from '../../platform/table/table.ts'
import type { FileContents } from '../file/contents.ts'
import { files, type StoredFile } from '../file/file.ts'
import { currentVersionNumber } from '../file/save.ts'
import { toKeepVersion } from './file-version.ts'

/** The author and the ID of a save. */
interface Saver {
  author: { id: string; name: string }
  id: string
}

/** Returns the writes that make a file refer to other contents and store its former contents as a version. */
export const toReplaceContents = (
  current: StoredFile,
  contents: FileContents,
  { author: { id: author_id, name }, id }: Saver,
) => {
  const number = currentVersionNumber(current) + (current.status === 'ready' ? 1 : 0)
  const save = { id, number, author: { id: author_id, name }, at: now() }
  const { thing, ...update } = files.toUpdate(current, { ...contents, status: 'ready', save })
  return { thing, operations: [update, ...toKeepVersion(current)] }
}

/** Makes a file refer to other contents, unless `require` throws for the current file. */
export const replaceContents = (
  file: StoredFile,
  contents: FileContents,
  author: Saver['author'],
  require: (current: StoredFile) => void = () => {},
): Promise<StoredFile> =>
  files.modify(file, async (current) => {
    require(current)
    const { thing, operations } = toReplaceContents(current, contents, { author, id: contents.object_id })
    await transact(operations)
    return thing
  })
