import { randomBytes } from 'node:crypto'
import { ask, askJson, given, require, type Conversation } from './conversation.ts'
import { editedPath, openNewFile, type EditedFile, type FileStep } from './edited-file.ts'

/** Too large for a function behind the gateway, and small enough for the gateway itself. */
const largeBytes = 7_000_000

const askOperation = (talk: Conversation, file: EditedFile, operation: string) =>
  ask(talk, 'POST', editedPath(file), {
    headers: { 'X-WOPI-Override': operation, 'X-WOPI-Lock': talk.word },
  })

const tokenStep: FileStep = (talk, file) => ({
  name: 'a token of an editor',
  run: async () => {
    const path = `/api/v1/wopi/files/${given(file.id, 'file')}/token`
    file.editor = await askJson<NonNullable<EditedFile['editor']>>(talk, 'POST', path, { as: talk.author })
    return `for ${new URL(file.editor.wopi_src).origin}`
  },
})

const saveFileStep: FileStep = (talk, file) => ({
  name: 'Lock and PutFile',
  run: async () => {
    await askOperation(talk, file, 'LOCK')
    const headers = { 'X-WOPI-Lock': talk.word }
    const { headers: responseHeaders } = await ask(talk, 'POST', editedPath(file, '/contents'), {
      headers,
      bytes: file.saved,
    })
    return `${file.saved.length} bytes, version ${responseHeaders.get('x-wopi-itemversion')}`
  },
})

const emptyLockStep: FileStep = (talk, file) => ({
  name: 'PutFile with an empty lock',
  run: async () => {
    const refused = { headers: { 'X-WOPI-Lock': '' }, bytes: file.saved, status: 409 }
    const locked = await ask(talk, 'POST', editedPath(file, '/contents'), refused)
    await askOperation(talk, file, 'UNLOCK')
    const unlocked = await ask(talk, 'POST', editedPath(file, '/contents'), refused)
    const [lock, none] = [locked, unlocked].map(({ headers }) => headers.get('x-wopi-lock'))
    require(lock === talk.word, `While locked, X-WOPI-Lock is ${JSON.stringify(lock)}.`)
    // proxies may drop an empty header
    require(!none, `While not locked, X-WOPI-Lock is ${JSON.stringify(none)}.`)
    return `409 with the lock, 409 ${none === null ? 'without the header' : 'with an empty one'} when there is none`
  },
})

const readStep: FileStep = (talk, file) => ({
  name: 'GetFile',
  run: async () => {
    const { headers, bytes } = await ask(talk, 'GET', editedPath(file, '/contents'))
    require(bytes.equals(file.saved), `${bytes.length} different bytes arrived.`)
    const [length, etag] = [headers.get('content-length'), headers.get('etag')]
    require(length === String(file.saved.length), `The Content-Length is ${length}.`)
    require(etag !== null, 'The ETag is missing.')
    return `Content-Length ${length}, ETag ${etag}`
  },
})

const emptyFileStep: FileStep = (talk) => ({
  name: 'PutFile of an empty file without a lock',
  run: async () => {
    const at = await openNewFile(talk, `${talk.word}-new.docx`, Buffer.alloc(0))
    await ask(talk, 'POST', at('/contents'), { bytes: Buffer.from(talk.word) })
    const { bytes } = await ask(talk, 'GET', at('/contents'))
    require(bytes.toString() === talk.word, `${bytes.length} different bytes arrived.`)
    return `${bytes.length} bytes into an empty file`
  },
})

const largeFileStep: FileStep = (talk) => ({
  name: 'PutFile of a large document',
  run: async () => {
    const large = randomBytes(largeBytes)
    const at = await openNewFile(talk, `${talk.word}-large.docx`, large)
    const { UserCanWrite } = await askJson<{ UserCanWrite: boolean }>(talk, 'GET', at())
    if (!UserCanWrite) return `skipped: ${largeBytes} bytes open read-only here`
    const headers = { 'X-WOPI-Override': 'LOCK', 'X-WOPI-Lock': talk.word }
    await ask(talk, 'POST', at(), { headers })
    large.reverse()
    await ask(talk, 'POST', at('/contents'), { headers: { 'X-WOPI-Lock': talk.word }, bytes: large })
    const { bytes } = await ask(talk, 'GET', at('/contents'))
    require(bytes.equals(large), `${bytes.length} different bytes arrived.`)
    return `${bytes.length} bytes`
  },
})

export const editorSteps: FileStep[] = [
  tokenStep,
  saveFileStep,
  emptyLockStep,
  readStep,
  emptyFileStep,
  largeFileStep,
]
