/** A thing that another one points to. */
export interface ResourceRef {
  type: string
  id: string
}

/** What a thing is known by in sets and maps: a type and an id. */
export const refKey = ({ type, id }: ResourceRef): string => `${type}#${id}`

/** Things, each once. */
export const distinctRefs = <R extends ResourceRef>(refs: R[]): R[] => [
  ...new Map(refs.map((ref) => [refKey(ref), ref])).values(),
]
