import { describe, expect, test } from 'vitest'
import { parseDiscovery } from '../../src/wopi/discovery-document.ts'
import { editorUrl } from '../../src/wopi/editor/editor-url.ts'
import { kinds, ownDiscovery } from '../../src/wopi/file-kinds.ts'
import { collabora, microsoft365, onlyOffice } from '../support/discovery-documents.ts'

const server = 'http://office.example'
const read = (xml: string) => parseDiscovery(Buffer.from(xml))
const [cool, only, microsoft] = await Promise.all([
  read(collabora(server)),
  read(onlyOffice(server)),
  read(microsoft365(server)),
])

const wopiSrc = 'https://api.example/live/api/v1/wopi/files/0199'
const source = 'https%3A%2F%2Fapi.example%2Flive%2Fapi%2Fv1%2Fwopi%2Ffiles%2F0199'

const opening = (extension: string, action: 'edit' | 'view' = 'edit') => ({ extension, action, wopiSrc })

describe('The URL of an editor', () => {
  test('ends with the file if the template has no placeholders', () => {
    const page = `${server}/browser/4f21abc/cool.html`

    expect(editorUrl(cool, opening('docx'))).toBe(`${page}?WOPISrc=${source}`)
    expect(editorUrl(cool, { ...opening('docx'), language: 'pt-BR' })).toBe(
      `${page}?WOPISrc=${source}&lang=pt-BR`,
    )
  })

  test('fills in known placeholders and removes the others', () => {
    const page = `${server}/hosting/wopi/word`

    expect(editorUrl(only, opening('docx', 'view'))).toBe(`${page}/view?wopisrc=${source}`)
    expect(editorUrl(only, { ...opening('docx'), language: 'de' })).toBe(
      `${page}/edit?rs=de&ui=de&wopisrc=${source}`,
    )
  })

  test('comes from a public zone, over TLS if possible', () => {
    const address = editorUrl(microsoft, { ...opening('docx'), language: 'en-US' })

    expect(address).toBe(`https://office.example/we/wordeditor.aspx?ui=en-US&rs=en-US&wopisrc=${source}`)
  })

  test('never comes from an internal zone', async () => {
    const internal = await read(collabora(server).replace('external-http', 'internal-http'))

    expect(editorUrl(internal, opening('docx'))).toBeNull()
  })

  test('falls back to editing if there is no viewing action, and vice versa', () => {
    expect(editorUrl(cool, opening('odt', 'view'))).toBe(editorUrl(cool, opening('odt')))
    expect(editorUrl(cool, opening('sxw'))).toBe(editorUrl(cool, opening('sxw', 'view')))
    expect(editorUrl(cool, opening('pdf'))).toContain('cool.html')
    expect(editorUrl(only, opening('pdf'))).toContain('/word/view?')
  })

  test('follows the media type if the extension is not listed', () => {
    expect(editorUrl(cool, opening('xls'))).toContain(`cool.html?WOPISrc=${source}`)
  })

  test('equals null for files that no editor opens', () => {
    for (const discovery of [cool, only, microsoft, ownDiscovery()])
      for (const extension of ['exe', '', 'getinfo'])
        expect(editorUrl(discovery, opening(extension))).toBeNull()
  })

  test.each([
    ['https://e.example/x', `https://e.example/x?WOPISrc=${source}`],
    ['https://e.example/x?', `https://e.example/x?WOPISrc=${source}`],
    ['https://e.example/x?a=1', `https://e.example/x?a=1&WOPISrc=${source}`],
    ['https://e.example/x?a=1&&lt;q=UNKNOWN&&gt;', `https://e.example/x?a=1&WOPISrc=${source}`],
    ['https://e.example/x?&lt;f=WOPI_SOURCE&gt;', `https://e.example/x?f=${source}`],
  ])('can be built from %s', async (urlsrc, expected) => {
    const escaped = urlsrc.replaceAll(/&(?!lt;|gt;)/g, '&amp;')
    const xml =
      '<wopi-discovery><net-zone name="external-https"><app name="A">' +
      `<action name="edit" ext="DOCX" urlsrc="${escaped}"/></app></net-zone></wopi-discovery>`

    expect(editorUrl(await read(xml), opening('docx'))).toBe(expected)
  })
})

describe('Our own discovery document', () => {
  test.each(['docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp', 'doc', 'xls', 'ppt', 'txt', 'csv', 'rtf'])(
    'lists %s for editing and viewing, by extension and by media type',
    async (extension) => {
      const { actions } = await parseDiscovery(ownDiscovery().xml)
      const mime = kinds.find((kind) => kind.extension === extension)?.mime

      const namesOf = (found: typeof actions) => found.map(({ name }) => name)
      expect(namesOf(actions.filter((action) => action.extension === extension))).toEqual(['edit', 'view'])
      expect(namesOf(actions.filter(({ app }) => app === mime))).toEqual(['edit', 'view'])
      expect(editorUrl(ownDiscovery(), opening(extension))).toBe(
        `http://127.0.0.1:9980/browser/dist/cool.html?WOPISrc=${source}`,
      )
    },
  )

  test('lists PDF for viewing only', () => {
    const actions = ownDiscovery().actions.filter(({ extension }) => extension === 'pdf')

    expect(actions.map(({ name }) => name)).toEqual(['view'])
  })

  test('matches its parsed form', async () => {
    const { actions, proofKeys } = await parseDiscovery(ownDiscovery().xml)

    const sorted = (list: typeof actions) => list.map((action) => JSON.stringify(action)).sort()
    expect(sorted(actions)).toEqual(sorted(ownDiscovery().actions))
    expect(proofKeys).toBeUndefined()
  })
})
