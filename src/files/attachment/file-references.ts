import { contentsAddress } from './embedded-files.ts'

/** Source of a regular expression that matches and captures the text of a link or image in Markdown. */
export const linkLabel = /\[((?:[^[\]\\]|\\.)*)\]/.source

/** Returns Markdown in which an image or a link of any file but these becomes its alternative text. */
export const withoutOtherFiles = (content: string, ids: Set<string>): string => {
  const title = /(?:\s+(?:"[^"]*"|'[^']*'))?/.source
  const reference = new RegExp(
    `!?${linkLabel}\\(<?${contentsAddress()}(?:[>?#][^)\\s]*)?${title}\\s*\\)`,
    'gi',
  )
  return content.replaceAll(reference, (whole, alt: string, id: string) =>
    ids.has(id.toLowerCase()) ? whole : alt,
  )
}

/** Returns Markdown without files: images and links become their alternative text, other addresses ellipses. */
export const withoutFiles = (content: string): string =>
  withoutOtherFiles(content, new Set()).replaceAll(
    new RegExp(`${contentsAddress()}(?:[?#][^\\s)>"']*)?`, 'gi'),
    '…',
  )
