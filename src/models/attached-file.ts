/** A file attached to a message, as it is passed to a model. */
export interface AttachedFile {
  id: string
  name: string
  /** Version whose text is read. */
  version?: number
  /** The beginning of the text; the whole text has `characters` characters. */
  text?: string
  characters?: number
  image?: { bytes: Uint8Array; mediaType: string }
  /** Short reason why the model gets only the file's name. */
  note?: string
  /** True while the text is being extracted. */
  isPending?: boolean
}
