/** Function of a method and path. */
export interface LocalRoute {
  /** `ANY` matches all methods without their own route. */
  method: string
  /** Pattern as in serverless.yml: `/api/v1/users/{id}`, `/{proxy+}`. */
  path: string
  name: string
}

export interface Match {
  route: LocalRoute
  /** Decoded values. */
  params: Record<string, string>
}

const pathSegments = (path: string) =>
  path
    .replace(/(?<=.)\/$/, '')
    .split('/')
    .slice(1)

/** Returns the parameters, still encoded, if the path matches the pattern. */
const matchPath = (pattern: string[], path: string[]): Record<string, string> | undefined => {
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

/**
 * Returns a sort key: literal segments precede parameters, and parameters precede the rest of a path, as in API
 * Gateway.
 */
const routeRank = (pattern: string[]) =>
  pattern.map((part) => (part.endsWith('+}') ? 2 : part.startsWith('{') ? 1 : 0)).join('')

/**
 * Creates a function that finds routes as API Gateway does: the most literal path first; on this path the method's own
 * route (for HEAD also the one of GET), then `ANY`. The function takes the path as sent; it throws a URIError if it
 * cannot decode a parameter.
 */
export const router = (routes: LocalRoute[]) => {
  const table = [...Map.groupBy(routes, ({ path }) => path)]
    .map(([path, methods]) => ({ pattern: pathSegments(path), methods }))
    .sort((a, b) => (routeRank(a.pattern) < routeRank(b.pattern) ? -1 : 1))
  return (method: string, path: string): Match | undefined => {
    const given = pathSegments(path)
    for (const { pattern, methods } of table) {
      const params = matchPath(pattern, given)
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
