import { randomBytes } from 'node:crypto'

/** A response as received by an editor. */
export interface Answered {
  status: number
  headers: Headers
  bytes: Buffer
}

/** Returns the decoded proof headers for a token and the complete URL of the request. */
export type Sign = (request: { token: string; url: string }) => Record<string, string>

/** Properties of CheckFileInfo that the scripted editors use. */
export interface Info {
  BaseFileName: string
  OwnerId: string
  UserId: string
  Size: number
  Version: string
  LastModifiedTime: string
  UserCanWrite: boolean
  ReadOnly: boolean
  SupportsLocks: boolean
  SupportsRename: boolean
  SupportsUpdate: boolean
  UserCanRename: boolean
  UserCanNotWriteRelative: boolean
  SHA256?: string
  UserInfo?: string
  EnableOwnerTermination?: boolean
}

/** Response of PutRelativeFile. */
export interface Copied {
  Name: string
  Url: string
}

export interface Asked {
  method?: string
  headers?: Record<string, string>
  body?: Uint8Array | string | undefined
}

/** Sends one request without following redirects: no editor follows one when it saves or locks. */
export const exchange = async (
  url: string | URL,
  { method = 'GET', headers = {}, body }: Asked = {},
): Promise<Answered> => {
  const response = await fetch(url, {
    method,
    headers,
    redirect: 'manual',
    ...(body !== undefined && { body: body as NonNullable<RequestInit['body']> }),
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, bytes }
}

export const jsonOf = <T>({ bytes }: Answered): T => JSON.parse(bytes.toString()) as T

/** Returns the response; throws if an editor cannot continue with its status. */
export const expected = (what: string, answer: Answered, ...statuses: number[]): Answered => {
  if (statuses.includes(answer.status)) return answer
  throw new Error(`${what} was answered ${answer.status}: ${answer.bytes.toString().slice(0, 300)}`)
}

/** Parses a response of CheckFileInfo; throws unless its type is JSON, as editors require. */
export const infoOf = (answer: Answered): Info => {
  const type = answer.headers.get('content-type') ?? ''
  if (!type.startsWith('application/json')) throw new Error(`CheckFileInfo was answered as ${type}.`)
  const info = jsonOf<Info>(expected('CheckFileInfo', answer, 200))
  if (!info.BaseFileName || info.BaseFileName.includes('/'))
    throw new Error(`"${info.BaseFileName}" is no BaseFileName.`)
  for (const [name, value] of Object.entries(info))
    if (value === null || value === '') throw new Error(`${name} is ${JSON.stringify(value)}.`)
  return info
}

/** Returns random hexadecimal digits. */
export const hex = (digits: number): string => randomBytes(digits / 2).toString('hex')
