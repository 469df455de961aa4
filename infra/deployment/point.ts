/** Prerequisite of a deployment that the account lacks. */
export interface Point {
  /** The missing prerequisite, and its remedy. */
  text: string
  /** Name with which `--confirm` accepts the missing prerequisite. */
  confirm?: string
}
