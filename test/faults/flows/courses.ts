import { all, must } from '../client.ts'
import type { Flow } from '../flow.ts'

/** Authors publish courses in a category, and a follower of the category enrolls. */
export const courses: Flow = {
  name: 'courses',
  begin: async ({ person }, history) => {
    const [authors, admin, student] = [
      await Promise.all([person(), person()]),
      await person('admin'),
      await person(),
    ]
    const categories = '/lms/courses/categories'
    const body = { name: history.mark() }
    const category = await must(admin.client, { method: 'POST', path: categories, body })
    await must(student.client, { method: 'POST', path: `${categories}/${category.id}/subscribe` })

    const lanes = authors.map(({ client }) => async (turn: number) => {
      const title = history.mark()
      const lessons = [{ title: 'One', content: title }]
      const course = { title, category_id: category.id, chapters: [{ title: 'Chapter', lessons }] }
      const key = turn % 2 === 0 ? title : undefined
      const path = '/lms/courses/create'
      const made = await history.write(client, 'course', title, { method: 'POST', path, body: course, key })
      const id = made.answer.body?.id as string | undefined
      if (made.outcome !== 'acknowledged' || id === undefined) return
      const enroll = { method: 'POST', path: `/lms/courses/${id}/enroll` } as const
      await history.write(student.client, 'enrolment', id, enroll)
    })

    const check = async () => {
      const mine = await Promise.all(authors.map(({ client }) => all(client, '/lms/courses?mine=true')))
      const found = mine.flat()
      history.compare(
        'course',
        found.map(({ title }) => title as string),
      )
      const enrolled = await all(student.client, '/lms/courses?enrolled=true')
      history.compare(
        'enrolment',
        enrolled.map(({ id }) => id as string),
      )
      for (const { id, title } of found) {
        const course = await must(student.client, { method: 'GET', path: `/lms/courses/${id}` })
        const count = enrolled.filter((one) => one.id === id).length
        if (course.enrollment_count !== count)
          history.wrong(
            `The course ${title} says that ${course.enrollment_count} are enrolled, not ${count}.`,
          )
        if (course.chapters[0]?.lessons[0]?.content !== title)
          history.wrong(`The lesson of ${title} is another.`)
      }
      const kept = (await all(admin.client, categories)).find(({ id }) => id === category.id)
      if (kept?.course_count !== found.length)
        history.wrong(`The category says that it has ${kept?.course_count} courses, not ${found.length}.`)
      const news = await all(student.client, '/lms/notifications?type=course_published')
      history.follows(
        'news of course',
        found.map(({ id }) => id as string),
        news.map(({ resource }) => resource.id as string),
      )
    }
    return { lanes, check }
  },
}
