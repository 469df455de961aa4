import { expect } from 'vitest'
import { putBytes } from './given-file.ts'
import type { SignedIn } from './people.ts'
import type { RunningService } from './service.ts'

/** What the answer of `POST /wopi/files/{id}/token` says to an editor. */
export interface Opening {
  access_token: string
  access_token_ttl: number
  wopi_src: string
}

interface Upload {
  name: string
  bytes: Uint8Array
  content_type?: string
  grants?: [SignedIn, 'read' | 'write'][]
}

/** A person's files over HTTP, as a client of the API has them. */
export const webFiles = ({ url }: RunningService) => {
  const ask = async (as: SignedIn, method: string, path: string, body?: object) => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${as.token}`, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    expect(response.ok, `${method} ${path}: ${response.status}`).toBe(true)
    return response
  }

  /** Made, put by its link, found to have arrived, and shared. */
  const upload = async (
    as: SignedIn,
    { name, bytes, content_type = 'application/octet-stream', grants = [] }: Upload,
  ): Promise<{ id: string }> => {
    const begun = await ask(as, 'POST', '/files', { name, content_type, size: bytes.length })
    const { file, upload } = (await begun.json()) as { file: { id: string }; upload: Parameters<typeof putBytes>[0] } // prettier-ignore
    const put = await putBytes(upload, bytes)
    expect(put.status, await put.text()).toBe(200)
    await ask(as, 'POST', `/files/${file.id}/complete`)
    const listed = grants.map(([{ id }, permission]) => ({ user_id: id, permission }))
    if (listed.length > 0) await ask(as, 'PUT', `/files/${file.id}`, { grants: listed })
    return file
  }

  const open = async (as: SignedIn, { id }: { id: string }): Promise<Opening> =>
    (await ask(as, 'POST', `/wopi/files/${id}/token`)).json() as Promise<Opening>

  /** By the redirect to the object store. */
  const download = async (as: SignedIn, { id }: { id: string }): Promise<Buffer> =>
    Buffer.from(await (await ask(as, 'GET', `/files/${id}/contents`)).arrayBuffer())

  return { upload, open, download }
}
