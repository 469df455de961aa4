import type { Opening } from '../../support/web-files.ts'
import {
  exchange,
  expected,
  hex,
  infoOf,
  jsonOf,
  type Answered,
  type Copied,
  type Info,
  type Sign,
} from './exchange.ts'

export interface SaveOptions {
  isAutosave?: boolean
  isExitSave?: boolean
  isModifiedByUser?: boolean
  /** True if the person knows that others changed the document and overwrites it. */
  isForced?: boolean
}

export type Saved = 'saved' | 'changed by others' | 'locked by others' | 'too large'

export interface CollaboraSession {
  info: Info
  bytes: Buffer
  /** True if the document was opened read-only, by permission or because its lock was refused. */
  isReadOnly: boolean
  lockId: string
  save: (bytes: Uint8Array, options?: SaveOptions) => Promise<Saved>
  /** Every 900 s; Collabora never sends REFRESH_LOCK. */
  keepLock: () => Promise<Answered>
  /** `name` is the value of the header, in UTF-7 and without extension. */
  rename: (name: string, bytes: Uint8Array) => Promise<string>
  /** `path` is the value of the header, in UTF-7. */
  saveAs: (path: string, bytes: Uint8Array) => Promise<Copied>
  exit: () => Promise<Answered>
}

/** 1010: the document has changed since it was read. */
const changedByOthers = 1010

/** Simulates Collabora Online with one document, from its first request. */
export const openInCollabora = async (
  { access_token, access_token_ttl, wopi_src }: Opening,
  sign: Sign,
): Promise<CollaboraSession> => {
  const lockId = `cool-lock${hex(8)}`
  const query = `access_token=${access_token}&access_token_ttl=${access_token_ttl}&reuse_cookies=&permission=edit`
  const headersFor = (url: string) => ({
    'User-Agent': 'COOLWSD HTTP Agent 24.04.13.2',
    Authorization: `Bearer ${access_token}`,
    'X-COOL-WOPI-ServerId': hex(8),
    ...sign({ token: access_token, url }),
  })
  const file = `${wopi_src}?${query}`
  const contents = `${wopi_src}/contents?${query}`
  const operate = (override: string, more: Record<string, string>, body: Uint8Array | string = '') =>
    exchange(file, {
      method: 'POST',
      headers: { ...headersFor(file), 'X-WOPI-Override': override, ...more },
      body,
    })
  const lock = () => operate('LOCK', { 'X-WOPI-Lock': lockId })

  const info = infoOf(await exchange(file, { headers: headersFor(file) }))
  let timestamp = info.LastModifiedTime
  let isReadOnly = !info.UserCanWrite
  if (!isReadOnly && info.SupportsLocks) {
    const { status } = expected('LOCK', await lock(), 200, 409)
    isReadOnly = status === 409
  }
  const { bytes } = expected('GetFile', await exchange(contents, { headers: headersFor(contents) }), 200)

  const save = async (
    edited: Uint8Array,
    { isAutosave = false, isExitSave = false, isModifiedByUser = true, isForced = false }: SaveOptions = {},
  ): Promise<Saved> => {
    const answer = await exchange(contents, {
      method: 'POST',
      headers: {
        ...headersFor(contents),
        'Content-Type': 'application/octet-stream',
        'X-WOPI-Override': 'PUT',
        'X-WOPI-Lock': lockId,
        'X-COOL-WOPI-IsModifiedByUser': String(isModifiedByUser),
        'X-COOL-WOPI-IsAutosave': String(isAutosave),
        'X-COOL-WOPI-IsExitSave': String(isExitSave),
        ...(!isForced && { 'X-COOL-WOPI-Timestamp': timestamp }),
      },
      body: edited,
    })
    expected('PutFile', answer, 200, 409, 413)
    if (answer.status === 413) return 'too large'
    const said = jsonOf<{ LastModifiedTime?: string; COOLStatusCode?: number }>(answer)
    if (answer.status === 409)
      return said.COOLStatusCode === changedByOthers ? 'changed by others' : 'locked by others'
    timestamp = said.LastModifiedTime ?? ''
    return 'saved'
  }

  return {
    info,
    bytes,
    isReadOnly,
    lockId,
    save,
    keepLock: lock,
    rename: async (name, document) => {
      const more = { 'X-WOPI-RequestedName': name, 'X-WOPI-Lock': lockId }
      return jsonOf<{ Name: string }>(expected('Rename', await operate('RENAME_FILE', more, document), 200))
        .Name
    },
    saveAs: async (path, document) => {
      const more = { 'X-WOPI-SuggestedTarget': path, 'X-WOPI-Size': String(document.length) }
      return jsonOf<Copied>(expected('Save as', await operate('PUT_RELATIVE', more, document), 200))
    },
    exit: () => operate('UNLOCK', { 'X-WOPI-Lock': lockId }),
  }
}
