/** The media type of what is not known. */
const unknownType = 'application/octet-stream'

/** The media type of a file with this name, as IANA has it and, beyond that, common use. */
export const contentTypeOf = async (name: string): Promise<string> => {
  // its table is half of what a small function is
  const { default: mime } = await import('mime')
  return mime.getType(name) ?? unknownType
}

/**
 * The media type of a file by its new name, where nobody gave one; undefined where it stays. Of files from before it is
 * known by the type that they got without one.
 */
export const renamedType = async (
  { is_type_given, content_type }: { is_type_given: boolean | null; content_type: string },
  name: string | undefined,
): Promise<string | undefined> =>
  name !== undefined && !(is_type_given ?? content_type !== unknownType) ? contentTypeOf(name) : undefined
