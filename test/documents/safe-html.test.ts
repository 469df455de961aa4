import { fromHtml } from 'hast-util-from-html'
import type { Nodes } from 'hast'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { toSafeHtml } from '../../src/documents/markdown/safe-html.ts'

const options = { toPicture: () => undefined, origin: 'https://intra.example.com' }

const render = (markdown: string) => toSafeHtml(markdown, options)

/** Returns all elements with their attributes, as a browser parses them. */
const elementsOf = (node: Nodes): { tagName: string; properties: Record<string, unknown> }[] => [
  ...(node.type === 'element' ? [{ tagName: node.tagName, properties: node.properties }] : []),
  ...('children' in node ? node.children.flatMap(elementsOf) : []),
]

const harmless = new Set(
  'h1 h2 h3 h4 h5 h6 p blockquote pre hr br ul ol li table thead tbody tr th td a code del em img strong sup'.split(
    ' ',
  ),
)
const attributes = new Set(['id', 'href', 'title', 'rel', 'className', 'src', 'alt', 'start', 'align'])

const attacks = [
  '<script>alert(1)</script>',
  'a <script>alert(1)</script> b',
  '<img src=x onerror=alert(1)>',
  'a <img src=x onerror=alert(1)//> b',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<object data="javascript:alert(1)"></object>',
  '<embed src="javascript:alert(1)">',
  '<form action="https://evil.example"><input name=p><button>Go</button></form>',
  '<style>@import "https://evil.example";</style>',
  '<link rel=stylesheet href="https://evil.example">',
  '<base href="https://evil.example">',
  '<meta http-equiv=refresh content="0;url=https://evil.example">',
  '<a href="javascript:alert(1)">x</a>',
  '<details open ontoggle=alert(1)>x</details>',
  '<video><source onerror=alert(1)></video>',
  '<p style="background:url(javascript:alert(1))">x</p>',
  '<!--><script>alert(1)</script>-->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java&#x73;cript:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](<java\tscript:alert(1)>)',
  '[x](\u0001javascript:alert(1))',
  '[x](vbscript:msgbox(1))',
  '[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  '[x](//evil.example)',
  '[x](/\\evil.example)',
  '[x](file:///etc/passwd)',
  '<javascript:alert(1)>',
  '[x][1]\n\n[1]: javascript:alert(1)',
  '![x](javascript:alert(1))',
  '![x](https://evil.example/beacon.gif?secret)',
  '![x](data:image/svg+xml;base64,PHN2Zy8+)',
  '![x][1]\n\n[1]: https://evil.example/beacon.gif',
  '[x](https://example.com "\\" onmouseover=\\"alert(1)")',
  '![" onerror="alert(1)](x)',
  '```"><img/src=x/onerror=alert(1)>\ncode\n```',
  '~~~ x onload=alert(1)\n<script>alert(1)</script>\n~~~',
  '`<img src=x onerror=alert(1)>`',
  '| <script>alert(1)</script> |\n| --- |\n| <img src=x onerror=alert(1)> |',
  '# <script>alert(1)</script>',
  '- [ ] <script>alert(1)</script>',
  'x[^1]\n\n[^1]: <img src=x onerror=alert(1)>',
  'https://example.com/"onmouseover="alert(1)',
  '\\<script>alert(1)\\</script>',
  '# location\n\n[x](#javascript:alert(1))',
  'x[^cookie]\n\n[^cookie]: [x](#"onclick=alert(1))',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
]

describe('Markdown as HTML', () => {
  test('renders the elements of Markdown, and links that give no access to their opener', async () => {
    const html = await render(
      '# Title\n\nA **bold** [link](https://example.com "About") and [page](/api/v1/wiki/pages/1), ' +
        'ada@example.com.\n\n' +
        '1. one\n2. two\n\n- [x] done\n- [ ] open\n\n```ts\nlet a = 1 < 2\n```\n\n| a |\n| :-: |\n| b<br>c |',
    )

    expect(html).toContain('<h1 id="user-content-title">Title</h1>')
    expect(html).toContain('<a href="https://example.com" title="About" rel="noopener">link</a>')
    expect(html).toContain('<a href="https://intra.example.com/api/v1/wiki/pages/1" rel="noopener">page</a>')
    expect(html).toContain('<a href="mailto:ada@example.com" rel="noopener">')
    expect(html).toContain('<li>☑ done</li>')
    expect(html).toContain('<code class="language-ts">let a = 1 &#x3C; 2\n</code>')
    expect(html).toContain('<td align="center">b<br>c</td>')
  })

  test.each(attacks)('renders harmless HTML: %s', async (markdown) => {
    const html = await render(markdown)

    for (const { tagName, properties } of elementsOf(fromHtml(html, { fragment: true }))) {
      expect(harmless).toContain(tagName)
      for (const name of Object.keys(properties)) expect(attributes).toContain(name)
      expect(properties['href'] ?? 'https:').toMatch(/^(https?:|mailto:|#)/)
      expect(properties['id'] ?? 'user-content-').toMatch(/^user-content-/)
      expect(properties['src']).toBeUndefined()
    }
  })

  test('shows pictures with an address, and the alternative text of others', async () => {
    const toPicture = (url: string) =>
      url === '/own' ? 'https://files.example.com/signed?a=1&b=2' : undefined

    const html = await toSafeHtml('![Own](/own) ![Other](https://evil.example/a.gif)', {
      ...options,
      toPicture,
    })

    expect(html).toBe('<p><img src="https://files.example.com/signed?a=1&#x26;b=2" alt="Own"> Other</p>')
  })

  test('resolves references across the pieces of a long text', async () => {
    const html = await render(
      `[start][far]\n\n${'word '.repeat(60_000)}\n\n# End\n\n[far]: https://example.com/far`,
    )

    expect(html).toContain('<a href="https://example.com/far" rel="noopener">start</a>')
    expect(html).toContain('<h1 id="user-content-end">End</h1>')
  })

  test('keeps links to headings and footnotes of the text, with prefixed IDs', async () => {
    const html = await render(
      '# Über uns!\n\n## Über uns\n\nA note[^1], [here](#über-uns), [there](#über-Uns-1), [up](#top), [on](#).\n\n' +
        '[^1]: The note.',
    )
    const elements = elementsOf(fromHtml(html, { fragment: true }))
    const ids = elements.flatMap(({ properties }) => properties['id'] ?? [])
    const targets = elements.flatMap(({ properties }) => properties['href'] ?? [])
    const led = targets.map((href) => typeof href === 'string' && decodeURIComponent(href.slice(1)))

    expect(led).toEqual([
      'user-content-fn-1',
      'user-content-über-uns',
      'user-content-über-uns-1',
      'top',
      'top',
      'user-content-fnref-1',
    ])
    expect(new Set(led).difference(new Set([...ids, 'top']))).toEqual(new Set())
  })

  test('gives footnotes in the pieces of a long text unique IDs', async () => {
    const html = await render(
      `a[^1]\n\n[^1]: first\n\n${'w'.repeat(100_001)}\n\n# End\n\nb[^1]\n\n[^1]: second`,
    )
    const ids = elementsOf(fromHtml(html, { fragment: true })).flatMap(
      ({ properties }) => properties['id'] ?? [],
    )

    expect(ids.length).toBeGreaterThan(4)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test.each([
    ['open brackets', '['.repeat(200_000)],
    ['emphasis in one another', '*a _b '.repeat(50_000)],
    ['quotes in one another', '>'.repeat(50_000)],
    ['marks of HTML', '<'.repeat(1_000_000)],
    ['paragraphs full of marks', `${'*a _b '.repeat(300)}\n\n`.repeat(500)],
  ])('limits the length of the HTML: %s', async (_, markdown) => {
    const html = await render(markdown)

    expect(html.length).toBeLessThan(4_000_000)
    expect(elementsOf(fromHtml(html.slice(0, 10_000), { fragment: true })).length).toBeGreaterThan(0)
  })

  test('yields to the event loop between the pieces of a text with many lines', async () => {
    const rendering = render('\n'.repeat(200_000)).then(() => 'html')
    let others = 0
    while ((await Promise.race([rendering, setImmediate('other')])) === 'other') others += 1

    expect(others).toBeGreaterThan(20)
  })

  test('returns the source of a generated list that would be one long piece', async () => {
    expect(await render('- item\n'.repeat(50_000))).toMatch(/^<pre>- item\n/)
  })
})
