import { askJson, given, pollUntil, type Conversation, type Step } from './conversation.ts'

interface Page {
  id: string
  revision: number
}

interface List<T> {
  items: T[]
}

type WikiStep = (talk: Conversation, wiki: { page?: Page }) => Step

const pageStep: WikiStep = (talk, wiki) => ({
  name: 'a wiki page',
  run: async () => {
    const space = await askJson<{ id: string }>(talk, 'POST', '/api/v1/wiki/spaces', {
      as: talk.author,
      json: { name: `Smoke ${talk.word}`, visibility: 'internal' },
    })
    talk.made.push(`/api/v1/wiki/spaces/${space.id}`)
    wiki.page = await askJson<Page>(talk, 'POST', '/api/v1/wiki/pages', {
      as: talk.author,
      json: {
        space_id: space.id,
        title: `Page ${talk.word}`,
        content: `The first words about ${talk.word}.`,
      },
    })
    return `revision ${wiki.page.revision}`
  },
})

const revisionStep: WikiStep = (talk, wiki) => ({
  name: 'its revision',
  run: async () => {
    const { id, revision } = given(wiki.page, 'page')
    await askJson(talk, 'POST', `/api/v1/wiki/pages/${id}/subscribe`, { as: talk.follower })
    const { number } = await askJson<{ number: number }>(talk, 'POST', `/api/v1/wiki/pages/${id}/revisions`, {
      as: talk.author,
      json: { content: `Other words about ${talk.word}.`, base_revision: revision },
    })
    return `number ${number}`
  },
})

const notificationStep: WikiStep = (talk, wiki) => ({
  name: 'the notification of the follower',
  run: async () => {
    given(wiki.page, 'page')
    const look = async () => {
      const path = '/api/v1/lms/notifications?type=page_updated'
      const { items } = await askJson<List<{ title: string }>>(talk, 'GET', path, { as: talk.follower })
      return items.find(({ title }) => title.includes(talk.word))
    }
    return (await pollUntil('The notification', look)).title
  },
})

const searchStep: WikiStep = (talk, wiki) => ({
  name: 'a search',
  run: async () => {
    const { id } = given(wiki.page, 'page')
    const look = async () => {
      const { items } = await askJson<List<{ id: string; type: string }>>(
        talk,
        'GET',
        `/api/v1/search?q=${talk.word}`,
        { as: talk.follower },
      )
      return items.find((found) => found.id === id)
    }
    return `found as ${(await pollUntil('The page', look)).type}`
  },
})

/** Returns the steps about a page, its revision, and their consequences through the stream and the queues. */
export const wikiSteps = (talk: Conversation): Step[] => {
  const wiki = {}
  return [pageStep, revisionStep, notificationStep, searchStep].map((step) => step(talk, wiki))
}
