import { extname } from 'node:path'
import type { FilePermission, StoredFile } from '../../files/file/file.ts'
import { discovery } from './discovery.ts'
import { editorUrl } from './editor-url.ts'
import { toWopiSrc } from '../token.ts'

interface Preferences {
  /** Language tag (BCP 47). */
  language?: string | null
  /** Query parameters of the page; parameters that begin with `wd` are passed on to the editor (WOPI, "Host page"). */
  more?: Record<string, unknown>
}

/**
 * Returns the URL at which the editor opens a file, for editing if the person may write, for viewing otherwise. Null if
 * no editor opens files of this type.
 */
export const editorAddress = async (
  { id, name }: Pick<StoredFile, 'id' | 'name'>,
  permission: FilePermission,
  { language, more = {} }: Preferences = {},
): Promise<string | null> => {
  const address = editorUrl(await discovery(), {
    extension: extname(name).slice(1).toLowerCase(),
    action: permission === 'write' ? 'edit' : 'view',
    wopiSrc: toWopiSrc(id),
    ...(language && { language }),
  })
  const passed = Object.entries(more).filter(([key]) => key.startsWith('wd'))
  if (address === null || passed.length === 0) return address
  const url = new URL(address)
  for (const [key, value] of passed) url.searchParams.set(key, String(value))
  return url.href
}
