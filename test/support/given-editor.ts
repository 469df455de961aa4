import { call, raw, type Answer, type CallOptions } from './call.ts'
import type { SignedIn } from './people.ts'
import type { EndpointHandler } from '../../src/platform/http/endpoint.ts'
import { checkFileInfo } from '../../src/wopi/endpoints/check-file-info.ts'
import { createToken } from '../../src/wopi/endpoints/create-token.ts'
import { operateFile } from '../../src/wopi/endpoints/operate-file.ts'
import { readContents } from '../../src/wopi/endpoints/read-contents.ts'
import { saveContents } from '../../src/wopi/endpoints/save-contents.ts'

/** JSON that the operations of WOPI return; each has some of these fields. */
interface WopiJson {
  BaseFileName: string
  BreadcrumbDocName?: string
  COOLStatusCode?: number
  EnableOwnerTermination?: boolean
  FileUrl?: string
  HostEditUrl: string
  LastModifiedTime: string
  Name: string
  SHA256?: string
  Size: number
  Url: string
  UserCanWrite: boolean
  UserInfo?: string
  Version: string
}

export type WopiAnswer = Answer<WopiJson>

/** Requests of an editor for one file with a token. */
export interface Editor {
  token: string
  info: (headers?: Record<string, string>) => Promise<WopiAnswer>
  read: (headers?: Record<string, string>) => Promise<WopiAnswer>
  save: (bytes: string, headers?: Record<string, string>) => Promise<WopiAnswer>
  operate: (override: string, headers?: Record<string, string>, body?: string) => Promise<WopiAnswer>
}

/** Returns an editor with an existing token. */
export const editorWith = (access_token: string, { id }: { id: string }): Editor => {
  const wopi = (handler: EndpointHandler, options: CallOptions) =>
    call(handler, { params: { id }, query: { access_token }, ...options }) as Promise<WopiAnswer>
  return {
    token: access_token,
    info: (headers = {}) => wopi(checkFileInfo, { headers }),
    read: (headers = {}) => wopi(readContents, { headers }),
    save: (bytes, headers = {}) =>
      wopi(saveContents, { body: raw(bytes), headers: { 'X-WOPI-Override': 'PUT', ...headers } }),
    operate: (override, headers = {}, body = '') =>
      wopi(operateFile, { body: raw(body), headers: { 'X-WOPI-Override': override, ...headers } }),
  }
}

/** Opens a file in an editor as a person. */
export const givenEditor = async (as: SignedIn, file: { id: string }): Promise<Editor> => {
  const answer = await call(createToken, { as, params: { id: file.id } })
  return editorWith(answer.body.access_token, file)
}
