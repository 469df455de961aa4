import { randomUUID } from 'node:crypto'
import type { Opening } from '../../support/web-files.ts'
import { exchange, hex, infoOf, type Answered, type Info, type Sign } from './exchange.ts'

export interface MicrosoftSession {
  checkFileInfo: () => Promise<Info>
  getFile: () => Promise<Answered>
  putFile: (bytes: Uint8Array, lockId: string) => Promise<Answered>
  lock: (id: string) => Promise<Answered>
  getLock: () => Promise<string | null>
  refreshLock: (id: string) => Promise<Answered>
  unlock: (id: string) => Promise<Answered>
  /** Sends UnlockAndRelock: a LOCK that names the old lock. */
  relock: (id: string, old: string) => Promise<Answered>
  /** Sends any other operation. */
  operate: (
    override: string,
    headers?: Record<string, string>,
    body?: Uint8Array | string,
  ) => Promise<Answered>
}

/** Returns a lock of Microsoft 365: JSON, compared as text. */
export const lockText = (session = randomUUID()): string => `{"S":"${session}","F":4,"E":2,"M":"SN${hex(8)}"}`

/** Simulates the requests of Microsoft 365 for the web: each signed, with tracing headers and additional parameters. */
export const openInMicrosoft = (
  { access_token, access_token_ttl, wopi_src }: Opening,
  sign: Sign,
): MicrosoftSession => {
  const query =
    `access_token=${access_token}&access_token_ttl=${access_token_ttl}&sc=${hex(8)}%3D%3D&` +
    'wdOrigin=host+page'
  const ask = (path: '' | '/contents', method: string, more: Record<string, string>, body?: Asked) => {
    const url = `${wopi_src}${path}?${query}`
    const headers = {
      'User-Agent': 'MSWAC',
      Authorization: `Bearer ${access_token}`,
      'X-WOPI-CorrelationID': randomUUID(),
      'X-WOPI-SessionId': randomUUID(),
      'X-WOPI-SessionContext': 'host page',
      'X-WOPI-ClientVersion': '16.0.18025.41006',
      'X-WOPI-MachineName': `SN${hex(8)}`,
      'X-WOPI-InstanceID': randomUUID(),
      'X-WOPI-PerfTraceRequested': 'true',
      'X-Request-ID': randomUUID(),
      ...sign({ token: access_token, url }),
      ...more,
    }
    return exchange(url, { method, headers, body })
  }
  const operate: MicrosoftSession['operate'] = (override, more = {}, body = '') =>
    ask('', 'POST', { 'X-WOPI-Override': override, ...more }, body)
  const locking =
    (override: string) =>
    (id: string): Promise<Answered> =>
      operate(override, { 'X-WOPI-Lock': id })

  return {
    checkFileInfo: async () => infoOf(await ask('', 'GET', {})),
    getFile: () => ask('/contents', 'GET', {}),
    putFile: (bytes, lockId) =>
      ask('/contents', 'POST', { 'X-WOPI-Override': 'PUT', 'X-WOPI-Lock': lockId }, bytes),
    lock: locking('LOCK'),
    getLock: async () => (await operate('GET_LOCK')).headers.get('x-wopi-lock'),
    refreshLock: locking('REFRESH_LOCK'),
    unlock: locking('UNLOCK'),
    relock: (id, old) => operate('LOCK', { 'X-WOPI-Lock': id, 'X-WOPI-OldLock': old }),
    operate,
  }
}

type Asked = Uint8Array | string | undefined
