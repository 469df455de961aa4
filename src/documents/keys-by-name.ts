/** Maps each name to its key, from the names of each key, which are separated by spaces. */
export const keysByName = <Key extends string>(lists: Record<Key, string>): Map<string, Key> => {
  const keys = Object.keys(lists) as Key[]
  return new Map(keys.flatMap((key) => lists[key].split(' ').map((name) => [name, key] as const)))
}
