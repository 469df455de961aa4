/**
 * `attachment` with both forms of the name that RFC 6266 section 4.3 defines: in ASCII for old clients, and
 * in full.
 */
export const attachmentNamed = (name: string): string => {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const full = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${full}`
}

/** How long a name is made of a title. */
const maxTitleCharacters = 100

/** A title as the name of a file: without what a path, a shell or a reader could take for something else. */
export const fileNameOf = (title: string, extension: string): string => {
  const name = title
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .replaceAll(/[/\\:*?"<>|]/g, '-')
    .replace(/^[\s.-]+/, '')
    .slice(0, maxTitleCharacters)
    .toWellFormed()
    .replace(/[\s.�]+$/, '')
  return `${name || 'untitled'}.${extension}`
}
