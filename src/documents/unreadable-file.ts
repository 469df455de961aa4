/** A file that cannot be read, however often it is tried; the message is one sentence for the one who sent it. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
}

/** A reader that ended without saying anything about its file; the message is one sentence for the one who sent it. */
export class ReaderDied extends Error {
  override name = 'ReaderDied'
}

export const unknownKind = () => new UnreadableFile('Files of this kind cannot be read.')
export const corrupt = () => new UnreadableFile('The file is damaged and cannot be read.')
export const encrypted = () =>
  new UnreadableFile('The file is protected by a password; save it without one and try again.')
export const nested = () => new UnreadableFile('The file is nested too deeply to be read.')
export const tooMany = (things: string) => new UnreadableFile(`The file has too many ${things} to be read.`)
export const tooWide = () => new UnreadableFile('The file has a table that is too large to be read.')
export const tooLarge = () => new UnreadableFile('The file has a part that is too large to be read.')

/**
 * Readers go down into what they read; only what nobody writes by hand is deeper than Node's stack, or longer than its
 * longest string or array.
 */
export const toUnreadable = (error: unknown) => {
  if (!(error instanceof RangeError)) return error
  return error.message.includes('call stack') ? nested() : tooLarge()
}
