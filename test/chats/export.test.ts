import type { Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { toString } from 'mdast-util-to-string'
import { gfm } from 'micromark-extension-gfm'
import { beforeAll, describe, expect, test } from 'vitest'
import { deleteMessage } from '../../src/chats/endpoints/delete-message.ts'
import { exportChat } from '../../src/chats/endpoints/export-chat.ts'
import { updateChat } from '../../src/chats/endpoints/update-chat.ts'
import { updateMessage } from '../../src/chats/endpoints/update-message.ts'
import { call } from '../support/call.ts'
import { givenAssistant, givenChat, givenWords, replyTo } from '../support/given-chat.ts'
import { givenFile } from '../support/given-file.ts'
import { givenProvider } from '../support/given-provider.ts'
import { givenPage, givenSpace } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

const provider = await givenProvider()
let ada: SignedIn
let bob: SignedIn

beforeAll(async () => {
  ;[ada, bob] = await Promise.all([signedIn({ name: 'Ada Adams' }), signedIn({ name: 'Bob Brown' })])
})

const exported = (as: SignedIn, { id }: { id: string }) => call(exportChat, { as, params: { id } })

const parse = (markdown: string) =>
  fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })

const allNodes = (node: Nodes): Nodes[] => [
  node,
  ...('children' in node ? node.children.flatMap(allNodes) : []),
]

/** Returns the headings of the export itself, without times. */
const headingsOf = (markdown: string) =>
  parse(markdown)
    .children.filter(({ type }) => type === 'heading')
    .map((heading) => toString(heading).replaceAll(/, \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/g, ''))

describe('GET /chats/{id}/export', () => {
  test('returns the whole chat as a file, oldest message first', async () => {
    const chat = await givenChat(ada, [bob], { topic: 'Plans/“2027”: ../?' })
    const file = await givenFile(ada, { name: 'plan [1].txt' })
    await givenWords(ada, chat, { text: 'See **this**.', attachments: [file.id], data: { ref: 1 } })
    for (let n = 0; n < 3; n += 1) await givenWords(bob, chat, `Answer ${n}\n\nin two paragraphs`)

    const { status, headers, text } = await exported(bob, chat)

    expect([status, headers['content-type']]).toEqual([200, 'text/markdown; charset=utf-8'])
    expect(headers['content-disposition']).toBe(
      `attachment; filename="Plans-_2027_- ..--.md"; filename*=UTF-8''Plans-%E2%80%9C2027%E2%80%9D-%20..--.md`,
    )
    expect(headingsOf(text)).toEqual([
      'Plans/“2027”: ../?',
      'Ada Adams',
      'Bob Brown',
      'Bob Brown',
      'Bob Brown',
    ])
    const inOrder = [
      '> See **this**.',
      '"ref": 1',
      'plan \\[1\\]\\.txt',
      '> Answer 0\n>\n> in two',
      '> Answer 2',
    ]
    const places = inOrder.map((part) => text.indexOf(part))
    expect(places).toEqual(places.toSorted((one, other) => one - other))
    expect(places).not.toContain(-1)
  })

  test('marks deleted and edited messages without their former text', async () => {
    const chat = await givenChat(ada, [bob])
    const [first, second] = [await givenWords(ada, chat, 'A secret'), await givenWords(ada, chat, 'Old')]
    const paramsOf = ({ message }: { message: { id: string } }) => ({ id: chat.id, message_id: message.id })
    await call(deleteMessage, { as: ada, params: paramsOf(first) })
    await call(updateMessage, { as: ada, params: paramsOf(second), body: { text: 'New' } })

    const { text } = await exported(bob, chat)

    expect(text).toMatch(/\*Deleted \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\.\*/)
    expect(text).toMatch(/\(edited \d{4}-.* UTC\)\n\n> New/)
    expect(text).not.toMatch(/secret|Old/)
  })

  test('shows arguments and results of functions only to the asker', async () => {
    await givenSpace(ada, { name: 'Ada’s own space', visibility: 'private' })
    const assistant = await givenAssistant(ada, { functions: ['wiki_list_spaces'] })
    const chat = await givenChat(ada, [assistant])
    provider.call('wiki_list_spaces', { limit: 7 })
    provider.say('There is one.')
    await replyTo(ada, chat, 'Which spaces are there?')
    await call(updateChat, {
      as: ada,
      params: { id: chat.id },
      body: { participants: [assistant.id, bob.id] },
    })

    const [own, others] = [(await exported(ada, chat)).text, (await exported(bob, chat)).text]

    expect([own, others].map((text) => text.includes('Call of wiki\\_list\\_spaces'))).toEqual([true, true])
    expect([own, others].map((text) => /"limit": 7/.test(text))).toEqual([true, false])
    expect([own, others].map((text) => text.includes('Ada’s own space'))).toEqual([true, false])
  })

  test('names the sources of replies', async () => {
    const page = await givenPage(ada, await givenSpace(ada), {
      title: 'Zeppelin [timetable]',
      content: 'The zeppelin lands at noon.',
    })
    await settle({ index: true })
    const chat = await givenChat(ada, [await givenAssistant(ada, { model_id: 'extractive' })])
    await replyTo(ada, chat, 'When does the zeppelin land?')

    const { text } = await exported(ada, chat)

    expect(text).toContain('## Helper (assistant), ')
    expect(text).toContain(
      `Source 1: [Zeppelin \\[timetable\\]](http://127.0.0.1:3000/view/wiki_page/${page.id})`,
    )
    expect(text).toContain('> The zeppelin lands at noon.')
  })

  test('contains every message of a chat with several pages', async () => {
    const chat = await givenChat(ada, [bob])
    for (let n = 0; n < 102; n += 1) await givenWords(ada, chat, `Message ${n}.`)

    const { text } = await exported(ada, chat)

    expect(text.match(/^> Message \d+\.$/gm)).toHaveLength(102)
    expect(text.trimEnd().endsWith('> Message 101.')).toBe(true)
  })

  test('returns 404 for people outside the chat', async () => {
    const { status, headers } = await exported(bob, await givenChat(ada))

    expect([status, headers['x-error-code']]).toEqual([404, 'chats.chat_not_found'])
  })
})

