import type { Action, Discovery } from '../discovery-document.ts'
import { kinds } from '../file-kinds.ts'

interface EditorTarget {
  /** File extension in lower case, without the dot. */
  extension: string
  action: 'edit' | 'view'
  /** URL at which the editor finds the file. */
  wopiSrc: string
  /** Language tag (BCP 47). */
  language?: string
}

/**
 * Acceptable actions, best first: Collabora has no `view` for files that it can edit, and no `edit` for files that it
 * only annotates.
 */
const fallbackActions: Record<EditorTarget['action'], readonly string[]> = {
  edit: ['edit', 'view_comment', 'view'],
  view: ['view', 'edit', 'view_comment'],
}

/** Returns the actions of public zones, those over TLS first. */
const publicActions = ({ actions }: Discovery): Action[] => {
  const isSecure = ({ zone }: Action) => zone.includes('https')
  const external = actions.filter(({ zone }) => zone.includes('external'))
  return [...external.filter(isSecure), ...external.filter((action) => !isSecure(action))]
}

/** Returns the action for files with this extension, otherwise for their media type; undefined if there is none. */
const actionFor = (discovery: Discovery, { extension, action }: EditorTarget): Action | undefined => {
  const actions = publicActions(discovery)
  const mime = kinds.find((kind) => kind.extension === extension)?.mime
  const groups = [
    actions.filter((one) => one.extension === extension && extension !== ''),
    actions.filter((one) => one.extension === '' && one.app.toLowerCase() === mime?.toLowerCase()),
  ]
  return groups
    .flatMap((group) => fallbackActions[action].map((name) => group.find((one) => one.name === name)))
    .find((found) => found !== undefined)
}

/** `<name=PLACEHOLDER&>`: a parameter of the editor that the host fills in or removes (WOPI, "WOPI discovery"). */
const placeholder = /<([^<>=]+)=([^<>&]*)(&?)>/g

/**
 * Returns the URL at which an editor opens a file: the action's `urlsrc` with known placeholders filled in and all
 * others removed. Null if no editor opens files of this type.
 */
export const editorUrl = (discovery: Discovery, opening: EditorTarget): string | null => {
  const urlsrc = actionFor(discovery, opening)?.urlsrc
  if (urlsrc === undefined) return null
  const { wopiSrc, language } = opening
  const values: Record<string, string | undefined> = {
    WOPI_SOURCE: wopiSrc,
    UI_LLCC: language,
    DC_LLCC: language,
  }
  const filled = urlsrc.replace(placeholder, (_, name: string, key: string, end: string) => {
    const value = values[key]
    return value === undefined ? '' : `${name}=${encodeURIComponent(value)}${end}`
  })
  // a URL without any placeholder is Collabora's, which takes the language as `lang`
  const more = [
    ...(urlsrc.includes('=WOPI_SOURCE') ? [] : [`WOPISrc=${encodeURIComponent(wopiSrc)}`]),
    ...(language && !urlsrc.includes('<') ? [`lang=${encodeURIComponent(language)}`] : []),
  ]
  const [place, query = ''] = filled.split(/\?(.*)/s)
  return `${place}?${[...query.split('&'), ...more].filter((part) => part !== '').join('&')}`
}
