/** A reference to a resource. */
export interface ResourceRef {
  type: string
  id: string
}

/** Returns the key of a resource in sets and maps, made of its type and ID. */
export const refKey = ({ type, id }: ResourceRef): string => `${type}#${id}`

/** Returns the references without duplicates. */
export const distinctRefs = <R extends ResourceRef>(refs: R[]): R[] => [
  ...new Map(refs.map((ref) => [refKey(ref), ref])).values(),
]
