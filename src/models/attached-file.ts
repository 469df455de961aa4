/** A file at a message, and what a model gets of it. */
export interface AttachedFile {
  id: string
  name: string
  /** Which version of it is read. */
  version?: number
  /** The beginning of its text, which has `characters` in all. */
  text?: string
  characters?: number
  /** The bytes of an image. */
  image?: { bytes: Uint8Array; mediaType: string }
  /** Why it is only named, in a few words. */
  note?: string
  /** Its text is still being made. */
  isPending?: boolean
}
