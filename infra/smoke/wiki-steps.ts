import { askJson, given, until, type Conversation, type Step } from './conversation.ts'

interface Page {
  id: string
  revision: number
}

interface List<T> {
  items: T[]
}

/** A page, its revision, and what follows from them by the stream and the queues. */
export const wikiSteps = (talk: Conversation): Step[] => {
  const { author, follower, word, made } = talk
  let page: Page | undefined
  return [
    {
      name: 'a wiki page',
      run: async () => {
        const space = await askJson<{ id: string }>(talk, 'POST', '/api/v1/wiki/spaces', {
          as: author,
          json: { name: `Smoke ${word}`, visibility: 'internal' },
        })
        made.push(`/api/v1/wiki/spaces/${space.id}`)
        page = await askJson<Page>(talk, 'POST', '/api/v1/wiki/pages', {
          as: author,
          json: { space_id: space.id, title: `Page ${word}`, content: `The first words about ${word}.` },
        })
        return `revision ${page.revision}`
      },
    },
    {
      name: 'its revision',
      run: async () => {
        const { id, revision } = given(page, 'page')
        await askJson(talk, 'POST', `/api/v1/wiki/pages/${id}/subscribe`, { as: follower })
        const { number } = await askJson<{ number: number }>(
          talk,
          'POST',
          `/api/v1/wiki/pages/${id}/revisions`,
          {
            as: author,
            json: { content: `Other words about ${word}.`, base_revision: revision },
          },
        )
        return `number ${number}`
      },
    },
    {
      name: 'the notice to who follows it',
      run: async () => {
        given(page, 'page')
        const look = async () => {
          const path = '/api/v1/lms/notifications?type=page_updated'
          const { items } = await askJson<List<{ title: string }>>(talk, 'GET', path, { as: follower })
          return items.find(({ title }) => title.includes(word))
        }
        return (await until('The notice', look)).title
      },
    },
    {
      name: 'a search',
      run: async () => {
        const { id } = given(page, 'page')
        const look = async () => {
          const { items } = await askJson<List<{ id: string; type: string }>>(
            talk,
            'GET',
            `/api/v1/search?q=${word}`,
            { as: follower },
          )
          return items.find((found) => found.id === id)
        }
        return `found as ${(await until('The page', look)).type}`
      },
    },
  ]
}
