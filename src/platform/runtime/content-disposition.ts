/**
 * Returns an `attachment` header value with both forms of the name from RFC 6266 section 4.3: ASCII for old clients,
 * and the full name.
 */
export const attachmentNamed = (name: string): string => {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const full = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${full}`
}

/** Maximum length of a title in a file name, in characters. */
const maxTitleCharacters = 100

/** Returns a title as a file name, without characters that a path, a shell or a reader could misinterpret. */
export const toFileName = (title: string, extension: string): string => {
  const name = title
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .replaceAll(/[/\\:*?"<>|]/g, '-')
    .replace(/^[\s.-]+/, '')
    .slice(0, maxTitleCharacters)
    .toWellFormed()
    .replace(/[\s.�]+$/, '')
  return `${name || 'untitled'}.${extension}`
}
