/** Returns the media type of a file by its name: the one registered with IANA, otherwise the one in common use. */
export const guessContentType = async (name: string): Promise<string> => {
  // loaded on demand: its table is half the size of a small function
  const { default: mime } = await import('mime')
  return mime.getType(name) ?? 'application/octet-stream'
}

/** Returns the media type of a file for its new name; undefined if the name stays or the uploader chose the type. */
export const renamedType = async (
  { is_type_given }: { is_type_given: boolean },
  name: string | undefined,
): Promise<string | undefined> => (name !== undefined && !is_type_given ? guessContentType(name) : undefined)
