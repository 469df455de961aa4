/** Path in an item: an attribute, or the names that lead into a map. */
export type Path = string | readonly string[]

/**
 * Condition on an item for a write, in the terms of DynamoDB's condition expressions. Comparisons with a missing value
 * do not hold.
 */
export type Condition =
  | { is: 'attribute_exists' | 'attribute_not_exists'; path: Path }
  | { is: 'contains'; path: Path; value: unknown }
  | { is: 'IN'; path: Path; value: readonly unknown[] }
  | { is: '=' | '<' | '<=' | '>'; path: Path; value: unknown }
  | { is: 'size <'; path: Path; size: number }
  | { is: 'AND' | 'OR'; of: Condition[] }

export const exists = (path: Path): Condition => ({ is: 'attribute_exists', path })

export const isAbsent = (path: Path): Condition => ({ is: 'attribute_not_exists', path })

export const compare = (path: Path, is: '=' | '<' | '<=' | '>', value: unknown): Condition => ({
  is,
  path,
  value,
})

export const equals = (path: Path, value: unknown): Condition => compare(path, '=', value)

/** Requires one of at most 100 values, in a shorter expression than comparisons: the limit is 4 KB. */
export const isOneOf = (path: Path, value: readonly unknown[]): Condition => ({ is: 'IN', path, value })

/** Requires a list to have this member. */
export const contains = (path: Path, value: unknown): Condition => ({ is: 'contains', path, value })

/** Requires a map or list to have fewer members than `size`. */
export const isSmaller = (path: Path, size: number): Condition => ({ is: 'size <', path, size })

/** Joins conditions unless there is only one: DynamoDB rejects redundant parentheses. */
const joinConditions = (is: 'AND' | 'OR', of: Condition[]): Condition =>
  of.length === 1 ? (of[0] as Condition) : { is, of }

export const anyOf = (...of: Condition[]): Condition => joinConditions('OR', of)

export const allOf = (...of: Condition[]): Condition => joinConditions('AND', of)