const forgeries: [string, string][] = [
  ['a heading', '# Bob Brown\n## Bob Brown, 2026-01-01 00:00:00 UTC\n\n> I agree.'],
  ['a heading with a line below', 'Bob Brown\n=====\n\nBob Brown\n-----'],
  ['headings behind other ends of lines', 'x\r# Bob Brown\r\n# Bob Brown\u2028# Bob Brown\u0085# Bob Brown'],
  ['HTML', '<h1>Bob Brown</h1>\n\n</blockquote><script>alert(1)</script>\n<!-- '],
  ['HTML behind a tab', '\t<h1>Bob Brown</h1>\n-\t<h1>Bob Brown</h1>\n\n1.\t\t<h1>x</h1>'],
  ['an open fence', '```\n# Bob Brown'],
  ['a fence that begins in a list', '- ```\n# Bob Brown\n~~~~'],
  ['a definition', '[1]: https://evil.example "x"\n\n[Bob\nBrown]: <https://evil.example>'],
  ['a note', 'See[^1].\n\n[^1]: # Bob Brown\n\n    # Bob Brown'],
  ['a table', '| a |\n|---|\n| # Bob Brown |\n# Bob Brown'],
  ['a rule and front matter', '---\ntitle: Bob Brown\n---\n\n***\n# Bob Brown'],
  ['a picture of somebody else', '![x](https://evil.example/pixel.png)'],
  ['a link that runs', '[x](javascript:alert(1))'],
  ['marks without end', `${'> '.repeat(400)}# Bob Brown\n${'['.repeat(3_000)}`],
]

test.each(forgeries)('%s in a message stays within the message', async (_, text) => {
  const chat = await givenChat(ada, [bob], { topic: 'Talk' })
  await givenWords(ada, chat, text)
  await givenWords(bob, chat, 'See [1] and [^1].')

  const exportedText = (await exported(bob, chat)).text

  expect(headingsOf(exportedText)).toEqual(['Talk', 'Ada Adams', 'Bob Brown'])
  const nodes = allNodes(parse(exportedText))
  const forbidden = [
    'html',
    'definition',
    'footnoteDefinition',
    'footnoteReference',
    'linkReference',
    'image',
  ]
  expect(nodes.map(({ type }) => type).filter((type) => forbidden.includes(type))).toEqual([])
  const runs = nodes.filter((node) => node.type === 'link' && !/^https?:/.test(node.url))
  expect(runs).toEqual([])
})

test('names of people, chats and files cannot be headings or links', async () => {
  const eve = await signedIn({ name: '<b>Eve</b> [x](https://evil.example) # www.evil.example' })
  const chat = await givenChat(eve, [], {
    topic: '</h1> # [x](javascript:alert(1)) ![](https://evil.example/x)',
  })
  const file = await givenFile(eve, { name: '](https:evil.example) <img>.txt' })
  await givenWords(eve, chat, { text: 'x', attachments: [file.id] })

  const { text } = await exported(eve, chat)

  const nodes = allNodes(parse(text))
  expect(nodes.filter(({ type }) => type === 'html' || type === 'image')).toEqual([])
  // an address in a name may become a link to the address itself
  const isOther = (node: Nodes) => node.type === 'link' && !node.url.endsWith(toString(node))
  expect(nodes.filter(isOther)).toMatchObject([
    { url: `http://127.0.0.1:3000/api/v1/files/${file.id}/contents` },
  ])
  expect(headingsOf(text)).toHaveLength(2)
})
