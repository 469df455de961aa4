import type { Answer } from './call.ts'
import { call } from './call.ts'
import type { SignedIn } from './people.ts'
import { checkFileInfo } from '../../src/wopi/endpoints/check-file-info.ts'
import { createToken } from '../../src/wopi/endpoints/create-token.ts'
import { operateFile } from '../../src/wopi/endpoints/operate-file.ts'
import { readContents } from '../../src/wopi/endpoints/read-contents.ts'
import { saveContents } from '../../src/wopi/endpoints/save-contents.ts'

/** Requests of an editor for one file with a token. */
export interface Editor {
  token: string
  info: (headers?: Record<string, string>) => Promise<Answer>
  read: (headers?: Record<string, string>) => Promise<Answer>
  save: (bytes: string, headers?: Record<string, string>) => Promise<Answer>
  operate: (override: string, headers?: Record<string, string>, body?: string) => Promise<Answer>
}

/** Returns an editor with an existing token. */
export const editorWith = (access_token: string, { id }: { id: string }): Editor => {
  const request = { params: { id }, query: { access_token } }
  return {
    token: access_token,
    info: (headers = {}) => call(checkFileInfo, { ...request, headers }),
    read: (headers = {}) => call(readContents, { ...request, headers }),
    save: (bytes, headers = {}) =>
      call(saveContents, { ...request, body: bytes, headers: { 'X-WOPI-Override': 'PUT', ...headers } }),
    operate: (override, headers = {}, body = '') =>
      call(operateFile, { ...request, body, headers: { 'X-WOPI-Override': override, ...headers } }),
  }
}

/** Opens a file in an editor as a person. */
export const givenEditor = async (as: SignedIn, file: { id: string }): Promise<Editor> => {
  const answer = await call(createToken, { as, params: { id: file.id } })
  return editorWith(answer.body.access_token, file)
}
