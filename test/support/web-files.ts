import { expect } from 'vitest'
import { putBytes } from './given-file.ts'
import type { SignedIn } from './people.ts'
import type { RunningService } from './service.ts'

/** Response of `POST /wopi/files/{id}/token` for an editor. */
export interface Opening {
  access_token: string
  access_token_ttl: number
  wopi_src: string
}

interface Described {
  id: string
  etag: string
  last_modified: string
}

interface Begun {
  file: Described
  upload: Parameters<typeof putBytes>[0]
}

interface NewFile {
  name: string
  bytes: Uint8Array
  content_type?: string
  grants?: [SignedIn, 'read' | 'write'][]
}

/** Returns functions that use files over HTTP as a client of the API. */
export const webFiles = ({ url }: Pick<RunningService, 'url'>) => {
  const ask = async (as: SignedIn, method: string, path: string, body?: object) => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${as.token}`, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    expect(response.ok, `${method} ${path}: ${response.status}`).toBe(true)
    return response
  }

  const asked = async <T>(...request: Parameters<typeof ask>) => (await ask(...request)).json() as Promise<T>

  const begin = (as: SignedIn, fields: { name: string; size: number; content_type?: string }) =>
    asked<Begun>(as, 'POST', '/files', fields)

  const complete = (as: SignedIn, { id }: { id: string }) =>
    asked<Described>(as, 'POST', `/files/${id}/complete`)

  /** Creates, uploads, shares and completes a file. */
  const upload = async (
    as: SignedIn,
    { name, bytes, content_type = 'application/octet-stream', grants = [] }: NewFile,
  ): Promise<Described> => {
    const { file, upload } = await begin(as, { name, content_type, size: bytes.length })
    const put = await putBytes(upload, bytes)
    expect(put.status, await put.text()).toBe(200)
    const listed = grants.map(([{ id }, permission]) => ({ user_id: id, permission }))
    if (listed.length > 0) await ask(as, 'PUT', `/files/${file.id}`, { grants: listed })
    return complete(as, file)
  }

  const open = (as: SignedIn, { id }: { id: string }) => asked<Opening>(as, 'POST', `/wopi/files/${id}/token`)

  /** Returns the URL from which an editor reads the bytes, with a token. */
  const contentsAddress = async (as: SignedIn, file: { id: string }): Promise<string> => {
    const { wopi_src, access_token } = await open(as, file)
    return `${wopi_src}/contents?access_token=${access_token}`
  }

  /** Downloads a file through the redirect to the object store. */
  const download = async (as: SignedIn, { id }: { id: string }): Promise<Buffer> =>
    Buffer.from(await (await ask(as, 'GET', `/files/${id}/contents`)).arrayBuffer())

  return { begin, complete, upload, open, contentsAddress, download }
}
