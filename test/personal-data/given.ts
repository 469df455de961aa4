import { ListObjectsV2Command } from '@aws-sdk/client-s3'
import { scanItems } from '../../infra/operation/scan.ts'
import { deleteFile } from '../../src/files/endpoints/delete-file.ts'
import { createEvent } from '../../src/lms/event/endpoints/create-event.ts'
import { createEventFeed } from '../../src/lms/event/endpoints/create-event-feed.ts'
import { subscribeCategory } from '../../src/lms/endpoints/subscribe-category.ts'
import { createComment as commentPage } from '../../src/wiki/endpoints/create-comment.ts'
import { subscribePage } from '../../src/wiki/endpoints/subscribe-page.ts'
import { derivedId } from '../../src/platform/runtime/id.ts'
import { updateUser } from '../../src/users/endpoints/update-user.ts'
import { rateMessage } from '../../src/chats/endpoints/rate-message.ts'
import { givenAccount, signIn, someAddress } from '../support/given-account.ts'
import { givenAssistant, givenChat, givenWords } from '../support/given-chat.ts'
import { chapterOf, enroll, givenCategory, givenCourse } from '../support/given-course.ts'
import { attempt, quizLesson } from '../support/given-quiz.ts'
import { givenFile } from '../support/given-file.ts'
import { givenMessage, givenTicket } from '../support/given-ticket.ts'
import { givenPage, givenRevision, givenSpace, made } from '../support/given.ts'
import type { SignedIn } from '../support/people.ts'
import { place, read, s3 } from '../support/s3.ts'
import { settle, world } from '../support/world.ts'
import { givenComment, givenProject, givenTask } from '../task/given.ts'

/** Name whose words nobody else has. */
export const rareName = 'Zebulon Quaxworth'

/** Title and department whose words nobody else has. */
export const rareProfile = { title: 'Quillmaster', department: 'Vexillology' }

const inSpaces = async (person: SignedIn, other: SignedIn) => {
  const space = await givenSpace(person, { visibility: 'private', members: [[other, 'write']] })
  const page = await givenPage(person, space, { content: '# For everybody' })
  await made(subscribePage, { as: other, params: { id: page.id } })
  await givenRevision(person, page, { content: '# For all of us' })
  await made(commentPage, {
    as: person,
    params: { id: page.id },
    body: { text: 'Is it true?', mentions: [other.id] },
  })
  const theirs = await givenSpace(other, { visibility: 'private', members: [[person, 'admin']] })
  await made(subscribePage, { as: person, params: { id: (await givenPage(other, theirs)).id } })
  return { space, page, theirs }
}

const inProjects = async (person: SignedIn, other: SignedIn) => {
  const project = await givenProject(person, { visibility: 'private', members: [[other, 'member']] })
  const task = await givenTask(person, project, { assignee_ids: [person.id], due_date: '2030-01-01' })
  const done = await givenTask(person, project, { assignee_ids: [person.id, other.id], status: 'done' })
  await givenComment(person, task, { text: 'Soon.', mentions: [other.id] })
  return { project, task, done }
}

const inCourses = async (person: SignedIn, other: SignedIn) => {
  const course = await givenCourse(person, { status: 'published', chapters: [chapterOf('Words.')] })
  await enroll(other, course)
  const quiz = { title: 'Check', lessons: [quizLesson()] }
  const taken = await givenCourse(other, { status: 'published', chapters: [quiz, chapterOf('Words.')] })
  await enroll(person, taken)
  await attempt(person, { id: taken.id, lesson_id: taken.chapters[0]!.lessons[0]!.id })
  await made(subscribeCategory, { as: person, params: { id: (await givenCategory()).id } })
  const body = { title: 'A meeting', start_at: '2030-01-01T09:00:00Z', course_id: course.id }
  await made(createEvent, { as: person, body })
  await made(createEventFeed, { as: person })
  return { course, taken }
}

const givenDeletedFile = async (person: SignedIn) => {
  const file = await givenFile(person, { name: 'draft.txt', bytes: 'A draft.' })
  await made(deleteFile, { as: person, params: { id: file.id } })
  return file
}

