import { describe, expect, test } from 'vitest'
import { givenTalk, givenWords } from '../support/given-chat.ts'
import { givenFile } from '../support/given-file.ts'
import { givenProvider } from '../support/given-provider.ts'
import { signedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

const provider = await givenProvider({ capabilities: { functions: true, streaming: true, vision: true } })
const ada = await signedIn()

const ask = async (chat: { id: string }, file: { id: string }) => {
  await givenWords(ada, chat, { text: 'What is this?', attachments: [file.id] })
  await settle()
}

const lastSent = () => provider.requests.at(-1)?.body.messages.at(-1)?.content

describe('an attached image', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )

  test('reaches a model with vision', async () => {
    const { chat } = await givenTalk(ada)
    const file = await givenFile(ada, { name: 'a.png', content_type: 'image/png', bytes: png })

    await ask(chat, file)

    expect(provider.requests.at(-1)?.body.messages.at(-1)?.content).toEqual([
      { type: 'text', text: `What is this?\n[attached image "a.png", id ${file.id}]` },
      { type: 'image_url', image_url: { url: `data:image/png;base64,${png.toString('base64')}` } },
    ])
  })

  test.each([
    ['bytes that are no image', 'no image', 'not an image that can be shown'],
    ['too many bytes', Buffer.concat([png, Buffer.alloc(3_750_000)]), 'too large to be shown, 3750070 bytes'],
  ])('appears as a name if it has %s', async (_, bytes, note) => {
    const { chat } = await givenTalk(ada)
    const file = await givenFile(ada, { name: 'a.png', content_type: 'image/png', bytes })

    await ask(chat, file)

    expect(lastSent()).toBe(`What is this?\n[attached file "a.png", id ${file.id}: ${note}]`)
  })

  test('appears as a name to a model without vision', async () => {
    await provider.configure({ ...provider.entry, capabilities: { vision: false } })
    const { chat } = await givenTalk(ada)
    const file = await givenFile(ada, { name: 'a.png', content_type: 'image/png', bytes: png })

    await ask(chat, file)
    await provider.configure(provider.entry)

    expect(lastSent()).toBe(
      `What is this?\n[attached file "a.png", id ${file.id}: an image, which this model cannot read]`,
    )
  })
})
