import { expect } from 'vitest'
import { completeFile } from '../../src/files/endpoints/complete-file.ts'
import { createFile } from '../../src/files/endpoints/create-file.ts'
import { updateFile } from '../../src/files/endpoints/update-file.ts'
import { call, type BodyOf } from './call.ts'
import { made } from './given.ts'
import type { SignedIn } from './people.ts'

/** Uploads bytes to an upload link as a client would. */
export const putBytes = (
  { url, headers }: { url: string; headers: Record<string, string> },
  bytes: Uint8Array | string,
): Promise<Response> => fetch(url, { method: 'PUT', headers, body: bytes as RequestInit['body'] & {} })

/** Creates a file of `as` that waits for its upload. */
export const givenUpload = (as: SignedIn, fields: Partial<BodyOf<typeof createFile>> = {}) =>
  made(createFile, { as, body: { name: 'notes.txt', size: 5, content_type: 'text/plain', ...fields } })

interface FileOptions {
  name?: string
  bytes?: Uint8Array | string
  content_type?: string
  grants?: [{ id: string }, 'read' | 'write'][]
}

/** Creates a file of `as` with its bytes, shared as `[person, permission]`. */
export const givenFile = async (
  as: SignedIn,
  { name = 'notes.txt', bytes = 'hello', content_type = 'text/plain', grants }: FileOptions = {},
) => {
  const { file, upload } = await givenUpload(as, { name, content_type, size: Buffer.byteLength(bytes) })
  const put = await putBytes(upload, bytes)
  expect(put.status, await put.text()).toBe(200)
  const complete = await made(completeFile, { as, params: { id: file.id } })
  if (!grants) return complete
  const listed = grants.map(([{ id }, permission]) => ({ user_id: id, permission }))
  return (await call(updateFile, { as, params: { id: file.id }, body: { grants: listed } })).body
}
