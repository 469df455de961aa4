import { randomBytes } from 'node:crypto'
import { ask, askJson, given, require, until, type Conversation, type Step } from './conversation.ts'

interface Upload {
  file: { id: string }
  upload: { url: string; headers: Record<string, string> }
}

/** As large as an editor may save through the gateway, nearly. */
const savedBytes = 3_000_000

/** More than the gateway hands to a function, and less than it takes. */
const largeBytes = 7_000_000

/** A file goes up past the gateway, is edited as an editor does it, and becomes a course. */
export const fileSteps = (talk: Conversation): Step[] => {
  const { author, word, made } = talk
  const upload = async (name: string, bytes: Buffer): Promise<string> => {
    const { file, upload } = await askJson<Upload>(talk, 'POST', '/api/v1/files', {
      as: author,
      json: { name, size: bytes.length },
    })
    made.push(`/api/v1/files/${file.id}`)
    await ask(talk, 'PUT', upload.url, { headers: upload.headers, bytes })
    return file.id
  }
  const saved = randomBytes(savedBytes)
  let fileId: string | undefined
  let editor: { access_token: string; wopi_src: string } | undefined
  const wopi = (path = '') => {
    const token = encodeURIComponent(given(editor, 'token of an editor').access_token)
    return `/api/v1/wopi/files/${given(fileId, 'file')}${path}?access_token=${token}`
  }
  /** Uploads another document and opens it; gives its addresses for the editor. */
  const opened = async (name: string, bytes: Buffer) => {
    const id = await upload(name, bytes)
    await ask(talk, 'POST', `/api/v1/files/${id}/complete`, { as: author })
    const path = `/api/v1/wopi/files/${id}`
    const { access_token } = await askJson<{ access_token: string }>(talk, 'POST', `${path}/token`, {
      as: author,
    })
    return (part = '') => `${path}${part}?access_token=${encodeURIComponent(access_token)}`
  }
  const operate = (operation: string) =>
    ask(talk, 'POST', wopi(), { headers: { 'X-WOPI-Override': operation, 'X-WOPI-Lock': word } })

  return [
    {
      name: 'an upload by a signed link',
      run: async () => {
        fileId = await upload(`${word}.docx`, Buffer.from(word))
        const path = `/api/v1/files/${fileId}/complete`
        const { status } = await askJson<{ status: string }>(talk, 'POST', path, { as: author })
        require(status === 'ready', `The file is ${status}.`)
        return status
      },
    },
    {
      name: 'a token of an editor',
      run: async () => {
        const path = `/api/v1/wopi/files/${given(fileId, 'file')}/token`
        editor = await askJson<NonNullable<typeof editor>>(talk, 'POST', path, { as: author })
        return `for ${new URL(editor.wopi_src).origin}`
      },
    },
    {
      name: 'Lock and PutFile',
      run: async () => {
        await operate('LOCK')
        const headers = { 'X-WOPI-Lock': word }
        const { headers: said } = await ask(talk, 'POST', wopi('/contents'), { headers, bytes: saved })
        return `${savedBytes} bytes, version ${said.get('x-wopi-itemversion')}`
      },
    },
    {
      name: 'PutFile with an empty lock',
      run: async () => {
        const refused = { headers: { 'X-WOPI-Lock': '' }, bytes: saved, status: 409 }
        const locked = await ask(talk, 'POST', wopi('/contents'), refused)
        await operate('UNLOCK')
        const unlocked = await ask(talk, 'POST', wopi('/contents'), refused)
        const [lock, none] = [locked, unlocked].map(({ headers }) => headers.get('x-wopi-lock'))
        require(lock === word, `While locked, X-WOPI-Lock is ${JSON.stringify(lock)}.`)
        // an empty header may be dropped on the way
        require(!none, `While not locked, X-WOPI-Lock is ${JSON.stringify(none)}.`)
        return `409 with the lock, 409 ${none === null ? 'without the header' : 'with an empty one'} when there is none`
      },
    },
    {
      name: 'GetFile',
      run: async () => {
        const { headers, bytes } = await ask(talk, 'GET', wopi('/contents'))
        require(bytes.equals(saved), `${bytes.length} other bytes came.`)
        const [length, etag] = [headers.get('content-length'), headers.get('etag')]
        require(length === String(savedBytes), `The Content-Length is ${length}.`)
        require(etag !== null, 'There is no ETag.')
        return `Content-Length ${length}, ETag ${etag}`
      },
    },
    {
      name: 'PutFile of an empty file without a lock',
      run: async () => {
        const at = await opened(`${word}-new.docx`, Buffer.alloc(0))
        await ask(talk, 'POST', at('/contents'), { bytes: Buffer.from(word) })
        const { bytes } = await ask(talk, 'GET', at('/contents'))
        require(bytes.toString() === word, `${bytes.length} other bytes came.`)
        return `${bytes.length} bytes into an empty file`
      },
    },
    {
      name: 'PutFile of a large document',
      run: async () => {
        const large = randomBytes(largeBytes)
        const at = await opened(`${word}-large.docx`, large)
        const { UserCanWrite } = await askJson<{ UserCanWrite: boolean }>(talk, 'GET', at())
        if (!UserCanWrite) return `skipped: ${largeBytes} bytes open read-only here`
        const headers = { 'X-WOPI-Override': 'LOCK', 'X-WOPI-Lock': word }
        await ask(talk, 'POST', at(), { headers })
        large.reverse()
        await ask(talk, 'POST', at('/contents'), { headers: { 'X-WOPI-Lock': word }, bytes: large })
        const { bytes } = await ask(talk, 'GET', at('/contents'))
        require(bytes.equals(large), `${bytes.length} other bytes came.`)
        return `${bytes.length} bytes`
      },
    },
    {
      name: 'a download by a signed link',
      run: async () => {
        const path = `/api/v1/files/${given(fileId, 'file')}/contents?redirect=false`
        const { url } = await askJson<{ url: string }>(talk, 'GET', path, { as: author })
        const { bytes } = await ask(talk, 'GET', url)
        require(bytes.equals(saved), `${bytes.length} other bytes came.`)
        return `${bytes.length} bytes`
      },
    },
    {
      name: 'a course from a file',
      run: async () => {
        const text = `# Course ${word}\n\n## First things\n\nWords of the first lesson.\n\n## Last things\n\nThe end.\n`
        const file_id = await upload(`${word}.md`, Buffer.from(text))
        const { id } = await askJson<{ id: string }>(talk, 'POST', '/api/v1/lms/courses/from-file', {
          as: author,
          json: { file_id },
        })
        made.push(`/api/v1/lms/courses/${id}`)
        const look = async () => {
          const path = `/api/v1/lms/courses/${id}`
          const course = await askJson<{ status: string; title: string }>(talk, 'GET', path, { as: author })
          return course.status === 'generating' ? undefined : course
        }
        const { status, title } = await until('The course', look)
        require(status === 'draft', `The course is ${status}.`)
        return title
      },
    },
  ]
}
