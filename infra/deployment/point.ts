/** Something that an account must have before a deployment can work. */
export interface Point {
  /** The missing thing, and what to do. */
  text: string
  /** The name by which `--confirm` accepts that it is missing. */
  confirm?: string
}
