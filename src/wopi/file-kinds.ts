import { extname } from 'node:path'
import type { Action, Discovery } from './discovery-document.ts'

/** A file type: extension, media type, application of the office suite, and supported actions. */
interface Kind {
  extension: string
  mime: string
  app: 'writer' | 'calc' | 'impress' | 'draw'
  actions: readonly ('edit' | 'view')[]
}

const kind = (extension: string, mime: string, app: Kind['app'], ...actions: Kind['actions']): Kind => ({
  extension,
  mime,
  app,
  actions: actions.length > 0 ? actions : ['edit', 'view'],
})

const openXml = (rest: string) => `application/vnd.openxmlformats-officedocument.${rest}`
const openDocument = (rest: string) => `application/vnd.oasis.opendocument.${rest}`

/** File types that can be opened, with the extensions and media types registered with IANA. */
export const kinds: readonly Kind[] = [
  kind('docx', openXml('wordprocessingml.document'), 'writer'),
  kind('docm', 'application/vnd.ms-word.document.macroEnabled.12', 'writer'),
  kind('doc', 'application/msword', 'writer'),
  kind('odt', openDocument('text'), 'writer'),
  kind('fodt', openDocument('text-flat-xml'), 'writer'),
  kind('rtf', 'application/rtf', 'writer'),
  kind('txt', 'text/plain', 'writer'),
  kind('xlsx', openXml('spreadsheetml.sheet'), 'calc'),
  kind('xlsm', 'application/vnd.ms-excel.sheet.macroEnabled.12', 'calc'),
  kind('xls', 'application/vnd.ms-excel', 'calc'),
  kind('ods', openDocument('spreadsheet'), 'calc'),
  kind('fods', openDocument('spreadsheet-flat-xml'), 'calc'),
  kind('csv', 'text/csv', 'calc'),
  kind('pptx', openXml('presentationml.presentation'), 'impress'),
  kind('pptm', 'application/vnd.ms-powerpoint.presentation.macroEnabled.12', 'impress'),
  kind('ppt', 'application/vnd.ms-powerpoint', 'impress'),
  kind('odp', openDocument('presentation'), 'impress'),
  kind('fodp', openDocument('presentation-flat-xml'), 'impress'),
  kind('odg', openDocument('graphics'), 'draw', 'view'),
  kind('pdf', 'application/pdf', 'draw', 'view'),
]

const lowerCaseExtension = (name: string) => extname(name).slice(1).toLowerCase()

/** Returns the media type of a file with this name. */
export const officeContentType = (name: string): string =>
  kinds.find(({ extension }) => extension === lowerCaseExtension(name))?.mime.toLowerCase() ??
  'application/octet-stream'

/** Default URL of Collabora Online on the developer's machine, used if no server is configured. */
const localCollabora = 'http://127.0.0.1:9980/browser/dist'

const zone = 'external-http'

/** Actions by extension, grouped by application, and by media type: consumers look up either. */
const actions: Action[] = kinds.flatMap(({ extension, mime, app, actions }) =>
  actions.flatMap((name) => [
    { zone, app, name, extension, urlsrc: `${localCollabora}/cool.html?` },
    { zone, app: mime, name, extension: '', urlsrc: `${localCollabora}/cool.html?` },
  ]),
)

const icons: Record<string, string> = {
  writer: 'document',
  calc: 'spreadsheet',
  impress: 'presentation',
  draw: 'drawing',
}

const xml = (): string => {
  const apps = Object.entries(Object.groupBy(actions, ({ app }) => app)).map(([app, actions = []]) => {
    const icon = icons[app] ? ` favIconUrl="${localCollabora}/images/x-office-${icons[app]}.svg"` : ''
    const lines = actions.map(
      ({ name, extension, urlsrc }) =>
        `      <action name="${name}" ext="${extension}" default="${name === actions[0]?.name}" urlsrc="${urlsrc}"/>`,
    )
    return [`    <app name="${app}"${icon}>`, ...lines, '    </app>'].join('\n')
  })
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<wopi-discovery>',
    `  <net-zone name="${zone}">`,
    ...apps,
    '  </net-zone>',
    '</wopi-discovery>',
    '',
  ].join('\n')
}

let ownDocument: Discovery | undefined

/** Returns our own discovery document, used if no editing server is configured. */
export const ownDiscovery = (): Discovery =>
  (ownDocument ??= { xml: Buffer.from(xml()), actions, proofKeys: undefined })
