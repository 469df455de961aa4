import { beforeAll, describe, expect, test } from 'vitest'
import { createAssistant } from '../../src/assistants/endpoints/create-assistant.ts'
import { givenChat } from '../support/given-chat.ts'
import { ask, givenHandbook } from '../support/given-reply.ts'
import { givenPage, givenSpace, made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

let ada: SignedIn
let bob: SignedIn

interface Named {
  id: string
}

/** A file of Ada's, shared by all tests that do not change it. */
let shared: Named

beforeAll(async () => {
  ;[ada, bob] = await Promise.all([signedIn({ name: 'Ada Adams' }), signedIn({ name: 'Bob Brown' })])
  shared = await givenHandbook(ada)
})

describe('the embedded model', () => {
  const givenQuoting = async (fields: object = {}) => {
    const assistant = await made(createAssistant, {
      as: ada,
      body: { name: 'Helper', model_id: 'extractive', ...fields },
    })
    return givenChat(ada, [assistant])
  }

  test('answers from the files attached to a question and names them as sources', async () => {
    const file = shared

    const { reply } = await ask(ada, await givenQuoting(), 'Where do visitors park?', [file])

    expect(reply.text).toContain('Visitors park behind the mill.')
    expect(reply.sources).toMatchObject([{ type: 'file', id: file.id, title: 'handbook.md' }])
  })

  test.each([
    ['What is in this file?'],
    ['Please summarise the attached document.'],
    ['Was steht in der angehängten Datei?'],
    ['Résume le document joint.'],
    ['Кратко: что в файле?'],
  ])('quotes the beginning of a file for “%s”', async (question) => {
    const { reply } = await ask(ada, await givenQuoting(), question, [shared])

    expect(reply.text).toContain('The canteen opens at eleven.')
    expect(reply.sources[0]).toMatchObject({ type: 'file', id: shared.id })
  })

  test('finds nothing in a file without the answer, even if other documents have it', async () => {
    const page = { title: 'Zeppelins', content: 'The zeppelin was painted by Olga.' }
    await givenPage(ada, await givenSpace(ada), page)
    await settle()

    const { reply } = await ask(ada, await givenQuoting(), 'Who painted the zeppelin?', [shared])

    expect(reply.text).toMatch(/^I found nothing about this in what you may read\.\n\nI am the embedded/)
    expect(reply.sources).toEqual([])
  })

  test('says that it can read nothing in a file and quotes nothing else', async () => {
    const file = await givenHandbook(ada, {
      name: 'picture.zip',
      content_type: 'application/zip',
      bytes: 'PK',
    })

    const { reply } = await ask(ada, await givenQuoting(), 'What is in this picture?', [file])

    expect(reply.text).toMatch(/^I can read no text in what is attached: “picture\.zip”\n\nI am the embedded/)
  })

  test('answers from a file in its knowledge, however deep in it the answer is', async () => {
    const hills = Array.from(
      { length: 400 },
      (_, n) => `## Hill ${n}\n\nNobody has climbed hill ${n} so far.`,
    )
    const bytes = `# Sports\n\n${hills.join('\n\n')}\n\n## Boats\n\nThe canoe club meets on Tuesdays at the weir.`
    const file = await givenHandbook(ada, { name: 'sports.md', bytes })
    const chat = await givenQuoting({ knowledge: [{ type: 'file', id: file.id }] })

    const { reply } = await ask(ada, chat, 'When does the canoe club meet?')

    expect(reply.text).toContain('meets on Tuesdays at the weir.')
    expect(reply.sources[0]).toMatchObject({ type: 'file', id: file.id })
  })

  test('does not answer from a file in its knowledge that the asker may not read', async () => {
    const file = await givenHandbook(ada, { bytes: 'The canoe club meets on Tuesdays.' })
    const knowledge = [{ type: 'file' as const, id: file.id }]
    const assistant = await made(createAssistant, {
      as: ada,
      body: { name: 'Helper', model_id: 'extractive', visibility: 'public', knowledge },
    })

    const { reply } = await ask(bob, await givenChat(bob, [assistant]), 'When does the canoe club meet?')

    expect([reply.text.includes('Tuesdays'), reply.sources]).toEqual([false, []])
  })
})
