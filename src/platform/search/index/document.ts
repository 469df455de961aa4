/** What is indexed of a thing. */
export interface Document extends DocumentKey {
  /**
   * In whose lists its words are: an entity's name, such as `wiki.page`, or a part of it, such as a
   * person's.
   */
  scopes: string[]
  /**
   * The id of what decides who may read it, such as a space or a project; its own id where nothing else does.
   */
  container: string
  title: string
  /** Words by which it is meant alone: `MIGR-3`, `63`, an e-mail address. */
  keys?: string[]
  /** What it is found by beside its text, such as its tags. */
  labels?: string[]
  /** What it refers to beside the links in its text. */
  refers_to?: { type: string; id: string }[]
  /** All that it says, in Markdown or plain: at most 10 MiB. */
  text: string
}

/** A thing has one document: its type is that of its resource, such as `wiki_page`. */
export interface DocumentKey {
  type: string
  id: string
}
