import { ask, askJson, given, type Conversation, type Step } from './conversation.ts'

/** State of the steps about one file; each step adds what later ones need. */
export interface EditedFile {
  id?: string
  editor?: { access_token: string; wopi_src: string }
  /** Content that the editor saves, and that later steps expect. */
  saved: Buffer
}

export type FileStep = (talk: Conversation, file: EditedFile) => Step

interface Upload {
  file: { id: string }
  upload: { url: string; headers: Record<string, string> }
}

/** Uploads a file with its presigned URL; returns the file's ID. */
export const uploadFile = async (talk: Conversation, name: string, bytes: Buffer): Promise<string> => {
  const { file, upload } = await askJson<Upload>(talk, 'POST', '/api/v1/files', {
    as: talk.author,
    json: { name, size: bytes.length },
  })
  talk.made.push(`/api/v1/files/${file.id}`)
  await ask(talk, 'PUT', upload.url, { headers: upload.headers, bytes })
  return file.id
}

/** Returns the path of a file for an editor, with its token. */
export const wopiPath = (id: string, token: string, part = '') =>
  `/api/v1/wopi/files/${id}${part}?access_token=${encodeURIComponent(token)}`

/** Returns this path for the edited file. Throws if an earlier step failed. */
export const editedPath = ({ id, editor }: EditedFile, part = '') =>
  wopiPath(given(id, 'file'), given(editor, 'token of an editor').access_token, part)

/** Uploads and opens another document; returns a function for its paths. */
export const openNewFile = async (talk: Conversation, name: string, bytes: Buffer) => {
  const id = await uploadFile(talk, name, bytes)
  await ask(talk, 'POST', `/api/v1/files/${id}/complete`, { as: talk.author })
  const token = await askJson<{ access_token: string }>(talk, 'POST', `/api/v1/wopi/files/${id}/token`, {
    as: talk.author,
  })
  return (part?: string) => wopiPath(id, token.access_token, part)
}
