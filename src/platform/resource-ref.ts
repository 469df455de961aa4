/** A thing that another one points to. */
export interface ResourceRef {
  type: string
  id: string
}
