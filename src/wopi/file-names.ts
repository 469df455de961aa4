import { extname } from 'node:path'
import { fileName } from '../files/file.ts'

/** The most characters of a name (src/files/file.ts). */
const mostCharacters = 255

/** A name without its extension. */
export const stemOf = (name: string): string => name.slice(0, name.length - extname(name).length)

/** The name when a file may have it, else undefined. */
export const legalName = (name: string): string | undefined => fileName.safeParse(name).data

/** A name in which a number tells it from others of the same: `report (2).docx`. */
export const numberedName = (name: string, number: number): string => {
  const extension = extname(name)
  const mark = ` (${number})${extension}`
  return `${stemOf(name).slice(0, mostCharacters - mark.length)}${mark}`
}

/**
 * The name that comes nearest to what an editor suggests (WOPI, X-WOPI-SuggestedTarget): an extension alone goes behind
 * the present name's stem, of a path the last part counts, and what no name may have is left out.
 */
export const suggestedName = (suggestion: string, present: string): string => {
  const last =
    suggestion
      .split(/[/\\]/)
      .at(-1)
      ?.replaceAll(/\p{Cc}/gu, '')
      .trim() ?? ''
  const wanted = /^\.[^.]+$/.test(last) ? stemOf(present) + last : last
  const extension = extname(wanted)
  const name = stemOf(wanted).slice(0, mostCharacters - extension.length) + extension
  return legalName(name) ?? present
}
