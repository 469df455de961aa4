import { extname } from 'node:path'
import { fileName } from '../files/file/file.ts'
import { directionControls } from '../language/direction.ts'
import { problem } from '../platform/runtime/problem.ts'

/** 400, as a clause in a header as well where the protocol has one for it. */
export const nameIllegal = problem('wopi.name_illegal', 400, {
  wording: (reason: string, isRename = false) => ({
    detail: `${reason}.`,
    headers: isRename ? { 'X-WOPI-InvalidFileNameError': reason } : {},
  }),
  docs: {
    meaning: 'The name cannot be that of a file: it is empty, too long or has a path.',
    example: ['The name must have 1 to 255 characters and no path'],
  },
})

/** The most characters of a name (src/files/file/file.ts). */
const maxNameCharacters = 255

/** What is longer than this is no extension: no room would be left beside it. */
const maxExtensionCharacters = 100

const extensionOf = (name: string) => {
  const extension = extname(name)
  return extension.length > maxExtensionCharacters ? '' : extension
}

const stemOf = (name: string): string => name.slice(0, name.length - extensionOf(name).length)

/** What has `ending` and no more than the most characters, none of them cut in half (a pair of surrogates is one). */
const shortened = (stem: string, ending: string) =>
  stem.slice(0, maxNameCharacters - ending.length).replace(/\p{Cs}$/u, '') + ending

/** The name when a file may have it, else undefined. */
export const legalName = (name: string): string | undefined => fileName.safeParse(name).data

/** A name in which a number tells it from others of the same: `report (2).docx`. */
export const numberedName = (name: string, number: number): string =>
  shortened(stemOf(name), ` (${number})${extensionOf(name)}`)

/**
 * The name that comes nearest to what an editor suggests (WOPI, X-WOPI-SuggestedTarget): what begins with a
 * dot goes behind the present name's stem, of a path the last part counts, and what no name may have is left
 * out.
 */
export const suggestedName = (suggestion: string, present: string): string => {
  const last =
    suggestion
      .split(/[/\\]/)
      .at(-1)
      ?.replaceAll(/\p{Cc}/gu, '')
      .replace(directionControls, '')
      .trim() ?? ''
  const wanted = /^\.[^.]/.test(last) ? stemOf(present) + last : last
  return legalName(shortened(stemOf(wanted), extensionOf(wanted))) ?? present
}
