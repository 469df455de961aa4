import { givenEditor, type Editor } from '../support/given-editor.ts'
import { givenFile, givenUpload, putBytes } from '../support/given-file.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { updateFile } from '../../src/files/endpoints/update-file.ts'
import { files } from '../../src/files/file/file.ts'
import { makeFileText } from '../../src/files/text/text-extraction.ts'
import { createEditLink } from '../../src/wopi/endpoints/create-edit-link.ts'
import { call, type CallOptions } from '../support/call.ts'
import type { Scenario } from './scenarios.ts'

const name = 'report.docx'

interface FileCall extends Omit<CallOptions, 'as' | 'params'> {
  of?: string
  number?: number
}

/** Creates a scenario; for most of them, only the round trips are measured. */
const scenario = (
  endpoint: string,
  trips: number,
  of: string | undefined,
  given: Scenario['given'],
): Scenario => ({ endpoint, trips, isOnce: true, beside: 'S3 and signatures', ...(of && { of }), given })

/** Creates a scenario on a file of the caller's own. */
const onFile = (endpoint: string, trips: number, { of, number, ...options }: FileCall = {}): Scenario =>
  scenario(endpoint, trips, of, async () => {
    const as = await signedIn()
    const { id } = await givenFile(as, { name })
    const params = number === undefined ? { id } : { id, number }
    return () => ({ as, params, ...options })
  })

/** Scenario that reads only the row. */
const { beside: _, ...readFile } = onFile('files-read-file', 1)

/** Creates a scenario on the target of an edit link. */
const onLink = (endpoint: string, trips: number): Scenario =>
  scenario(endpoint, trips, undefined, async () => {
    const as = await signedIn()
    const { id } = await givenFile(as, { name })
    const { body } = await call(createEditLink, { as, params: { id } })
    const code = new URL(body.url).searchParams.get('code') as string
    return () => ({ params: { id }, query: { code } })
  })

/** Creates a scenario on an operation of the editor, after earlier operations. */
const inEditor = (
  endpoint: string,
  trips: number,
  {
    of,
    headers = {},
    body,
    before,
  }: FileCall & { before?: (editor: Editor, as: SignedIn) => Promise<unknown> } = {},
): Scenario =>
  scenario(endpoint, trips, of, async () => {
    const as = await signedIn()
    const { id } = await givenFile(as, { name })
    const editor = await givenEditor(as, { id })
    await before?.(editor, as)
    return () => ({ params: { id }, query: { access_token: editor.token }, headers, body })
  })

const operation = (of: string, trips: number, headers: Record<string, string> = {}, isLocked = false) =>
  inEditor('wopi-operate-file', trips, {
    of,
    headers: { 'X-WOPI-Override': of.split(' ')[0] as string, ...headers },
    body: 'bytes',
    ...(isLocked && { before: lock }),
  })

const own = { 'X-WOPI-Lock': 'own' }
const lock = (editor: Editor) => editor.operate('LOCK', own)

/** Scenarios of files and of the document editor. */
export const fileScenarios: Scenario[] = [
  scenario('files-create-file', 2, undefined, async () => {
    const as = await signedIn()
    return () => ({ as, body: { name, size: 5 } })
  }),
  scenario('files-complete-file', 2, 'just arrived', async () => {
    const as = await signedIn()
    const { file, upload } = await givenUpload(as)
    await putBytes(upload, 'hello')
    return () => ({ as, params: { id: file.id } })
  }),
  onFile('files-complete-file', 1, { of: 'known to have arrived' }),
  readFile,
  onFile('files-read-contents', 1, { query: { redirect: false } }),
  onFile('files-list-versions', 1),
  onFile('files-read-version-contents', 1, { number: 1, query: { redirect: false } }),
  onFile('files-restore-version', 2, { number: 1 }),
  onFile('files-update-file', 2, { body: { name: 'other.docx' } }),
  onFile('files-delete-file', 2),
  ...[{ limit: 1 }, { limit: 100 }, { limit: 10, sort: 'name' }].map((query) =>
    scenario('files-list-files', 1, `page of ${query.limit}${query.sort ? ' by name' : ''}`, async () => {
      const as = await signedIn()
      for (let count = 0; count < query.limit; count += 1) await givenUpload(as)
      return () => ({ as, query })
    }),
  ),
  scenario('files-list-files', 2, 'page of 100 that others share', async () => {
    const [as, owner] = await Promise.all([signedIn(), signedIn()])
    for (let count = 0; count < 100; count += 1) {
      const { file } = await givenUpload(owner)
      await call(updateFile, {
        as: owner,
        params: file,
        body: { grants: [{ user_id: as.id, permission: 'read' }] },
      })
    }
    return () => ({ as, query: { shared: true, limit: 100 } })
  }),
  scenario('files-read-text', 1, undefined, async () => {
    const as = await signedIn()
    const { id } = await givenFile(as)
    await makeFileText(id, (await files.get({ id })).object_id)
    return () => ({ as, params: { id } })
  }),
  onFile('wopi-create-token', 1),
  onFile('wopi-create-edit-link', 2),
  onLink('wopi-read-edit-link', 1),
  onLink('wopi-open-editor', 3),
  inEditor('wopi-check-file-info', 1),
  inEditor('wopi-head-file', 1),
  inEditor('wopi-read-contents', 1),
  {
    ...inEditor('wopi-save-contents', 2, { headers: own, body: 'other bytes', before: lock }),
    exception: {
      trips: 3,
      because:
        'the object is announced before it is stored, and not before it is known that the person may save',
    },
  },
  operation('LOCK', 2, own),
  operation('LOCK for another', 2, { 'X-WOPI-Lock': 'next', 'X-WOPI-OldLock': 'own' }, true),
  operation('REFRESH_LOCK', 2, own, true),
  operation('UNLOCK', 2, own, true),
  operation('GET_LOCK', 1),
  operation('PUT_RELATIVE by a suggestion', 3, { 'X-WOPI-SuggestedTarget': '.pdf' }),
  operation('PUT_RELATIVE by an exact name', 3, { 'X-WOPI-RelativeTarget': 'copy.docx' }),
  operation('RENAME_FILE', 2, { 'X-WOPI-RequestedName': 'other' }),
  operation('DELETE', 2),
  operation('PUT_USER_INFO', 2),
]
