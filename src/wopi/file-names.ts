import { extname } from 'node:path'
import { fileName } from '../files/file/file.ts'
import { directionControls } from '../language/fold.ts'
import { problem } from '../platform/runtime/problem.ts'

/** 400; for a rename, the reason is also in a header of the protocol. */
export const nameIllegal = problem('wopi.name_illegal', 400, {
  wording: (reason: string, isRename = false) => ({
    detail: `${reason}.`,
    headers: isRename ? { 'X-WOPI-InvalidFileNameError': reason } : {},
  }),
  docs: {
    meaning: 'The name is empty, too long or contains a path.',
    example: ['The name must have 1 to 255 characters and no path'],
  },
})

/** Maximum number of characters in a name (src/files/file/file.ts). */
const maxNameCharacters = 255

/** Maximum length of an extension; a longer one would leave no room for the stem. */
const maxExtensionCharacters = 100

const shortExtension = (name: string) => {
  const extension = extname(name)
  return extension.length > maxExtensionCharacters ? '' : extension
}

const fileStem = (name: string): string => name.slice(0, name.length - shortExtension(name).length)

/** Returns the stem, shortened so that it and `ending` fit into a name, without cutting a surrogate pair. */
const fitName = (stem: string, ending: string) =>
  stem.slice(0, maxNameCharacters - ending.length).replace(/\p{Cs}$/u, '') + ending

/** Returns the name if it is a valid file name, otherwise undefined. */
export const legalName = (name: string): string | undefined => fileName.safeParse(name).data

/** Returns the name with a number that makes it unique: `report (2).docx`. */
export const numberedName = (name: string, number: number): string =>
  fitName(fileStem(name), ` (${number})${shortExtension(name)}`)

/**
 * Returns the valid name nearest to an editor's suggestion (WOPI, X-WOPI-SuggestedTarget): a suggestion that begins
 * with a dot replaces the extension of the present name, only the last part of a path counts, and invalid characters
 * are removed.
 */
export const suggestedName = (suggestion: string, present: string): string => {
  const last =
    suggestion
      .split(/[/\\]/)
      .at(-1)
      ?.replaceAll(/\p{Cc}/gu, '')
      .replace(directionControls, '')
      .trim() ?? ''
  const wanted = /^\.[^.]/.test(last) ? fileStem(present) + last : last
  return legalName(fitName(fileStem(wanted), shortExtension(wanted))) ?? present
}