const inFiles = async (person: SignedIn, other: SignedIn) => ({
  privateFile: await givenFile(person, { name: 'diary.txt', bytes: 'My diary.' }),
  sharedFile: await givenFile(person, { name: 'plan.txt', bytes: 'Our plan.', grants: [[other, 'read']] }),
  attachedFile: await givenFile(person, { name: 'note.txt', bytes: 'A note.' }),
  chatFile: await givenFile(person, { name: 'photo.txt', bytes: 'A photo.' }),
  deletedFile: await givenDeletedFile(person),
})

const withProfile = async (person: SignedIn) => {
  const { id } = await givenFile(person, { name: 'me.png', content_type: 'image/png', bytes: 'A face.' })
  const body = { ...rareProfile, avatar_file_id: id }
  await made(updateUser, { as: person, params: { id: person.id }, body })
}

const inChats = async (person: SignedIn, other: SignedIn, files: Awaited<ReturnType<typeof inFiles>>) => {
  const model_id = 'extractive'
  const functions = ['task_list_my_tasks']
  const privateAssistant = await givenAssistant(person, { model_id, functions })
  const sharedAssistant = await givenAssistant(person, { model_id, visibility: 'public' })
  const alone = await givenChat(person, [privateAssistant])
  const { replies } = await givenWords(person, alone, {
    text: 'What is new?',
    attachments: [files.chatFile.id],
  })
  await settle()
  await made(rateMessage, {
    as: person,
    params: { id: alone.id, message_id: replies[0]!.id },
    body: { rating: 'up' },
  })
  const chat = await givenChat(person, [other])
  await givenWords(person, chat, { text: 'Hello there', attachments: [files.attachedFile.id] })
  return { privateAssistant, sharedAssistant, alone, chat }
}

const atTheDesk = async (person: SignedIn) => {
  const ticket = await givenTicket(person, { description: 'It began this morning.' })
  await givenMessage(person, ticket, { text: 'And it still does.' })
  return { ticket }
}

/** Creates a person with a rare name who has used every feature, with and without `other`. */
export const givenBusyPerson = async (other: SignedIn) => {
  const person = await givenAccount({ name: rareName })
  const address = someAddress()
  await signIn(person.email, address, 'a wrong password')
  await signIn(person.email, address)
  await withProfile(person)
  const files = await inFiles(person, other)
  // a reply waits for the texts of its files
  await settle()
  const things = {
    ...(await inSpaces(person, other)),
    ...(await inProjects(person, other)),
    ...(await inCourses(person, other)),
    ...files,
    ...(await inChats(person, other, files)),
    ...(await atTheDesk(person)),
  }
  await settle()
  return { person, ...things }
}

export const rename = (person: SignedIn, name: string) =>
  made(updateUser, { as: person, params: { id: person.id }, body: { name } })

/** Returns the ID of the job that a rename starts. */
export const jobOf = ({ id, version, updated_at }: { id: string; version: number; updated_at: string }) =>
  derivedId(Date.parse(updated_at), `rename#${id}#${version}`)

/** Returns a value as text, including sets, which JSON leaves out. */
const textOf = (value: unknown) =>
  JSON.stringify(value, (_, member: unknown) => (member instanceof Set ? [...member] : member)).toLowerCase()

/** Returns the keys of all items that contain one of these words, regardless of case. */
export const itemsWith = async (words: string[]): Promise<string[]> => {
  const found: string[] = []
  for await (const items of scanItems())
    for (const item of items)
      if (words.some((word) => textOf(item).includes(word.toLowerCase()))) found.push(`${item.pk} ${item.sk}`)
  return found
}

/** Returns the keys of all objects in the bucket, and those that contain one of these words. */
export const objectsWith = async (words: string[]) => {
  const { Contents = [] } = await s3().send(new ListObjectsV2Command({ Bucket: world().bucketName }))
  const keys = Contents.map(({ Key }) => Key as string)
  const texts = await Promise.all(keys.map(async (key) => `${key} ${(await read(place(key))).text}`))
  return {
    keys,
    found: texts.filter((text) => words.some((word) => text.toLowerCase().includes(word.toLowerCase()))),
  }
}
