/** Where something lies in an item: an attribute, or the names that lead into a map. */
export type Path = string | readonly string[]

/** What must be so of an item for a write to be made. What compares a value does not hold where there is none. */
export type Condition =
  | { is: 'present' | 'absent'; path: Path }
  | { is: '=' | '<' | '<=' | '>'; path: Path; value: unknown }
  | { is: 'smaller'; path: Path; size: number }
  | { is: 'any' | 'all'; of: Condition[] }

export const exists = (path: Path): Condition => ({ is: 'present', path })

export const isAbsent = (path: Path): Condition => ({ is: 'absent', path })

/** Compares what lies at a path with a value. */
export const compare = (path: Path, is: '=' | '<' | '<=' | '>', value: unknown): Condition => ({
  is,
  path,
  value,
})

export const equals = (path: Path, value: unknown): Condition => compare(path, '=', value)

/** Whether a map or list has fewer members than `size`. */
export const isSmaller = (path: Path, size: number): Condition => ({ is: 'smaller', path, size })

export const anyOf = (...of: Condition[]): Condition => ({ is: 'any', of })

export const allOf = (...of: Condition[]): Condition => ({ is: 'all', of })
