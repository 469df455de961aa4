import { all, type Answer, type Client } from '../client.ts'
import type { Flow } from '../flow.ts'

const path = '/support/tickets'

interface Listed {
  id: string
  number: number
  subject: string
  status: string
  message_count: number
  requester: { id: string }
  links: { type: string; id: string }[]
}

/** A ticket, and the ticket into which it was merged. */
type Found = Listed & { merged: Listed | undefined }

/** The response to a repeated merge: the first attempt has closed the ticket. */
const isMerged = ({ code }: Answer) => code === 'support.ticket_not_mergeable'

/**
 * Agents merge a chain of tickets with messages, and the ticket of another person; meanwhile the requester writes, and
 * the last ticket is solved. Each message moves once, and each requester is notified once of the end.
 */
export const merges: Flow = {
  name: 'merges',
  runs: 'long',
  begin: async ({ person }, history) => {
    const [agent, requester, other] = [await person('support_agent'), await person(), await person()]

    const open = async (client: Client) => {
      const subject = history.mark()
      const request = { method: 'POST', path, body: { subject }, key: subject } as const
      return (await history.write(client, 'ticket', subject, request)).answer.body?.id as string | undefined
    }
    const say = async (client: Client, what: string, ticket_id: string) => {
      const text = history.mark()
      const request = {
        method: 'POST',
        path: '/support/messages',
        body: { ticket_id, text },
        key: text,
      } as const
      return (await history.write(client, what, text, request)).outcome === 'acknowledged'
    }
    const merge = async (from: string, into: string) =>
      (await history.insist(
        agent.client,
        { method: 'POST', path: `${path}/${from}/merge`, body: { into } },
        isMerged,
      )) !== undefined
    const solve = (id: string) =>
      history.insist(agent.client, { method: 'PUT', path: `${path}/${id}`, body: { status: 'resolved' } })

    const lane = async () => {
      const [first, second, last, others] = await Promise.all([
        open(requester.client),
        open(requester.client),
        open(requester.client),
        open(other.client),
      ])
      if (!first || !second || !last || !others) return
      const said = await Promise.all([
        say(agent.client, 'reply', first),
        say(requester.client, 'message', first),
        say(agent.client, 'reply', second),
        say(other.client, 'message', others),
      ])
      if (said.includes(false) || !(await merge(first, second))) return
      const chained = await Promise.all([merge(second, last), say(requester.client, 'message', last)])
      if (!chained.includes(false)) await Promise.all([merge(others, last), solve(last)])
    }

    /** Compares the notifications of both people about these tickets. */
    const checkNews = async (found: Found[]) => {
      const news = async (type: string) => {
        const query = `/lms/notifications?type=${type}`
        return (await Promise.all([requester, other].map(({ client }) => all(client, query)))).flat()
      }
      const idsOf = async (type: string) => (await news(type)).map(({ resource }) => resource.id as string)
      const ended = found.filter(({ status }) => ['resolved', 'closed'].includes(status))
      const solved = found.filter(
        ({ requester: { id }, merged }) => id === other.id && merged?.status === 'resolved',
      )
      const wanted = (tickets: Found[]) => tickets.map(({ id }) => id)
      history.follows('news of the end', wanted(ended), await idsOf('ticket_status_changed'))
      history.follows('news of the solution', wanted(solved), await idsOf('ticket_solved'))
      return (await news('ticket_reply')).map(({ body }) => body as string)
    }

    const check = async () => {
      const lists = [requester, other].map(({ id }) =>
        all(agent.client, `${path}?all=true&requester_id=${id}`),
      )
      const listed: Listed[] = (await Promise.all(lists)).flat()
      history.compare(
        'ticket',
        listed.map(({ subject }) => subject),
      )
      const found = listed.map((one) => {
        const link = one.links.find(({ type }) => type === 'merged_into')
        return { ...one, merged: listed.find(({ id }) => id === link?.id) }
      })
      const replies: string[] = []
      const messages: string[] = []
      for (const { id, number, message_count, requester: owner, merged } of found) {
        const said = await all(agent.client, `/support/messages?ticket_id=${id}`)
        if (message_count !== said.length)
          history.wrong(`Ticket ${number} says that it has ${message_count} messages, not ${said.length}.`)
        if (merged?.requester.id === owner.id && said.length > 0)
          history.wrong(`Ticket ${number} was merged, but kept ${said.length} messages.`)
        for (const { author, text } of said)
          (author.type === 'agent' ? replies : messages).push(text as string)
      }
      history.compare('reply', replies)
      history.compare('message', messages)
      history.follows('news of reply', replies, await checkNews(found))
    }
    return { lanes: [lane, lane], check }
  },
}
