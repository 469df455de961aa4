import { createHash } from 'node:crypto'
import type { Opening } from '../../support/web-files.ts'
import {
  exchange,
  expected,
  infoOf,
  jsonOf,
  type Answered,
  type Copied,
  type Info,
  type Sign,
} from './exchange.ts'

export interface OnlyofficeSession {
  info: Info
  bytes: Buffer
  mode: 'edit' | 'view'
  lockId: string
  save: (bytes: Uint8Array, options?: { isAutosave?: boolean; isExitSave?: boolean }) => Promise<Answered>
  /** Sent every ten minutes. */
  refreshLock: () => Promise<Answered>
  /** `name` is the value of the header, in UTF-7; the size is not sent. */
  saveAs: (name: string, bytes: Uint8Array) => Promise<Copied>
  exit: () => Promise<Answered>
}

/** Maximum size of a document that ONLYOFFICE accepts, in bytes. */
const maxExpectedBytes = 104_857_600

const dotNetEpoch = 621_355_968_000_000_000n

/** Returns the current time in .NET ticks, which ONLYOFFICE sends even without a signature. */
const ticks = () => String(BigInt(Date.now()) * 10_000n + dotNetEpoch)

/** Returns the lock ID, the same for everyone who has the file open. */
const lockIdOf = (wopiSrc: string) =>
  createHash('sha256')
    .update(wopiSrc.split('/').at(-1) ?? '')
    .digest('hex')
    .slice(0, 32)

/** Simulates ONLYOFFICE Docs with one document, from its first request. */
export const openInOnlyoffice = async (
  { access_token, access_token_ttl, wopi_src }: Opening,
  sign: Sign,
  wanted: 'edit' | 'view' = 'edit',
): Promise<OnlyofficeSession> => {
  const lockId = lockIdOf(wopi_src)
  const query = `access_token=${access_token}&access_token_ttl=${access_token_ttl}`
  const file = `${wopi_src}?${query}`
  const contents = `${wopi_src}/contents?${query}`
  const headersFor = (url: string) => ({
    'User-Agent': 'Node.js/6.13',
    'X-WOPI-TimeStamp': ticks(),
    ...sign({ token: access_token, url }),
  })
  const operate = (override: string, more: Record<string, string>, body: Uint8Array | string = '') =>
    exchange(file, {
      method: 'POST',
      headers: { ...headersFor(file), 'X-WOPI-Override': override, ...more },
      body,
    })

  const info = infoOf(await exchange(file, { headers: headersFor(file) }))
  const mayEdit = wanted === 'edit' && info.UserCanWrite && !info.ReadOnly
  // some versions also lock for viewers, and accept anything but a 5xx
  const locked = await operate('LOCK', { 'X-WOPI-Lock': lockId })
  if (locked.status >= 500) throw new Error(`LOCK was answered ${locked.status}: an error dialog.`)
  const mode = mayEdit && locked.status === 200 ? 'edit' : 'view'
  let timestamp = info.LastModifiedTime

  const read = await exchange(contents, {
    headers: { ...headersFor(contents), 'X-WOPI-MaxExpectedSize': String(maxExpectedBytes) },
  })
  expected('GetFile', read, 200, 206)
  if (Number(read.headers.get('content-length')) !== read.bytes.length)
    throw new Error('Content-Length is not the length of the contents.')

  return {
    info,
    bytes: read.bytes,
    mode,
    lockId,
    save: async (edited, { isAutosave = false, isExitSave = false } = {}) => {
      const answer = await exchange(contents, {
        method: 'POST',
        headers: {
          ...headersFor(contents),
          'X-WOPI-Override': 'PUT',
          'X-WOPI-Lock': lockId,
          'X-WOPI-Editors': info.UserId,
          'X-LOOL-WOPI-Timestamp': timestamp,
          'X-LOOL-WOPI-IsModifiedByUser': 'true',
          'X-LOOL-WOPI-IsAutosave': String(isAutosave),
          'X-LOOL-WOPI-IsExitSave': String(isExitSave),
        },
        body: edited,
      })
      if (answer.status === 200) timestamp = jsonOf<Info>(answer).LastModifiedTime
      return answer
    },
    refreshLock: () => operate('REFRESH_LOCK', { 'X-WOPI-Lock': lockId }),
    saveAs: async (name, document) =>
      jsonOf<Copied>(
        expected('Save as', await operate('PUT_RELATIVE', { 'X-WOPI-SuggestedTarget': name }, document), 200),
      ),
    exit: () => operate('UNLOCK', { 'X-WOPI-Lock': lockId }),
  }
}
