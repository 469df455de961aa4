import { randomBytes } from 'node:crypto'
import { ask, askJson, given, require, pollUntil, type Conversation, type Step } from './conversation.ts'
import { uploadFile, type EditedFile, type FileStep } from './edited-file.ts'
import { editorSteps } from './editor-steps.ts'

/** Nearly the largest document that an editor can save through the gateway. */
const savedBytes = 3_000_000

const uploadStep: FileStep = (talk, file) => ({
  name: 'an upload by a signed link',
  run: async () => {
    file.id = await uploadFile(talk, `${talk.word}.docx`, Buffer.from(talk.word))
    const path = `/api/v1/files/${file.id}/complete`
    const { status } = await askJson<{ status: string }>(talk, 'POST', path, { as: talk.author })
    require(status === 'ready', `The file is ${status}.`)
    return status
  },
})

const downloadStep: FileStep = (talk, file) => ({
  name: 'a download by a signed link',
  run: async () => {
    const path = `/api/v1/files/${given(file.id, 'file')}/contents?redirect=false`
    const { url } = await askJson<{ url: string }>(talk, 'GET', path, { as: talk.author })
    const { bytes } = await ask(talk, 'GET', url)
    require(bytes.equals(file.saved), `${bytes.length} different bytes arrived.`)
    return `${bytes.length} bytes`
  },
})

const courseStep: FileStep = (talk) => ({
  name: 'a course from a file',
  run: async () => {
    const first = '## First things\n\nWords of the first lesson.'
    const text = `# Course ${talk.word}\n\n${first}\n\n## Last things\n\nThe end.\n`
    const file_id = await uploadFile(talk, `${talk.word}.md`, Buffer.from(text))
    const { id } = await askJson<{ id: string }>(talk, 'POST', '/api/v1/lms/courses/from-file', {
      as: talk.author,
      json: { file_id },
    })
    talk.made.push(`/api/v1/lms/courses/${id}`)
    const look = async () => {
      const path = `/api/v1/lms/courses/${id}`
      const course = await askJson<{ status: string; title: string }>(talk, 'GET', path, { as: talk.author })
      return course.status === 'generating' ? undefined : course
    }
    const { status, title } = await pollUntil('The course', look)
    require(status === 'draft', `The course is ${status}.`)
    return title
  },
})

/** Returns the steps that upload a file past the gateway, edit it as an editor does, and generate a course from it. */
export const fileSteps = (talk: Conversation): Step[] => {
  const file: EditedFile = { saved: randomBytes(savedBytes) }
  return [uploadStep, ...editorSteps, downloadStep, courseStep].map((step) => step(talk, file))
}
