import { setTimeout as sleep } from 'node:timers/promises'
import { all, must } from '../client.ts'
import { graceMilliseconds, type Flow } from '../flow.ts'

/** Several people create tasks in one project and comment on them, and each changes a task of their own. */
export const tasks: Flow = {
  name: 'tasks',
  begin: async ({ person }, history) => {
    const [makers, doer] = [await Promise.all([person(), person(), person()]), await person()]
    const first = makers[0].client
    const project = await must(first, {
      method: 'POST',
      path: '/task/projects',
      body: { name: history.mark() },
    })
    const path = `/task/projects/${project.id}/tasks`
    const own = await Promise.all(
      makers.map(({ client }) => must(client, { method: 'POST', path, body: { title: 'Own' } })),
    )

    const lanes = makers.map(({ client }, index) => {
      const mine = `/task/tasks/${own[index].id}`
      let version: number | undefined = 1
      return async (turn: number) => {
        const title = history.mark()
        const key = turn % 2 === 0 ? title : undefined
        const body = { title, assignee_ids: [doer.id] }
        const made = await history.write(client, 'task', title, { method: 'POST', path, body, key })

        const id = made.answer.body?.id as string | undefined
        if (made.outcome === 'acknowledged' && id !== undefined) {
          const text = history.mark()
          const on = { method: 'POST', path: `/task/tasks/${id}/comments`, body: { text } } as const
          await history.write(client, 'comment', text, { ...on, ...(key && { key: text }) })
        }

        if (version === undefined) {
          await sleep(graceMilliseconds)
          version = (await history.read(client, mine))?.body.version as number | undefined
          if (version === undefined) return
        }
        const description = history.mark()
        const headers = { 'If-Match': `"${version}"` }
        const change = { method: 'PUT', path: mine, body: { description }, headers } as const
        const { outcome, answer } = await history.write(client, `own ${index}`, description, change)
        version = outcome === 'acknowledged' ? (answer.body.version as number) : undefined
      }
    })

    const check = async () => {
      const found = (await all(first, path)).filter(({ title }) => title !== 'Own')
      history.compare(
        'task',
        found.map(({ title }) => title as string),
      )
      const numbers = found.map(({ number }) => number as number)
      if (new Set(numbers).size < numbers.length)
        history.wrong(`A number was given twice: ${numbers.toSorted((a, b) => a - b).join()}.`)
      const { task_count } = await must(first, { method: 'GET', path: `/task/projects/${project.id}` })
      if (task_count !== found.length + own.length)
        history.wrong(`The project says that it has ${task_count} tasks, not ${found.length + own.length}.`)
      const comments = await Promise.all(found.map(({ id }) => all(first, `/task/tasks/${id}/comments`)))
      const texts = comments.flat().map(({ text }) => text as string)
      history.compare('comment', texts)
      const miscounted = found.filter(({ comment_count }, index) => comment_count !== comments[index]?.length)
      if (miscounted.length > 0)
        history.wrong(`${miscounted.length} tasks count other comments than they have.`)

      const assigned = await all(doer.client, '/lms/notifications?type=task_assigned')
      history.follows(
        'news of task',
        found.map(({ title }) => title as string),
        assigned.map(({ resource }) => resource.title as string),
      )
      const told = await all(doer.client, '/lms/notifications?type=task_comment')
      history.follows(
        'news of comment',
        texts,
        told.map(({ body }) => body as string),
      )
      const mine = await all(doer.client, '/task/tasks?assignee_id=me')
      history.follows(
        'assignment',
        found.map(({ title }) => title as string),
        mine.map(({ title }) => title as string),
      )

      for (const [index, { id }] of own.entries()) {
        const { description, version } = await must(first, { method: 'GET', path: `/task/tasks/${id}` })
        const changes = history.entries.filter(({ what }) => what === `own ${index}`)
        const acknowledged = changes.filter(({ outcome }) => outcome === 'acknowledged')
        const last = changes.findLastIndex(({ outcome }) => outcome === 'acknowledged')
        const allowed = changes.slice(Math.max(last, 0)).map(({ sent }) => sent)
        if (last >= 0 && !allowed.includes(description))
          history.wrong(`own ${index} is ${description} in the end, not one of ${allowed.join()}.`)
        if (version < 1 + acknowledged.length || version > 1 + changes.length)
          history.wrong(
            `own ${index} is at version ${version} after ${acknowledged.length} to ${changes.length} changes.`,
          )
      }
    }
    return { lanes, check }
  },
}
