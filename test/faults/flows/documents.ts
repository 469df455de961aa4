import { all, must, type Client } from '../client.ts'
import type { Flow } from '../flow.ts'
import { putBytes } from '../upload.ts'

const picture =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/**
 * Number of documents of each author; while a course is being generated from one, a repeated request returns that
 * course.
 */
const documentCount = 3

/** Returns a document with two chapters of three lessons, and a picture at the beginning. */
const documentOf = (mark: string) =>
  `<h1>${mark}</h1><p><img alt="a door" src="data:image/png;base64,${picture}"></p>${['One', 'Two']
    .map((chapter) => {
      const lessons = ['a', 'b', 'c'].map(
        (name) => `<h3>Lesson ${name}</h3><p>${mark} ${chapter} ${name}.</p>`,
      )
      return `<h2>${chapter}</h2>${lessons.join('')}`
    })
    .join('')}`

/**
 * Authors have courses generated from documents in the background: each is complete, created once, and notified once.
 */
export const documents: Flow = {
  name: 'documents',
  begin: async ({ person }, history) => {
    const authors = await Promise.all([person(), person()])
    const document = async (client: Client) => {
      const name = history.mark()
      const bytes = documentOf(name)
      const body = { name: `${name}.html`, size: Buffer.byteLength(bytes), content_type: 'text/html' }
      const { file, upload } = await must(client, { method: 'POST', path: '/files', body })
      await putBytes(upload, bytes)
      await must(client, { method: 'POST', path: `/files/${file.id}/complete` })
      return { mark: name, id: file.id as string }
    }
    const given = await Promise.all(
      authors.map(({ client }) => Promise.all(Array.from({ length: documentCount }, () => document(client)))),
    )

    const present: string[] = []
    const lanes = authors.map(({ client }, index) => async (turn: number) => {
      const title = history.mark()
      const key = turn % 2 === 0 ? title : undefined
      const body = { file_id: given[index]?.[turn % documentCount]?.id, title }
      const path = '/lms/courses/from-file'
      const entry = await history.write(client, 'course', title, { method: 'POST', path, body, key })
      const { status, body: course } = entry.answer
      if (status !== 202 || course.title === title) return
      // a course was still being generated from this document
      present.push(course.id as string)
      history.entries.splice(history.entries.indexOf(entry), 1)
    })

    const check = async () => {
      const mine = await Promise.all(authors.map(({ client }) => all(client, '/lms/courses?mine=true')))
      history.compare(
        'course',
        mine.flat().map(({ title }) => title as string),
      )
      const courseIds = new Set(mine.flat().map(({ id }) => id as string))
      for (const id of present)
        if (!courseIds.has(id)) history.wrong(`The course ${id} was given to who asked again, and is gone.`)
      for (const [index, { client }] of authors.entries()) {
        const own = given[index] ?? []
        const [images, givenUp]: [string[], string[]] = [[], []]
        for (const { id, title } of mine[index] ?? []) {
          const course = await must(client, { method: 'GET', path: `/lms/courses/${id}` })
          const lessons = course.chapters.flatMap((chapter: { lessons: { content: string }[] }) =>
            chapter.lessons.map(({ content }) => content),
          ) as string[]
          const isOwn = (file: { id: string }) => own.some(({ id }) => id === file.id)
          const source = own.find(({ id }) => course.files.some((file: { id: string }) => file.id === id))
          const texts = ['One', 'Two'].flatMap((chapter) =>
            ['a', 'b', 'c'].map((name) => `${source?.mark} ${chapter} ${name}.`),
          )
          const isWhole = texts.every(
            (text) => lessons.filter((lesson) => lesson.includes(text)).length === 1,
          )
          const others = course.files.filter((file: { id: string }) => !isOwn(file))
          images.push(...others.map((file: { id: string }) => file.id as string))
          // generation gives up after five failed deliveries
          if (course.status === 'failed' && lessons.length === 0 && others.length === 0) {
            givenUp.push(id as string)
            continue
          }
          if (course.status !== 'draft' || course.generation?.status !== 'completed' || !isWhole)
            history.wrong(`The course ${title} is ${course.status} with ${lessons.length} lessons.`)
          if (others.length !== 1) history.wrong(`The course ${title} has ${others.length} pictures, not 1.`)
        }
        const kept = (await all(client, '/files')).map(({ id }) => id as string)
        history.follows('file', [...own.map(({ id }) => id), ...images], kept)
        if (givenUp.length > 1) history.wrong(`${givenUp.length} courses of one author were given up.`)
        const ids = (mine[index] ?? []).map(({ id }) => id as string)
        const told = async (type: string) =>
          (await all(client, `/lms/notifications?type=${type}`)).map(({ resource }) => resource.id as string)
        const made = ids.filter((id) => !givenUp.includes(id))
        history.follows('news of course made', made, await told('course_generated'))
        history.follows('news of course given up', givenUp, await told('course_generation_failed'))
      }
    }
    return { lanes, check }
  },
}
