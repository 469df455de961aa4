import { extname } from 'node:path'
import type { FilePermission, StoredFile } from '../../files/file/file.ts'
import { discovery } from './discovery.ts'
import { editorUrl } from './editor-url.ts'
import { wopiSrcOf } from '../token.ts'

interface Preferences {
  /** A tag of BCP 47. */
  language?: string | null
  /**
   * Parameters of the page's own address: those of the editor begin with `wd` and are passed on (WOPI, "Host
   * page").
   */
  more?: Record<string, unknown>
}

/** Where the editor opens this file: to be edited by those who may write, else to be viewed. Null when none does. */
export const editorAddress = async (
  { id, name }: Pick<StoredFile, 'id' | 'name'>,
  permission: FilePermission,
  { language, more = {} }: Preferences = {},
): Promise<string | null> => {
  const address = editorUrl(await discovery(), {
    extension: extname(name).slice(1).toLowerCase(),
    action: permission === 'write' ? 'edit' : 'view',
    wopiSrc: wopiSrcOf(id),
    ...(language && { language }),
  })
  const passed = Object.entries(more).filter(([key]) => key.startsWith('wd'))
  if (address === null || passed.length === 0) return address
  const url = new URL(address)
  for (const [key, value] of passed) url.searchParams.set(key, String(value))
  return url.href
}
