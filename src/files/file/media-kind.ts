import * as z from '../../platform/schema/schema.ts'

/** Kinds of files, each with its file extensions and media types; the first match wins. */
const kinds = [
  { kind: 'pdf', endings: 'pdf', types: /^application\/pdf$/ },
  {
    kind: 'spreadsheet',
    endings: 'xls xlt xlsx xlsm xlsb xltx ods ots fods sxc csv tsv numbers',
    types: /spreadsheet|ms-excel|numbers$|^text\/(csv|tab-separated-values)$/,
  },
  {
    kind: 'presentation',
    endings: 'ppt pps pot pptx pptm ppsx potx odp otp fodp sxi',
    types: /presentation|ms-powerpoint|keynote$/,
  },
  {
    kind: 'document',
    endings: 'doc dot docx docm dotx odt ott fodt sxw rtf pages wpd wps epub',
    types: /wordprocessing|ms-?word|opendocument\.text|apple\.pages$|[/]rtf$|epub/,
  },
  {
    kind: 'image',
    endings: 'png jpg jpeg jpe gif webp avif svg bmp tif tiff heic heif ico',
    types: /^image\//,
  },
  {
    kind: 'text',
    endings: 'txt text log md markdown html htm xhtml json xml yaml yml',
    types: /^text\/|[/+](json|xml|yaml)$/,
  },
] as const

/** The kind of a file for people, regardless of the program that created it. */
export const MediaKind = z.enum(['document', 'spreadsheet', 'presentation', 'pdf', 'image', 'text', 'other'])
export type MediaKind = z.output<typeof MediaKind>

/** Returns the kind of a file by its extension, or by its media type if the extension is unknown. */
export const detectMediaKind = ({
  name,
  content_type,
}: {
  name: string
  content_type: string
}): MediaKind => {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase()
  const type = content_type.replace(/;.*/, '').trim()
  const named = kinds.find(({ endings }) => ending !== undefined && endings.split(' ').includes(ending))
  return (named ?? kinds.find(({ types }) => types.test(type)))?.kind ?? 'other'
}
