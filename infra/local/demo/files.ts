import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { announceObject, storeContents } from '../../../src/files/file/contents.ts'
import { replaceContents } from '../../../src/files/version/replacement.ts'
import { changeFile } from '../../../src/files/file/changes.ts'
import { NewFile } from '../../../src/files/file/response.ts'
import { files, type StoredFile } from '../../../src/files/file/file.ts'
import { requireUploaded } from '../../../src/files/file/upload.ts'
import { beginUpload } from '../../../src/files/file/upload-link.ts'
import { newId } from '../../../src/platform/runtime/id.ts'
import type { Actor } from '../../../src/platform/identity/actor.ts'
import type { Once } from './journal.ts'
import type { People } from './people.ts'

/** Uploads a file as a client does. */
const upload = async (owner: Actor, name: string, content_type: string, bytes: Uint8Array<ArrayBuffer>) => {
  const { file, upload } = await beginUpload(
    owner,
    NewFile.parse({ name, content_type, size: bytes.byteLength }),
  )
  const { ok, status } = await fetch(upload.url, {
    method: upload.method,
    headers: upload.headers,
    body: bytes,
  })
  // a 412 means that an interrupted start has already uploaded the bytes
  if (!ok && status !== 412) throw new Error(`The bytes of ${name} were refused: ${status}.`)
  return requireUploaded(file)
}

/** Saves new contents, as an editor does. */
const save = async (file: StoredFile, bytes: Uint8Array): Promise<StoredFile> => {
  const object_id = newId()
  await announceObject(file, object_id, bytes.byteLength)
  return replaceContents(file, await storeContents(file, object_id, bytes), file.owner)
}

const utf8Bytes = (text: string) => Uint8Array.from(Buffer.from(text))

const checklist = `# Checklist for the freezer test

- [x] Both stations charged
- [x] Clock started on Monday at 9:00
- [ ] Reading after 24 hours
`

const guideName = 'installing-the-lf-200.docx'
const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** Creates the shared guide from which a course is generated. */
export const loadGuide = async ({ user, other }: People, once: Once): Promise<StoredFile> => {
  const bytes = new Uint8Array(readFileSync(join(import.meta.dirname, guideName)))
  const id = await once('file/guide', () => upload(user, guideName, docx, bytes), 0.4)
  await once('grant/guide', () => {
    const grants = [{ user_id: other.id, group_id: null, permission: 'write' as const }]
    return changeFile(user, id, { name: undefined, content_type: undefined, grants }, undefined)
  })
  return files.get({ id })
}

/** Creates a list with two versions, and a table; returns the table's ID, for an attachment. */
export const loadFiles = async ({ user, other }: People, once: Once): Promise<string> => {
  const checked = await once(
    'file/checklist',
    () => upload(other, 'freezer-test.md', 'text/markdown', utf8Bytes(checklist)),
    0.3,
  )
  await once('saving/checklist', async () =>
    save(await files.get({ id: checked }), utf8Bytes(checklist.replace('[ ] Reading', '[x] Reading'))),
  )
  const rows = 'hour,station,volts\n0,A,4.1\n0,B,4.1\n24,A,3.9\n24,B,3.8\n48,A,3.7\n'
  return once('file/readings', () => upload(user, 'freezer-test.csv', 'text/csv', utf8Bytes(rows)), 0.2)
}
