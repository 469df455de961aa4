/** A file that cannot be read, however often it is tried; the message is one sentence for whoever sent it. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
}

export const corrupt = () => new UnreadableFile('The file is damaged and cannot be read.')
export const encrypted = () =>
  new UnreadableFile('The file is protected by a password; save it without one and try again.')
export const nested = () => new UnreadableFile('The file is nested too deeply to be read.')
export const tooLarge = () => new UnreadableFile('The file has a part that is too large to be read.')
