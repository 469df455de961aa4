import { all, must, type Client } from '../client.ts'
import type { Flow } from '../flow.ts'

const answers = [{ question_id: 'leave', option_ids: ['lock'] }]

const quiz = {
  max_attempts: 1,
  questions: [
    {
      id: 'leave',
      type: 'single',
      prompt: 'What do you do before you leave?',
      options: [
        { id: 'lock', text: 'Lock the screen' },
        { id: 'run', text: 'Run' },
      ],
      answer: ['lock'],
    },
  ],
}

const lessons = [
  { title: 'Text', content: 'Lock it.' },
  { title: 'Quiz', kind: 'quiz', quiz },
]

/** People complete courses, by the text or the quiz: each gets one certificate, and makes one attempt. */
export const completions: Flow = {
  name: 'completions',
  begin: async ({ person }, history) => {
    const [author, ...learners] = await Promise.all([person(), person(), person()])
    /** IDs of the courses by learner, in which the outcome of every step is known. */
    const known = learners.map(() => new Set<string>())

    /** Enrolls and completes a course, one of the two lessons last. */
    const complete = async (
      client: Client,
      course: { id: string; lessons: string[] },
      isQuizLast: boolean,
    ) => {
      const path = `/lms/courses/${course.id}`
      const [text, last] = course.lessons
      const read = async () => {
        const body = { lesson_id: text, completed: true }
        const answer = await history.insist(client, { method: 'PUT', path: `${path}/progress`, body })
        return answer?.status === 200
      }
      const attempt = async () => {
        const key = history.mark()
        const body = { course_version: 1, answers }
        const request = { method: 'POST', path: `${path}/lessons/${last}/attempts`, body, key } as const
        return (await history.write(client, 'attempt', key, request)).outcome === 'acknowledged'
      }
      if (!(await history.insist(client, { method: 'POST', path: `${path}/enroll` }))) return false
      const [first, second] = isQuizLast ? [read, attempt] : [attempt, read]
      return (await first()) && (await second())
    }

    const lane = async (turn: number) => {
      const title = history.mark()
      const chapters = [{ title: 'Chapter', lessons }]
      const body = { title, certificate: { valid_months: 12 }, chapters }
      const request = { method: 'POST', path: '/lms/courses/create', body, key: title } as const
      const { answer } = await history.write(author.client, 'course', title, request)
      const id = answer.body?.id as string | undefined
      if (id === undefined) return
      const ids = answer.body.chapters[0].lessons.map((lesson: { id: string }) => lesson.id) as string[]
      await Promise.all(
        learners.map(async ({ client }, index) => {
          const isDone = await complete(client, { id, lessons: ids }, (turn + index) % 2 === 0)
          if (isDone) known[index]?.add(id)
        }),
      )
    }

    const check = async () => {
      const made = await all(author.client, '/lms/courses?mine=true')
      for (const [index, { id: user_id, client }] of learners.entries()) {
        const certificates = await all(client, '/lms/certificates')
        const certified = certificates.map(({ course }) => course.id as string)
        const maybe = made.map(({ id }) => id as string).filter((id) => certified.includes(id))
        history.follows('certificate', [...new Set([...(known[index] ?? []), ...maybe])], certified)
        for (const { id } of made) {
          const rows = await all(author.client, `/lms/courses/${id}/enrollments`)
          const row = rows.find(({ user }) => user.id === user_id)
          const own = certificates.find(({ course }) => course.id === id)
          if ((row?.certificate_id ?? null) !== (own?.id ?? null))
            history.wrong(`An enrollment has the certificate ${row?.certificate_id}, not ${own?.id}.`)
          if ((row?.completed_at ?? null) !== (own?.issued_at ?? null))
            history.wrong(`A course was completed at ${row?.completed_at}, certified at ${own?.issued_at}.`)
        }
      }
      for (const { id, enrollment_count } of made) {
        const course = await must(author.client, { method: 'GET', path: `/lms/courses/${id}` })
        const path = `/lms/courses/${id}/lessons/${course.chapters[0].lessons[1].id}/attempts`
        const attempts = await all(author.client, path)
        const people = new Set(attempts.map(({ user }) => user.id as string))
        if (people.size !== attempts.length)
          history.wrong(`${people.size} people have made ${attempts.length} attempts.`)
        const rows = await all(author.client, `/lms/courses/${id}/enrollments`)
        if (enrollment_count !== rows.length)
          history.wrong(`A course says that ${enrollment_count} are enrolled, not ${rows.length}.`)
      }
    }
    return { lanes: [lane], check }
  },
}
