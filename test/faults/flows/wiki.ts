import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { all, must } from '../client.ts'
import { graceMilliseconds, type Flow } from '../flow.ts'

/** Several people revise one page, and each a page of their own, on which they have no competitor. */
export const wiki: Flow = {
  name: 'wiki',
  begin: async ({ person }, history) => {
    const [writers, reader] = [await Promise.all([person(), person(), person()]), await person()]
    const first = writers[0].client
    const name = `Space ${randomUUID()}`
    const space = await must(first, { method: 'POST', path: '/wiki/spaces', body: { name } })
    const newPage = (title: string) =>
      must(first, { method: 'POST', path: '/wiki/pages', body: { space_id: space.id, title, content: '-' } })
    const [page, ...own] = await Promise.all(['Everybody’s', 'A’s', 'B’s', 'C’s'].map(newPage))
    await must(reader.client, { method: 'POST', path: `/wiki/pages/${page.id}/subscribe` })

    const path = ({ id }: { id: string }) => `/wiki/pages/${id}/revisions`
    const lanes = writers.map(({ client }, index) => {
      const mine = own[index] as { id: string }
      let base: number | undefined = 1
      return async (turn: number) => {
        const sent = history.mark()
        const key = turn % 2 === 0 ? sent : undefined
        const body = { content: sent, comment: sent }
        await history.write(client, 'revision', sent, { method: 'POST', path: path(page), body, key })

        if (base === undefined) {
          await sleep(graceMilliseconds)
          base = (await history.read(client, `/wiki/pages/${mine.id}`))?.body.revision as number | undefined
          if (base === undefined) return
        }
        const next = history.mark()
        const bound = { content: next, comment: next, base_revision: base }
        const { outcome, answer } = await history.write(client, `own ${index}`, next, {
          method: 'POST',
          path: path(mine),
          body: bound,
        })
        base = outcome === 'acknowledged' ? (answer.body.number as number) : undefined
      }
    })

    const check = async () => {
      for (const [what, { id }] of [['revision', page], ...own.map((one, n) => [`own ${n}`, one])] as const) {
        const revisions = (await all(first, `/wiki/pages/${id}/revisions`)).reverse()
        const shown = await must(first, { method: 'GET', path: `/wiki/pages/${id}` })
        const numbers = revisions.map(({ number }) => number as number)
        if (numbers.some((number, index) => number !== index + 1))
          history.wrong(`The revisions of ${what} have the numbers ${numbers.join()}.`)
        const newest = revisions.at(-1)
        if (shown.revision !== newest.number || (newest.number > 1 && shown.content !== newest.comment))
          history.wrong(
            `${what} shows ${shown.revision} ${shown.content}, not ${newest.number} ${newest.comment}.`,
          )
        const comments = revisions.slice(1).map(({ comment }) => comment as string)
        history.compare(what, comments)
        for (const { answer, sent, outcome } of history.entries.filter((entry) => entry.what === what)) {
          const said = answer.body?.number as number | undefined
          if (outcome === 'acknowledged' && said !== undefined && revisions[said - 1]?.comment !== sent)
            history.wrong(
              `${what} ${sent} was said to be number ${said}, but that is ${revisions[said - 1]?.comment}.`,
            )
        }
        for (const { comment } of revisions.slice(1).slice(-2)) {
          const hits = await all(first, `/search?types=wiki_page&q=${comment}`)
          const wanted = comment === newest.comment ? 1 : 0
          if (hits.length !== wanted)
            history.wrong(`The search finds ${hits.length} pages by ${comment} of ${what}, not ${wanted}.`)
        }
        if (what !== 'revision') continue
        const news = await all(reader.client, '/lms/notifications?type=page_updated')
        history.follows(
          'news of revision',
          comments,
          news.map(({ body }) => body as string),
        )
      }
    }
    return { lanes, check }
  },
}
