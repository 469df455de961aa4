/** What serves a method and a path. */
export interface LocalRoute {
  /** `ANY` for all that have no route of their own. */
  method: string
  /** As in serverless.yml: `/api/v1/users/{id}`, `/{proxy+}`. */
  path: string
  /** The function's name. */
  name: string
}

export interface Match {
  route: LocalRoute
  /** Decoded. */
  params: Record<string, string>
}

const segmentsOf = (path: string) =>
  path
    .replace(/(?<=.)\/$/, '')
    .split('/')
    .slice(1)

/** The parameters when the path fits the pattern, still encoded. */
const paramsOf = (pattern: string[], path: string[]): Record<string, string> | undefined => {
  const params: Record<string, string> = {}
  for (const [index, part] of pattern.entries()) {
    const greedy = /^\{(\w+)\+\}$/.exec(part)?.[1]
    const rest = path.slice(index).join('/')
    if (greedy) return rest === '' ? undefined : { ...params, [greedy]: rest }
    const name = /^\{(\w+)\}$/.exec(part)?.[1]
    const given = path[index]
    if (name ? !given : given !== part) return undefined
    if (name) params[name] = given as string
  }
  return pattern.length === path.length ? params : undefined
}

/** Literal segments go before parameters, and those before the rest of a path, as in API Gateway. */
const rank = (pattern: string[]) =>
  pattern.map((part) => (part.endsWith('+}') ? 2 : part.startsWith('{') ? 1 : 0)).join('')

/**
 * Finds routes as API Gateway does: the most literal path first, on it the method's own route (for HEAD also GET's) and
 * then `ANY`. The path is as it was sent; a parameter that cannot be decoded throws a URIError.
 */
export const router = (routes: LocalRoute[]) => {
  const table = [...Map.groupBy(routes, ({ path }) => path)]
    .map(([path, methods]) => ({ pattern: segmentsOf(path), methods }))
    .sort((a, b) => (rank(a.pattern) < rank(b.pattern) ? -1 : 1))
  return (method: string, path: string): Match | undefined => {
    const given = segmentsOf(path)
    for (const { pattern, methods } of table) {
      const params = paramsOf(pattern, given)
      if (!params) continue
      const find = (wanted: string) => methods.find((route) => route.method === wanted)
      const route = find(method) ?? (method === 'HEAD' ? find('GET') : undefined) ?? find('ANY')
      if (!route) continue
      const decoded = Object.entries(params).map(([name, value]) => [name, decodeURIComponent(value)])
      return { route, params: Object.fromEntries(decoded) as Record<string, string> }
    }
    return undefined
  }
}
