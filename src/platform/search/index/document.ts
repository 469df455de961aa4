/** Content of a resource that is indexed. */
export interface Document extends DocumentKey {
  /** Scopes that contain its words: an entity's name, such as `wiki.page`, or a part of it, such as a person's. */
  scopes: string[]
  /** ID of the resource that decides read access, such as a space or a project; its own ID if no other does. */
  container: string
  title: string
  /** Keys that identify it alone: `MIGR-3`, `63`, an email address. */
  keys?: string[]
  /** Searchable words outside its text, such as its tags. */
  labels?: string[]
  /** References in addition to the links in its text. */
  refers_to?: { type: string; id: string }[]
  /** Complete text, in Markdown or plain: at most 10 MiB. */
  text: string
}

/** Key of a resource's only document; its type is the resource's type, such as `wiki_page`. */
export interface DocumentKey {
  type: string
  id: string
}
