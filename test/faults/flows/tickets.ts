import { all } from '../client.ts'
import type { Flow } from '../flow.ts'

/** People open tickets, an agent replies, and both continue to write. */
export const tickets: Flow = {
  name: 'tickets',
  begin: async ({ person }, history) => {
    const agent = await person('support_agent')
    const people = await Promise.all([person(), person(), person()])
    const path = '/support/tickets'

    const lanes = people.map(({ client }) => async (turn: number) => {
      const subject = history.mark()
      const key = turn % 2 === 0 ? subject : undefined
      const body = { subject, description: subject }
      const made = await history.write(client, 'ticket', subject, { method: 'POST', path, body, key })
      const ticket_id = made.answer.body?.id as string | undefined
      if (made.outcome !== 'acknowledged' || ticket_id === undefined) return
      const say = (by: typeof client, what: string) => {
        const text = history.mark()
        const message = { ticket_id, text }
        const keyed = key && { key: text }
        return history.write(by, what, text, {
          method: 'POST',
          path: '/support/messages',
          body: message,
          ...keyed,
        })
      }
      await Promise.all([say(agent.client, 'reply'), say(client, 'message')])
    })

    const check = async () => {
      const found = (await Promise.all(people.map(({ client }) => all(client, path)))).flat()
      const subjects = found.map(({ subject }) => subject as string)
      history.compare('ticket', subjects)
      const numbers = found.map(({ number }) => number as number)
      if (new Set(numbers).size < numbers.length)
        history.wrong(`A number was given twice: ${numbers.toSorted((a, b) => a - b).join()}.`)
      const said = await Promise.all(
        found.map(async ({ id, message_count }) => {
          const messages = await all(agent.client, `/support/messages?ticket_id=${id}`)
          if (message_count !== messages.length)
            history.wrong(`A ticket says that it has ${message_count} messages, not ${messages.length}.`)
          return messages
        }),
      )
      const by = (type: string) =>
        said.flat().flatMap(({ author, text }) => (author.type === type ? [text as string] : []))
      const [asked, replies] = [by('requester'), by('agent')]
      history.compare('reply', replies)
      history.compare(
        'message',
        asked.filter((text) => !subjects.includes(text)),
      )
      history.follows(
        'description',
        subjects,
        asked.filter((text) => subjects.includes(text)),
      )
      const news = await Promise.all(
        people.map(({ client }) => all(client, '/lms/notifications?type=ticket_reply')),
      )
      history.follows(
        'news of reply',
        replies,
        news.flat().map(({ body }) => body as string),
      )
    }
    return { lanes, check }
  },
}
